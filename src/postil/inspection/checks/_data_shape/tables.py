"""Tables that a function writes, and whose rows the change takes away or moves without the header."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from postil.domain.change import ChangedFile, Hunk, Line, Side
from postil.domain.finding import Quote
from postil.inspection.checks._data_shape.blocks import LONGEST_LINE

_RULE = re.compile(
    r"[\"'`](?P<header>\|[^\"'`\n]{1,300}\|\s?\\n)?\s?\|?\s?:?-{1,40}:?\s?(?:\|\s?:?-{1,40}:?\s?){1,40}\|?\s?(?:\\n)?[\"'`]"
)
_HEADER = re.compile(r"[\"'`](?P<header>\|[^\"'`\n]{1,300}\|)\s?(?:\\n)?[\"'`]")
_WRITES_ROWS = re.compile(r"[\"'`]\s?\|\s|\|\s?(?:\\n)?[\"'`]|\brow|[a-z]Row|\.\.\.")
_REPEATS = re.compile(r"\bfor\b|\bforeach\b|\.each\b|\.map\b|\.forEach\b|\bwhile\b|\bcollect\b")
_NOTHING = re.compile(
    r"\A\s{0,60}(?:[\w.$]{1,60}(?:\(|\s?(?:\+=|<<)\s?))?(?:\"(?:\\n)?\"|'(?:\\n)?'|`(?:\\n)?`)[\s,;)]{0,8}\Z"
    r"|\A\s{0,60}(?:return\b[^\n]{0,200}|[\])}][^\n]{0,60}|end)\Z"
)
"""What ends a table: an empty line that is written, the end of the text, or what gives it back."""
_MOST_ROWS = 20
_MOST_TABLES = 10


@dataclass(frozen=True, slots=True)
class Headless:
    """The header that is still written, and the lines that show it."""

    path: str
    header: str
    quotes: tuple[Quote, ...]


def headless(files: Sequence[ChangedFile]) -> Iterator[Headless]:
    """Every table of which the change leaves the lines of the header only."""
    found: list[Headless] = []
    for file in files:
        if any("|" in text or _REPEATS.search(text[:LONGEST_LINE]) for _, text in file.removed):
            found += [table for hunk in file.hunks for table in _in_hunk(file, hunk)]
    for table in found[:_MOST_TABLES]:
        again = next(_written_again(table.header, files), None)
        yield replace(table, quotes=(*table.quotes, again)) if again else table


def _written_again(header: str, files: Iterable[ChangedFile]) -> Iterator[Quote]:
    """The lines that the change adds and that write the same header."""
    for file in files:
        for number, text in file.added:
            if header in text:
                yield Quote(path=file.path, text=text, line=number)


def _in_hunk(file: ChangedFile, hunk: Hunk) -> Iterator[Headless]:
    lines = list(hunk.lines())
    for at, line in enumerate(lines[:-1]):
        rule = _RULE.search(line.text[:LONGEST_LINE]) if line.mark == " " else None
        if rule is None or lines[at + 1].mark != "-":
            continue
        header = rule if rule["header"] else _above(lines, at)
        gone = _run(lines, at + 1)
        if header is None or not _wrote_rows(gone) or not _ends(lines[at + 1 + len(gone) :]):
            continue
        row = header["header"].removesuffix("\\n").strip()
        old_path = file.old_path or file.path
        yield Headless(
            file.path,
            row,
            (
                Quote(path=file.path, text=line.text, line=line.new),
                Quote(path=old_path, text=gone[0].text, side=Side.OLD, line=gone[0].old),
            ),
        )


def _above(lines: Sequence[Line], at: int) -> re.Match[str] | None:
    """The header in the line above the rule, where that stays as well."""
    if not at or lines[at - 1].mark != " ":
        return None
    return _HEADER.search(lines[at - 1].text[:LONGEST_LINE])


def _run(lines: Sequence[Line], begin: int) -> list[Line]:
    end = begin
    while end < len(lines) and lines[end].mark == "-":
        end += 1
    return list(lines[begin:end])


def _wrote_rows(gone: Sequence[Line]) -> bool:
    """Whether lines wrote one row for each of something."""
    text = "\n".join(line.text[:LONGEST_LINE] for line in gone[:_MOST_ROWS])
    return bool(_REPEATS.search(text) or "..." in text) and bool(_WRITES_ROWS.search(text))


def _ends(after: Sequence[Line]) -> bool:
    """Whether the table ends where its rows were."""
    following = next((line for line in after if line.text.strip()), None)
    if following is None or following.mark != " ":
        return False
    text = following.text[:LONGEST_LINE]
    return _NOTHING.match(text) is not None and not _WRITES_ROWS.search(text)
