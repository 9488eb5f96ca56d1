"""Blocks between two markers that are cut out by their places, and the marker that stays."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from postil.domain.change import ChangedFile
from postil.domain.finding import Quote
from postil.inspection.checks._data_shape.blocks import LONGEST_LINE
from postil.inspection.checks._data_shape.literals import Literal, literals
from postil.ports import Tree
from postil.syntax import enclosing

_NAME = r"\$?[A-Za-z_]\w{0,60}"
_TEXT = rf"{_NAME}(?:\.{_NAME}){{0,3}}"
_FOUND = re.compile(
    rf"(?:^|[\s(;])(?P<name>{_NAME})\s{{0,4}}(?::\s?[\w<>]{{1,20}}\s?)?:?=(?!=)\s{{0,4}}"
    rf"(?:[\w.$]{{1,40}}[.:])?(?:Index|indexOf|IndexOf|index|find|strpos|mb_strpos)\((?P<args>(?:[^()\n]|\([^()\n]{{0,60}}\)){{1,160}})\)"
    r"(?P<more>[^\n]{0,120})"
)
_AND = r"(?:\.\w{1,12}\(\))?(?:\s?\+\s?(?:[\"'`](?:\\n|\s){0,4}[\"'`]\s?\+\s?)?|\}\$?\{)"
_JOINED = tuple(
    re.compile(
        text.format(name=_NAME, text=_TEXT, also=_AND, cuts="slice|substring|Substring|substr")
    )
    for text in (
        r"\[\s?:\s?(?P<first>{name})\s?\]{also}{text}\[\s?(?P<last>{name})\s?:\s?\]",
        r"\[\s?(?:0\s?)?\.\.\.?\s?(?P<first>{name})\s?\]{also}{text}\[\s?(?P<last>{name})\s?\.\.(?:-1)?\s?\]",
        r"\.(?:{cuts})\(\s?0,\s?(?P<first>{name})\s?\){also}{text}\.(?:{cuts})\(\s?(?P<last>{name})\s?\)",
        r"substr\({text},\s?0,\s?(?P<first>{name})\s?\)\s?\.\s?(?:mb_)?substr\({text},\s?(?P<last>{name})\s?\)",
        r"format!\(\"\{{\}}\{{\}}\",\s?&{text}\[\.\.(?P<first>{name})\],\s?&{text}\[(?P<last>{name})\.\.\]\)",
        r"\.Remove\(\s?(?P<first>{name}),\s?(?P<last>{name})\s?-\s?(?P=first)\s?\)",
    )
)
_LENGTH = re.compile(
    r"\+\s?(?:len\(|strlen\(|mb_strlen\(|\d|(?:[\w.$]{1,60}|[\"'`][^\"'`\n]{1,60}[\"'`])\.(?:length|Length|size|len)\b)"
)
_NO_MORE = re.compile(r"\A\s{0,8}(?:[;,)]|//|#|\Z)")
_UNWRAPPED = re.compile(r"\A\s{0,4}(?:\?|!!|\.unwrap\(\))")
_WORD = re.compile(_NAME)
_OPENS = re.compile(r"(?<![a-z])(?:start|begin|open|top)(?![a-z])", re.IGNORECASE)
_CLOSES = re.compile(r"(?<![a-z])(?:end|stop|finish|close|bottom)(?![a-z])|/", re.IGNORECASE)
TAKES = re.compile(r"replace|Replace|[tT]rim|remove|\bsub\(|gsub|delete|strip")
_REACH = 30
_SHORTEST = 5
_MOST_LINES = 4_000


@dataclass(frozen=True, slots=True)
class Cut:
    """`goes` is the marker that is cut with the block, `stays` the other one."""

    path: str
    goes: str
    stays: str
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a marker was looked for; `is_after` when its length was added."""

    line: int
    marker: str
    is_after: bool


def cuts(files: Iterable[ChangedFile], head: Tree) -> Iterator[Cut]:
    """Every block that newly goes with one of its two markers only."""
    for file in files:
        if not any(_joined(text) for _, text in file.added):
            continue
        text = head.read(file.path) or ""
        lines = text.split("\n")[:_MOST_LINES]
        for number, line in enumerate(lines, start=1):
            match = _joined(line) if number in file.added_numbers else None
            function = enclosing(file.path, text, number) if match else None
            if match is None or function is None:
                continue
            found = _Function(file.path, text, lines, function.line, function.end_line)
            cut = found.cut(number, match["first"], match["last"])
            if cut is not None:
                yield cut


def _joined(line: str) -> re.Match[str] | None:
    return next((m for rule in _JOINED for m in [rule.search(line[:LONGEST_LINE])] if m), None)


@dataclass(frozen=True)
class _Function:
    """The lines from the beginning of a function down to where it joins what is left."""

    path: str
    text: str
    lines: list[str]
    begin: int
    end: int

    def cut(self, number: int, first: str, last: str) -> Cut | None:
        opened, closed = self._place(first, number), self._place(last, number)
        if opened is None or closed is None or not is_pair(opened.marker, closed.marker):
            return None
        if opened.is_after != closed.is_after:
            return None
        goes, kept = (closed, opened) if opened.is_after else (opened, closed)
        if self._is_taken_later(number, kept.marker):
            return None
        quotes = tuple(
            Quote(path=self.path, text=self.lines[at - 1], line=at)
            for at in dict.fromkeys((number, kept.line))
        )
        return Cut(self.path, goes.marker, kept.marker, quotes)

    def _is_taken_later(self, number: int, marker: str) -> bool:
        """Whether the marker is dealt with once the block is out."""
        names = {name for name, value in self._named().items() if value == marker}
        return any(
            TAKES.search(line) and (marker in line or not names.isdisjoint(_WORD.findall(line)))
            for line in self.lines[number - 1 : min(number + _REACH, self.end)]
        )

    def _place(self, name: str, until: int) -> _Place | None:
        """The only line above that gives the name its value, where nothing else is done to it."""
        found: list[_Place] = []
        assigned = re.compile(
            rf"(?<![\w.$]){re.escape(name)}\s?(?:[-+]?=(?!=)|:=|\+\+|,[^=\n]{{0,60}}=)"
        )
        for at in range(self.begin, until):
            line = self.lines[at - 1][:LONGEST_LINE]
            if not assigned.search(line):
                continue
            match = next((each for each in _FOUND.finditer(line) if each["name"] == name), None)
            marker = self._marker(match["args"]) if match else ""
            if match is None or not marker:
                return None
            more = _UNWRAPPED.sub("", match["more"]).strip()
            is_after = _LENGTH.match(more) is not None
            if not is_after and not _NO_MORE.match(more):
                return None
            found.append(_Place(at, marker, is_after))
        return found[0] if len(found) == 1 else None

    def _marker(self, arguments: str) -> str:
        """The marker that is looked for: spelled there, or the only value of a name there."""
        spelled = list(literals(self.path, arguments))
        if spelled:
            return spelled[0].value
        named = self._named()
        return next((named[word] for word in _WORD.findall(arguments) if word in named), "")

    def _named(self) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for each in literals(self.path, self.text):
            name = self._name_of(each)
            if name:
                found.setdefault(name, each.value)
        return found

    def _name_of(self, each: Literal) -> str:
        ahead = self.text[max(0, each.start - 120) : each.start].rpartition("\n")[2]
        match = re.search(rf"({_NAME})\s{{0,16}}(?::[^=\n]{{1,30}})?:?=\s{{0,4}}\Z", ahead)
        return match[1] if match else ""


def is_pair(opened: str, closed: str) -> bool:
    """Whether two markers are alike but for what says that one opens and the other closes."""
    if min(len(opened), len(closed)) < _SHORTEST:
        return False
    return _CLOSES.search(closed) is not None and _bare(opened) == _bare(closed)


def _bare(marker: str) -> str:
    """What a marker is about, without the words and signs around it."""
    said = _OPENS.sub(" ", _CLOSES.sub(" ", marker))
    return " ".join(re.findall(r"[a-z0-9]+", said.lower()))
