"""One remark, or several that say the same, on the way through judgement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from postil.domain.finding import Adjustment, Finding, Remark
from postil.domain.judgement import SetAside
from postil.domain.ledger import State
from postil.domain.severity import Basis, Kind, Root, Severity

_COMPUTED = frozenset({Basis.RULE, Basis.TOOL})


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """The finding as it stands so far, and what only judgement needs to know about it.

    `remarks` are all those it speaks for. `settled` marks a question that low confidence
    made of it, which nothing may raise again.
    """

    finding: Finding
    remarks: tuple[Remark, ...]
    ceiling: Severity = Severity.CRITICAL
    drop_signals: frozenset[str] = frozenset()
    settled: bool = False

    def at(self, severity: Severity, *, step: str, reason: str) -> Self:
        """The same case at another severity; unchanged and unrecorded when it is the same."""
        if severity is self.finding.severity:
            return self
        note = Adjustment(
            step=step, before=self.finding.severity.value, after=severity.value, reason=reason
        )
        return self._with(replace(self.finding, severity=severity), note)

    def of_kind(self, kind: Kind, *, step: str, reason: str) -> Self:
        note = Adjustment(
            step=step, before=self.finding.kind.value, after=kind.value, reason=reason
        )
        return self._with(replace(self.finding, kind=kind), note)

    def advisory(self, *, step: str, reason: str) -> Self:
        """Out of the notes on lines: its cause is no longer taken to lie in the changed code."""
        if self.finding.root is not Root.CODE:
            return self
        note = Adjustment(step=step, before=Root.CODE.value, after=Root.NEW.value, reason=reason)
        return self._with(replace(self.finding, root=Root.NEW), note)

    def closed(self, state: State, *, step: str, reason: str) -> Self:
        note = Adjustment(
            step=step, before=self.finding.status.value, after=state.value, reason=reason
        )
        return self._with(replace(self.finding, status=state), note)

    def warned(self, caveat: str) -> Self:
        """With one more thing a reader should bear in mind."""
        both = "; ".join(filter(None, (self.finding.caveat, caveat)))
        return replace(self, finding=replace(self.finding, caveat=both))

    def set_aside(self, *, step: str, reason: str) -> tuple[SetAside, ...]:
        """One entry for each remark it spoke for, so that nothing goes uncounted."""
        return tuple(
            set_aside(remark, step=step, reason=reason, line=self.finding.place.start)
            for remark in self.remarks
        )

    def _with(self, finding: Finding, note: Adjustment) -> Self:
        return replace(self, finding=replace(finding, adjustments=(*finding.adjustments, note)))


@dataclass(frozen=True, slots=True)
class Sifted:
    """What a step let through and what it set aside."""

    kept: tuple[Case, ...]
    aside: tuple[SetAside, ...] = ()


def set_aside(remark: Remark, *, step: str, reason: str, line: int | None = None) -> SetAside:
    first = remark.quotes[0] if remark.quotes else None
    return SetAside(
        title=remark.title,
        slug=remark.slug,
        source=remark.source,
        severity=remark.severity,
        path=first.path if first else "",
        line=line if line is not None or first is None else first.line,
        step=step,
        reason=reason,
    )


def is_computed(basis: Basis) -> bool:
    """Whether code worked the remark out, as against somebody's reading."""
    return basis in _COMPUTED


def remark_key(remark: Remark) -> tuple[str, ...]:
    """A total order over remarks, so that the order they arrive in never matters."""
    first = remark.quotes[0] if remark.quotes else None
    return (
        first.path if first else "",
        remark.slug,
        remark.title,
        remark.source,
        *sorted(remark.drop_signals),
        # Sets print in any order; everything else prints the same every time.
        repr(replace(remark, drop_signals=frozenset())),
    )


def reading_order(cases: Sequence[Case]) -> tuple[Case, ...]:
    return tuple(sorted(cases, key=lambda case: case.finding.reading_key))
