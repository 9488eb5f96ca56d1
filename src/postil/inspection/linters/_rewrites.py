"""Reads the rewritten lines of a formatter out of the unified diff that it prints."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from postil.inspection.linters import UNFORMATTED, Garbled, Report

_HUNK = re.compile(r"\A@@ -(\d{1,9})(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@")
_NO_NEWLINE = "\\"


def rewrites(printed: str) -> Iterator[Report]:
    """Every run of replaced lines; the file is named by the `+++` line before it."""
    name, lines = "", iter(printed.split("\n"))
    for line in lines:
        if line.startswith("+++ "):
            name = line[4:].partition("\t")[0]
        elif line.startswith("@@ "):
            start, old, new = _sizes(line)
            body = list(_body(lines, old, new))
            yield from runs(name, start + (old == 0), body)


def _sizes(line: str) -> tuple[int, int, int]:
    found = _HUNK.match(line)
    if found is None:
        raise Garbled("a hunk of its diff has no line numbers")
    start, old, new = found.groups()
    return int(start), 1 if old is None else int(old), 1 if new is None else int(new)


def _body(lines: Iterator[str], old: int, new: int) -> Iterator[str]:
    while old > 0 or new > 0:
        line = next(lines, None)
        if line is None:
            raise Garbled("its diff ends in the middle")
        old -= line[:1] in ("-", " ", "")
        new -= line[:1] in ("+", " ", "")
        if not line.startswith(_NO_NEWLINE):
            yield line or " "


def runs(name: str, start: int, body: Iterable[str]) -> Iterator[Report]:
    """The contiguous runs of removed and added lines of a hunk that begins at a line."""
    line, first, removed = start, start, 0
    added: list[str] = []
    for entry in (*body, " "):
        mark = entry[:1]
        if mark == "-":
            removed += 1
            line += 1
        elif mark == "+":
            added.append(entry[1:])
        else:
            if removed or added:
                yield Report(
                    name=name,
                    line=first,
                    end=first + removed - 1,
                    rule=UNFORMATTED,
                    replacement="\n".join(added),
                )
            line += 1
            first, removed, added = line, 0, []
