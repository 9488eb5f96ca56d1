"""Tells code, comment and string apart on any line of a file, for some thirty languages.

A tokeniser of a few rules per language family, not a parser: it is right where files are
well-formed, costs one pass, and never fails. Strings that cannot span lines end with theirs.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

MOST_CHARACTERS = 2_000_000

_DOUBLE = r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"?'
_SINGLE = r"'[^'\\\n]*(?:\\.[^'\\\n]*)*'?"
_CHARACTER = r"'(?:[^'\\\n]|\\[^\n]{1,8})'"
_TEMPLATE = r"`[^`\\]*(?:\\.[^`\\]*)*`?"
_RAW = r"`[^`]*`?"
_TRIPLE = r'"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*(?:"""|\Z)'
_TRIPLE_SINGLE = r"'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*(?:'''|\Z)"
_SLASHES = r"//[^\n]*"
_BLOCK = r"/\*[^*]*(?:\*(?!/)[^*]*)*(?:\*/|\Z)"
_HASH = r"#[^\n]*"
_SPACED_HASH = r"(?:(?<=\s)|^)#[^\n]*"
_DASHES = r"--[^\n]*"
_MARKUP = r"<!--[^-]*(?:-(?!->)[^-]*)*(?:-->|\Z)"
_SEMICOLON = r";[^\n]*"
_PERCENT = r"%[^\n]*"
_HEREDOC = re.compile(r"<<[<~-]?(?P<quote>[\"'`]?)(?P<end>[A-Za-z_]\w{0,60})(?P=quote)")
_HEREDOC_LANGUAGES = frozenset({"ruby", "bash", "perl", "php"})


def _rules(*, comments: str, strings: str = r"(?!)") -> re.Pattern[str]:
    return re.compile(f"(?P<comment>{comments})|(?P<string>{strings})", re.DOTALL | re.MULTILINE)


_C_LIKE = _rules(comments=f"{_SLASHES}|{_BLOCK}", strings=f"{_DOUBLE}|{_CHARACTER}")
_SCRIPT = _rules(comments=f"{_SLASHES}|{_BLOCK}", strings=f"{_DOUBLE}|{_SINGLE}|{_TEMPLATE}")
_MIXED = _rules(
    comments=f"{_MARKUP}|{_SLASHES}|{_BLOCK}", strings=f"{_DOUBLE}|{_SINGLE}|{_TEMPLATE}"
)
_TEXT_BLOCKS = _rules(comments=f"{_SLASHES}|{_BLOCK}", strings=f"{_TRIPLE}|{_DOUBLE}|{_CHARACTER}")
_HASHED = _rules(comments=_SPACED_HASH, strings=f"{_DOUBLE}|{_SINGLE}")
_PLAIN_HASHED = _rules(comments=_SPACED_HASH)
_FAMILIES = {
    "python": _rules(comments=_HASH, strings=f"{_TRIPLE}|{_TRIPLE_SINGLE}|{_DOUBLE}|{_SINGLE}"),
    "javascript": _SCRIPT, "typescript": _SCRIPT, "tsx": _SCRIPT, "vue": _MIXED, "svelte": _MIXED,
    "go": _rules(comments=f"{_SLASHES}|{_BLOCK}", strings=f"{_DOUBLE}|{_CHARACTER}|{_RAW}"),
    "java": _TEXT_BLOCKS, "kotlin": _TEXT_BLOCKS, "scala": _TEXT_BLOCKS, "swift": _TEXT_BLOCKS,
    "groovy": _rules(comments=f"{_SLASHES}|{_BLOCK}", strings=f"{_TRIPLE}|{_TRIPLE_SINGLE}|{_DOUBLE}|{_SINGLE}"),
    "dart": _rules(comments=f"{_SLASHES}|{_BLOCK}", strings=f"{_TRIPLE}|{_TRIPLE_SINGLE}|{_DOUBLE}|{_SINGLE}"),
    "c": _C_LIKE, "cpp": _C_LIKE, "csharp": _C_LIKE, "rust": _C_LIKE, "zig": _C_LIKE,
    "solidity": _C_LIKE, "protobuf": _C_LIKE,
    "php": _rules(comments=f"{_SLASHES}|#(?!\\[)[^\\n]*|{_BLOCK}", strings=f"{_DOUBLE}|{_SINGLE}"),
    "css": _rules(comments=_BLOCK, strings=f"{_DOUBLE}|{_SINGLE}"),
    "ruby": _HASHED, "bash": _HASHED, "perl": _HASHED, "r": _HASHED, "elixir": _HASHED,
    "julia": _HASHED, "powershell": _HASHED, "nix": _HASHED,
    "hcl": _rules(comments=f"{_SPACED_HASH}|{_SLASHES}|{_BLOCK}", strings=_DOUBLE),
    "yaml": _PLAIN_HASHED, "toml": _PLAIN_HASHED, "dockerfile": _PLAIN_HASHED,
    "make": _PLAIN_HASHED, "graphql": _PLAIN_HASHED,
    "sql": _rules(comments=f"{_DASHES}|{_BLOCK}", strings=r"'[^']*'?"),
    "lua": _rules(comments=_DASHES, strings=f"{_DOUBLE}|{_SINGLE}"),
    "haskell": _rules(comments=_DASHES, strings=_DOUBLE),
    "html": _rules(comments=_MARKUP), "xml": _rules(comments=_MARKUP),
    "clojure": _rules(comments=_SEMICOLON, strings=_DOUBLE),
    "erlang": _rules(comments=_PERCENT, strings=_DOUBLE),
}  # fmt: skip


def can_tell(language: str | None) -> bool:
    return language in _FAMILIES


def _stretches(matches: Iterable[re.Match[str]]) -> list[tuple[int, int, bool]]:
    return [(*match.span(), match.lastgroup == "comment") for match in matches]


@dataclass(frozen=True)
class LineRoles:
    """One file's text with what each stretch of it is; lines count from 1."""

    text: str
    language: str

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        position = self.text.find("\n")
        while position >= 0:
            starts.append(position + 1)
            position = self.text.find("\n", position + 1)
        return starts

    @cached_property
    def _spans(self) -> list[tuple[int, int, bool]]:
        """Start, end and whether it is a comment, of each stretch that is not code."""
        if len(self.text) > MOST_CHARACTERS or self.language not in _FAMILIES:
            return []
        rules, spans, at = _FAMILIES[self.language], list[tuple[int, int, bool]](), 0
        for start, end in self._heredocs():
            if start >= at:
                spans += _stretches(rules.finditer(self.text, at, start))
                spans.append((start, end, False))
                at = end
        return spans + _stretches(rules.finditer(self.text, at))

    def _heredocs(self) -> Iterator[tuple[int, int]]:
        """The texts between a line that announces its last line and that line."""
        if self.language not in _HEREDOC_LANGUAGES or "<<" not in self.text:
            return
        ends: dict[str, list[int]] = defaultdict(list)
        for number, line in enumerate(self.text.split("\n")):
            word = line.strip().rstrip(";,)")
            if word.isidentifier():
                ends[word].append(self._starts[number])
        for match in _HEREDOC.finditer(self.text):
            body = self.text.find("\n", match.end()) + 1
            closing = ends.get(match["end"], [])
            index = bisect_left(closing, body)
            if body and index < len(closing):
                yield body - 1, closing[index]

    @cached_property
    def _ends(self) -> list[int]:
        return [end for _, end, _ in self._spans]

    def comment(self, line: int) -> str:
        """What stands in comments on the line, their marks included; empty when there are none."""
        start, end = self._bounds(line)
        pieces = [
            self.text[max(opened, start) : min(closed, end)]
            for opened, closed, is_comment in self._on(line)
            if is_comment
        ]
        return " ".join(pieces).strip()

    def code(self, line: int) -> str:
        """The line with comments and the insides of strings blanked, at the same columns."""
        start, end = self._bounds(line)
        text = list(self.text[start:end])
        for opened, closed, is_comment in self._on(line):
            first = max(opened + (not is_comment), start)
            last = min(closed - (not is_comment), end)
            text[first - start : max(first, last) - start] = " " * (last - first)
        return "".join(text)

    def is_string(self, line: int) -> bool:
        """The line begins inside a string that was opened on an earlier line."""
        start, _ = self._bounds(line)
        index = bisect_right(self._ends, start)
        if index == len(self._spans):
            return False
        opened, _, is_comment = self._spans[index]
        return opened < start and not is_comment

    def _bounds(self, line: int) -> tuple[int, int]:
        if not 1 <= line <= len(self._starts):
            return len(self.text), len(self.text)
        start = self._starts[line - 1]
        following = self._starts[line] - 1 if line < len(self._starts) else len(self.text)
        return start, following

    def _on(self, line: int) -> Iterator[tuple[int, int, bool]]:
        """The stretches that touch the line."""
        start, end = self._bounds(line)
        for index in range(bisect_right(self._ends, start), len(self._spans)):
            if self._spans[index][0] >= end:
                return
            yield self._spans[index]
