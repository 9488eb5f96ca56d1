"""What is asked about a range of lines, and what can be answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from postil.domain.change import ChangedFile
from postil.ports import Tree


class Kind(StrEnum):
    """What became of the lines; text counts as equal when only blanks at line ends differ."""

    SAME = "same"
    """Equal text at the same path and the same line numbers."""

    MOVED = "moved"
    """Equal text at other line numbers or at another path."""

    EDITED = "edited"
    """The place is known, the text there is no longer the same."""

    DELETED = "deleted"
    """The lines were taken out and stand nowhere else."""

    UNKNOWN = "unknown"
    """Not enough is known to name one place; never a guess."""


class How(StrEnum):
    """What an answer rests on."""

    UNTOUCHED = "file untouched"
    LINE_MAP = "line map"
    SIMILAR = "similar lines between the same neighbours"
    BLOCK = "moved block"
    CONTENT = "content and context"
    REMOVED = "removed from its place and found nowhere else"
    AMBIGUOUS = "more than one place fits"
    NOTHING = "nothing fits well enough"
    ABSENT = "no such lines in the old revision"
    UNREAD = "the file could not be read"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Where did these lines go? Lines count from 1, both ends included.

    `text` is what stood there, `before` and `after` the lines around it; they are needed
    when the old revision is gone, and else checked against it when given. `symbol` is the
    name of the definition around the lines; empty when unknown.
    """

    path: str
    start: int
    end: int
    text: str = ""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    symbol: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Where the lines are now; without path and lines when deleted or unknown.

    `confidence` is out of 100 and speaks of the answer's kind and place alike.
    """

    kind: Kind
    how: How
    confidence: int
    path: str = ""
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """The two revisions and what differs between them.

    `old` is None when that revision is gone. `files` lists every path that differs, with
    renames and copies paired by whoever made the list. `elsewhere` are further paths of the
    new revision worth searching; only the content search looks at them.
    """

    new: Tree
    old: Tree | None = None
    files: Sequence[ChangedFile] = ()
    elsewhere: Sequence[str] = ()


def unknown(how: How) -> Answer:
    return Answer(kind=Kind.UNKNOWN, how=how, confidence=0)
