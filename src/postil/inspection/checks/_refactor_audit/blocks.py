"""Compares two blocks token by token and names what makes them behave differently."""

from __future__ import annotations

import difflib
import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from postil.domain.paths import language_of
from postil.inspection.checks._refactor_audit.edits import (
    Names,
    Stretch,
    are_constants,
    are_units,
    is_unguarded,
)
from postil.inspection.checks._refactor_audit.elements import elements
from postil.inspection.checks._refactor_audit.lines import DECIDING, whole_lines
from postil.syntax import Sort, Token

MOST_TOKENS = 800
LEAST_TOKENS = 10
LEAST_ALIKE = 0.6
MOST_DIFFERENCES = 4
_LONGEST_SWAP = 3
_MOST_ELEMENTS = 2
"""So many entries come and go by a slip; more of them were chosen."""
_OF = (".", "::")
_DOTTED = re.compile(r"\A[A-Za-z_]\w{0,60}(?:\.[A-Za-z_]\w{0,60}){2,10}\Z")
_WORD = re.compile(r"\w+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_STATEMENT = re.compile(
    r"\A\s{0,20}(?:select|insert|update|delete|create|alter|drop|with)\b", re.IGNORECASE
)
_BLANKS_AROUND = re.compile(r"\A(?:\\[tnr]|\s){1,40}|(?:\\[tnr]|\s){1,40}\Z")
_WORD_LISTS = ("%w", "%W", "%i", "%I")
"""What Ruby's lists of plain words begin with."""
_UNSAFE = {"&.": ".", "?.": ".", "?->": "->"}
"""What asks only a thing that is there, and what asks in any case."""
_NEGATIONS = frozenset({"not", "!"})
_OPPOSITES = frozenset(
    frozenset(pair.split())
    for pair in (
        "min max",
        "any all",
        "floor ceil",
        "lower upper",
        "gt lt",
        "gte lte",
        "some every",
    )
)


class Difference(StrEnum):
    VALUE = "value"
    WORDS = "words"
    DECISION = "decision"
    LOST = "lost"
    GAINED = "gained"
    TAKEN = "taken"
    PUT = "put"
    NAME = "name"
    LEFT_OUT = "left out"
    LET_IN = "let in"


@dataclass(frozen=True, slots=True)
class Slip:
    """One difference; a line is None on the side where there is nothing, and `seam` is where
    the other side goes on.
    """

    difference: Difference
    old: str
    new: str
    old_line: int | None
    new_line: int | None
    seam: int | None = None

    @property
    def is_swap(self) -> bool:
        """Whether one thing stands for another, as against a line that came or went."""
        return self.old_line is not None and self.new_line is not None


@dataclass(frozen=True)
class Pair:
    """Two versions of one block, and the words of the paths they stand in."""

    old: Sequence[Token]
    new: Sequence[Token]
    places: tuple[str, str] = ("", "")

    def slips(self, most: int = MOST_DIFFERENCES) -> list[Slip]:
        """What differs, in order; nothing when the blocks are equal or have little in common."""
        opcodes = self._opcodes()
        same = sum(end - start for tag, start, end, _, _ in opcodes if tag == "equal")
        longest = max(len(self.old), len(self.new))
        if longest < LEAST_TOKENS or same < LEAST_ALIKE * longest:
            return []
        changed = [opcode for opcode in opcodes if opcode[0] != "equal"]
        found = [slip for opcode in changed for slip in self._slips(*opcode)]
        telling = [opcode for opcode in changed if not self._is_renaming(*opcode)]
        return found if len(telling) <= most else []

    def values(self) -> list[Slip]:
        """What differs where only values may: same shape and other literals, or an entry more or less."""
        if len(self.old) != len(self.new):
            return self._entries()
        found: list[Slip] = []
        for at, (one, other) in enumerate(zip(self.old, self.new, strict=True)):
            slip = self._swap(one, other)
            if slip is not None and slip.difference is not Difference.DECISION:
                found.append(slip)
            elif one.key != other.key:
                exchange = list(self._exchange(at, at)) if self._is_member(at) else []
                if not exchange:
                    return []
                found += exchange
        return found

    def _entries(self) -> list[Slip]:
        """The entries that came or went, where all else is as it was."""
        opcodes = self._opcodes()
        same = sum(end - start for tag, start, end, _, _ in opcodes if tag == "equal")
        if same < LEAST_ALIKE * min(len(self.old), len(self.new)):
            return []
        found: list[Slip] = []
        for tag, start, end, into, until in opcodes:
            if tag == "equal":
                continue
            lost = elements(self.old, start, end, self.new, into) if start < end else []
            came = elements(self.new, into, until, self.old, start) if into < until else []
            if bool(lost) == bool(came):
                return []
            found += [
                Slip(Difference.LEFT_OUT, one.text, "", one.line, None, one.seam) for one in lost
            ]
            found += [
                Slip(Difference.LET_IN, "", one.text, None, one.line, one.seam) for one in came
            ]
        return found if len(found) <= _MOST_ELEMENTS else []

    def _is_member(self, at: int) -> bool:
        """Whether both versions have one thing of the same other thing there."""
        before = self.old[at - 1 : at], self.new[at - 1 : at]
        return all(tokens and tokens[0].text in _OF for tokens in before)

    @property
    def _is_ruby(self) -> bool:
        return language_of(self.places[1]) == "ruby"

    @cached_property
    def _renamed(self) -> frozenset[str]:
        """The words that may differ: those of the paths, and of names only one side has."""
        one = {token.text for token in self.old if token.sort is Sort.NAME}
        other = {token.text for token in self.new if token.sort is Sort.NAME}
        return frozenset(words_of(" ".join([*self.places, *(one ^ other)])))

    def _opcodes(self) -> list[tuple[str, int, int, int, int]]:
        """Edits from old to new. What both ends share is cut off, for moved code is mostly that."""
        one, other = [t.key for t in self.old], [t.key for t in self.new]
        start = 0
        while start < min(len(one), len(other)) and one[start] == other[start]:
            start += 1
        end = 0
        while end < min(len(one), len(other)) - start and one[-1 - end] == other[-1 - end]:
            end += 1
        middle, target = one[start : len(one) - end], other[start : len(other) - end]
        if max(len(middle), len(target)) > MOST_TOKENS:
            return []
        inner = difflib.SequenceMatcher(None, middle, target, autojunk=False).get_opcodes()
        return [
            ("equal", 0, start, 0, start),
            *((tag, a + start, b + start, c + start, d + start) for tag, a, b, c, d in inner),
            ("equal", len(one) - end, len(one), len(other) - end, len(other)),
        ]

    def _is_renaming(self, tag: str, start: int, end: int, into: int, until: int) -> bool:
        return tag == "replace" and all(
            token.sort is Sort.NAME or token.text == "."
            for token in (*self.old[start:end], *self.new[into:until])
        )

    def _slips(self, tag: str, start: int, end: int, into: int, until: int) -> Iterator[Slip]:
        old, new = self.old[start:end], self.new[into:until]
        if tag == "replace":
            if is_unguarded(old, new):
                before, after = _joined(old), _joined(new)
                yield Slip(Difference.TAKEN, before, after, old[0].line, new[0].line)
                return
            swaps: list[Slip | None] = []
            if len(old) == len(new) <= _LONGEST_SWAP:
                swaps = [self._swap(*pair) for pair in zip(old, new, strict=True)]
                yield from (slip for slip in swaps if slip is not None)
            if swaps == [None]:
                yield from self._exchange(start, into)
            return
        if len(old) + len(new) == 1 and (*old, *new)[0].text in _NEGATIONS:
            slip = self._negation(old, new, self.old[start:], self.new[into:])
            if self._is_alone(slip):
                yield slip
            return
        if tag == "delete":
            gone = Stretch(self.old, start, end, self.new, into, self._is_ruby)
            yield from self._gone(gone.slid())
        else:
            come = Stretch(self.new, into, until, self.old, start, self._is_ruby)
            yield from self._come(come.slid())

    @staticmethod
    def _gone(stretch: Stretch) -> Iterator[Slip]:
        lines = list(whole_lines(stretch.tokens, stretch.start, stretch.end))
        for line in lines:
            yield Slip(Difference.LOST, line.text, "", line.line, None, stretch.seam)
        if not lines and stretch.is_within_line and stretch.acts:
            yield Slip(Difference.TAKEN, stretch.text, "", stretch.line, stretch.seam)

    @staticmethod
    def _come(stretch: Stretch) -> Iterator[Slip]:
        lines = list(whole_lines(stretch.tokens, stretch.start, stretch.end))
        for line in lines:
            yield Slip(Difference.GAINED, "", line.text, None, line.line, stretch.seam)
        if not lines and stretch.is_within_line and stretch.acts:
            yield Slip(Difference.PUT, "", stretch.text, stretch.seam, stretch.line)

    def _exchange(self, start: int, into: int) -> Iterator[Slip]:
        """One name for another that is no renaming: both are known, or both come from elsewhere."""
        old, new = self.old[start], self.new[into]
        is_name = {old.sort, new.sort} == {Sort.NAME}
        if not is_name or not self.names.is_exchanged(old.text, new.text):
            return
        after = self.old[start + 1 : start + 2], self.new[into + 1 : into + 2]
        is_call = all(tokens and tokens[0].text == "(" for tokens in after)
        is_known = self.names.are_both_known(old.text, new.text)
        is_value = are_constants(old.text, new.text) or are_units(old.text, new.text)
        if is_known or is_call or is_value:
            yield Slip(Difference.NAME, old.text, new.text, old.line, new.line)

    @cached_property
    def names(self) -> Names:
        return Names(self.old, self.new)

    def _is_alone(self, slip: Slip) -> bool:
        """Whether a negation is all that differs: `!x` is not turned where `x.nil?` stands for it."""
        lines = ((self.old, slip.old_line), (self.new, slip.new_line))
        one, other = (
            [token.key for token in tokens if token.line == line and token.text not in _NEGATIONS]
            for tokens, line in lines
        )
        return one == other

    @staticmethod
    def _negation(
        old: Sequence[Token], new: Sequence[Token], after: Sequence[Token], there: Sequence[Token]
    ) -> Slip:
        """A lost negation is shown by what follows it, on both sides."""
        return Slip(
            Difference.DECISION,
            " ".join(token.text for token in after[:2]) if old else after[0].text,
            " ".join(token.text for token in there[:2]) if new else there[0].text,
            after[0].line,
            there[0].line,
        )

    def _swap(self, old: Token, new: Token) -> Slip | None:
        difference = self._difference(old, new)
        if difference is None:
            return None
        return Slip(difference, old.text, new.text, old.line, new.line)

    def _difference(self, old: Token, new: Token) -> Difference | None:
        if old.key == new.key:
            return None
        sorts = {old.sort, new.sort}
        if sorts == {Sort.NUMBER}:
            return None if _number(old.text) == _number(new.text) else Difference.VALUE
        if sorts == {Sort.CONSTANT}:
            return Difference.VALUE
        if sorts == {Sort.STRING}:
            return self._in_string(old.text, new.text)
        if sorts == {Sort.MARK} and _UNSAFE.get(old.text) == new.text:
            return Difference.DECISION
        if sorts <= {Sort.MARK, Sort.WORD} and {old.text, new.text} <= DECIDING:
            return Difference.DECISION
        if sorts == {Sort.NAME} and frozenset({old.text, new.text}) in _OPPOSITES:
            return Difference.DECISION
        return None

    def _in_string(self, old: str, new: str) -> Difference | None:
        if posixpath.basename(old) == posixpath.basename(new) != "" and "/" in old + new:
            return None
        if _is_laid_out(old, new) or _are_of_one_name(old, new):
            return None
        before, after = words_of(old), words_of(new)
        is_list = old.startswith(_WORD_LISTS) and new.startswith(_WORD_LISTS)
        is_prose = len(old.split()) > 1 and len(new.split()) > 1 and not is_list
        if is_prose and before == after:
            return None
        one, other = Counter(before), Counter(after)
        if one != other and {*(one - other), *(other - one)} <= self._renamed:
            return None
        return Difference.WORDS if is_prose and not _STATEMENT.match(old) else Difference.VALUE


def _joined(tokens: Sequence[Token]) -> str:
    return " ".join(token.text for token in tokens)


def _is_laid_out(old: str, new: str) -> bool:
    """Whether two texts to be filled in differ only in the blanks around them."""
    before, after = (_BLANKS_AROUND.sub("", text.strip("\"'`")) for text in (old, new))
    return before == after and ("%" in before or "{" in before)


def _are_of_one_name(old: str, new: str) -> bool:
    """Whether two texts are the full names of one thing in two places."""
    are_full = _DOTTED.match(old) is not None and _DOTTED.match(new) is not None
    return are_full and old.rpartition(".")[2] == new.rpartition(".")[2]


def words_of(text: str) -> list[str]:
    """The words of a text in lower case; those inside a name count one by one."""
    return _WORD.findall(_HUMP.sub(" ", text).lower().replace("_", " "))


def _number(text: str) -> str | float:
    plain = text.replace("_", "").lower()
    try:
        return float(plain)
    except ValueError:
        return plain
