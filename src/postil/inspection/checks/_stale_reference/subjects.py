"""What a change took away, and a place that still speaks of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from postil.domain.change import Change, ChangedFile, FileStatus, Side
from postil.domain.finding import Quote
from postil.ports import Hit

CERTAIN = 90
LIKELY = 75
POSSIBLE = 60
MILD = 40
_MOST_MOVED = 5_000
_NAME = re.compile(r"[\w:.-]{2,80}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A thing that is gone: its name as people write it, what it was, what shows its end.

    `now` is what it is called since, empty when it was removed or that is not known; `home` is
    the file that the change puts it into under the same name.
    """

    name: str
    noun: str
    cause: Quote
    now: str = ""
    home: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stale:
    """A line at head that still names a subject; `is_code` when a machine will follow it.

    `with_it` are names that went with a file and that this one uses as well.
    """

    subject: Subject
    path: str
    line: int
    text: str
    is_code: bool
    confidence: int = CERTAIN
    with_it: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """A removed setting, the text to search for, and how to read a line that holds it.

    `accepts` says how sure it is that a line uses the setting, 0 when it does not; `defines`
    whether a line keeps it alive. `where` limits the uses to one file. `is_harmless` when no
    program trips over the use, so that only people are misled.
    """

    subject: Subject
    needle: str
    accepts: Callable[[str, Hit], int]
    defines: Callable[[str, Hit], bool]
    where: str = ""
    is_harmless: bool = False


def old_line(file: ChangedFile, number: int, text: str) -> Quote:
    """A removed line as the cause."""
    return Quote(path=file.old_path or file.path, text=text, side=Side.OLD, line=number)


def successor(name: str, text: str, file: ChangedFile) -> str:
    """What the one added line of the file has for a name on a removed one, all else being the same.

    Empty where nothing but punctuation follows the name, since many lines would then do.
    """
    before, _, after = text.partition(name)
    if not any(sign.isalnum() for sign in after):
        return ""
    size = len(before) + len(after)
    found = {
        line[len(before) : len(line) - len(after)]
        for _, line in file.added
        if len(line) > size and line.startswith(before) and line.endswith(after)
    }
    alike = [word for word in found if _NAME.fullmatch(word)]
    return alike[0] if len(alike) == 1 else ""


def file_end(file: ChangedFile) -> Quote:
    """What shows that a file is gone: its first removed line with words, else its path."""
    path = file.old_path or file.path
    if file.status is FileStatus.DELETED:
        for number, text in file.removed:
            if text.strip():
                return Quote(path=path, text=text, side=Side.OLD, line=number)
    return Quote(path=path, text="", side=Side.OLD)


def is_written_anew(change: Change, path: str, line: int, text: str) -> bool:
    """Whether the change wrote the line; one that it only moved was there before."""
    if not change.changes(path, Side.NEW, line):
        return False
    plain = text.strip()
    own = change.by_path[path]
    files = change.files if change.deletions <= _MOST_MOVED else (own,)
    return all(plain != removed.strip() for file in files for _, removed in file.removed)
