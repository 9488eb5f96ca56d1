"""Reads the elements of an XML file with their lines: enough for manifests, and nothing of entities."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from itertools import accumulate

from postil.inspection.outlines import Unreadable

_MOST_CHARACTERS = 2_000_000
_DEEPEST = 60
_MARK = re.compile(
    r"<!--|<!\[CDATA\[|<(?P<close>/?)(?P<name>[A-Za-z_][\w.:-]{0,100})(?P<rest>[^<>]{0,4000})>"
)
_ATTRIBUTE = re.compile(
    r"(?<![\w.:-])([A-Za-z_][\w.:-]{0,100})\s{0,20}=\s{0,20}(?:\"([^\"]{0,2000})\"|'([^']{0,2000})')"
)
_ENDS = {"<!--": "-->", "<![CDATA[": "]]>"}


@dataclass(slots=True)
class Element:
    """One element; `line` and `last` are where it opens and where it closes."""

    name: str
    line: int
    last: int
    attributes: dict[str, str] = field(default_factory=dict)
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def walk(self) -> Iterator[Element]:
        """It and all below it, in the order of the file."""
        yield self
        for child in self.children:
            yield from child.walk()

    def child(self, name: str) -> Element | None:
        return next((one for one in self.children if one.name == name), None)

    def said(self, name: str) -> str:
        """The text of the child of that name; empty where there is none."""
        found = self.child(name)
        return found.text.strip() if found is not None else ""


def read_markup(text: str) -> Element:
    """The outermost element; raises Unreadable where a file is none, is too large or too deep."""
    if len(text) > _MOST_CHARACTERS:
        raise Unreadable(f"larger than {_MOST_CHARACTERS} characters")
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    open_ones = [Element("", 1, 1)]
    position = 0
    while (mark := _MARK.search(text, position)) is not None:
        open_ones[-1].text += unescape(text[position : mark.start()])
        position = mark.end()
        line = bisect_right(starts, mark.start())
        if mark["name"] is None:
            position = _behind(text, position, _ENDS[mark[0]])
        elif mark["close"]:
            _close(open_ones, mark["name"], line)
        else:
            one = Element(mark["name"], line, bisect_right(starts, mark.end() - 1))
            one.attributes = {
                key: unescape(a or b) for key, a, b in _ATTRIBUTE.findall(mark["rest"])
            }
            open_ones[-1].children.append(one)
            if not mark["rest"].endswith("/"):
                open_ones.append(one)
        if len(open_ones) > _DEEPEST:
            raise Unreadable("is nested too deeply", line)
    if not open_ones[0].children:
        raise Unreadable("holds no element", 1)
    return open_ones[0].children[0]


def _behind(text: str, position: int, end: str) -> int:
    found = text.find(end, position)
    return len(text) if found < 0 else found + len(end)


def _close(open_ones: list[Element], name: str, line: int) -> None:
    """Ends the innermost element of that name; what nobody closed inside of it ends there too."""
    for depth in range(len(open_ones) - 1, 0, -1):
        if open_ones[depth].name == name:
            open_ones[depth].last = line
            del open_ones[depth:]
            return
