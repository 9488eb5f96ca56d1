"""Finds a rule's pattern in lines or in a whole file: as text, as an expression, as syntax."""

from __future__ import annotations

import importlib
from collections.abc import Sequence

from postil.configuration.expressions import compiled, readable
from postil.domain.paths import language_of
from postil.domain.team_rules import SYNTAX_LANGUAGES, Match, TeamRule
from postil.inspection.line_marks import lines_holding
from postil.syntax.grammar import is_fit, tamed

LONGEST_LINE = 20_000
_ANCHORS = ("\\A", "\\z", "(?-")
_SHORT_WORDS = 160

Span = tuple[int, int]
"""First and last line of a match, from 1."""


class NoEngine(Exception):
    """Patterns of syntax cannot be matched in this installation."""


class BadPattern(Exception):
    """The engine cannot read the pattern; the words are its own."""


class Unparsed(Exception):
    """A file no parser should be given."""


def spans(rule: TeamRule, path: str, text: str) -> list[Span]:
    """Every place in a file where the pattern stands, in order."""
    if rule.match is Match.SYNTAX:
        return _syntax_spans(rule.pattern, path, text)
    lines = text.split("\n")
    return [(index + 1, index + 1) for index in matching(rule, lines)]


def matching(rule: TeamRule, lines: Sequence[str]) -> list[int]:
    """The indexes of the lines that hold the pattern, which is text or an expression."""
    short = [line if len(line) <= LONGEST_LINE else "" for line in lines]
    if rule.match is Match.TEXT:
        return list(lines_holding([rule.pattern], short))
    plain = readable("\n".join(short))
    if not _may_hold(rule.pattern, plain):
        return []
    expression = compiled(rule.pattern)
    return [
        index for index, line in enumerate(plain.split("\n")) if expression.search(line) is not None
    ]


def _may_hold(pattern: str, text: str) -> bool:
    """Whether looking line by line is worth while; most files hold nothing, and one look says so."""
    if any(anchor in pattern for anchor in _ANCHORS):
        return True
    return compiled(f"(?m:{pattern})").search(text) is not None


def _syntax_spans(pattern: str, path: str, text: str) -> list[Span]:
    language = language_of(path)
    if language not in SYNTAX_LANGUAGES:
        return []
    try:
        engine = importlib.import_module("ast_grep_py")
    except ImportError:
        raise NoEngine from None
    if not is_fit(text):
        raise Unparsed
    try:
        root = engine.SgRoot(_tamed(text, language), language).root()
        found = root.find_all(pattern=_tamed(pattern, language))
    except RuntimeError as error:
        raise BadPattern(_words(error)) from None
    ranges = [match.range() for match in found]
    return sorted((each.start.line + 1, each.end.line + 1) for each in ranges)


def _tamed(text: str, language: str) -> str:
    return tamed(language, readable(text).encode()).decode()


def _words(error: RuntimeError) -> str:
    """The last cause the engine names, without its own stack."""
    causes = str(error).partition("Stack backtrace")[0].strip().split("\n")
    return causes[-1].strip().lstrip("0123456789: ").rstrip(".")[:_SHORT_WORDS]
