"""What else a client reads: repositories, users, issues, contents, commits, refs, reactions."""

from __future__ import annotations

import base64
import http.client
from typing import Any

import pytest

from testing.github.stage import AFTER, BEFORE, Client, Stage


def test_a_repository(here: Stage) -> None:
    found = here.client(here.carol).get(here.path).json
    assert (found["full_name"], found["private"], found["fork"]) == ("ada/widgets", False, False)
    assert (found["default_branch"], found["owner"]["login"]) == ("main", "ada")
    assert found["clone_url"] == f"{here.hub.url}/ada/widgets.git"
    assert here.client(here.carol).get("/repos/ADA/Widgets").json["id"] == found["id"]
    assert here.client(here.carol).get("/repos/ada/none").status == 404


def test_a_fork_names_its_parent(here: Stage) -> None:
    here.hub.repository("carol", "widgets", here.git.folder, fork_of=here.repository)
    found = here.client(here.carol).get("/repos/carol/widgets").json
    assert found["parent"]["full_name"] == found["source"]["full_name"] == "ada/widgets"


def test_users(here: Stage) -> None:
    client = here.client(here.carol)
    assert client.get("/users/ADA").json["login"] == "ada"
    assert client.get("/users/nobody").status == 404


def test_issues_and_pull_requests_are_issues(here: Stage) -> None:
    issue = here.hub.issue(here.repository, author=here.carol, title="Broken", body="It is.")
    client = here.client(here.carol)
    plain = client.get(f"{here.path}/issues/{issue.number}").json
    assert (plain["title"], plain["body"], "pull_request" in plain) == ("Broken", "It is.", False)
    assert client.get(here.issue_at).json["pull_request"]["url"].endswith("/pulls/1")
    assert client.get(f"{here.path}/issues/9").status == 404


def test_labels(here: Stage) -> None:
    bob, at = here.client(here.bob), f"{here.issue_at}/labels"

    def names(answer: Any) -> list[str]:
        return [each["name"] for each in answer.json]

    assert names(bob.post(at, {"labels": ["one", "two", "one"]})) == ["one", "two"]
    assert names(bob.put(at, {"labels": ["two", "three"]})) == ["two", "three"]
    assert names(bob.delete(f"{at}/two")) == ["three"]
    assert bob.delete(f"{at}/two").status == 404
    assert names(bob.get(at)) == ["three"]
    bob.post(at, {"labels": ["kind/bug", "50 %"]})
    assert names(bob.delete(f"{at}/kind%2Fbug")) == ["three", "50 %"]
    assert names(bob.delete(f"{at}/50%20%25")) == ["three"]
    assert here.client(here.carol).post(at, {"labels": ["x"]}).status == 403
    assert here.pull.labels == ["three"]


def test_a_label_is_the_same_in_upper_and_lower_case(here: Stage) -> None:
    bob, at = here.client(here.bob), f"{here.issue_at}/labels"
    bob.post(at, {"labels": ["Three"]})
    assert [each["name"] for each in bob.post(at, {"labels": ["THREE", "four"]}).json] == [
        "Three",
        "four",
    ]
    assert list(here.repository.labels) == ["Three", "four"]
    assert bob.delete(f"{at}/three").json[0]["name"] == "four"
    gone = bob.delete(f"{at}/three")
    assert (gone.status, gone.json["message"]) == (404, "Label does not exist")
    assert list(here.repository.labels) == ["Three", "four"]


def test_who_may_write_pull_requests_alone_makes_no_label(here: Stage) -> None:
    at, wish = f"{here.issue_at}/labels", {"labels": ["new"]}
    client = here.client(here.bob, {"pull_requests": "write"})
    refused = client.post(at, wish)
    assert (refused.status, here.pull.labels, here.repository.labels) == (403, [], {})
    assert refused.json["message"].endswith("permission to create labels on this repository.")
    here.client(here.bob, {"issues": "write"}).post(at, wish)
    here.pull.labels.clear()
    assert client.post(at, wish).status == 200
    assert client.delete(f"{at}/new").json == []


@pytest.mark.parametrize(("name", "status"), [("a" * 50, 200), ("a" * 51, 422), (" ", 422)])
def test_a_label_has_at_most_fifty_characters(here: Stage, name: str, status: int) -> None:
    answer = here.client(here.bob).post(f"{here.issue_at}/labels", {"labels": [name]})
    assert answer.status == status
    assert here.pull.labels == ([name] if status == 200 else [])
    if status != 200:
        assert answer.json["errors"] == [{"resource": "Label", "field": "name", "code": "invalid"}]


def test_contents_at_a_ref(here: Stage) -> None:
    client = here.client(here.carol)

    def text(query: str) -> str:
        found = client.get(f"{here.path}/contents/app.py{query}").json
        assert found["encoding"] == "base64"
        return base64.b64decode(found["content"]).decode()

    assert text("") == BEFORE
    assert text("?ref=feature") == AFTER
    assert text(f"?ref={here.pull.head_sha}") == AFTER
    for path in ("/contents/none.py", "/contents/app.py?ref=nowhere"):
        assert client.get(here.path + path).status == 404


def test_contents_raw_and_folders(here: Stage) -> None:
    here.push({"docs/one.md": "1\n", "docs/deep/two.md": "2\n"})
    client = here.client(here.carol)
    raw = client.get(f"{here.path}/contents/app.py", accept="application/vnd.github.raw+json")
    assert raw.body.decode() == BEFORE
    listed = client.get(f"{here.path}/contents/docs?ref=feature").json
    assert [(each["name"], each["type"], each["size"]) for each in listed] == [
        ("deep", "dir", 0),
        ("one.md", "file", 2),
    ]


def test_a_large_file_comes_without_its_text(here: Stage) -> None:
    here.push({"large.txt": "x" * (1024 * 1024 + 1)})
    found = here.client(here.carol).get(f"{here.path}/contents/large.txt?ref=feature").json
    assert (found["encoding"], found["content"], found["size"]) == ("none", "", 1024 * 1024 + 1)


def test_a_commit_with_its_files(here: Stage) -> None:
    client = here.client(here.carol)
    found = client.get(f"{here.path}/commits/{here.pull.head_sha}").json
    assert found["commit"]["message"] == "A change"
    assert found["stats"] == {"additions": 5, "deletions": 3, "total": 8}
    assert [file["filename"] for file in found["files"]][:2] == ["app.py", "gone.txt"]
    first = client.get(f"{here.path}/commits/main").json
    assert (first["parents"], len(first["files"])) == ([], 3)
    assert client.get(f"{here.path}/commits/nowhere").status == 404


@pytest.mark.parametrize(
    ("basehead", "status", "ahead", "behind"),
    [
        ("main...feature", "ahead", 1, 0),
        ("feature...main", "behind", 0, 1),
        ("main...main", "identical", 0, 0),
        ("other...feature", "diverged", 1, 1),
    ],
)
def test_comparisons(here: Stage, basehead: str, status: str, ahead: int, behind: int) -> None:
    here.git.branch("other", "main")
    here.git.commit({"other.txt": "x\n"}, branch="other")
    found = here.client(here.carol).get(f"{here.path}/compare/{basehead}").json
    assert (found["status"], found["ahead_by"], found["behind_by"]) == (status, ahead, behind)
    assert len(found["commits"]) == found["total_commits"] == ahead
    assert found["merge_base_commit"]["sha"] == here.git.oid("main")
    assert len(found["files"]) == (5 if ahead else 0)


def test_comparisons_of_nothing(here: Stage) -> None:
    for basehead in ("main...nowhere", "nowhere...main", "main"):
        assert here.client(here.carol).get(f"{here.path}/compare/{basehead}").status == 404


def test_refs(here: Stage) -> None:
    client = here.client(here.carol)
    found = client.get(f"{here.path}/git/ref/heads/feature").json
    assert (found["ref"], found["object"]["sha"]) == ("refs/heads/feature", here.pull.head_sha)
    assert client.get(f"{here.path}/git/ref/pull/1/head").json["object"]["type"] == "commit"
    assert client.get(f"{here.path}/git/ref/heads/nowhere").status == 404


@pytest.mark.parametrize("kind", ["issues", "pulls"])
def test_reactions(here: Stage, kind: str) -> None:
    said = here.hub.comment(here.pull, here.carol, "x").id
    if kind == "pulls":
        note = {"path": "app.py", "line": 6, "body": "y"}
        here.hub.review(here.pull, here.carol, comments=[note])
        said = here.pull.review_comments[0].id
    at, bob = f"{here.path}/{kind}/comments/{said}/reactions", here.client(here.bob)
    made = bob.post(at, {"content": "eyes"})
    again = bob.post(at, {"content": "eyes"})
    assert (made.status, again.status, again.json["id"]) == (201, 200, made.json["id"])
    bob.post(at, {"content": "+1"})
    assert [each["content"] for each in bob.get(at).json] == ["eyes", "+1"]
    assert [each["content"] for each in bob.get(f"{at}?content=%2B1").json] == ["+1"]
    counted = bob.get(f"{here.path}/{kind}/comments/{said}").json["reactions"]
    assert (counted["eyes"], counted["+1"], counted["total_count"]) == (1, 1, 2)
    one = f"{at}/{made.json['id']}"
    assert here.client(here.ada).delete(one).status == 404
    assert bob.delete(one).status == 204
    assert bob.get(f"{here.path}/{kind}/comments/1/reactions").status == 404


def test_a_reaction_that_is_none(here: Stage) -> None:
    said = here.hub.comment(here.pull, here.carol, "x")
    at = f"{here.path}/issues/comments/{said.id}/reactions"
    assert here.client(here.bob).post(at, {"content": "cheese"}).status == 422
    assert "'cheese' is not one of" in here.hub.drift[0]
    here.hub.drift.clear()


def test_addresses_follow_the_way_one_came(here: Stage) -> None:
    token = here.hub.token(here.carol)
    plain = Client(here.hub.url, token).get(here.at).json
    enterprise = Client(f"{here.hub.url}/api/v3", token).get(here.at).json
    assert plain["url"] == f"{here.hub.url}{here.at}"
    assert enterprise["url"] == f"{here.hub.url}/api/v3{here.at}"
    assert plain["html_url"] == enterprise["html_url"] == f"{here.hub.url}/ada/widgets/pull/1"


@pytest.mark.parametrize("body", [b"{", b"[1]", b'"x"', b"\xff"])
def test_a_body_that_is_no_object(here: Stage, body: bytes) -> None:
    connection = http.client.HTTPConnection(here.hub.url.removeprefix("http://"), timeout=10)
    headers = {"authorization": f"Bearer {here.hub.token(here.carol)}", "user-agent": "a test"}
    connection.request("POST", f"{here.issue_at}/comments", body, headers)
    assert connection.getresponse().status == 400
    connection.close()
    here.hub.drift.clear()


def test_a_request_in_chunks_on_a_connection_that_stays(here: Stage) -> None:
    connection = http.client.HTTPConnection(here.hub.url.removeprefix("http://"), timeout=10)
    headers = {"authorization": f"Bearer {here.hub.token(here.carol)}", "user-agent": "a test"}
    for text in (b"one", b"two"):
        pieces = iter([b'{"body":', b' "', text, b'"}'])
        connection.request(
            "POST", f"{here.issue_at}/comments", pieces, headers, encode_chunked=True
        )
        response = connection.getresponse()
        assert (response.status, bool(response.read())) == (201, True)
    connection.close()
    assert [said.body for said in here.pull.comments.values()] == ["one", "two"]


def test_head_requests_have_no_body(here: Stage) -> None:
    answer = here.client(here.carol)("HEAD", here.at)
    assert (answer.status, answer.body) == (200, b"")
    assert int(answer.headers["content-length"]) > 1_000
