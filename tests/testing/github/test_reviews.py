"""Reviews: where their comments may stand, who may give which, and what pending means."""

from __future__ import annotations

from typing import Any

import pytest

from testing.github.stage import Stage

# The diff of `app.py`: old 2-8 / new 2-9 around line 5, old 27-33 / new 28-33 around line 30.
INSIDE = [
    {"line": 2},
    {"line": 5, "side": "RIGHT"},
    {"line": 6},
    {"line": 9},
    {"line": 5, "side": "LEFT"},
    {"line": 8, "side": "LEFT"},
    {"line": 30, "side": "LEFT"},
    {"line": 33},
    {"position": 1},
    {"position": 4},
    {"start_line": 5, "line": 6},
    {"start_line": 2, "start_side": "RIGHT", "line": 9, "side": "RIGHT"},
    {"start_line": 5, "start_side": "LEFT", "line": 6, "side": "RIGHT"},
]
OUTSIDE = [
    ({"line": 1}, "must be part of the diff"),
    ({"line": 10}, "must be part of the diff"),
    ({"line": 20}, "must be part of the diff"),
    ({"line": 34}, "must be part of the diff"),
    ({"line": 0}, "must be part of the diff"),
    ({"line": 1_000_000_000}, "must be part of the diff"),
    ({"line": 9, "side": "LEFT"}, "must be part of the diff"),
    ({"position": 99}, "must be part of the diff"),
    ({"start_line": 6, "line": 6}, "must precede the end line"),
    ({"start_line": 7, "line": 6}, "must precede the end line"),
    ({"start_line": 6, "line": 29}, "same hunk"),
    ({"start_line": 20, "line": 29}, "same hunk"),
]


def review(here: Stage, *places: dict[str, Any], path: str = "app.py") -> dict[str, Any]:
    notes = [{"path": path, "body": "look", **place} for place in places]
    return {
        "event": "COMMENT",
        "body": "words",
        "commit_id": here.pull.head_sha,
        "comments": notes,
    }


@pytest.mark.parametrize("place", INSIDE, ids=str)
def test_gh01_gh02_gh03_places_in_the_diff(here: Stage, place: dict[str, Any]) -> None:
    client = here.client(here.carol)
    made = client.post(f"{here.at}/reviews", review(here, place))
    assert (made.status, made.json["state"]) == (200, "COMMENTED")
    said = client.get(f"{here.at}/comments").json[0]
    for name, value in place.items():
        assert said[name] == value
    assert said["original_line"] == said["line"]
    assert said["pull_request_review_id"] == made.json["id"]


@pytest.mark.parametrize(("place", "words"), OUTSIDE, ids=str)
def test_gh01_gh02_places_outside_the_diff(here: Stage, place: dict[str, Any], words: str) -> None:
    """One wrong place refuses the whole review, and does not say which one it is."""
    made = here.client(here.carol).post(f"{here.at}/reviews", review(here, {"line": 6}, place))
    assert made.status == 422
    assert words in made.json["errors"][0]
    assert not here.pull.reviews
    assert not here.pull.threads


@pytest.mark.parametrize("path", ["app.py ", "./app.py", "nowhere.py", "old.txt", ""])
def test_a_path_that_the_change_does_not_touch(here: Stage, path: str) -> None:
    made = here.client(here.carol).post(f"{here.at}/reviews", review(here, {"line": 6}, path=path))
    assert (made.status, made.json["errors"]) == (
        422,
        ["Pull request review thread path could not be resolved"],
    )


@pytest.mark.parametrize("path", ["moved.txt", "picture.png"])
def test_gh05_a_file_without_hunks_takes_no_line(here: Stage, path: str) -> None:
    made = here.client(here.carol).post(f"{here.at}/reviews", review(here, {"line": 1}, path=path))
    assert made.status == 422


def test_the_hunk_above_a_comment_ends_with_its_line(here: Stage) -> None:
    client = here.client(here.carol)
    client.post(f"{here.at}/reviews", review(here, {"line": 30, "side": "LEFT"}))
    assert client.get(f"{here.at}/comments").json[0]["diff_hunk"].split("\n") == [
        "@@ -27,7 +28,6 @@ line 26",
        " line 27",
        " line 28",
        " line 29",
        "-line 30",
    ]


def test_a_review_without_event_is_pending_and_private(here: Stage) -> None:
    client, other = here.client(here.carol), here.client(here.ada)
    wish = review(here, {"line": 6})
    del wish["event"]
    made = client.post(f"{here.at}/reviews", wish).json
    one = f"{here.at}/reviews/{made['id']}"
    assert made["state"] == "PENDING"
    assert "submitted_at" not in made
    assert [each["id"] for each in client.get(f"{here.at}/reviews").json] == [made["id"]]
    assert len(client.get(f"{one}/comments").json) == 1
    assert other.get(f"{here.at}/reviews").json == []
    assert other.get(one).status == 404
    assert other.get(f"{here.at}/comments").json == []


def test_gh17_one_pending_review_per_person(here: Stage) -> None:
    client = here.client(here.carol)
    pending = client.post(f"{here.at}/reviews", {"body": "later"}).json
    note = {"path": "app.py", "line": 6, "body": "x", "commit_id": here.pull.head_sha}
    for refused in (
        client.post(f"{here.at}/reviews", {"body": "second"}),
        client.post(f"{here.at}/reviews", {"body": "second", "event": "COMMENT"}),
        client.post(f"{here.at}/comments", note),
    ):
        assert refused.status == 422
        assert "one pending review" in str(refused.json)
    assert here.client(here.ada).post(f"{here.at}/reviews", {"body": "mine"}).status == 200
    assert client.delete(f"{here.at}/reviews/{pending['id']}").status == 200
    assert client.post(f"{here.at}/reviews", {"body": "x", "event": "COMMENT"}).status == 200


def test_a_pending_review_is_submitted_once(here: Stage) -> None:
    client = here.client(here.carol)
    pending = client.post(f"{here.at}/reviews", {"body": "later"}).json
    events = f"{here.at}/reviews/{pending['id']}/events"
    assert here.client(here.ada).post(events, {"event": "COMMENT"}).status == 404
    done = client.post(events, {"event": "COMMENT", "body": "now"}).json
    assert (done["state"], done["body"]) == ("COMMENTED", "now")
    assert client.post(events, {"event": "COMMENT"}).status == 422
    assert client.delete(f"{here.at}/reviews/{pending['id']}").status == 422


def test_deleting_a_pending_review_takes_its_comments(here: Stage) -> None:
    client = here.client(here.carol)
    wish = review(here, {"line": 6}, {"line": 5})
    del wish["event"]
    pending = client.post(f"{here.at}/reviews", wish).json
    assert len(here.pull.threads) == 2
    client.delete(f"{here.at}/reviews/{pending['id']}")
    assert (len(here.pull.threads), len(here.pull.reviews)) == (0, 0)


@pytest.mark.parametrize("event", ["APPROVE", "REQUEST_CHANGES"])
def test_gh20_nobody_judges_the_own_pull_request(here: Stage, event: str) -> None:
    wish = {"event": event, "body": "good"}
    own = here.client(here.bob).post(f"{here.at}/reviews", wish)
    assert own.status == 422
    assert "your own pull request" in own.json["errors"][0]
    other = here.client(here.carol).post(f"{here.at}/reviews", wish)
    assert other.json["state"] == {"APPROVE": "APPROVED"}.get(event, "CHANGES_REQUESTED")


@pytest.mark.parametrize(
    "wish",
    [
        {"event": "COMMENT"},
        {"event": "COMMENT", "body": " "},
        {"event": "REQUEST_CHANGES"},
        {"event": "COMMENT", "body": "x" * 65_537},
        {"event": "COMMENT", "comments": [{"path": "app.py", "line": 6, "body": ""}]},
        {"event": "COMMENT", "comments": [{"path": "app.py", "line": 6, "body": "x" * 65_537}]},
    ],
    ids=range(6),
)
def test_reviews_without_words_or_with_too_many(here: Stage, wish: dict[str, Any]) -> None:
    assert here.client(here.carol).post(f"{here.at}/reviews", wish).status == 422
    assert not here.pull.reviews


def test_an_approval_needs_no_words(here: Stage) -> None:
    made = here.client(here.carol).post(f"{here.at}/reviews", {"event": "APPROVE"})
    assert made.json["state"] == "APPROVED"


def test_gh06_a_commit_that_is_not_part_of_the_pull_request(here: Stage) -> None:
    client = here.client(here.carol)
    for sha in (here.git.oid("main"), "0" * 40):
        wish = {**review(here, {"line": 6}), "commit_id": sha}
        made = client.post(f"{here.at}/reviews", wish)
        assert (made.status, made.json["errors"]) == (
            422,
            ["The commit_id is not part of the pull request"],
        )


def test_gh06_without_commit_it_is_the_newest(here: Stage) -> None:
    wish = review(here, {"line": 6})
    del wish["commit_id"]
    made = here.client(here.carol).post(f"{here.at}/reviews", wish).json
    assert made["commit_id"] == here.pull.head_sha


def test_gh06_an_older_commit_of_the_pull_request_is_fine(here: Stage) -> None:
    old = here.pull.head_sha
    new = here.push({"app.py": "zero\n" + here.git.git("show", "feature:app.py").decode()})
    client = here.client(here.carol)
    made = client.post(f"{here.at}/reviews", {**review(here, {"line": 6}), "commit_id": old})
    assert made.json["commit_id"] == old
    said = client.get(f"{here.at}/comments").json[0]
    assert (said["original_commit_id"], said["commit_id"]) == (old, new)
    assert (said["original_line"], said["line"]) == (6, 7)


def test_gh06_after_a_force_push_the_old_commit_is_gone(here: Stage) -> None:
    old = here.pull.head_sha
    here.git.commit({"app.py": "other\n"}, branch="feature", parents=[here.git.oid("main")])
    here.hub.push(here.pull)
    wish = {**review(here, {"line": 6}), "commit_id": old}
    assert here.client(here.carol).post(f"{here.at}/reviews", wish).status == 422


def test_dismissed_by_who_may_push(here: Stage) -> None:
    made = here.client(here.carol).post(f"{here.at}/reviews", {"event": "APPROVE"}).json
    path = f"{here.at}/reviews/{made['id']}/dismissals"
    assert here.client(here.carol).put(path, {"message": "no"}).status == 403
    assert here.client(here.bob).put(path, {"message": "old"}).json["state"] == "DISMISSED"
    assert here.client(here.bob).put(path, {"message": "again"}).status == 422


def test_a_dismissal_has_a_reason(here: Stage) -> None:
    made = here.client(here.carol).post(f"{here.at}/reviews", {"event": "APPROVE"}).json
    path = f"{here.at}/reviews/{made['id']}/dismissals"
    assert here.client(here.bob).put(path, {"message": ""}).status == 422


def test_a_comment_is_not_dismissed(here: Stage) -> None:
    made = here.client(here.carol).post(f"{here.at}/reviews", {"event": "COMMENT", "body": "x"})
    path = f"{here.at}/reviews/{made.json['id']}/dismissals"
    assert here.client(here.bob).put(path, {"message": "no"}).status == 422


def test_only_the_author_rewrites_a_review(here: Stage) -> None:
    made = here.client(here.carol).post(f"{here.at}/reviews", {"event": "COMMENT", "body": "x"})
    path = f"{here.at}/reviews/{made.json['id']}"
    assert here.client(here.ada).put(path, {"body": "y"}).status == 403
    assert here.client(here.carol).put(path, {"body": "y"}).json["body"] == "y"
    assert here.client(here.ada).get(path).json["body"] == "y"
    assert here.client(here.ada).get(f"{here.at}/reviews/1").status == 404


def test_an_unknown_event_is_refused_and_noticed(here: Stage) -> None:
    assert here.client(here.carol).post(f"{here.at}/reviews", {"event": "LGTM"}).status == 422
    assert "'LGTM' is not one of" in here.hub.drift[0]
    here.hub.drift.clear()
