"""Sorts what two sides said about the same places into what is disputed, worst first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from postil.domain.severity import Root, Severity

CAP = 10
PREFIX = "D"
COLUMNS = 7
_SIDES = {"claude": "primary", "codex": "second", "primary": "primary", "second": "second"}


class Stance(StrEnum):
    """Whether a side says that something is wrong there, or that it is fine."""

    FLAG = "flag"
    OK = "ok"


class Bucket(StrEnum):
    AGREEMENT = "agreement"
    PRIMARY_ONLY = "primary-only"
    SECOND_ONLY = "second-only"
    CONTRADICTION = "contradiction"


class Arbitrate(StrEnum):
    YES = "yes"
    OVER_CAP = "no-overcap"


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """What one side says about one thing; `severity` and `root` are as they were written."""

    side: str
    stance: Stance
    fingerprint: str
    place: str
    severity: str
    root: str
    summary: str

    @property
    def weight(self) -> Severity:
        """How bad it is; a word we do not know counts as medium."""
        word = self.severity.strip().lower()
        return Severity(word) if word in _KNOWN else Severity.MEDIUM

    @property
    def is_code(self) -> bool:
        return self.root.strip().lower() == Root.CODE


_KNOWN = frozenset(Severity)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """One dispute: its id, whether it goes before an arbiter, and the row that speaks for it."""

    id: str
    bucket: Bucket
    arbitrate: Arbitrate
    speaker: Position

    @property
    def columns(self) -> tuple[str, ...]:
        """The nine columns scripts read; an exclusive bucket is named in the words it came in."""
        row = self.speaker
        alone = self.bucket is not Bucket.CONTRADICTION
        bucket = f"{row.side}-only" if alone else self.bucket.value
        said = (row.side, row.fingerprint, row.place, row.severity, row.root, row.summary)
        return (self.id, bucket, self.arbitrate.value, *said)


def position(line: str) -> Position | str:
    """The row a line of seven columns holds, or what is wrong with the line."""
    columns = line.split("\t")
    if len(columns) != COLUMNS:
        return f"it has {len(columns)} columns instead of {COLUMNS}"
    side, stance, fingerprint, place, severity, root, summary = columns
    if side not in _SIDES:
        return f"`{side[:40]}` is no side; they are {', '.join(_SIDES)}"
    if stance not in frozenset(Stance):
        return f"`{stance[:40]}` is no stance; they are {', '.join(Stance)}"
    if not fingerprint.strip():
        return "it has no fingerprint"
    return Position(
        side=side,
        stance=Stance(stance),
        fingerprint=fingerprint,
        place=place,
        severity=severity,
        root=root,
        summary=summary,
    )


def contests(
    positions: Sequence[Position], *, cap: int = CAP, prefix: str = PREFIX
) -> tuple[Contest, ...]:
    """Every dispute worth settling: contradictions first, then by severity, then as they came.

    What both flagged is no dispute. The cap holds back exclusive ones alone: they stay listed.
    """
    disputed = [
        (bucket, _speaker(group))
        for group in _groups(positions)
        if (bucket := _bucket(group)) is not None and _is_material(bucket, group)
    ]
    disputed.sort(key=lambda each: (each[0] is not Bucket.CONTRADICTION, -each[1].weight.rank))
    found: list[Contest] = []
    for count, (bucket, speaker) in enumerate(disputed, start=1):
        free = bucket is Bucket.CONTRADICTION or cap > 0
        cap -= bucket is not Bucket.CONTRADICTION
        arbitrate = Arbitrate.YES if free else Arbitrate.OVER_CAP
        found.append(
            Contest(id=f"{prefix}{count}", bucket=bucket, arbitrate=arbitrate, speaker=speaker)
        )
    return tuple(found)


def tally(positions: Sequence[Position]) -> Counter[Bucket]:
    """How many fingerprints fell into each bucket, disputed or not."""
    buckets = map(_bucket, _groups(positions))
    return Counter(bucket for bucket in buckets if bucket is not None)


def _groups(positions: Sequence[Position]) -> list[list[Position]]:
    groups: dict[str, list[Position]] = {}
    for each in positions:
        groups.setdefault(each.fingerprint, []).append(each)
    return list(groups.values())


def _bucket(group: Sequence[Position]) -> Bucket | None:
    """Where a fingerprint belongs; None when nobody says that anything is wrong."""
    flagging = {_SIDES[each.side] for each in group if each.stance is Stance.FLAG}
    if not flagging:
        return None
    if any(each.stance is Stance.OK for each in group):
        return Bucket.CONTRADICTION
    if len(flagging) > 1:
        return Bucket.AGREEMENT
    return Bucket.PRIMARY_ONLY if flagging == {"primary"} else Bucket.SECOND_ONLY


def _is_material(bucket: Bucket, group: Sequence[Position]) -> bool:
    if bucket in (Bucket.AGREEMENT, Bucket.CONTRADICTION):
        return bucket is Bucket.CONTRADICTION
    return any(each.weight.at_least(Severity.MEDIUM) or each.is_code for each in group)


def _speaker(group: Sequence[Position]) -> Position:
    """The worst of those that flag it; of equals the first."""
    flags = [each for each in group if each.stance is Stance.FLAG]
    return max(flags, key=lambda each: each.weight.rank)
