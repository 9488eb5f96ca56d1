"""Rules that the published description states only in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from postil.testing.github.wire import Request

_MOST_PER_PAGE = 100
_SIDES = ("LEFT", "RIGHT")
_PLACES = ("line", "side", "start_line", "start_side")


def breaches(operation: str, request: Request) -> Iterator[str]:
    """What a client did against GitHub's prose, in sentences."""
    size = request.query.get("per_page", "1")
    if not size.isdigit() or not 1 <= int(size) <= _MOST_PER_PAGE:
        yield f"`{operation}` asks for {size} per page; 1 to {_MOST_PER_PAGE} are possible"
    if "authorization" in request.headers and "user-agent" not in request.headers:
        yield f"`{operation}` names no user agent"
    body = request.json()
    if not isinstance(body, dict):
        return
    if "check-runs" in operation:
        yield from _of_check(operation, body)
    for note in [body, *_notes(body)]:
        yield from _of_place(operation, note)


def _notes(body: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    notes = body.get("comments")
    return [note for note in notes if isinstance(note, dict)] if isinstance(notes, list) else []


def _of_check(operation: str, body: Mapping[str, Any]) -> Iterator[str]:
    done = body.get("status") == "completed" or "completed_at" in body
    if done and not body.get("conclusion"):
        yield f"`{operation}` completes a check without a conclusion"
    if body.get("conclusion") == "stale":
        yield f"`{operation}` sets `stale`, which only GitHub can"


def _of_place(operation: str, note: Mapping[str, Any]) -> Iterator[str]:
    for name in ("side", "start_side"):
        if name in note and note[name] not in _SIDES:
            yield f"`{operation}` has `{name}` {note[name]!r}; it is LEFT or RIGHT"
    if "position" in note and any(name in note for name in _PLACES):
        yield f"`{operation}` gives both a position and a line"
    if "start_line" in note and "line" not in note:
        yield f"`{operation}` gives a start line without a line"
    if note.get("subject_type") == "file" and any(name in note for name in ("line", "position")):
        yield f"`{operation}` gives a line to a comment on a file"
    if note.get("subject_type") == "line" and not ("line" in note or "position" in note):
        yield f"`{operation}` gives no line to a comment on a line"
    if "path" in note and "body" in note and not _is_placed(note):
        yield f"`{operation}` comments on a file without saying where"


def _is_placed(note: Mapping[str, Any]) -> bool:
    return any(name in note for name in ("line", "position", "subject_type", "in_reply_to"))
