"""Prototypes of C: they say that a function is somewhere, and define nothing themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from postil.syntax import Definition, Kind

_LONGEST = 2_000
_OTHER_SOURCES = (".s", ".S", ".asm", ".m", ".mm", ".cu", ".swift", ".in", ".tmpl", ".m4", ".def.h")
"""Files that no grammar reads here and that may hold functions for C to call."""
_MACRO = re.compile(r"\A[A-Z]\w{1,80}\(([^()]{1,200})\)")
_TYPE = re.compile(r"\A[A-Za-z_][\w \t*&:<>]{1,200}[ \t*&]\Z")
_WEAK = re.compile(r"\b_{0,2}weak(?:_import)?_{0,2}\b", re.IGNORECASE)
_WORD = re.compile(r"\w{1,80}")
_REST = re.compile(
    r"\A\s{0,80}(?:\w{1,60}\s{1,8}){0,4}(?:\w{0,60}\([^()]{0,80}\)\s{0,80}){0,2}(?:->[^{};]{1,80})?\{"
)
"""What stands between the parameters of a function and its body, attributes say."""


def is_prototype(found: Definition, lines: Sequence[str]) -> bool:
    """Whether a function is only announced there."""
    text = "\n".join(lines[found.line - 1 : found.end_line])[:_LONGEST]
    plain = found.kind is Kind.FUNCTION and "{" not in text and text.rstrip().endswith(";")
    # What is weak may be missing, and whoever uses the program may bring it along.
    return plain and _WEAK.search(text) is None


def is_announced(name: str, text: str) -> bool:
    """Whether a line at the margin announces the function, so that it is meant to be in the program."""
    before, mark, after = text[:_LONGEST].partition(f"{name}(")
    return bool(mark) and _TYPE.match(before) is not None and after.rstrip().endswith((";", ","))


def may_define(path: str) -> bool:
    return path.endswith(_OTHER_SOURCES)


def has_body(name: str, text: str) -> bool:
    """Whether some place reads like the function with its body, whatever a parser made of it."""
    for opened in re.finditer(rf"(?<!\w){re.escape(name)}\s{{0,8}}\(", text):
        end = _closed(text, opened.end())
        if end and _REST.match(text[end : end + _LONGEST]):
            return True
    return False


def _closed(text: str, start: int) -> int:
    """Where the bracket that was opened before is closed; 0 where that is far away."""
    depth = 1
    for at in range(start, min(len(text), start + _LONGEST)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if not depth:
            return at + 1
    return 0


def is_pasted(name: str, added: Iterable[str]) -> bool:
    """Whether a macro that the change calls at the margin may put the name together from a part."""
    called = (_MACRO.match(text[:_LONGEST]) for text in added)
    words = {word for found in called if found for word in _WORD.findall(found[1])}
    return any(name.endswith(f"_{word}") or name.startswith(f"{word}_") for word in words)
