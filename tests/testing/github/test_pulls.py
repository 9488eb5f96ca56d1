"""Pull requests: found, described, and their raw diff with its limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from postil.testing.github import Limits
from testing.github.stage import Stage, stage

DIFF = "application/vnd.github.v3.diff"


def test_a_pull_request_describes_its_change(here: Stage) -> None:
    pull = here.client(here.carol).get(here.at).json
    assert (pull["number"], pull["title"], pull["state"]) == (1, "Five and a half", "open")
    assert pull["head"]["sha"] == here.git.oid("feature")
    assert pull["head"]["ref"] == "feature"
    assert pull["base"]["sha"] == here.git.oid("main")
    assert pull["user"]["login"] == "bob"
    assert (pull["additions"], pull["deletions"], pull["changed_files"]) == (5, 3, 5)
    assert (pull["commits"], pull["mergeable"], pull["draft"]) == (1, True, False)
    assert pull["author_association"] == "COLLABORATOR"


def test_what_is_changed_is_counted_from_the_merge_base(here: Stage) -> None:
    here.git.commit({"unrelated.txt": "new on main\n"}, branch="main")
    here.hub.push(here.pull)
    pull = here.client(here.carol).get(here.at).json
    assert pull["base"]["sha"] == here.git.oid("main")
    assert pull["changed_files"] == 5


def test_a_number_that_is_no_pull_request_is_not_found(here: Stage) -> None:
    here.hub.issue(here.repository, author=here.ada, title="Only an issue")
    client = here.client(here.carol)
    for number in ("2", "3", "0", "-1", "one", "1e3"):
        assert client.get(f"{here.path}/pulls/{number}").status == 404


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", [1]),
        ("?state=open", [1]),
        ("?state=closed", [2]),
        ("?state=all", [2, 1]),
        ("?state=all&direction=asc", [1, 2]),
        ("?head=ada:feature", [1]),
        ("?head=ada:other&state=all", [2]),
        ("?head=bob:feature", []),
        ("?base=develop", []),
        ("?base=main&state=all&per_page=1", [2]),
        ("?base=main&state=all&per_page=1&page=2", [1]),
        ("?base=main&state=all&per_page=1&page=3", []),
    ],
)
def test_pull_requests_are_found(here: Stage, query: str, found: list[int]) -> None:
    here.git.branch("other", "feature")
    other = here.hub.pull(here.repository, head="other", author=here.bob)
    here.hub.set_state(other, "closed")
    listed = here.client(here.carol).get(f"{here.path}/pulls{query}")
    assert [pull["number"] for pull in listed.json] == found


def test_commits_stand_in_order(here: Stage) -> None:
    second = here.push({"new.py": "one\ntwo\n"}, "Second\n\nWith a body")
    commits = here.client(here.carol).get(f"{here.at}/commits").json
    assert [commit["commit"]["message"] for commit in commits] == [
        "A change",
        "Second\n\nWith a body",
    ]
    assert commits[1]["sha"] == second
    assert commits[1]["parents"][0]["sha"] == commits[0]["sha"]


def test_no_more_commits_than_the_limit(tmp_path: Path) -> None:
    with stage(tmp_path, limits=Limits(commits=2)) as here:
        for number in range(3):
            here.push({"new.py": f"{number}\n"})
        assert len(here.client(here.carol).get(f"{here.at}/commits").json) == 2


def test_the_pull_requests_of_a_commit(here: Stage) -> None:
    client = here.client(here.carol)
    found = client.get(f"{here.path}/commits/{here.pull.head_sha}/pulls").json
    assert [pull["number"] for pull in found] == [1]
    assert client.get(f"{here.path}/commits/{here.git.oid('main')}/pulls").json == []
    assert client.get(f"{here.path}/commits/{'0' * 40}/pulls").status == 404


def test_the_raw_diff_is_what_git_says(here: Stage) -> None:
    answer = here.client(here.carol).get(here.at, accept=DIFF)
    said = here.git.git("diff", "--full-index", "--find-renames", "main...feature")
    assert (answer.status, answer.body) == (200, said)


def test_a_patch_has_the_commit_before_it(here: Stage) -> None:
    answer = here.client(here.carol).get(here.at, accept="application/vnd.github.patch")
    assert answer.body.startswith(f"From {here.pull.head_sha}".encode())
    assert b"Subject: [PATCH] A change" in answer.body


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        (Limits(diff_files=4), "maximum number of files (4)"),
        (Limits(diff_lines=20), "maximum number of lines (20)"),
    ],
)
def test_gh08_a_diff_too_large_is_406(tmp_path: Path, limits: Limits, words: str) -> None:
    with stage(tmp_path, limits=limits) as here:
        client = here.client(here.carol)
        for _ in range(2):
            answer = client.get(here.at, accept=DIFF)
            assert answer.status == 406
            assert words in answer.json["message"]
            assert answer.json["errors"][0]["code"] == "too_large"
        assert client.get(here.at).status == 200


def test_title_and_body_can_be_changed_by_who_may(here: Stage) -> None:
    assert here.client(here.carol).patch(here.at, {"title": "Mine"}).status == 403
    changed = here.client(here.bob).patch(here.at, {"title": "New", "body": "Words"})
    assert (changed.json["title"], changed.json["body"]) == ("New", "Words")
    assert (here.pull.title, here.pull.body) == ("New", "Words")


def test_merged_and_closed_and_draft(here: Stage) -> None:
    client = here.client(here.carol)
    here.pull.draft = True
    assert client.get(here.at).json["draft"] is True
    here.hub.set_state(here.pull, "merged")
    merged = client.get(here.at).json
    assert (merged["state"], merged["merged"]) == ("closed", True)
    assert merged["merged_at"] is not None
    here.hub.set_state(here.pull, "open")
    assert client.get(here.at).json["merged"] is False


def test_a_fork_keeps_its_head_in_the_base_repository(here: Stage, tmp_path: Path) -> None:
    here.git.git("clone", "--quiet", "--bare", str(here.git.folder), str(tmp_path / "fork"))
    fork = here.hub.repository("carol", "widgets", tmp_path / "fork", fork_of=here.repository)
    pull = here.hub.pull(here.repository, head="feature", author=here.carol, head_repository=fork)
    document = here.client(here.bob).get(f"{here.path}/pulls/{pull.number}").json
    assert document["head"]["label"] == "carol:feature"
    assert document["head"]["repo"]["fork"] is True
    assert here.git.oid(f"refs/pull/{pull.number}/head") == pull.head_sha
    pull.head_repository = None
    gone = here.client(here.bob).get(f"{here.path}/pulls/{pull.number}").json
    assert gone["head"]["repo"] is None


def test_a_renamed_repository_leads_on(here: Stage) -> None:
    """GH-21: the old address redirects, for reads and for writes."""
    client = here.client(here.carol)
    old, old_issue = here.at, here.issue_at
    here.hub.rename(here.repository, "gadgets")
    moved = client.get(f"{old}?x=1".replace("?x=1", ""))
    assert moved.status == 301
    target = moved.headers["location"]
    assert target == f"{here.hub.url}/repositories/{here.repository.id}/pulls/1"
    assert client.get(target.removeprefix(here.hub.url)).json["number"] == 1
    assert client.get(f"/repositories/{here.repository.id}").json["name"] == "gadgets"
    written = client.post(f"{old_issue}/comments", {"body": "Hello"})
    assert written.status == 307
    assert not here.pull.comments
    followed = written.headers["location"].removeprefix(here.hub.url)
    assert client.post(followed, {"body": "Hello"}).status == 201
    assert client.get(f"/repositories/{here.repository.id}999").status == 404
    here.hub.drift.clear()
