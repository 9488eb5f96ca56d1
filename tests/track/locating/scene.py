"""Two revisions as dictionaries of files, and questions about them in a few words."""

from __future__ import annotations

from collections.abc import Mapping

from postil.domain.change import ChangedFile, FileStatus
from postil.track.locating import Answer, Kind, Question, Sides, locate

from fakes.trees import MemoryTree

BODY = """\
def price_of(item):
    base = item.cost * item.amount
    return base - item.discount


def total(items):
    result = 0
    for item in items:
        result += price_of(item)
    return result


def receipt(items, currency):
    lines = [describe(item) for item in items]
    lines.append(f"{total(items)} {currency}")
    return lines
"""


def sides(
    old: Mapping[str, str], new: Mapping[str, str], renames: Mapping[str, str] | None = None
) -> Sides:
    """What differs is listed as git would; `renames` pairs an old path with a new one."""
    return Sides(
        old=MemoryTree(old), new=MemoryTree(new), files=tuple(_files(old, new, renames or {}))
    )


def _files(
    old: Mapping[str, str], new: Mapping[str, str], renames: Mapping[str, str]
) -> list[ChangedFile]:
    files = [ChangedFile(to, FileStatus.RENAMED, path) for path, to in renames.items()]
    for path in sorted(old.keys() | new.keys()):
        if path in renames or path in renames.values() or old.get(path) == new.get(path):
            continue
        if path not in new:
            files.append(ChangedFile(path, FileStatus.DELETED, path))
        elif path not in old:
            files.append(ChangedFile(path, FileStatus.ADDED))
        else:
            files.append(ChangedFile(path, FileStatus.MODIFIED, path))
    return files


def ask(both: Sides, path: str, start: int, end: int = 0) -> Answer:
    return locate([Question(path=path, start=start, end=end or start)], both)[0]


def short(answer: Answer) -> tuple[Kind, str, int, int]:
    return answer.kind, answer.path, answer.start, answer.end


def line_of(text: str, words: str) -> int:
    """The number of the only line that holds these words."""
    (number,) = [n for n, line in enumerate(text.split("\n"), start=1) if words in line]
    return number
