"""Prints the writes of a plan as a person can read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from postil.domain.publication import (
    Action,
    AddLabel,
    DeleteComment,
    DeleteNote,
    DeleteReview,
    EditComment,
    Note,
    PostAnswer,
    PostComment,
    PostFileNote,
    PostReview,
    RemoveLabel,
    ResolveThread,
    SetCheck,
)
from postil.render._visible import visible

_HIDDEN = "<!-- postil:"


def plan_text(actions: Sequence[Action]) -> str:
    """Every write with its whole text, in order; what only machines read is left out."""
    if not actions:
        return "Nothing to write: the pull request shows all of it.\n"
    return "\n".join(f"{number}. {_told(each)}" for number, each in enumerate(actions, 1))


def _told(action: Action) -> str:
    return "\n".join(_lines(action)) + "\n"


def _lines(action: Action) -> Iterator[str]:
    if isinstance(action, PostComment):
        yield "post a comment"
        yield from _text(action.body)
    elif isinstance(action, EditComment):
        yield f"edit comment {action.id or '(the one just posted)'}"
        yield from _text(action.body)
    elif isinstance(action, DeleteComment | DeleteNote | DeleteReview):
        yield f"delete {type(action).__name__.removeprefix('Delete').lower()} {action.id}"
    elif isinstance(action, PostReview):
        yield f"post a review of {action.head[:7]} ({action.event}), {len(action.notes)} notes"
        yield from _text(action.body)
        for note in action.notes:
            yield from _note(note)
    elif isinstance(action, PostFileNote):
        yield f"post a note on a file of {action.head[:7]}"
        yield from _note(action.note)
    elif isinstance(action, PostAnswer):
        yield f"answer {action.to}"
        yield from _text(action.body)
    elif isinstance(action, ResolveThread):
        yield f"resolve thread {action.thread}"
    elif isinstance(action, AddLabel | RemoveLabel):
        verb = "put on" if isinstance(action, AddLabel) else "take off"
        yield f"{verb} the label {visible(action.name)}"
    else:
        yield from _check(action)


def _check(action: SetCheck) -> Iterator[str]:
    check = action.check
    yield f"set check {check.name} of {action.head[:7]}: {check.conclusion}, {visible(check.title)}"


def _note(note: Note) -> Iterator[str]:
    lines = f":{note.start}-{note.line}" if note.start else f":{note.line}" if note.line else ""
    yield f"   note on {visible(note.path)}{lines}"
    yield from _text(note.body)


def _text(body: str) -> Iterator[str]:
    for line in visible(body).split("\n"):
        if line and not line.startswith(_HIDDEN):
            yield f"   | {line}"
