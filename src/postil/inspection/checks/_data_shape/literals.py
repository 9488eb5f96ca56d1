"""The texts and patterns that a file of code spells out, read by the rules of its language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from postil.domain import paths

_MOST_CHARACTERS = 300_000
_REACH = 90
_MOST_BETWEEN = 200
_TRIPLE = r'"""(?P<triple>[^"]*(?:"{1,2}(?!")[^"]*)*)"""'
_TRIPLE_SINGLE = r"'''(?P<single_triple>[^']*(?:'{1,2}(?!')[^']*)*)'''"
_HASHES = r'(?<!\w)r(?P<hashes>#{1,3})"(?P<hashed>[^"]*(?:"(?!(?P=hashes))[^"]*)*)"(?P=hashes)'
_VERBATIM = r'@\$?"(?P<verbatim>[^"]*(?:""[^"]*)*)"'
_DOUBLE = r'"(?P<double>[^"\\\n]*(?:\\.[^"\\\n]*)*)"'
_SINGLE = r"'(?P<single>[^'\\\n]*(?:\\.[^'\\\n]*)*)'"
_TEMPLATE = r"`(?P<template>[^`\\]*(?:\\.[^`\\]*)*)`"
_RAW = r"`(?P<raw>[^`]*)`"
_SLASHED = (
    r"/(?P<slashed>(?![*/\s])[^/\\\n\[]*(?:(?:\\.|\[\^?\]?[^\]\\\n]*(?:\\.[^\]\\\n]*)*\])[^/\\\n\[]*)*)/"
    r"(?P<marks>[a-z]{0,6})"
)
_BRACED = r"%r\{(?P<braced>[^}\\\n]*(?:\\.[^}\\\n]*)*)\}(?P<braced_marks>[a-z]{0,6})"
_REMARK = r"(?P<remark>//[^\n]*|/\*[^*]*(?:\*(?!/)[^*]*)*\*/)"
_HASH = r"(?P<remark>(?<![^\s;])#[^\n]*)"


def _scanner(*rules: str) -> re.Pattern[str]:
    return re.compile("|".join(rules), re.DOTALL)


_SCANNERS = {
    "python": _scanner(_HASH, _TRIPLE, _TRIPLE_SINGLE, _DOUBLE, _SINGLE),
    "go": _scanner(_REMARK, _DOUBLE, _RAW, _SINGLE),
    "java": _scanner(_REMARK, _TRIPLE, _DOUBLE, _SINGLE),
    "csharp": _scanner(_REMARK, _VERBATIM, _TRIPLE, _DOUBLE, _SINGLE),
    "rust": _scanner(_REMARK, _HASHES, _DOUBLE),
    "php": _scanner(r"(?P<remark>(?<![\w:'\"])//[^\n]*|(?<!\S)#(?!\[)[^\n]*|/\*[^*]*(?:\*(?!/)[^*]*)*\*/)", _DOUBLE, _SINGLE),
    "ruby": _scanner(_HASH, _BRACED, _DOUBLE, _SINGLE, _SLASHED),
}  # fmt: skip
_SCRIPT = _scanner(_REMARK, _DOUBLE, _SINGLE, _TEMPLATE, _SLASHED)
_SCRIPTS = frozenset({"javascript", "typescript", "tsx", "vue", "svelte"})
_MAY_PRECEDE = frozenset("(,=:[!&|?{};~\n")
_WORD_BEFORE = re.compile(r"(?:\breturn|\bif|\bunless|\bwhen|\band|\bor|\bsplit|\bmatch)\s{0,4}\Z")
_PREFIX = re.compile(r"[rRbBuUfF]{1,2}\Z")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", '"': '"', "'": "'", "`": "`", "\n": ""}
_MARKED = re.compile(r"\A\s{0,4}([~/#%@])(.{1,2000})\1([a-zA-Z]{0,8})\Z", re.DOTALL)
_ABOUT = {
    "s": re.compile(r"\bDOTALL\b|\bre\.S\b|\bSingleline\b|\bdotMatchesLineSeparators\b|\.dot_matches_new_line\(true"),
    "m": re.compile(r"\bMULTILINE\b|\bre\.M\b|\.Multiline\b|\.multi_line\(true"),
    "i": re.compile(r"\bIGNORECASE\b|\bre\.I\b|\bCASE_INSENSITIVE\b|\bIgnoreCase\b|\.case_insensitive\(true"),
    "x": re.compile(r"\bVERBOSE\b|\bre\.X\b|\bCOMMENTS\b|\bIgnorePatternWhitespace\b"),
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Literal:
    """A text between quotes: where it stands, what it holds, and how it would be matched.

    `is_pattern` where the language itself says so; `marks` are the letters of a pattern's options.
    """

    line: int
    end_line: int
    start: int
    end: int
    value: str
    marks: str = ""
    is_pattern: bool = False
    is_filled: bool = False


def literals(path: str, text: str) -> Iterator[Literal]:
    """Every literal of a file, in order; those that stand beside each other in Python as one."""
    language = paths.language_of(path) or ""
    scanner = _SCRIPT if language in _SCRIPTS else _SCANNERS.get(language)
    if scanner is None or len(text) > _MOST_CHARACTERS:
        return
    line, seen = 1, 0
    before: Literal | None = None
    for match in scanner.finditer(text):
        name = match.lastgroup or ""
        if name == "remark":
            continue
        if name in ("slashed", "marks") and not _may_be_pattern(text, match.start()):
            continue
        line += text.count("\n", seen, match.start())
        seen = match.start()
        found = _read(language, text, match, line)
        if before is not None and language == "python" and _touch(text, before, found):
            before = _joined(before, found)
            continue
        if before is not None:
            yield before
        before = found
    if before is not None:
        yield before


def _may_be_pattern(text: str, at: int) -> bool:
    ahead = text[max(0, at - 40) : at]
    bare = ahead.rstrip(" \t")
    return not bare or bare[-1] in _MAY_PRECEDE or _WORD_BEFORE.search(ahead) is not None


def _touch(text: str, before: Literal, found: Literal) -> bool:
    between = text[before.end : found.start]
    return len(between) < _MOST_BETWEEN and not between.strip().strip("rRbBuUfF")


def _joined(before: Literal, found: Literal) -> Literal:
    return Literal(
        line=before.line,
        end_line=found.end_line,
        start=before.start,
        end=found.end,
        value=before.value + found.value,
        marks="".join(dict.fromkeys(before.marks + found.marks)),
        is_filled=before.is_filled or found.is_filled,
    )


def _read(language: str, text: str, match: re.Match[str], line: int) -> Literal:
    groups = {name: value for name, value in match.groupdict().items() if value is not None}
    marks = groups.pop("marks", "") + groups.pop("braced_marks", "")
    groups.pop("hashes", None)
    kind, raw = next(iter(groups.items()))
    start = match.start()
    prefix = _PREFIX.search(text[max(0, start - 2) : start])
    ahead = prefix[0].lower() if prefix and language in ("python", "rust") else ""
    value, is_pattern = _value(language, kind, raw, ahead), kind in ("slashed", "braced")
    if language == "php":
        marked = _MARKED.match(value)
        value, marks = (marked[2], marked[3]) if marked else (value, "")
        is_pattern = marked is not None
    elif not is_pattern:
        around = (
            text[match.end() : match.end() + _REACH]
            .split(";", maxsplit=1)[0]
            .split("\n\n", maxsplit=1)[0]
        )
        marks = "".join(mark for mark, about in _ABOUT.items() if about.search(around))
    if language == "ruby" and is_pattern:
        marks = marks.replace("m", "s") + "m"
    return Literal(
        line=line,
        end_line=line + match[0].count("\n"),
        start=start,
        end=match.end(),
        value=value,
        marks=marks,
        is_pattern=is_pattern,
        is_filled="f" in ahead or (kind == "template" and "${" in raw),
    )


def _value(language: str, kind: str, raw: str, ahead: str) -> str:
    if kind in ("slashed", "braced", "raw", "hashed") or "r" in ahead:
        return raw
    if kind == "verbatim":
        return raw.replace('""', '"')
    if kind == "single" and language in ("php", "ruby"):
        return re.sub(r"\\([\\'])", r"\1", raw)
    return _ESCAPE.sub(lambda escape: _SIMPLE.get(escape[1], escape[0]), raw)
