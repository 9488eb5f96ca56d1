"""Tells what two models said alike from what only one of them said; asks nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from postil.domain.finding import Finding
from postil.domain.panel import Crossing, Dispute
from postil.domain.severity import Kind
from postil.judge.case import is_computed
from postil.judge.crossing.conflicts import (
    CAP,
    Arbitrate,
    Bucket,
    Contest,
    Position,
    Stance,
    contests,
    tally,
)

SECOND_OPINION = "second-opinion"
CAVEAT = (
    "Homogenised lens: models that agree may share a blind spot; "
    "the person who knows the domain decides."
)
_LINES = 10
_PRIMARY, _SECOND = "primary", "second"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciliation:
    """The record so far, and for each dispute which of the findings it is about."""

    crossing: Crossing
    positions: Mapping[str, int]


def reconcile(
    findings: Sequence[Finding],
    *,
    model: str,
    prefix: str,
    cap: int = CAP,
    acquitted: Collection[str] = (),
) -> Reconciliation:
    """The four buckets by who reported what, and every dispute that matters.

    A side that did not flag something has not called it fine. It has when it praises the same
    lines, or when the finding's id is among the `acquitted`. What code worked out is in dispute
    with nobody.
    """
    rows = _rows(findings, acquitted)
    counts = tally([row for row, _ in rows])
    of = {id(row): position for row, position in rows}
    found = contests([row for row, _ in rows], cap=cap, prefix=prefix)
    crossing = Crossing(
        model=model,
        agreement=counts[Bucket.AGREEMENT],
        primary_only=counts[Bucket.PRIMARY_ONLY],
        second_only=counts[Bucket.SECOND_ONLY],
        contradiction=counts[Bucket.CONTRADICTION],
        disputes=tuple(_dispute(each, findings[of[id(each.speaker)]]) for each in found),
        caveat=CAVEAT if counts[Bucket.AGREEMENT] else "",
    )
    return Reconciliation(
        crossing=crossing, positions={each.id: of[id(each.speaker)] for each in found}
    )


def numbered(crossing: Crossing, findings: Sequence[Finding]) -> Crossing:
    """The same with each dispute naming its finding by number, once there are numbers."""
    names = {each.handle: each.number for each in reversed(findings)}
    return replace(
        crossing,
        disputes=tuple(
            replace(each, finding=names.get(each.finding, each.finding))
            for each in crossing.disputes
        ),
    )


def _rows(findings: Sequence[Finding], acquitted: Collection[str]) -> list[tuple[Position, int]]:
    heard = [
        (place, finding, _sides(finding))
        for place, finding in enumerate(findings)
        if finding.is_open and _is_said(finding)
    ]
    keys = _fingerprints(heard)
    rows: list[tuple[Position, int]] = []
    for place, finding, sides in heard:
        stance = Stance.OK if finding.kind is Kind.PRAISE else Stance.FLAG
        said = [(side, stance) for side in sides]
        if finding.id and finding.id in acquitted:
            said.append((_SECOND if sides == (_PRIMARY,) else _PRIMARY, Stance.OK))
        rows += [(_position(finding, keys[place], each), place) for each in said]
    return rows


def _is_said(finding: Finding) -> bool:
    """Whether a model said it; what a check found counts only where the second model saw it too."""
    return SECOND_OPINION in finding.sources or not is_computed(finding.basis)


def _sides(finding: Finding) -> tuple[str, ...]:
    others = set(finding.sources) - {SECOND_OPINION}
    both = (_PRIMARY,) if others else ()
    return (*both, _SECOND) if SECOND_OPINION in finding.sources else both


def _fingerprints(heard: Sequence[tuple[int, Finding, tuple[str, ...]]]) -> dict[int, str]:
    """Path, ten lines and dimension: shared by two findings only where nothing else is there.

    Two defects taken for one would hide one of them; one taken for two costs a question.
    """
    near: dict[str, list[tuple[int, Finding, tuple[str, ...]]]] = {}
    for each in heard:
        near.setdefault(_key(each[1]), []).append(each)
    keys: dict[int, str] = {}
    for key, group in near.items():
        alike = _is_pair(group)
        keys |= {place: key if alike else f"{key}#{place}" for place, _, _ in group}
    return keys


def _key(finding: Finding) -> str:
    place = finding.place
    lines = "" if place.start is None else str(place.start // _LINES)
    return f"{place.path}:{place.side}:{lines}:{finding.dimension}"


def _is_pair(group: Sequence[tuple[int, Finding, tuple[str, ...]]]) -> bool:
    sides = Counter(side for _, _, said in group for side in said)
    subjects = {finding.claim.subject for _, finding, _ in group} - {""}
    placed = all(finding.place.start is not None for _, finding, _ in group)
    return placed and sides == {_PRIMARY: 1, _SECOND: 1} and len(subjects) <= 1


def _position(finding: Finding, fingerprint: str, said: tuple[str, Stance]) -> Position:
    side, stance = said
    return Position(
        side=side,
        stance=stance,
        fingerprint=fingerprint,
        place=finding.place.place,
        severity=finding.severity.value,
        root=finding.root.value,
        summary=finding.title,
    )


def _dispute(contest: Contest, finding: Finding) -> Dispute:
    return Dispute(
        id=contest.id,
        bucket=contest.bucket.value,
        place=contest.speaker.place,
        severity=finding.severity,
        summary=contest.speaker.summary,
        arbitrated=contest.arbitrate is Arbitrate.YES,
        finding=finding.number or finding.handle,
    )
