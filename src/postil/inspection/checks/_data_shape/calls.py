"""The calls on a line of code: on what, by which name, and with what."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_CALLED = re.compile(r"(?<!\w)([A-Za-z_]\w{0,60})[!?]?\(|<([A-Z]\w{0,60})(?=[\s/>]|\Z)")
_LINKS = (".", "->", "::", "?.")
_WORD_AT_END = re.compile(r"(?<!\w)[A-Za-z_]\w{0,60}\Z")
_NOT_A_RECEIVER = frozenset({"self", "this", "return", "await", "Self", "cls", "static", "super"})
_MAKES = frozenset({"new"})
_FURTHER = 3
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Call:
    """`receiver` is the name before the last dot, or of what is made there; none for what is called bare."""

    line: int
    name: str
    receiver: str
    arguments: str


def calls(code: str, number: int, lines: Sequence[str]) -> Iterator[Call]:
    """The calls of a line of which `code` is what is no comment."""
    for match in _CALLED.finditer(code):
        after = "\n".join((code[match.end() :], *lines[number : number + _FURTHER]))
        if match[1]:
            receiver = _receiver(code[: match.start()])
            yield Call(number, match[1], receiver, _closed(after[:_LONGEST]))
        else:
            yield Call(number, match[2], "", after[:_LONGEST].partition(">")[0])


def _closed(text: str) -> str:
    depth = 1
    for at, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if depth == 0:
            return text[:at]
    return text


def _receiver(ahead: str) -> str:
    link = next((each for each in _LINKS if ahead.endswith(each)), "")
    if not link:
        return ""
    ahead = _before_brackets(ahead.removesuffix(link).removesuffix("?"))
    match = _WORD_AT_END.search(ahead)
    if match is None or match[0] in _NOT_A_RECEIVER:
        return ""
    if match[0] in _MAKES:
        return _receiver(f"{ahead[: match.start()]}")
    return match[0]


def _before_brackets(text: str) -> str:
    """The text up to the brackets that it ends with."""
    if not text.endswith(")"):
        return text
    depth = 0
    for at in range(len(text) - 1, max(-1, len(text) - _LONGEST), -1):
        depth += (text[at] == ")") - (text[at] == "(")
        if depth == 0:
            return text[:at]
    return text
