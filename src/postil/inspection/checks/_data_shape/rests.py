"""The rest of a text from its second marker on, where the first marker is taken and the second stays."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from postil.domain.change import ChangedFile
from postil.domain.finding import Quote
from postil.inspection.checks._data_shape.blocks import LONGEST_LINE
from postil.inspection.checks._data_shape.cuts import TAKES, Cut, is_pair
from postil.inspection.checks._data_shape.literals import Literal, literals
from postil.ports import Tree
from postil.syntax import Definition, Kind, definitions

_NAME = r"\$?[A-Za-z_]\w{0,60}"
_AT = rf"(?P<at>{_NAME}|\w{{1,60}}\s?\+\s?1)"
_REST = tuple(
    re.compile(text.format(seq=rf"(?P<seq>{_NAME})", at=_AT))
    for text in (
        r"(?<![\w.]){seq}\[\s?{at}\s?:\s?\]",
        r"(?<![\w.]){seq}\[\s?{at}\s?\.\.(?:\s?-1)?\s?\]",
        r"(?<![\w.]){seq}\.(?:slice|substring|Substring|substr|skip|Skip|drop)\(\s?{at}\s?\)",
        r"(?<![\w.]){seq}\.subList\(\s?{at}\s?,",
        r"(?:array_slice|(?:mb_)?substr)\(\s?{seq},\s?{at}\s?\)",
    )
)
_WHAT = r"(?P<what>[\"'`][^\"'`\n]{2,40}[\"'`]|[A-Za-z_][\w.:]{1,60})"
_EQUALS = r"(?:===?|!==?)"
_FIRST = r"(?:\[\s?0\s?\]|\.first(?:\(\))?|\.get\(0\)|\.at\(0\))"
_HAS = re.compile(
    rf"(?:startswith|startsWith|starts_with|StartsWith|start_with\?|HasPrefix|str_starts_with)\(\s?(?:{_NAME},\s?)?{_WHAT}"
)
_BEFORE_CALL = r"(?P<pred>[A-Za-z_]\w{1,60})\(\s?&?\*?"
_STEPS = r"[^\n=!]{0,40}?"
_FOUND = re.compile(
    rf"(?<![\w$])(?P<name>{_NAME})\s{{0,4}}(?::\s?[\w<>]{{1,20}}\s?)?:?=(?!=)\s{{0,4}}(?:{_NAME}[.:]{{1,2}})?"
    rf"(?:indexOf|IndexOf|index|find|strpos|mb_strpos)\(\s?(?:{_NAME},\s?)?{_WHAT}(?P<from>\s?,\s?[^()\n]{{1,30}})?\)(?P<more>[^\n]{{0,40}})"
)
_LOOP = re.compile(r"(?:\bfor\b|\beach_with_index\b|\bforEach\b|\bforeach\b)[^\n]{0,120}")
_SHIFTED = re.compile(r"enumerate\(\s?\w{1,60}\[1:\]\s?\)")
_PLUS_ONE = re.compile(r"\A(\w{1,60})\s?\+\s?1\Z")
_RETURNS = re.compile(
    r"\A\s{0,80}(?:return\b|(?P<into>[$\w]{1,60})\s?:?=(?!=))|\A\s{0,80}\S{1,200}\s{0,4}\Z"
)
_HANDLES = re.compile(r"split|partition|replace|Replace|prefix|Prefix|[sS]trip\([\"']|[tT]rim\w{0,6}\([^)\s]|\[\s?\d|slice|substr|Substr|drop|skip")  # fmt: skip
_REACH = 4
_MOST_LINES = 4_000
_LEAST = 2


def rests(files: Iterable[ChangedFile], head: Tree) -> Iterator[Cut]:
    """Every text that newly begins with the marker that closed what was taken from its top."""
    for file in files:
        if not any(_rest(text) for _, text in file.added):
            continue
        text = head.read(file.path) or ""
        for function in definitions(file.path, text):
            if function.kind in (Kind.FUNCTION, Kind.METHOD, Kind.CONSTANT):
                span = range(function.line, function.end_line + 1)
                if not file.added_numbers.isdisjoint(span):
                    found = _Taking(file, text, function).cut()
                    if found is not None:
                        yield found
                        break


def _rest(line: str) -> re.Match[str] | None:
    return next((m for rule in _REST for m in [rule.search(line[:LONGEST_LINE])] if m), None)


@dataclass(frozen=True, slots=True)
class _Mark:
    """A marker that a line looks for: how it is spelled there, and the place it is found at."""

    line: int
    spelled: str
    at: str


@dataclass(frozen=True)
class _Taking:
    """One function, read for the marker at the top of a text and the one that closes it."""

    file: ChangedFile
    text: str
    function: Definition

    @cached_property
    def lines(self) -> list[str]:
        return [line[:LONGEST_LINE] for line in self.text.split("\n")[:_MOST_LINES]]

    @property
    def _span(self) -> range:
        return range(self.function.line, min(self.function.end_line, len(self.lines)) + 1)

    @cached_property
    def _literals(self) -> list[Literal]:
        return list(literals(self.file.path, self.text))

    def cut(self) -> Cut | None:
        for number in self._span:
            rest = _rest(self.lines[number - 1])
            if rest is None or number not in self.file.added_numbers:
                continue
            for mark in self._closing(rest["seq"], rest["at"], number):
                opened = self._opening(rest["seq"], mark)
                if opened is not None and not self._is_seen_to(number, mark):
                    quotes = tuple(
                        Quote(path=self.file.path, text=self.lines[at - 1], line=at)
                        for at in dict.fromkeys((number, mark.line, opened[0]))
                    )
                    return Cut(
                        self.file.path, self._value(opened[1]), self._value(mark.spelled), quotes
                    )
        return None

    def _closing(self, seq: str, at: str, number: int) -> Iterator[_Mark]:
        """What is looked for at the place from which the rest is kept."""
        plus = _PLUS_ONE.match(at)
        names = self._aliases(plus[1] if plus else at, number)
        for line in range(number, self.function.line, -1):
            text = self.lines[line - 1]
            for found in _FOUND.finditer(text) if not plus else ():
                if found["name"] in names and not re.match(r"\s?[+]", found["more"]):
                    yield _Mark(line, found["what"], "")
            if not any(_is_place(name, self.lines[line - 1 : number]) for name in names):
                continue
            for name in names:
                yield from self._tested(seq, name, line, is_shifted=plus is not None)

    def _tested(self, seq: str, name: str, line: int, *, is_shifted: bool) -> Iterator[_Mark]:
        """The marker that a line of a loop is compared with."""
        loop = next((each for each in range(line, self.function.line, -1) if _LOOP.search(self.lines[each - 1])), 0)  # fmt: skip
        if not loop or (_SHIFTED.search(self.lines[loop - 1]) is not None) != is_shifted:
            return
        subjects = [rf"{re.escape(seq)}(?:\[\s?{re.escape(name)}\s?\]|\.get\({re.escape(name)}\))"]
        subjects += [rf"\b{word}\b" for word in _looped(self.lines[loop - 1], name, seq)]
        for subject in subjects:
            for spelled in _compared(subject, self.lines[line - 1]):
                yield _Mark(line, spelled, name)

    def _aliases(self, at: str, number: int) -> set[str]:
        names = {at}
        for line in self._span:
            if line < number:
                match = re.search(rf"(?<![\w.$]){re.escape(at)}\s?:?=\s?(\$?\w{{1,60}})\s?;?\s{{0,4}}\Z", self.lines[line - 1])  # fmt: skip
                if match and not match[1].isdigit():
                    names.add(match[1])
        return {name for name in names if name not in ("None", "null", "nil")}

    def _opening(self, seq: str, mark: _Mark) -> tuple[int, str] | None:
        """The marker that the text has to begin with, when it is the other of the pair."""
        wanted = self._value(mark.spelled)
        for number in self._span:
            line = self.lines[number - 1]
            found = [match["what"] for match in _HAS.finditer(line)]
            found += _compared(rf"{re.escape(seq)}{_FIRST}", line)
            for spelled in found:
                value = self._value(spelled)
                if value == wanted or spelled == mark.spelled or is_pair(value, wanted):
                    return number, spelled
        return None

    def _is_seen_to(self, number: int, mark: _Mark) -> bool:
        """Whether the function goes on with the marker, or with what it gave the rest to."""
        line = self.lines[number - 1]
        match = _RETURNS.match(line)
        if match is None or _HANDLES.search(line.replace(_rest(line)[0], "")):  # type: ignore[index]
            return True
        into = match["into"]
        for each in range(number + 1, self._span[-1] + 1):
            text = self.lines[each - 1]
            is_about = into is not None and re.search(rf"(?<!\w){re.escape(into)}\b", text)
            if (is_about and _HANDLES.search(text)) or (
                TAKES.search(text) and mark.spelled in text
            ):
                return True
        return False

    def _value(self, spelled: str) -> str:
        """The text that a literal, a name or a test stands for."""
        if spelled[0] in "\"'`":
            return spelled[1:-1].replace("\\n", "\n").replace("\\r", "\r").strip()
        name = re.split(r"[.:]", spelled)[-1]
        for each in self._literals:
            ahead = self.text[max(0, each.start - 120) : each.start].rpartition("\n")[2]
            if re.search(
                rf"(?<!\w){re.escape(name)}\s{{0,16}}(?::[^=\n]{{1,30}})?:?=\s{{0,4}}\Z", ahead
            ):
                return each.value.strip()
        return self._of_test(name)

    def _of_test(self, name: str) -> str:
        for each in definitions(self.file.path, self.text):
            if each.name == name and each.line != self.function.line:
                body = "\n".join(self.lines[each.line - 1 : each.end_line])
                spelled = re.search(rf"{_EQUALS}\s?{_WHAT}", body)
                if spelled and spelled["what"] != name:
                    return self._value(spelled["what"])
        return name


def _is_place(name: str, lines: list[str]) -> bool:
    """Whether the place stays what it is from the test on to where the rest is taken."""
    moved = re.compile(rf"(?<![\w.$]){re.escape(name)}\s?(?:\+=|\+\+)|(?<![\w.$]){re.escape(name)}\s?:?=(?!=)[^\n]{{0,60}}\+")  # fmt: skip
    return len(lines) <= _REACH * 3 and not any(moved.search(line) for line in lines[1:])


def _looped(loop: str, name: str, seq: str) -> Iterator[str]:
    """The name of the line in a loop that counts them."""
    if seq not in loop:
        return
    pair = re.search(
        rf"{re.escape(name)}\s?(?:,|=>)\s?(?:&)?(\$?\w{{1,60}})|(\$?\w{{1,60}})\s?,\s?{re.escape(name)}\b",
        loop,
    )
    if pair:
        yield re.escape(pair[1] or pair[2])


def _compared(subject: str, line: str) -> list[str]:
    """What a subject is compared with on a line."""
    rules = (
        rf"{_BEFORE_CALL}{subject}",
        rf"{subject}{_STEPS}\)?\s?{_EQUALS}\s?{_WHAT}",
        rf"{_WHAT}(?:\.equals\(\s?|\s?{_EQUALS}\s?){subject}",
        rf"{subject}{_STEPS}\.(?:startswith|startsWith|starts_with|StartsWith|equals|eq)\(\s?{_WHAT}",
    )
    found: list[str] = []
    for rule in rules:
        match = re.search(rule, line)
        if match:
            spelled = match.groupdict().get("what") or match.groupdict().get("pred") or ""
            found.append(spelled)
    return [each for each in found if len(each) >= _LEAST and each not in ("len", "if", "strip", "trim", "not")]  # fmt: skip
