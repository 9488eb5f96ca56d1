"""Turns one write into the one request that asks for it.

https://docs.github.com/en/rest/pulls/reviews, /rest/pulls/comments, /rest/issues/comments
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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

LONGEST_BODY = 65_536
"""Characters that GitHub takes in one body."""

_EVENTS = {
    ReviewEvent.COMMENT: "COMMENT",
    ReviewEvent.APPROVE: "APPROVE",
    ReviewEvent.REQUEST_CHANGES: "REQUEST_CHANGES",
}
_SIDES = {Side.OLD: "LEFT", Side.NEW: "RIGHT"}

Plain = (
    PostComment
    | EditComment
    | DeleteComment
    | PostReview
    | DeleteReview
    | PostFileNote
    | DeleteNote
    | PostAnswer
)
"""The writes that are one REST request each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A request in GitHub's terms; `path` begins behind the repository."""

    method: str
    path: str
    body: dict[str, Any] | None = None


def written(action: Plain, number: int, *, opener: str = "") -> Written:
    """The request for a write; `opener` is the comment that opened the thread an answer is for."""
    match action:
        case PostComment():
            return _posted(f"/issues/{number}/comments", {"body": action.body})
        case EditComment():
            path = f"/issues/comments/{action.id}"
            return Written(method="PATCH", path=path, body={"body": action.body})
        case DeleteComment():
            return Written(method="DELETE", path=f"/issues/comments/{action.id}")
        case PostReview():
            return _posted(f"/pulls/{number}/reviews", _review(action))
        case DeleteReview():
            return Written(method="DELETE", path=f"/pulls/{number}/reviews/{action.id}")
        case PostFileNote():
            return _posted(f"/pulls/{number}/comments", _file_note(action))
        case DeleteNote():
            return Written(method="DELETE", path=f"/pulls/comments/{action.id}")
        case PostAnswer():
            path = f"/pulls/{number}/comments/{opener or action.to}/replies"
            return _posted(path, {"body": action.body})


def unfit(action: Plain) -> str:
    """Why a write cannot even be asked for, in words; empty when it can."""
    match action:
        case EditComment() | DeleteComment() | DeleteReview() | DeleteNote():
            if not _is_number(action.id):
                return f"`{action.id}` is not an id of GitHub."
        case PostAnswer():
            if not _is_number(action.to):
                return f"`{action.to}` is not an id of GitHub."
        case PostReview():
            if any(note.line is None for note in action.notes):
                return "a note without a line cannot be part of a review."
        case _:
            pass
    if not all(is_text(each) for each in (*_bodies(action), *_paths(action))):
        return "a path or a text holds bytes that are no text, which GitHub cannot be told."
    longest = max(map(len, _bodies(action)), default=0)
    if longest > LONGEST_BODY:
        return f"a body has {longest:,} characters, and GitHub takes {LONGEST_BODY:,}."
    return ""


def _bodies(action: Plain) -> list[str]:
    match action:
        case PostReview():
            return [action.body, *(note.body for note in action.notes)]
        case PostFileNote():
            return [action.note.body]
        case PostComment() | EditComment() | PostAnswer():
            return [action.body]
        case DeleteComment() | DeleteReview() | DeleteNote():
            return []


def _paths(action: Plain) -> list[str]:
    match action:
        case PostReview():
            return [note.path for note in action.notes]
        case PostFileNote():
            return [action.note.path]
        case _:
            return []


def is_text(text: str) -> bool:
    """Whether it can be sent: a name whose bytes are not UTF-8 stands for them with surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _posted(path: str, body: dict[str, Any]) -> Written:
    return Written(method="POST", path=path, body=body)


def _review(action: PostReview) -> dict[str, Any]:
    """The reviewed commit is always named: GitHub would take the newest, which nobody has read."""
    return {
        "commit_id": action.head,
        "event": _EVENTS[action.event],
        "body": action.body,
        "comments": [_line_note(note) for note in action.notes],
    }


def _line_note(note: Note) -> dict[str, Any]:
    side = _SIDES[note.side]
    said = {"path": note.path, "body": note.body, "line": note.line, "side": side}
    if note.start is not None and note.line is not None and note.start < note.line:
        said |= {"start_line": note.start, "start_side": side}
    return said


def _file_note(action: PostFileNote) -> dict[str, Any]:
    """A note on a whole file has an endpoint of its own; a review does not take one."""
    return {
        "commit_id": action.head,
        "path": action.note.path,
        "body": action.note.body,
        "subject_type": "file",
    }


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()
