"""What was taken from or put into the middle of a line, and whether that changes what the line does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from postil.inspection.checks._refactor_audit.chains import drops_link
from postil.syntax import Sort, Token

_MOST_SLIDES = 60
_SHORT = 2
_ACTING = frozenset({"await", "yield", "defer", "go", "synchronized", "not", "async", "delete"})
_OPERATORS = frozenset(
    {"+", "-", "/", "//", "%", "**", "<=", ">=", "==", "!=", "===", "!==", "&&", "||", "??"}
    | {"and", "or", "<<", ">>", "^"}
)
_DOUBTFUL = frozenset({"*", "&", "|", "<", ">", "!"})
"""Marks that also stand in types and for pointers: a number beside them tells them apart."""
_NOTHING = frozenset({"none", "null", "nil", "undefined", "nullptr"})
_FITTED = frozenset(
    {"clone", "to_string", "to_owned", "as_ref", "as_str", "as_mut", "into", "borrow", "iter"}
    | {"as_deref", "as_slice", "to_vec", "unwrap", "expect", "move", "get", "cast", "Some", "Ok"}
)
"""Calls that fit a value to who owns it, as a new place may ask for."""
_CONSTANT = re.compile(r"\A[A-Z][A-Z0-9]*(?:_[A-Z0-9]+){0,8}\Z")
_CHOICE = re.compile(r"\A[A-Z]\w{1,60}(?:\.|::)[A-Z]\w{1,60}\Z")
_GUARDED = re.compile(
    r"\A(?:saturating|checked|wrapping|overflowing)_(add|sub|mul|div|rem|shl|shr)\Z"
)
_PLAIN = {"add": "+", "sub": "-", "mul": "*", "div": "/", "rem": "%", "shl": "<<", "shr": ">>"}
_UNITS = {
    spelling: spellings.split()[0]
    for spellings in (
        "nanosecond nano ns nsec",
        "microsecond micro us usec",
        "millisecond milli ms msec",
        "second sec",
        "minute min",
        "hour",
        "day",
        "week",
        "byte",
        "kilobyte kb",
        "megabyte mb",
        "gigabyte gb",
        "kibibyte kib",
        "mebibyte mib",
        "gibibyte gib",
    )
    for spelling in spellings.split()
}
"""Each unit by all its names."""
_ASKING = frozenset({".", "["})
_CLOSING = frozenset({")", "]", "}"})
_LITERALS = frozenset({Sort.NUMBER, Sort.STRING, Sort.CONSTANT})


@dataclass(frozen=True, slots=True)
class Stretch:
    """A run of tokens that only one version has, and where it would stand in the other."""

    tokens: Sequence[Token]
    start: int
    end: int
    other: Sequence[Token]
    at: int
    is_ruby: bool = False

    @property
    def run(self) -> Sequence[Token]:
        return self.tokens[self.start : self.end]

    @property
    def text(self) -> str:
        return " ".join(token.text for token in self.run)

    @property
    def line(self) -> int:
        return self.tokens[self.start].line

    @property
    def seam(self) -> int | None:
        """The line of the other version that goes on where the run is not."""
        if not self.other:
            return None
        at = min(self.at, len(self.other) - 1)
        # What goes on after a closing bracket is another matter; so is the next line of the code.
        is_behind = not self._begins_line or self.other[at].text in _CLOSING
        return self.other[at - 1 if is_behind and at else at].line

    @property
    def _begins_line(self) -> bool:
        return self.start == 0 or self.tokens[self.start - 1].line != self.line

    @property
    def _ends_line(self) -> bool:
        return self.end == len(self.tokens) or (
            self.tokens[self.end - 1].line != self.tokens[self.end].line
        )

    @property
    def is_whole(self) -> bool:
        """Whether it is made of whole lines."""
        return self._begins_line and self._ends_line

    @property
    def is_within_line(self) -> bool:
        """Whether the other version has the same line, but for what is not there."""
        if self.is_whole or self.seam is None:
            return False
        here = Counter(token.key for token in self.tokens if token.line == self.line)
        there = Counter(token.key for token in self.other if token.line == self.seam)
        return not there - here

    def slid(self) -> Stretch:
        """The same edit told in whole lines, where that can be had by moving it to the left.

        Of two guards in a row, the first one went; yet the second begins with the same words.
        """
        start, end, at = self.start, self.end, self.at
        for _ in range(_MOST_SLIDES):
            moved = replace(self, start=start, end=end, at=at)
            if moved.is_whole:
                return moved
            if not start or not at or self.tokens[start - 1].key != self.tokens[end - 1].key:
                break
            start, end, at = start - 1, end - 1, at - 1
        return self

    @property
    def acts(self) -> bool:
        """Whether the line does something else without the run, however it is fitted to its place."""
        run = self.run
        words = {token.text for token in run}
        if words & _ACTING or self._asks_anyway():
            return True
        values = [token for token in run if _is_value(token)]
        operands = [token for token in run if token.sort is Sort.NAME]
        if words & _OPERATORS and (values or operands):
            return True
        return bool(values) or self._drops_call() or self._drops_choice()

    def _asks_anyway(self) -> bool:
        """Whether only the mark went by which C# asks nothing of what is not there."""
        after = self.tokens[self.end : self.end + 1]
        return self.text == "?" and bool(after) and after[0].text in _ASKING

    def _drops_choice(self) -> bool:
        """Whether one of several values of an enumeration went, as `Role.Owner` out of a list."""
        run = self.run
        is_one = len(run) == len((",", "Role", ".", "Owner")) and "," in (
            run[0].text,
            run[-1].text,
        )
        parts = [token for token in run if token.text != ","]
        spelled = "".join(token.text for token in parts)
        return is_one and _CHOICE.match(spelled) is not None

    def _drops_call(self) -> bool:
        """Whether a call went, in most languages together with its opening bracket."""
        if self.is_ruby and drops_link(self.tokens, self.start, self.end):
            return True
        pairs = zip(self.run, self.run[1:], strict=False)
        return any(
            one.sort is Sort.NAME and other.text == "(" and one.text not in _FITTED
            for one, other in pairs
        )


def is_unguarded(old: Sequence[Token], new: Sequence[Token]) -> bool:
    """Whether arithmetic that says what happens beyond the bounds became the plain operator."""
    guards = [_PLAIN[found[1]] for token in old if (found := _GUARDED.match(token.text))]
    return bool(guards) and guards == [token.text for token in new]


def _is_value(token: Token) -> bool:
    """Whether a token is a value by itself: a number, a text, or a constant by its spelling."""
    if token.sort in _LITERALS:
        return token.text.lower() not in _NOTHING and bool(token.text.strip())
    return token.sort is Sort.NAME and _CONSTANT.match(token.text) is not None


@dataclass(frozen=True)
class Names:
    """Which names stand in the two versions of a block, and how often."""

    before: Sequence[Token]
    after: Sequence[Token]

    @cached_property
    def _counts(self) -> tuple[Counter[str], Counter[str]]:
        one, other = (Counter(token.text for token in side) for side in (self.before, self.after))
        return one, other

    def is_exchanged(self, old: str, new: str) -> bool:
        """Whether one stands once where the other stood, and all others are as they were.

        What was renamed is so wherever it stands.
        """
        was, now = self._counts
        short, long = sorted((_squeezed(old), _squeezed(new)), key=len)
        is_within = long.endswith(short) or long.startswith(short)
        is_spelling = is_within and not are_units(old, new)
        is_once = now[old] == was[old] - 1 and now[new] == was[new] + 1
        return is_once and not is_spelling

    def are_both_known(self, old: str, new: str) -> bool:
        """Whether both versions know both names, so that none was renamed."""
        was, now = self._counts
        return bool(now[old] and was[new])


def _squeezed(name: str) -> str:
    return name.replace("_", "").lower()


def are_units(old: str, new: str) -> bool:
    """Whether the names are those of two units."""
    one, other = _unit(old), _unit(new)
    return one != other and "" not in (one, other)


def _unit(name: str) -> str:
    plain = name.lower().removeprefix("from")
    return _UNITS.get(plain) or _UNITS.get(plain.removesuffix("s")) or ""


def are_constants(old: str, new: str) -> bool:
    """Whether both names are spelled as constants are."""
    return all(len(name) > _SHORT and _CONSTANT.match(name) for name in (old, new))
