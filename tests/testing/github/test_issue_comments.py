"""Comments of the conversation under GitHub's rules: size, number, lock, ownership."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from postil.testing.github import Kind, Limits
from testing.github.stage import Stage, stage


def test_written_read_changed_deleted(here: Stage) -> None:
    client = here.client(here.carol)
    made = client.post(f"{here.issue_at}/comments", {"body": "Hello"})
    assert made.status == 201
    assert made.json["user"]["login"] == "carol"
    assert made.json["author_association"] == "NONE"
    one = f"{here.path}/issues/comments/{made.json['id']}"
    assert made.headers["location"].endswith(one)
    assert client.get(one).json["body"] == "Hello"
    assert client.patch(one, {"body": "Goodbye"}).json["body"] == "Goodbye"
    assert [each["body"] for each in client.get(f"{here.issue_at}/comments").json] == ["Goodbye"]
    assert client.delete(one).status == 204
    assert client.get(one).status == 404
    assert client.patch(one, {"body": "x"}).status == 404
    assert client.get(f"{here.issue_at}/comments").json == []


def test_all_comments_of_a_repository(here: Stage) -> None:
    issue = here.hub.issue(here.repository, author=here.ada, title="Other")
    here.hub.comment(here.pull, here.carol, "one")
    here.hub.comment(issue, here.carol, "two")
    listed = here.client(here.carol).get(f"{here.path}/issues/comments").json
    assert [each["body"] for each in listed] == ["one", "two"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("x" * 65_535, 201),
        ("x" * 65_536, 201),
        ("x" * 65_537, 422),
        ("\N{PILE OF POO}" * 65_536, 201),
        ("\N{PILE OF POO}" * 65_537, 422),
        ("", 422),
        (" \n ", 422),
    ],
    ids=["under", "at", "over", "emoji", "too many emoji", "empty", "blank"],
)
def test_gh11_a_body_has_65536_characters_at_most(here: Stage, body: str, status: int) -> None:
    client = here.client(here.carol)
    mine = here.hub.comment(here.pull, here.carol, "short")
    made = client.post(f"{here.issue_at}/comments", {"body": body})
    changed = client.patch(f"{here.path}/issues/comments/{mine.id}", {"body": body})
    assert (made.status, changed.status) == (status, 200 if status == 201 else 422)
    assert len(here.pull.comments) == (2 if status == 201 else 1)
    assert here.hub.journal.exchanges[-1].committed is (status == 201)


@pytest.mark.parametrize("body", [None, 7, ["x"]])
def test_a_body_that_is_no_text_is_refused_and_noticed(here: Stage, body: Any) -> None:
    assert here.client(here.carol).post(f"{here.issue_at}/comments", {"body": body}).status == 422
    assert "/comments` at `body`" in here.hub.drift[0]
    here.hub.drift.clear()


def test_gh12_no_more_comments_than_the_limit(tmp_path: Path) -> None:
    with stage(tmp_path, limits=Limits(comments=2)) as here:
        client = here.client(here.carol)
        statuses = [client.post(f"{here.issue_at}/comments", {"body": "x"}) for _ in range(3)]
        assert [each.status for each in statuses] == [201, 201, 403]
        assert "more than 2 comments" in statuses[2].json["message"]


def test_gh20_a_locked_conversation(here: Stage) -> None:
    """People who may push still speak; others and apps do not."""
    here.hub.lock(here.pull)
    path = f"{here.issue_at}/comments"
    refused = here.client(here.carol).post(path, {"body": "x"})
    assert refused.status == 403
    assert refused.json["message"] == "Unable to create comment because issue is locked."
    assert here.bot().post(path, {"body": "x"}).status == 403
    assert here.client(here.bob).post(path, {"body": "x"}).status == 201
    here.hub.unlock(here.pull)
    assert here.client(here.carol).post(path, {"body": "x"}).status == 201


def test_gh20_a_locked_conversation_takes_no_review_and_no_note(here: Stage) -> None:
    thread = here.hub.review(
        here.pull, here.ada, comments=[{"path": "app.py", "line": 6, "body": "x"}]
    )
    said = next(each for each in here.pull.review_comments if each.review is thread)
    here.hub.lock(here.pull)
    client = here.client(here.carol)
    note = {"path": "app.py", "line": 6, "body": "x", "commit_id": here.pull.head_sha}
    assert client.post(f"{here.at}/reviews", {"event": "COMMENT", "body": "x"}).status == 403
    assert client.post(f"{here.at}/comments", note).status == 403
    assert client.post(f"{here.at}/comments/{said.id}/replies", {"body": "x"}).status == 403


def test_only_the_author_and_maintainers_change_a_comment(here: Stage) -> None:
    said = here.hub.comment(here.pull, here.carol, "mine")
    one = f"{here.path}/issues/comments/{said.id}"
    stranger = here.client(here.hub.user("dave"))
    assert stranger.patch(one, {"body": "yours"}).status == 403
    assert stranger.delete(one).status == 403
    assert said.body == "mine"
    assert here.client(here.bob).patch(one, {"body": "edited"}).status == 200
    assert said.editor is here.bob
    assert here.client(here.ada).delete(one).status == 204


def test_an_app_that_may_write_may_overwrite_anybody(here: Stage) -> None:
    """GitHub does not keep a client from other people's words; the client must."""
    said = here.hub.comment(here.pull, here.carol, "mine")
    one = f"{here.path}/issues/comments/{said.id}"
    assert here.bot({"issues": "read"}).delete(one).status == 403
    bot = here.bot()
    assert bot.patch(one, {"body": "gone"}).status == 200
    assert said.editor is here.hub.user("postil[bot]")
    assert bot.delete(one).status == 204


def test_an_app_is_named_with_its_comment(here: Stage) -> None:
    made = here.bot().post(f"{here.issue_at}/comments", {"body": "beep"}).json
    assert made["performed_via_github_app"]["slug"] == "postil"
    assert made["user"] == {**made["user"], "login": "postil[bot]", "type": "Bot"}
    by_hand = here.hub.comment(here.pull, here.hub.user("robot", Kind.BOT), "boop")
    client = here.client(here.carol)
    plain = client.get(f"{here.path}/issues/comments/{by_hand.id}").json
    assert plain["performed_via_github_app"] is None
    assert plain["user"]["type"] == "Bot"


def test_gh33_a_deleted_account_is_the_ghost(here: Stage) -> None:
    said = here.hub.comment(here.pull, None, "I was here")
    shown = here.client(here.carol).get(f"{here.path}/issues/comments/{said.id}").json
    assert shown["user"]["login"] == "ghost"


def test_deeds_by_hand(here: Stage) -> None:
    said = here.hub.comment(here.pull, here.carol, "one")
    here.hub.edit(said, here.ada, "two")
    here.hub.minimize(said)
    assert (said.body, said.editor, said.minimized) == ("two", here.ada, "outdated")
    here.hub.delete(said)
    assert not here.pull.comments


def test_gh15_the_comment_on_a_later_page(here: Stage) -> None:
    for number in range(101):
        here.hub.comment(here.pull, here.carol, str(number))
    client = here.client(here.carol)
    second = client.get(f"{here.issue_at}/comments?per_page=100&page=2").json
    assert [each["body"] for each in second] == ["100"]
