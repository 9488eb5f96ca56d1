"""A change that calls itself a refactoring alters behaviour, leaves users behind or opens things up.

Functions, methods and constants that left one place and arrived in another are compared token
by token; full names, star imports, comments and documents that still point at the old place are
looked up; what was private and is public since is told.

Why it matters: a refactoring is read for its shape. Among hundreds of moved lines nobody sees
the one that is not the same, and nobody tests what was not supposed to change.

Stays quiet when: the change is no refactoring, only layout, comments, names or annotations
differ, the code was rewritten rather than moved or takes other parameters, or what is public now is used from elsewhere or
named by the author.

Silence it: write `postil: allow refactor-audit` and a reason on or above the line, or add a
`[[suppress]]` entry with `check = "refactor-audit"` to `.postil.toml`.
"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from postil.domain.brief import Archetype, Brief
from postil.domain.change import Change, Side
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.observation import Gap
from postil.domain.paths import is_test
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks import Inspection, Needles
from postil.inspection.checks._refactor_audit_blocks import MOST_DIFFERENCES, Difference, Pair, Slip
from postil.inspection.checks._refactor_audit_extracts import extracts
from postil.inspection.checks._refactor_audit_homes import Homes, Mention, homes_of
from postil.inspection.checks._refactor_audit_intents import (
    could_not_jump,
    dropped_whole,
    is_among_open,
    is_redrawn,
    is_safeguard,
    is_unbound,
    names_value,
)
from postil.inspection.checks._refactor_audit_moves import Move, Moves, moves_of
from postil.inspection.checks._refactor_audit_remarks import Sides, also, differs, opens, together
from postil.inspection.checks._refactor_audit_rewrites import (
    LONG_ENOUGH,
    MANY,
    SEVERAL,
    Extent,
    coined,
    differing,
    is_freed,
    is_named_after,
    is_offering,
    is_respelled,
    is_spoken_of,
    members_of,
    plain,
)
from postil.inspection.checks._refactor_audit_signatures import is_altered
from postil.inspection.checks._refactor_audit_stars import Offers, Stars
from postil.ports import Hits, Tree

NAME = "refactor-audit"
DIMENSION = Dimension.CORRECTNESS
SEVERITY = Severity.HIGH
ROOT = Root.CODE
ASKS_TREE = True

_CERTAIN = 90
_LIKELY = 75
_CALLS = re.compile(r"(?<!\w)(\w{1,80})\(")
_EXPECTS = re.compile(r"(?i)assert|expect|should|verify|raise|throw|require\.")
_COINED = re.compile(r"\b[A-Z][A-Z0-9]{1,40}(?:_[A-Z0-9]{1,40}){1,6}\b")
_WORDS = re.compile(r"\A[A-Za-z][\w .:/-]{2,60}\Z")
_LONGEST = 2_000
_FEW = 2
_REWRITTEN = 60
"""Added lines beyond which a test was not merely moved."""


def activates(change: Change, brief: Brief) -> str | None:
    if brief.archetype is not Archetype.REFACTOR:
        return None
    return f"the change is a refactoring of {len(change.files)} file(s)"


def inspect(change: Change, head: Tree, base: Tree) -> Inspection:
    audit = _Audit(change, base, head)
    found = yield Needles(audit.needles)
    if audit.moves.beyond:
        yield Gap(
            subject=f"check `{NAME}`",
            reason=f"the change moves more than can be followed ({audit.moves.beyond} beyond the most)",
            required=True,
            remedy="split the change",
        )
    differences = [] if audit.extent.is_rewrite else list(audit.differences())
    if len(differences) < MANY:
        yield from differences
    yield from together(audit.left_behind(found))
    opened = [] if is_offering(change) else list(audit.opened(found))
    if len(opened) < SEVERAL:
        yield from opened


@dataclass(frozen=True)
class _Audit:
    """One refactoring between its two revisions."""

    change: Change
    base: Tree
    head: Tree

    @cached_property
    def extent(self) -> Extent:
        return Extent(self.change)

    @cached_property
    def moves(self) -> Moves:
        return moves_of(self.change, base=self.base, head=self.head)

    @cached_property
    def homes(self) -> list[Homes]:
        return homes_of(self.moves, base=self.base, head=self.head)

    @cached_property
    def opening(self) -> list[Move]:
        """Moves after which something can be used from elsewhere that could not before."""
        return [
            move
            for move in self.moves.moved
            if move.is_opening and (move.is_callable or move.is_type)
            if not (is_test(move.new.path) or is_freed(move.old, move.new) or move.is_outward)
        ]

    @property
    def needles(self) -> frozenset[str]:
        names = {homes.move.old.name for homes in self.homes}
        return frozenset(names | {move.new.name for move in self.opening})

    @cached_property
    def added(self) -> frozenset[str]:
        return frozenset(text.strip() for file in self.change.files for _, text in file.added)

    @cached_property
    def removed(self) -> frozenset[str]:
        return frozenset(text.strip() for file in self.change.files for _, text in file.removed)

    def differences(self) -> Iterator[Remark]:
        for move in self.moves.moved:
            old, new = move.old, move.new
            if not move.is_elsewhere or move.is_type or old.body == new.body:
                continue
            if move.is_callable and is_altered(old, new):
                continue
            pair = Pair(old.tokens, new.tokens, (old.path, new.path))
            slips = pair.slips(self._most) if move.is_callable else pair.values()
            if self.extent.is_large and move.is_callable and len(new.body) < LONG_ENOUGH:
                continue
            kept = [
                slip
                for slip in slips
                if not (self._is_explained(slip, move) or self._is_sweep(slip, move))
            ]
            dropped = dropped_whole(slips, new)
            kept = [
                slip
                for slip in kept
                if not (slip in dropped or self._is_condition(slip, slips, kept, move))
            ]
            if kept:
                yield differs(Sides(new.name, old.path, old.lines, new), kept)
        for extract in extracts(self.moves.arrived, self.change, self.base):
            if extract.slips:
                sides = Sides(extract.new.name, extract.path, extract.lines, extract.new)
                yield differs(sides, extract.slips)

    @staticmethod
    def _is_condition(slip: Slip, slips: Sequence[Slip], kept: Sequence[Slip], move: Move) -> bool:
        """Whether a lost condition guarded a lost line that is done elsewhere since."""
        if slip.difference is not Difference.LOST or slip.old_line is None:
            return False
        explained = {one.old_line for one in slips if one not in kept}
        text = move.old.lines[slip.old_line - 1].lstrip()
        return text.startswith(("if ", "if(", "unless ")) and slip.old_line + 1 in explained

    @property
    def _most(self) -> int:
        """Differences of one block; where much else changes, only a single one stands out."""
        return 1 if self.extent.is_large else MOST_DIFFERENCES

    def _is_sweep(self, slip: Slip, move: Move) -> bool:
        """Whether a word was changed all over, or in a test that was rewritten with its subject."""
        if not slip.is_swap:
            return False
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
        if is_respelled(old, new) or self._is_expected(move.new.name, new):
            return True
        if new.lstrip(":") in self.moves.passing or is_named_after(new, move.new):
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
        fewer = sum(old in text and new not in text for text in self.removed)
        more = sum(new in text for text in self.added)
        return bool(old and new) and min(fewer, more) > _FEW

    def _is_explained(self, slip: Slip, move: Move) -> bool:
        """Whether a line came or went for a reason that shows: it was put elsewhere, or it
        speaks of something that only one of the versions knows.

        Tests are rewritten more freely; what they set up says little.
        """
        if slip.is_swap:
            return False
        lines, number, others = (
            (move.old.lines, slip.old_line, self.added)
            if slip.old_line is not None
            else (move.new.lines, slip.new_line, self.removed)
        )
        text = lines[(number or 1) - 1].strip()
        if slip.old_line is not None and (self._is_kept(text, move) or is_unbound(text, move)):
            return True
        if slip.old_line is None and (
            self._is_of_new_place(text, move)
            or is_safeguard(lines, number or 1)
            or names_value(slip, move)
        ):
            return True
        if self._is_put_elsewhere(text, gained=slip.old_line is not None):
            return True
        spoken = set(f"{slip.old} {slip.new}".split())
        if self._is_announced(lines, number or 1) or self._is_named(text, move):
            return True
        return text in others or is_test(move.new.path) or bool(spoken & self.moves.passing)

    def _is_of_new_place(self, text: str, move: Move) -> bool:
        """Whether a line that came in works on what only the new place had before the move."""
        members = members_of(text[:_LONGEST])
        there = members_of(self.base.read(move.new.path) or "") if members else members
        return bool((members & there) - members_of("\n".join(move.old.lines)))

    def _is_kept(self, text: str, move: Move) -> bool:
        """Whether a line that did not come along still stands in the file that the block left."""
        left = self.head.read(move.old.path) or ""
        return any(text == line.strip() for line in left.split("\n"))

    @cached_property
    def _said(self) -> str:
        said = [self.change.title, self.change.description]
        said += [f"{commit.subject}\n{commit.body}" for commit in self.change.commits[:200]]
        return "\n".join(said)[: _LONGEST * 10]

    @cached_property
    def _announced(self) -> frozenset[str]:
        """The coined names that the author speaks of."""
        return frozenset(_COINED.findall(self._said))

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
        return coined(self._said)

    @cached_property
    def _added_calls(self) -> frozenset[frozenset[str]]:
        return frozenset(frozenset(_CALLS.findall(text[:_LONGEST])) for text in self.added)

    @cached_property
    def _removed_calls(self) -> frozenset[frozenset[str]]:
        return frozenset(frozenset(_CALLS.findall(text[:_LONGEST])) for text in self.removed)

    def _is_put_elsewhere(self, text: str, *, gained: bool) -> bool:
        """Whether another line makes the same calls: extracted, with other words for its values."""
        calls = frozenset(_CALLS.findall(text[:_LONGEST]))
        return bool(calls) and calls in (self._added_calls if gained else self._removed_calls)

    def left_behind(self, found: Mapping[str, Hits]) -> Iterator[Remark]:
        """One remark for each file and the place it still names, at the first line that does."""
        groups: dict[tuple[str, str, bool], list[tuple[Mention, Move]]] = defaultdict(list)
        stars = Stars(Offers(self.base), Offers(self.head))
        for homes in self.homes:
            hits = found[homes.move.old.name].hits
            for mention in (*homes.mentions(hits), *stars.mentions(homes, hits)):
                key = (homes.move.old.path, mention.hit.path, mention.breaks)
                groups[key].append((mention, homes.move))
        for group in groups.values():
            first, move = min(group, key=lambda pair: pair[0].hit.line)
            lines = sorted({mention.hit.line for mention, _ in group} - {first.hit.line})
            yield self._left(move, first, others=lines)

    def _left(self, move: Move, mention: Mention, *, others: list[int]) -> Remark:
        hit, name = mention.hit, move.old.name
        place = f"`{mention.named}`" if mention.named != name else f"`{move.old.path}`"
        return Remark(
            title=f"`{name}` is still {'looked for' if mention.breaks else 'described'} in its old place",
            slug="old-place-imported" if mention.breaks else "old-structure-named",
            severity=SEVERITY if mention.breaks else Severity.LOW,
            dimension=Dimension.CROSS_REFERENCE,
            root=ROOT if mention.breaks else Root.DOC,
            quotes=(Quote(path=hit.path, text=hit.text, line=hit.line), self._cause(move)),
            failure_mode=(
                f"The line counts on {place}, and `{name}` is not there any more."
                if mention.breaks
                else f"Readers are sent to {place}, and `{name}` is not there any more."
            ),
            mitigation=f"Name its new place, `{move.new.path}`.",
            claim=Claim(Shape.MISMATCH, name),
            confidence=_CERTAIN if mention.named != name else _LIKELY,
            details=also(others),
        )

    def _cause(self, move: Move) -> Quote:
        """The line that left; the file's new path when the whole file did."""
        old = move.old
        if self.change.changes(old.path, Side.OLD, old.definition.line):
            return Quote(path=old.path, text=old.text, side=Side.OLD, line=old.definition.line)
        return Quote(path=move.new.path, text="")

    def opened(self, found: Mapping[str, Hits]) -> Iterator[Remark]:
        for move in self.opening:
            new, line = move.new, move.new.definition.line
            is_used = any(hit.path != new.path for hit in found[new.name].hits)
            # What becomes a part of a class is as public as the class is.
            is_member = bool(new.definition.owner) and not move.old.definition.owner
            is_meant = is_used or is_member or is_spoken_of(new) or new.name in self._said
            is_meant = is_meant or is_redrawn(move, self.change, self.head)
            if not is_meant and self.change.changes(new.path, Side.NEW, line):
                told = opens(new, self._cause(move))
                yield told.as_mild() if is_among_open(move, self.head) else told
