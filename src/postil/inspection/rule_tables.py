"""Rows of a table whose head says that what stands below it is forbidden, read as sentences."""

from __future__ import annotations

import re
from dataclasses import dataclass

_LONGEST = 2_000
_RULER = re.compile(
    r"\A\s{0,12}\|?(?:\s{0,8}:?-{2,200}:?\s{0,8}\|){1,20}(?:\s{0,8}:?-{2,200}:?\s{0,8})?\s{0,8}\Z"
)
_SPLIT = re.compile(r"(?<!\\)\|")
_FORBIDS = re.compile(
    r"\A\W{0,6}(?P<said>never|do\snot|don['’]ts?|banned|forbidden|prohibited|disallowed|not\sallowed)\b[^|:]{0,30}\Z"
    r"|\A\s{0,4}(?P<sign>❌|🚫|⛔)",
    re.IGNORECASE,
)
_PRESCRIBES = re.compile(
    r"\A\W{0,6}(?:use|instead|do|prefer\w{0,3}|replace\w{0,5}|allowed|alternatives?|required|always|correct|good)\b|✅",
    re.IGNORECASE,
)  # fmt: skip
_TICKED = re.compile(r"`[^`]{1,100}`")


@dataclass
class Tables:
    """The table that a document is in, line by line."""

    _above: tuple[str, ...] = ()
    _columns: tuple[str, ...] = ()

    def sentence(self, line: str) -> str:
        """What a row says under a head that forbids; empty for every other line."""
        plain = line.strip()[:_LONGEST]
        if not plain.startswith("|"):
            self._above = self._columns = ()
            return ""
        cells = tuple(cell.strip() for cell in _SPLIT.split(plain.strip("|")))
        if _RULER.match(plain):
            self._columns = self._above
            return ""
        self._above = cells
        return self._said(cells)

    def _said(self, cells: tuple[str, ...]) -> str:
        columns = [
            (head.replace("*", ""), cell) for head, cell in zip(self._columns, cells, strict=False)
        ]
        forbidden = [(found, cell) for head, cell in columns if (found := _FORBIDS.match(head))]
        if len(forbidden) != 1 or "`" not in forbidden[0][1]:
            return ""
        found, cell = forbidden[0]
        prescribed = (
            cell
            for head, cell in columns
            if _PRESCRIBES.search(head) and not _FORBIDS.match(head) and _TICKED.search(cell)
        )
        right = next(prescribed, "")
        said = f"{found['said'] or 'forbidden'}: {cell}"
        return f"{said} — use {right}" if right else said
