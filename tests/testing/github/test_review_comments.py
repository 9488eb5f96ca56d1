"""Single notes on lines and files, replies, edits and deletions."""

from __future__ import annotations

from typing import Any

import pytest

from testing.github.stage import Client, Stage


def note(here: Stage, **place: Any) -> dict[str, Any]:
    return {"path": "app.py", "body": "look", "commit_id": here.pull.head_sha, **place}


def written(here: Stage, client: Client, **place: Any) -> dict[str, Any]:
    made = client.post(f"{here.at}/comments", note(here, **place))
    assert made.status == 201, made.body
    document: dict[str, Any] = made.json
    return document


def test_a_note_is_a_small_review(here: Stage) -> None:
    client = here.client(here.carol)
    said = written(here, client, line=6, side="RIGHT")
    reviews = client.get(f"{here.at}/reviews").json
    assert [(each["state"], each["body"]) for each in reviews] == [("COMMENTED", "")]
    assert said["pull_request_review_id"] == reviews[0]["id"]
    assert (said["line"], said["side"], said["subject_type"]) == (6, "RIGHT", "line")
    assert said["position"] == said["original_position"] == 6


def test_gh05_a_file_takes_a_note_without_line(here: Stage) -> None:
    for path in ("picture.png", "moved.txt", "app.py"):
        said = written(here, here.client(here.carol), path=path, subject_type="file")
        assert (said["subject_type"], said["line"], said["path"]) == ("file", None, path)
    refused = here.client(here.carol).post(
        f"{here.at}/comments", note(here, path="nowhere.py", subject_type="file")
    )
    assert refused.status == 422


@pytest.mark.parametrize("place", [{"line": 20}, {"line": 6, "start_line": 6}])
def test_places_are_checked_as_in_a_review(here: Stage, place: dict[str, Any]) -> None:
    refused = here.client(here.carol).post(f"{here.at}/comments", note(here, **place))
    assert refused.status == 422
    assert refused.json["errors"][0]["code"] == "custom"
    assert not here.pull.threads


def test_a_note_that_does_not_say_where_is_refused_and_noticed(here: Stage) -> None:
    assert here.client(here.carol).post(f"{here.at}/comments", note(here)).status == 422
    assert "without saying where" in here.hub.drift[0]
    here.hub.drift.clear()


def test_replies_by_both_addresses(here: Stage) -> None:
    root = written(here, here.client(here.carol), line=6)
    bob = here.client(here.bob)
    first = bob.post(f"{here.at}/comments/{root['id']}/replies", {"body": "why?"})
    wish = {
        "body": "and",
        "in_reply_to": root["id"],
        "commit_id": here.pull.head_sha,
        "path": "app.py",
    }
    second = bob.post(f"{here.at}/comments", wish)
    assert (first.status, second.status) == (201, 201)
    assert {first.json["in_reply_to_id"], second.json["in_reply_to_id"]} == {root["id"]}
    assert first.json["line"] == 6
    assert [len(thread.comments) for thread in here.pull.threads.values()] == [3]


def test_replies_to_replies_and_to_nothing(here: Stage) -> None:
    root = written(here, here.client(here.carol), line=6)
    bob = here.client(here.bob)
    reply = bob.post(f"{here.at}/comments/{root['id']}/replies", {"body": "why?"}).json
    nested = bob.post(f"{here.at}/comments/{reply['id']}/replies", {"body": "why?"})
    assert nested.status == 422
    assert bob.post(f"{here.at}/comments/1/replies", {"body": "why?"}).status == 404
    assert bob.post(f"{here.at}/comments/{root['id']}/replies", {"body": ""}).status == 422


def test_a_reply_while_a_review_is_pending(here: Stage) -> None:
    root = written(here, here.client(here.carol), line=6)
    here.hub.review(here.pull, here.bob, body="draft", event=None)
    reply = here.client(here.bob).post(f"{here.at}/comments/{root['id']}/replies", {"body": "x"})
    assert reply.status == 422


def test_changed_and_deleted_by_who_may(here: Stage) -> None:
    client = here.client(here.carol)
    said = written(here, client, line=6)
    one = f"{here.path}/pulls/comments/{said['id']}"
    stranger = here.client(here.hub.user("dave"))
    assert stranger.patch(one, {"body": "no"}).status == 403
    assert stranger.delete(one).status == 403
    assert client.patch(one, {"body": "yes"}).json["body"] == "yes"
    assert client.patch(one, {"body": " "}).status == 422
    assert client.get(one).json["body"] == "yes"
    assert client.delete(one).status == 204
    assert client.get(one).status == 404
    assert not here.pull.threads


def test_gh26_deleting_the_first_note_leaves_the_replies(here: Stage) -> None:
    root = written(here, here.client(here.carol), line=6)
    thread = next(iter(here.pull.threads.values()))
    here.hub.reply(thread, here.bob, "I disagree")
    here.client(here.carol).delete(f"{here.path}/pulls/comments/{root['id']}")
    left = here.client(here.carol).get(f"{here.at}/comments").json
    assert [(each["body"], each["in_reply_to_id"]) for each in left] == [("I disagree", root["id"])]


def test_notes_in_either_direction_and_of_the_whole_repository(here: Stage) -> None:
    client = here.client(here.carol)
    first, second = (written(here, client, line=line)["id"] for line in (5, 6))
    listed = [each["id"] for each in client.get(f"{here.at}/comments?direction=desc").json]
    assert listed == [second, first]
    whole = client.get(f"{here.path}/pulls/comments?per_page=1&page=2").json
    assert [each["id"] for each in whole] == [second]


def test_deeds_by_hand(here: Stage) -> None:
    said = written(here, here.client(here.carol), line=6)
    thread = next(iter(here.pull.threads.values()))
    here.hub.resolve(thread, here.bob)
    assert (thread.resolved, thread.resolved_by) == (True, here.bob)
    here.hub.unresolve(thread.comments[0])
    assert (thread.resolved, thread.resolved_by) == (False, None)
    comment = thread.comments[0]
    assert comment.id == said["id"]
    here.hub.delete(comment)
    with pytest.raises(LookupError, match="it was deleted"):
        here.hub.reply(comment, here.bob, "too late")
