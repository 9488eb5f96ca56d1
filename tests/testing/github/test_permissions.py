"""Tokens: wrong ones, narrow ones, and what a private repository shows to whom."""

from __future__ import annotations

from pathlib import Path

import pytest

from postil.testing.github import Kind, Role
from testing.github.stage import Client, Stage, stage

READ = {"pull_requests": "read", "contents": "read", "issues": "read"}
WRITE = {"pull_requests": "write", "contents": "read"}


def statuses(here: Stage, client: Client) -> dict[str, int]:
    """What happens to one request of each kind."""
    head = here.pull.head_sha
    return {
        "repository": client.get(here.path).status,
        "pull": client.get(here.at).status,
        "files": client.get(f"{here.at}/files").status,
        "contents": client.get(f"{here.path}/contents/app.py").status,
        "checks": client.get(f"{here.path}/commits/{head}/check-runs").status,
        "comment": client.post(f"{here.issue_at}/comments", {"body": "x"}).status,
        "review": client.post(f"{here.at}/reviews", {"body": "x", "event": "COMMENT"}).status,
        "check": client.post(f"{here.path}/check-runs", {"name": "x", "head_sha": head}).status,
        "status": client.post(f"{here.path}/statuses/{head}", {"state": "success"}).status,
        "labels": client.post(f"{here.issue_at}/labels", {"labels": ["x"]}).status,
    }


def expected(line: str) -> list[int]:
    return [int(word) for word in line.split()]


TABLE = [
    # repository pull files contents checks comment review check status labels
    ("carol", None, False, "200 200 200 200 200 201 200 403 403 403"),
    ("bob", None, False, "200 200 200 200 200 201 200 403 201 200"),
    ("bob", READ, False, "200 200 200 200 200 403 403 403 403 403"),
    ("bob", WRITE, False, "200 200 200 200 200 201 200 403 403 403"),
    ("bob", {}, False, "200 200 200 200 200 403 403 403 403 403"),
    ("dave", None, True, "404 404 404 404 404 404 404 404 404 404"),
    ("carol", None, True, "200 200 200 200 200 201 200 403 403 403"),
    ("carol", {}, True, "404 404 404 404 404 404 404 404 404 404"),
    ("carol", {"pull_requests": "read"}, True, "200 200 200 403 403 403 403 403 403 403"),
    ("bob", {"contents": "read"}, True, "200 403 403 200 403 403 403 403 403 403"),
    ("bob", {"issues": "write", "checks": "read"}, True, "200 403 403 403 200 201 403 403 403 200"),
    ("ada", None, True, "200 200 200 200 200 201 200 403 201 200"),
]


@pytest.mark.parametrize(
    ("login", "permissions", "private", "line"),
    TABLE,
    ids=[f"{login}-{permissions}-{private}" for login, permissions, private, _ in TABLE],
)
def test_what_a_persons_token_may_do(
    tmp_path: Path, login: str, permissions: dict[str, str] | None, private: bool, line: str
) -> None:
    with stage(tmp_path, private=private) as here:
        found = statuses(here, here.client(here.hub.user(login), permissions))
        assert list(found.values()) == expected(line), found


@pytest.mark.parametrize(
    ("permissions", "line"),
    [
        (None, "200 200 200 200 200 201 200 201 201 200"),
        ({"pull_requests": "write"}, "200 200 200 403 403 201 200 403 403 403"),
        ({"checks": "write"}, "200 403 403 403 200 403 403 201 403 403"),
        ({"contents": "read", "pull_requests": "read"}, "200 200 200 200 403 403 403 403 403 403"),
    ],
    ids=["all", "pulls", "checks", "read"],
)
def test_what_an_apps_token_may_do(
    tmp_path: Path, permissions: dict[str, str] | None, line: str
) -> None:
    with stage(tmp_path, private=True) as here:
        found = statuses(here, here.bot(permissions))
        assert list(found.values()) == expected(line), found


def test_gh35_a_read_only_token_is_told_so(here: Stage) -> None:
    refused = here.bot(READ).post(f"{here.issue_at}/comments", {"body": "x"})
    assert refused.json["message"] == "Resource not accessible by integration"
    person = here.client(here.bob, READ).post(f"{here.issue_at}/comments", {"body": "x"})
    assert person.json["message"] == "Resource not accessible by personal access token"


def test_a_refusal_names_what_would_be_enough(here: Stage) -> None:
    refused = here.bot(READ).post(f"{here.issue_at}/comments", {"body": "x"})
    needed = "issues=write; pull_requests=write"
    assert refused.headers["x-accepted-github-permissions"] == needed
    read = here.client(here.carol).get(here.at)
    assert read.headers["x-accepted-github-permissions"] == "pull_requests=read"


def test_an_app_that_is_not_installed_there_sees_nothing(tmp_path: Path) -> None:
    with stage(tmp_path, private=True) as here:
        elsewhere = here.hub.install(here.hub.app("other"))
        client = Client(here.hub.url, here.hub.installation_token(elsewhere))
        assert client.get(here.at).status == 404
        assert client.get("/installation/repositories").json["total_count"] == 0


def test_visitors_read_what_is_public_and_write_nothing(here: Stage) -> None:
    visitor = Client(here.hub.url)
    assert visitor.get(here.at).status == 200
    refused = visitor.post(f"{here.issue_at}/comments", {"body": "x"})
    assert (refused.status, refused.json["message"]) == (401, "Requires authentication")
    assert visitor.get("/user").status == 401


def test_a_private_repository_is_not_there_for_visitors(tmp_path: Path) -> None:
    with stage(tmp_path, private=True) as here:
        assert Client(here.hub.url).get(here.at).status == 404


@pytest.mark.parametrize("token", ["wrong", "ghp_wrong"])
def test_a_wrong_token_opens_not_even_what_is_public(here: Stage, token: str) -> None:
    refused = Client(here.hub.url, token).get(here.at)
    assert (refused.status, refused.json["message"]) == (401, "Bad credentials")


def test_a_token_is_revoked_between_two_requests(here: Stage) -> None:
    client = here.client(here.carol)
    assert client.post(f"{here.issue_at}/comments", {"body": "x"}).status == 201
    here.hub.revoke(client.token)
    assert client.post(f"{here.issue_at}/comments", {"body": "x"}).status == 401
    assert len(here.pull.comments) == 1


def test_gh22_an_installation_token_lives_an_hour(tmp_path: Path) -> None:
    moment = [1_000_000.0]
    with stage(tmp_path, clock=lambda: moment[0]) as here:
        bot = here.bot()
        moment[0] += 3_599
        assert bot.get(here.at).status == 200
        moment[0] += 1
        assert bot.get(here.at).status == 401


def test_an_uninstalled_app_is_out(here: Stage) -> None:
    installation = here.hub.install(here.hub.app("postil"), here.repository)
    client = Client(here.hub.url, here.hub.installation_token(installation))
    assert client.get(here.at).status == 200
    installation.suspended = True
    assert client.get(here.at).status == 401


def test_gh31_an_app_is_nobody(here: Stage) -> None:
    """The token of a workflow cannot ask who it is."""
    refused = here.bot().get("/user")
    assert (refused.status, refused.json["message"]) == (
        403,
        "Resource not accessible by integration",
    )
    assert here.client(here.carol).get("/user").json["login"] == "carol"


@pytest.mark.parametrize(
    ("login", "permission", "role"),
    [
        ("ada", "admin", "admin"),
        ("bob", "write", "write"),
        ("carol", "read", "read"),
        ("tess", "read", "triage"),
        ("mona", "write", "maintain"),
    ],
)
def test_gh37_permission_is_asked_by_name(
    here: Stage, login: str, permission: str, role: str
) -> None:
    here.hub.grant(here.repository, here.hub.user("tess"), Role.TRIAGE)
    here.hub.grant(here.repository, here.hub.user("mona"), "maintain")
    at = f"{here.path}/collaborators/{login}/permission"
    for client in (here.client(here.bob), here.bot()):
        found = client.get(at).json
        assert (found["permission"], found["role_name"]) == (permission, role)
    assert here.client(here.carol).get(at).status == 403
    assert here.client(here.bob).get(at.replace(login, "nobody")).status == 404


def test_association_follows_what_people_are(here: Stage, tmp_path: Path) -> None:
    hub = here.hub
    acme = hub.user("acme", Kind.ORGANIZATION)
    team = hub.repository("acme", "tools", here.git.folder)
    pull = hub.pull(team, head="feature", author=here.carol)
    hub.member(acme, here.ada)
    hub.grant(team, here.bob, Role.WRITE)
    hub.set_state(pull, "merged")
    for author in (acme, here.ada, here.bob, here.carol, hub.user("dave"), None):
        hub.comment(pull, author, "x")
    listed = here.client(here.ada).get(f"/repos/acme/tools/issues/{pull.number}/comments").json
    assert [each["author_association"] for each in listed] == [
        "OWNER",
        "MEMBER",
        "COLLABORATOR",
        "CONTRIBUTOR",
        "NONE",
        "NONE",
    ]


def test_the_repository_says_what_one_may(here: Stage) -> None:
    def permissions(client: Client) -> list[bool]:
        return list(client.get(here.path).json["permissions"].values())

    assert permissions(here.client(here.ada)) == [True] * 5
    assert permissions(here.client(here.bob)) == [True, True, True, False, False]
    assert permissions(Client(here.hub.url)) == [True, False, False, False, False]
