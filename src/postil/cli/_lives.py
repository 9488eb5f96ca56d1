"""What became of each finding, told from the reviews that were kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.domain.document import ReviewDocument
from postil.domain.finding import Finding
from postil.domain.memory import Entry, Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """Something that happened to a finding at one head."""

    head: str
    what: str
    by: str = ""
    commit: str = ""
    note: str = ""
    severity: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """A finding as it was last seen, and its moments in order."""

    finding: Finding
    moments: tuple[Moment, ...]
    late: bool = False


def lives(reviews: Sequence[ReviewDocument]) -> tuple[Life, ...]:
    """Every finding of the reviews, by its number.

    The newest review remembers what happened; where it does not know a finding, the states in
    which the reviews showed it are all there is to tell.
    """
    told = {life.finding.id: life for life in _shown(reviews)}
    for review in reviews:
        told |= {entry.id: _remembered(entry) for entry in review.memory.entries}
    return tuple(sorted(told.values(), key=lambda life: _order(life.finding)))


def _order(finding: Finding) -> tuple[int, str, str]:
    digits = finding.number[1:]
    known = digits.isascii() and digits.isdigit() and len(digits) <= 9  # noqa: PLR2004 - F999999999
    return (int(digits) if known else 0, finding.number, finding.id)


def _remembered(entry: Entry) -> Life:
    return Life(finding=entry.finding, moments=tuple(map(_happened, entry.events)), late=entry.late)


def _happened(event: Event) -> Moment:
    return Moment(
        head=event.head,
        what=event.kind.value.replace("-", " "),
        by=f"{event.by} {event.who}".strip(),
        commit=event.commit,
        note=event.note,
        severity=event.severity or "",
    )


def _shown(reviews: Sequence[ReviewDocument]) -> Iterator[Life]:
    seen: dict[str, list[tuple[str, Finding]]] = {}
    for review in reviews:
        for finding in review.findings:
            seen.setdefault(finding.id, []).append((review.subject.head, finding))
    for shown in seen.values():
        yield Life(finding=shown[-1][1], moments=tuple(_turns(shown)))


def _turns(shown: Sequence[tuple[str, Finding]]) -> Iterator[Moment]:
    """The heads at which its state was another than at the one before."""
    last = None
    for head, finding in shown:
        if finding.status is not last:
            yield Moment(head=head, what=finding.status.value.replace("-", " "))
        last = finding.status
