"""Each write as GitHub wants it, and the ones that are not even asked for."""

from __future__ import annotations

import pytest

from postil.domain.change import Side
from postil.domain.publication import (
    DeleteComment,
    DeleteNote,
    DeleteReview,
    EditComment,
    Note,
    PostAnswer,
    PostComment,
    PostFileNote,
    PostReview,
    ReviewEvent,
)
from postil.forges.github.requests import LONGEST_BODY, Plain, Written, unfit, written

HEAD = "b" * 40


def note(**facts: object) -> Note:
    given: dict[str, object] = {"finding": "f", "path": "app.py", "body": "Oh.", "line": 5}
    return Note(**(given | facts))  # type: ignore[arg-type]


def review(*notes: Note, event: ReviewEvent = ReviewEvent.COMMENT, body: str = "Hm.") -> PostReview:
    return PostReview(head=HEAD, event=event, body=body, notes=notes)


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (
            PostComment(body="Hello"),
            Written(method="POST", path="/issues/7/comments", body={"body": "Hello"}),
        ),
        (
            EditComment(id="3", body="Hello"),
            Written(method="PATCH", path="/issues/comments/3", body={"body": "Hello"}),
        ),
        (DeleteComment(id="3"), Written(method="DELETE", path="/issues/comments/3")),
        (DeleteReview(id="3"), Written(method="DELETE", path="/pulls/7/reviews/3")),
        (DeleteNote(id="3"), Written(method="DELETE", path="/pulls/comments/3")),
        (
            PostAnswer(thread="T", to="3", body="So?"),
            Written(method="POST", path="/pulls/7/comments/3/replies", body={"body": "So?"}),
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_request_of_each_write(action: Plain, expected: Written) -> None:
    assert written(action, 7) == expected


def test_an_answer_goes_to_the_comment_that_opened_the_thread() -> None:
    answer = PostAnswer(thread="T", to="9", body="So?")
    assert written(answer, 7, opener="3").path == "/pulls/7/comments/3/replies"


def test_gh_05_a_note_on_a_file_is_a_request_of_its_own() -> None:
    action = PostFileNote(head=HEAD, note=note(line=None))
    assert written(action, 7) == Written(
        method="POST",
        path="/pulls/7/comments",
        body={"commit_id": HEAD, "path": "app.py", "body": "Oh.", "subject_type": "file"},
    )


def test_gh_05_a_review_never_says_subject_type() -> None:
    said = written(review(note()), 7).body or {}
    assert all("subject_type" not in each for each in said["comments"])
    assert unfit(review(note(line=None))) == "a note without a line cannot be part of a review."


@pytest.mark.parametrize(
    ("event", "word"),
    [
        (ReviewEvent.COMMENT, "COMMENT"),
        (ReviewEvent.APPROVE, "APPROVE"),
        (ReviewEvent.REQUEST_CHANGES, "REQUEST_CHANGES"),
    ],
)
def test_gh_06_a_review_names_the_commit_that_was_read(event: ReviewEvent, word: str) -> None:
    assert written(review(event=event), 7) == Written(
        method="POST",
        path="/pulls/7/reviews",
        body={"commit_id": HEAD, "event": word, "body": "Hm.", "comments": []},
    )


@pytest.mark.parametrize(
    ("start", "extra"),
    [
        (None, {}),
        (3, {"start_line": 3, "start_side": "RIGHT"}),
        (5, {}),
        (6, {}),
    ],
)
def test_gh_02_a_range_starts_before_it_ends(start: int | None, extra: dict[str, object]) -> None:
    said = written(review(note(start=start)), 7).body or {}
    plain = {"path": "app.py", "body": "Oh.", "line": 5, "side": "RIGHT"}
    assert said["comments"] == [plain | extra]


def test_gh_03_a_removed_line_is_on_the_left() -> None:
    said = written(review(note(side=Side.OLD, start=4)), 7).body or {}
    assert said["comments"] == [
        {
            "path": "app.py",
            "body": "Oh.",
            "line": 5,
            "side": "LEFT",
            "start_line": 4,
            "start_side": "LEFT",
        }
    ]


@pytest.mark.parametrize(
    "action",
    [
        PostComment(body="a \udcff"),
        review(note(path="caf\udce9.py")),
        review(note(body="\ud800")),
        PostFileNote(head=HEAD, note=note(line=None, path="caf\udce9.py")),
    ],
    ids=["body", "path", "note", "file"],
)
def test_t_09_a_name_that_is_no_text_is_refused_and_not_sent(action: Plain) -> None:
    said = "a path or a text holds bytes that are no text, which GitHub cannot be told."
    assert unfit(action) == said


@pytest.mark.parametrize("length", [LONGEST_BODY - 1, LONGEST_BODY])
def test_gh_11_the_longest_body_is_sent(length: int) -> None:
    assert unfit(PostComment(body="😀" * length)) == ""


@pytest.mark.parametrize(
    "action",
    [
        PostComment(body="😀" * (LONGEST_BODY + 1)),
        EditComment(id="3", body="x" * (LONGEST_BODY + 1)),
        PostAnswer(thread="T", to="3", body="x" * (LONGEST_BODY + 1)),
        review(body="x" * (LONGEST_BODY + 1)),
        review(note(), note(body="x" * (LONGEST_BODY + 1))),
        PostFileNote(head=HEAD, note=note(line=None, body="x" * (LONGEST_BODY + 1))),
    ],
    ids=lambda action: type(action).__name__,
)
def test_gh_11_a_longer_one_is_refused_here_whatever_the_write(action: Plain) -> None:
    assert unfit(action) == "a body has 65,537 characters, and GitHub takes 65,536."


@pytest.mark.parametrize(
    "action",
    [
        EditComment(id="", body="x"),
        DeleteComment(id="../../x"),
        DeleteReview(id="1?x=2"),
        DeleteNote(id="٣"),
        PostAnswer(thread="T", to="x", body="x"),
    ],
    ids=lambda action: type(action).__name__,
)
def test_f_25_an_id_that_is_none_is_not_sent(action: Plain) -> None:
    assert "is not an id of GitHub" in unfit(action)


@pytest.mark.parametrize(
    "action", [DeleteComment(id="3"), DeleteNote(id="3"), DeleteReview(id="3")]
)
def test_a_deletion_is_fit(action: Plain) -> None:
    assert unfit(action) == ""
