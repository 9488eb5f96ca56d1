"""A change that calls itself a refactoring alters behaviour, leaves users behind or opens things up.

Functions, methods and constants that left one place and arrived in another are compared token
by token, within lines as well; imports, full names, comments, banners and documents that still point at the old
place are looked up; what was private and is public since is told.

Why it matters: a refactoring is read for its shape. Among hundreds of moved lines nobody sees
the one that is not the same, and nobody tests what was not supposed to change.

Stays quiet when: the change neither says nor shows that it moves code, only layout, comments, names or annotations
differ, the code was rewritten rather than moved or takes other parameters, or what is public now is used from elsewhere or
named by the author.

Silence it: write `postil: allow refactor-audit` and a reason on or above the line, or add a
`[[suppress]]` entry with `check = "refactor-audit"` to `.postil.toml`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from postil.domain.brief import Brief
from postil.domain.change import Change, Side
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.observation import Gap
from postil.domain.paths import is_test
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks import Inspection, Needles
from postil.inspection.checks._refactor_audit.announced import reads_as_move
from postil.inspection.checks._refactor_audit.blocks import MOST_DIFFERENCES, Pair
from postil.inspection.checks._refactor_audit.extracts import extracts
from postil.inspection.checks._refactor_audit.files import Relocated, relocated
from postil.inspection.checks._refactor_audit.homes import Homes, Mention, homes_of
from postil.inspection.checks._refactor_audit.intents import (
    dropped_whole,
    is_among_open,
    is_part,
    is_redrawn,
)
from postil.inspection.checks._refactor_audit.moves import Move, Moves, moves_of
from postil.inspection.checks._refactor_audit.places import is_from_outside
from postil.inspection.checks._refactor_audit.reasons import Reasons
from postil.inspection.checks._refactor_audit.remarks import (
    Sides,
    also,
    differs,
    misplaced,
    opens,
    together,
)
from postil.inspection.checks._refactor_audit.rewrites import (
    LONG_ENOUGH,
    MANY,
    SEVERAL,
    Extent,
    is_freed,
    is_offering,
    is_spoken_of,
)
from postil.inspection.checks._refactor_audit.signatures import is_altered
from postil.inspection.checks._refactor_audit.stars import Offers, Stars
from postil.ports import Hits, Tree

NAME = "refactor-audit"
DIMENSION = Dimension.CORRECTNESS
SEVERITY = Severity.HIGH
ROOT = Root.CODE
ASKS_TREE = True

_CERTAIN = 90
_LIKELY = 75


def activates(change: Change, brief: Brief) -> str | None:
    if not reads_as_move(change, brief.archetype):
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
    yield from together(chain(audit.left_behind(found), audit.left_by_file(found)))
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
        return Extent(self.change, self.base)

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
        names |= {move.new.name for move in self.opening}
        return frozenset(names.union(*(one.needles for one in self.relocated)))

    @cached_property
    def relocated(self) -> list[Relocated]:
        return relocated(self.change, self.moves, base=self.base, head=self.head)

    @cached_property
    def reasons(self) -> Reasons:
        return Reasons(self.change, self.base, self.head, self.moves, self.extent)

    def differences(self) -> Iterator[Remark]:
        for move in self.moves.moved:
            if move.is_elsewhere and not move.is_type and move.old.body != move.new.body:
                yield from self._altered(move)
        for extract in extracts(self.moves.arrived, self.change, self.base):
            slips = [slip for slip in extract.slips if not self.reasons.goes_throughout(slip)]
            if slips:
                sides = Sides(extract.new.name, extract.path, extract.lines, extract.new)
                yield differs(sides, slips)

    def _altered(self, move: Move) -> Iterator[Remark]:
        old, new = move.old, move.new
        if move.is_callable and is_altered(old, new):
            return
        if self.extent.is_large and move.is_callable and len(new.body) < LONG_ENOUGH:
            return
        pair = Pair(old.tokens, new.tokens, (old.path, new.path))
        slips = pair.slips(self._most) if move.is_callable else pair.values()
        kept = [slip for slip in slips if not self.reasons.explains(slip, move)]
        dropped = dropped_whole(slips, new)
        kept = [
            slip
            for slip in kept
            if not (slip in dropped or self.reasons.is_condition(slip, slips, kept, move))
        ]
        if kept:
            yield differs(Sides(new.name, old.path, old.lines, new), kept)

    @property
    def _most(self) -> int:
        """Differences of one block; where much else changes, only a single one stands out."""
        return 1 if self.extent.is_large else MOST_DIFFERENCES

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

    def left_by_file(self, found: Mapping[str, Hits]) -> Iterator[Remark]:
        """One remark for each file or type that lines still name as it was."""
        for one in self.relocated:
            mentions = sorted(
                one.mentions(found),
                key=lambda each: (not each.breaks, each.hit.path, each.hit.line),
            )
            if mentions:
                yield misplaced(one, mentions)

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
            users = {hit.path for hit in found[new.name].hits if is_from_outside(hit, new)}
            users.discard(new.path)
            is_used = any(not is_part(path, new.definition.owner, self.head) for path in users)
            # What becomes a part of a class is as public as the class is.
            is_member = bool(new.definition.owner) and not move.old.definition.owner
            is_meant = is_used or is_member or is_spoken_of(new) or new.name in self.reasons.said
            is_meant = is_meant or is_redrawn(move, self.moves, self.change, self.head)
            # What stays where it was is only then a slip when the change is a move otherwise.
            is_meant = is_meant or not (self.extent.is_pure or move.is_elsewhere)
            if not is_meant and self.change.changes(new.path, Side.NEW, line):
                told = opens(new, self._cause(move))
                yield told.as_mild() if is_among_open(move, self.moves, self.head) else told
