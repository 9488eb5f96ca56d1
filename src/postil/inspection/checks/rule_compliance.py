"""An added line breaks a rule that the project has written down.

The rules are those of the nearest `CLAUDE.md`, `AGENTS.md` or `CONTRIBUTING.md` above the file,
as they stand before the change; only rules that name a token of code are compared.

Why it matters: written rules are how a team remembers; a rule broken once in silence is soon
no rule.

Stays quiet when: the token stands in a comment or a string, is defined or only moved; the rule
has a condition or an exception that code cannot judge, speaks for other files, or is about
commits, commands to run or documents; or three untouched files of the same kind break it too.

Silence it: write `postil: allow rule-compliance` and a reason on or above the line, or add a
`[[suppress]]` entry with `check = "rule-compliance"` to `.postil.toml`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from postil.domain import paths
from postil.domain.change import Change, ChangedFile, FileStatus, Side
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.severity import Dimension, Kind, Root, Severity
from postil.inspection.checks._rule_compliance.binding import is_advised
from postil.inspection.checks._rule_compliance.breaches import (
    Breach,
    breach_of,
    is_let_pass,
)
from postil.inspection.checks._rule_compliance.custom import Custom
from postil.inspection.checks._rule_compliance.layers import Layers
from postil.inspection.checks._rule_compliance.orders import Order, Way, orders_in
from postil.inspection.checks._rule_compliance.reading import Reading
from postil.inspection.gathering import gathered
from postil.inspection.rules import Rule, RuleBooks
from postil.ports import Tree

NAME = "rule-compliance"
DIMENSION = Dimension.CONSISTENCY
SEVERITY = Severity.MEDIUM
ROOT = Root.CODE

_MOST_LISTED = 20
_LONGEST_TEXT = 240
_FULL_STOP = re.compile(r"[.!?](?=\s|\Z)")


def activates(change: Change) -> str | None:
    count = sum(_is_read(file) for file in change.files)
    return f"compared {count} file(s) with the project's rules" if count else None


def inspect(change: Change, head: Tree, base: Tree) -> Iterator[Remark]:
    project = _Project(change, head, base)
    found = (remark for file in change.files if _is_read(file) for remark in project.remarks(file))
    yield from gathered(found, _rule_of)


def _rule_of(remark: Remark) -> str:
    """The rule that is broken, which is the last thing a remark quotes."""
    rule = remark.quotes[-1]
    return f"{rule.path}:{rule.line} {remark.kind} {remark.claim}"


def _is_read(file: ChangedFile) -> bool:
    path = file.path
    return (
        bool(file.added or file.removed)
        and file.status is not FileStatus.DELETED
        and not (file.binary or file.is_symlink or file.is_submodule)
        and not (paths.is_doc(path) or paths.is_lockfile(path) or paths.is_vendored(path))
        and not (paths.is_generated(path) or paths.is_minified(path) or paths.is_fixture(path))
    )


@dataclass
class _Project:
    """What all files share, each worked out when first asked for."""

    change: Change
    head: Tree
    base: Tree

    @cached_property
    def _books(self) -> RuleBooks:
        return RuleBooks(self.base)

    @cached_property
    def _custom(self) -> Custom:
        return Custom(self.change, self.base)

    @cached_property
    def _layers(self) -> Layers:
        return Layers(self.base)

    @cached_property
    def _orders(self) -> dict[str, tuple[Order, ...]]:
        return {}

    @cached_property
    def _moved(self) -> frozenset[str]:
        """Lines the change takes away somewhere: what it adds elsewhere is only moved."""
        return frozenset(text.strip() for file in self.change.files for _, text in file.removed)

    def remarks(self, file: ChangedFile) -> Iterator[Remark]:
        told: set[tuple[Way, str, str]] = set()
        reading = Reading(file, self.head, self.base, self._moved)
        for book in self._books.above(file.path):
            for order in self._of(book):
                key = (order.way, order.token, order.call)
                folder = posixpath.dirname(book) if book.count("/") and not _is_aside(book) else ""
                if key in told or not order.scope.holds(file.path, folder=folder):
                    continue
                breach = breach_of(order, reading)
                if breach is not None:
                    told.add(key)
                    if self._custom.breaks(order, file.path, folder):
                        continue
                    remark = self._remark(order, breach, file)
                    # What a change says of itself excuses nothing; it only shows that it was weighed.
                    yield remark.as_mild() if is_let_pass(order, breach, reading) else remark

    def _of(self, book: str) -> tuple[Order, ...]:
        if book not in self._orders:
            rules = self._books.rules(book)
            self._orders[book] = tuple(
                replace(order, scope=self._layers.settled(order.scope))
                for rule in rules
                for order in orders_in(rule)
                if rule.is_listed_as_forbidden
                or not is_advised(order.token, self.base.read(book) or "")
            )
        return self._orders[book]

    def _is_withdrawn(self, rule: Rule) -> bool:
        """Whether the change itself takes the rule away."""
        return self.change.changes(rule.book, Side.OLD, rule.line) and not any(
            " ".join(rule.text.split()) in " ".join(text.split())
            for file in self.change.files
            for _, text in file.added
        )

    def _remark(self, order: Order, breach: Breach, file: ChangedFile) -> Remark:
        rule = order.rule
        withdrawn = self._is_withdrawn(rule)
        others = ", ".join(str(number) for number in breach.lines[1 : _MOST_LISTED + 1])
        notes = [f"Also on line(s) {others}."] if others else []
        notes += ["The change also removes the rule."] if withdrawn else []
        return Remark(
            title=breach.title,
            slug=NAME,
            severity=SEVERITY,
            dimension=DIMENSION,
            root=ROOT,
            kind=Kind.QUESTION if withdrawn else Kind.DEFECT,
            quotes=(
                Quote(path=file.path, text=breach.text, line=breach.lines[0], side=breach.side),
                Quote(path=rule.book, text=rule.quoted, line=rule.line, side=Side.OLD),
            ),
            failure_mode=f"The rule at `{rule.place}` reads: {_shortened(_whole(rule))}.",
            mitigation=breach.mitigation,
            claim=Claim(Shape.MISMATCH, order.token),
            confidence=breach.confidence,
            details=" ".join(notes),
        )


def _is_aside(book: str) -> bool:
    """Whether a book speaks for the whole repository although it stands in a folder."""
    return book.startswith((".github/", "docs/"))


def _whole(rule: Rule) -> str:
    """The rule with what its sentence says behind a semicolon."""
    rest = rule.entry.partition(rule.text)[2]
    if not rule.text.endswith(";"):
        return rule.text
    end = _FULL_STOP.search(rest)
    return rule.text + (rest[: end.start()] if end else rest)


def _shortened(text: str) -> str:
    plain = " ".join(text.split()).rstrip(".!?;:, ")
    if len(plain) <= _LONGEST_TEXT:
        return plain
    return plain[:_LONGEST_TEXT].rpartition(" ")[0].rstrip(".") + " …"
