"""Which lines a block lost or gained as a whole, and whether such a line does something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.syntax import Sort, Token

DECIDING = frozenset(
    {
        *("<", "<=", ">", ">=", "==", "!=", "===", "!==", "+", "-", "*", "/", "//", "%", "**"),
        *("&&", "||", "&", "|", "^", "<<", ">>", "+=", "-=", "*=", "/=", "??", "and", "or"),
        *("in", "is", "break", "continue", "return", "raise", "throw", "yield", "if", "unless"),
    }
)
_IDLE = frozenset(
    {
        *("import", "from", "use", "using", "require", "require_relative", "include", "package"),
        *("log", "logger", "logging", "console", "print", "println", "debug", "warnings", "pass"),
        *("staticmethod", "classmethod", "override", "Override", "global", "nonlocal", "export"),
        *("export", "inline", "allow", "SuppressWarnings", "abstractmethod", "fmt", "slog", "LOG"),
    }
)
_AROUND_TYPES = frozenset("[]<>,;.")


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    line: int


def whole_lines(tokens: Sequence[Token], start: int, end: int) -> Iterator[Line]:
    """Lines of which every token lies between the two ends, and that do something."""
    at = start
    while at < end:
        line = tokens[at].line
        stop = at
        while stop < len(tokens) and tokens[stop].line == line:
            stop += 1
        begins = at == 0 or tokens[at - 1].line != line
        if begins and stop <= end and _acts(tokens[at:stop]):
            yield Line(" ".join(token.text for token in tokens[at:stop]), line)
        at = stop


def _acts(line: Sequence[Token]) -> bool:
    """Whether a line does something: it is no import, log line, alias or bracket."""
    words = [token.text for token in line if token.sort in (Sort.NAME, Sort.WORD)]
    if not words or words[0] in _IDLE or _is_type_member(line):
        return False
    calls = any(token.text in ("(", "!", "@") for token in line)
    decides = any(token.text in DECIDING - {"return", "in", "is"} for token in line)
    holds = any(token.sort in (Sort.NUMBER, Sort.CONSTANT, Sort.STRING) for token in line)
    return calls or decides or holds


def _is_type_member(line: Sequence[Token]) -> bool:
    """Whether a line is one more alternative of a written-out type: names without a call."""
    return line[0].text in ("|", "&") and all(
        token.text in _AROUND_TYPES
        or token.sort in (Sort.NAME, Sort.WORD, Sort.CONSTANT, Sort.STRING)
        for token in line[1:]
    )
