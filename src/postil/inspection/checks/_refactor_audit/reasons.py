"""Whether a difference between a block and its moved version has a reason that shows in the change."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from postil.domain.change import Change, Side
from postil.domain.paths import is_test
from postil.inspection.checks._refactor_audit.blocks import Difference, Slip
from postil.inspection.checks._refactor_audit.edits import Names
from postil.inspection.checks._refactor_audit.intents import (
    could_not_jump,
    gives_up_field,
    is_safeguard,
    is_unbound,
    names_value,
)
from postil.inspection.checks._refactor_audit.moves import Move, Moves
from postil.inspection.checks._refactor_audit.rewrites import (
    Extent,
    coined,
    differing,
    is_named_after,
    is_respelled,
    members_of,
    plain,
)
from postil.ports import Tree
from postil.syntax import Form, references

_CALLS = re.compile(r"(?<!\w)(\w{1,80})\(")
_EXPECTS = re.compile(r"(?i)assert|expect|should|verify|raise|throw|require\.")
_COINED = re.compile(r"\b[A-Z][A-Z0-9]{1,40}(?:_[A-Z0-9]{1,40}){1,6}\b")
_WORDS = re.compile(r"\A[A-Za-z][\w .:/-]{2,60}\Z")
_NAME = re.compile(r"[A-Za-z_]\w*")
_HANDS_BACK = re.compile(r"return\s{1,4}(?:\([\w *]{1,60}\)\s{0,4})?([A-Za-z_]\w{0,80})\s{0,4};?\Z")
_TELLING = re.compile(r"\w+(?:[./-]\w{1,80}){0,6}")
_LONGEST = 2_000
_FEW = 2
_OFTEN = 2
"""In so many lines a word is renamed on purpose."""
_REWRITTEN = 60
"""Added lines beyond which a test was not merely moved."""
_OWN_FORMS = frozenset({Form.DEFINITION, Form.BINDING, Form.IMPORT})
_EDITS = frozenset({Difference.TAKEN, Difference.PUT})
_ENTRIES = frozenset({Difference.LEFT_OUT, Difference.LET_IN})
_HANDS_OUT = frozenset({"__all__", "exports", "module.exports", "default"})
"""Lists of what a file offers, which follow what stands in it."""


@dataclass(frozen=True)
class Reasons:
    """One refactoring, asked why something in it is not as it was."""

    change: Change
    base: Tree
    head: Tree
    moves: Moves
    extent: Extent

    def explains(self, slip: Slip, move: Move) -> bool:
        if slip.difference is Difference.NAME:
            return self._is_own_name(slip, move) or self._is_sweep(slip, move)
        if slip.difference in _EDITS:
            return self._is_fitted(slip, move)
        if slip.difference in _ENTRIES:
            return self._is_chosen(slip, move)
        return self._is_sweep(slip, move) if slip.is_swap else self._is_explained(slip, move)

    def is_condition(
        self, slip: Slip, slips: Sequence[Slip], kept: Sequence[Slip], move: Move
    ) -> bool:
        """Whether a lost condition guarded a lost line that is done elsewhere since."""
        if slip.difference is not Difference.LOST or slip.old_line is None:
            return False
        explained = {one.old_line for one in slips if one not in kept}
        text = move.old.lines[slip.old_line - 1].lstrip()
        return text.startswith(("if ", "if(", "unless ")) and slip.old_line + 1 in explained

    def _is_own_name(self, slip: Slip, move: Move) -> bool:
        """Whether a name may have been renamed: the change defines, binds or imports it anew."""
        names = Names(move.old.tokens, move.new.tokens)
        if names.are_both_known(slip.old, slip.new):
            return False
        if {slip.old, slip.new} & (self.moves.passing | self.moves.respelled):
            return True
        if self.goes_throughout(slip):
            return True
        sides = ((self.base, move.old.path), (self.head, move.new.path))
        return any(
            use.form in _OWN_FORMS
            for tree, path in sides
            for use in references(path, tree.read(path) or "", {slip.old, slip.new})
        )

    def goes_throughout(self, slip: Slip) -> bool:
        """Whether the change writes one word for the other in several lines and nowhere goes back."""
        words = self._written
        return (
            min(words[Side.OLD][slip.old], words[Side.NEW][slip.new]) >= _OFTEN
            and not words[Side.NEW][slip.old]
            and not words[Side.OLD][slip.new]
        )

    @cached_property
    def _written(self) -> Mapping[Side, Counter[str]]:
        """How many lines the change takes away, and adds, with each word in them."""
        counted = {Side.OLD: Counter[str](), Side.NEW: Counter[str]()}
        for file in self.change.files:
            for side, lines in ((Side.OLD, file.removed), (Side.NEW, file.added)):
                for _, text in lines:
                    counted[side].update(set(_NAME.findall(text[:_LONGEST])))
        return counted

    def _is_fitted(self, slip: Slip, move: Move) -> bool:
        """Whether tokens within a line came or went with something that the change itself makes."""
        if is_test(move.new.path):
            return True
        spoken = frozenset(_NAME.findall(f"{slip.old} {slip.new}"[:_LONGEST]))
        if spoken & (self.moves.passing | self.moves.respelled):
            return True
        number = slip.old_line if slip.difference is Difference.TAKEN else slip.new_line
        lines = move.old.lines if slip.difference is Difference.TAKEN else move.new.lines
        text = lines[(number or 1) - 1]
        return self._is_announced(lines, number or 1) or self._is_named(text, move)

    def _is_chosen(self, slip: Slip, move: Move) -> bool:
        """Whether an entry of a list came or went together with what it names, is in another list
        since, or is spoken of by the author.
        """
        if is_test(move.new.path) or move.new.name in _HANDS_OUT:
            return True
        spoken = frozenset(_NAME.findall(f"{slip.old} {slip.new}"[:_LONGEST]))
        apart = {each.new.name for each in self.moves.moved if each.new.path != move.new.path}
        if spoken & (self.moves.passing | self.moves.respelled | apart):
            return True
        # What the list named stays behind, where the new place may not reach it.
        left = self._text_now(move.old.path) if move.old.path != move.new.path else ""
        if (slip.old or slip.new) in _NAME.findall(left):
            return True
        telling = max(_TELLING.findall(f"{slip.old} {slip.new}"[:_LONGEST]), key=len, default="")
        word = re.compile(rf"(?<!\w){re.escape(telling)}(?!\w)")
        went, came = (
            sum(count for text, count in lines.items() if word.search(text[:_LONGEST]))
            for lines in (self._removed, self._added)
        )
        is_lost = slip.difference is Difference.LEFT_OUT
        is_elsewhere = came >= went if is_lost else went >= came
        said = re.search(word.pattern, self.said, re.IGNORECASE) is not None
        return not telling or is_elsewhere or said

    def _is_sweep(self, slip: Slip, move: Move) -> bool:
        """Whether a word was changed all over, or in a test that was rewritten with its subject."""
        if could_not_jump(slip, move.new):
            return True
        if slip.difference is Difference.WORDS and (
            self.extent.is_considerable or self._is_renamed(move)
        ):
            # What the file or the class is about has another name, and its words follow.
            return True
        if is_test(move.new.path) and not self._is_expectation(slip, move):
            # What a test sets up for itself is not what it expects.
            return True
        if is_test(move.new.path) and move.old.path != move.new.path:
            renamed = self.change.by_path.get(move.new.path)
            return renamed is not None and len(renamed.added) > _REWRITTEN
        old, new = plain(slip.old), plain(slip.new)
        is_typing = slip.difference is Difference.WORDS and is_respelled(old, new)
        if is_typing or self._is_expected(move.new.name, new):
            return True
        is_following = is_named_after(new, move.new) and not is_named_after(new, move.old)
        if new.lstrip(":") in self.moves.passing or is_following:
            # Of what only this version has, or of the place where it stands.
            return True
        if not (_WORDS.match(old) and _WORDS.match(new)):
            return False
        if new == move.new.definition.owner:
            return True
        return self._is_spread(old, new) or self._is_spread(*differing(old, new))

    def _is_renamed(self, move: Move) -> bool:
        """Whether the file or the class of a moved thing has another name than before."""
        if move.old.path == move.new.path and move.old.definition.owner in self.moves.passing:
            return True
        file = self.change.by_path.get(move.new.path)
        before = move.old.path
        is_same_file = file is not None and file.old_path == before
        return is_same_file and posixpath.basename(before) != posixpath.basename(move.new.path)

    @staticmethod
    def _is_expectation(slip: Slip, move: Move) -> bool:
        """Whether a test compares on the line; of values for machines, anywhere in the block."""
        if slip.difference is Difference.WORDS:
            return _EXPECTS.search(move.new.lines[(slip.new_line or 1) - 1]) is not None
        return any(map(_EXPECTS.search, move.new.body))

    @cached_property
    def _tested(self) -> tuple[str, ...]:
        """The lines that the change adds to tests."""
        return tuple(
            text[:_LONGEST]
            for file in self.change.files
            if is_test(file.path)
            for _, text in file.added
        )

    def _is_expected(self, name: str, value: str) -> bool:
        """Whether a new line of a test speaks of the thing and of its new value: it was meant."""
        return bool(value) and any(name in text and value in text for text in self._tested)

    def _is_spread(self, old: str, new: str) -> bool:
        """Whether one text gave way to another on several lines."""
        fewer = sum(old in text and new not in text for text in self._removed)
        more = sum(new in text for text in self._added)
        return bool(old and new) and min(fewer, more) > _FEW

    def _is_explained(self, slip: Slip, move: Move) -> bool:
        """Whether a line came or went for a reason that shows: it was put elsewhere, or it
        speaks of something that only one of the versions knows.

        Tests are rewritten more freely; what they set up says little.
        """
        is_lost = slip.old_line is not None
        lines, number = (
            (move.old.lines, slip.old_line) if is_lost else (move.new.lines, slip.new_line)
        )
        text = lines[(number or 1) - 1].strip()
        if is_lost and (self._is_kept(number or 1, move) or is_unbound(text, move)):
            return True
        if is_lost and _hands_back_other(text, move):
            return True
        if is_lost and gives_up_field(text, map(self._text_now, (move.old.path, move.new.path))):
            return True
        if not is_lost and (
            self._is_of_new_place(text, move)
            or is_safeguard(lines, number or 1)
            or names_value(slip, move)
        ):
            return True
        if self._is_put_elsewhere(text, lost=is_lost):
            return True
        spoken = set(f"{slip.old} {slip.new}".split())
        if self._is_announced(lines, number or 1) or self._is_named(text, move):
            return True
        return is_test(move.new.path) or bool(spoken & self.moves.passing)

    def _text_now(self, path: str) -> str:
        return self.head.read(path) or ""

    def _is_kept(self, number: int, move: Move) -> bool:
        """Whether a lost line still stands where the block was, beside the same line, and both
        speak of what only that place has.
        """
        left = [line.strip() for line in (self.head.read(move.old.path) or "").split("\n")]
        pairs = frozenset(pairwise(left))
        around = [line.strip() for line in move.old.lines[max(0, number - 2) : number + 1]]
        return any(
            pair in pairs and members_of(" ".join(pair)[:_LONGEST]) for pair in pairwise(around)
        )

    def _is_of_new_place(self, text: str, move: Move) -> bool:
        """Whether a line that came in works on what only the new place had before the move, or
        on what neither place had and other lines of the new version know as well.
        """
        members = members_of(text[:_LONGEST])
        if not members:
            return False
        there = members_of(self.base.read(move.new.path) or "")
        here = members_of(self.base.read(move.old.path) or "")
        block = members_of("\n".join(move.old.lines))
        text = self.head.read(move.new.path) or ""
        fresh = members - there - here
        return bool((members & there) - block) or any(text.count(f".{one}") > 1 for one in fresh)

    @cached_property
    def said(self) -> str:
        said = [self.change.title, self.change.description]
        said += [f"{commit.subject}\n{commit.body}" for commit in self.change.commits[:200]]
        return "\n".join(said)[: _LONGEST * 10]

    @cached_property
    def _announced(self) -> frozenset[str]:
        """The coined names that the author speaks of."""
        return frozenset(_COINED.findall(self.said))

    def _is_announced(self, lines: Sequence[str], number: int) -> bool:
        """Whether the author speaks of a constant that stands on the line or right beside it."""
        near = " ".join(text[:_LONGEST] for text in lines[max(0, number - 2) : number + 1])
        return not self._announced.isdisjoint(_COINED.findall(near))

    def _is_named(self, text: str, move: Move) -> bool:
        """Whether the author speaks of something on the line by its name."""
        named = coined(text[:_LONGEST]) - {move.old.name, move.new.name}
        return not named.isdisjoint(self._named)

    @cached_property
    def _named(self) -> frozenset[str]:
        return coined(self.said)

    @cached_property
    def _added(self) -> Counter[str]:
        return Counter(text.strip() for file in self.change.files for _, text in file.added)

    @cached_property
    def _removed(self) -> Counter[str]:
        return Counter(text.strip() for file in self.change.files for _, text in file.removed)

    @cached_property
    def _calls(self) -> tuple[Counter[frozenset[str]], Counter[frozenset[str]]]:
        """How many lines make which calls, of those that went and of those that came."""
        return _calls_of(self._removed), _calls_of(self._added)

    def _is_put_elsewhere(self, text: str, *, lost: bool) -> bool:
        """Whether the line is there as often as it was, or as many lines make the same calls:
        it was kept where it stood, or extracted, with other words for its values.
        """
        went, came = self._removed[text], self._added[text]
        if (came >= went) if lost else (went >= came):
            return True
        calls = frozenset(_CALLS.findall(text[:_LONGEST]))
        fewer, more = (counted[calls] for counted in self._calls)
        return bool(calls) and ((more >= fewer) if lost else (fewer >= more))


def _calls_of(lines: Counter[str]) -> Counter[frozenset[str]]:
    counted: Counter[frozenset[str]] = Counter()
    for text, count in lines.items():
        counted[frozenset(_CALLS.findall(text[:_LONGEST]))] += count
    return counted


def _hands_back_other(text: str, move: Move) -> bool:
    """Whether a lost `return` gave back a value that the new version hands back without naming it."""
    given = _HANDS_BACK.match(text[:_LONGEST])
    now = {token.text for token in move.new.tokens}
    if given is None or given[1] in now or "return" not in now:
        return False
    return any(re.search(rf"\b{given[1]} {{0,4}}=(?!=)", line) for line in move.old.lines)
