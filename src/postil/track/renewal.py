"""An entry's finding at the next head: moved along with its lines, renewed by what was seen."""

from __future__ import annotations

from dataclasses import replace

from postil.domain.change import Side
from postil.domain.finding import Adjustment, Evidence, Finding
from postil.domain.memory import Entry
from postil.domain.severity import Kind, Severity
from postil.track.locating import Answer
from postil.track.locating import Kind as Went
from postil.track.occurrences import Occurrences, Sighting

STEP = "lifecycle"
_KEPT = "an earlier review held it to be worse, and a severity does not fall by itself"


def relocated(entry: Entry, now: Occurrences) -> Entry:
    """The entry with each quote that still stands at its lines of this head.

    What was edited or cannot be found keeps the lines and the revision it was seen at.
    """
    where = now.places.get(entry.id)
    if where is None:
        return entry
    finding = entry.finding
    evidence = tuple(
        _moved(each, where.answers[index], now) if where.stands(index) else each
        for index, each in enumerate(finding.evidence)
    )
    place = where.answers.get(0)
    is_in_place = place is not None and place.kind is Went.SAME
    suggestion = finding.suggestion if is_in_place else None
    return replace(entry, finding=replace(finding, evidence=evidence, suggestion=suggestion))


def renewed(entry: Entry, sighting: Sighting, now: Occurrences) -> Entry:
    """The entry after it was seen again.

    While the quoted lines stand and it got no worse, readers keep the words and the place
    they know, however it is worded this time; nor does the place creep along with the quotes.
    """
    standing, seen = entry.finding, sighting.finding
    is_worse = seen.severity.rank > standing.severity.rank
    if now.stands(entry) and not is_worse:
        return replace(entry, finding=_confirmed(standing, seen))
    return replace(
        entry,
        finding=_replaced(standing, seen),
        symbol=sighting.symbol,
        before=sighting.before,
        after=sighting.after,
    )


def _confirmed(standing: Finding, seen: Finding) -> Finding:
    return replace(
        standing,
        kind=_weightier(standing.kind, seen.kind),
        confidence=seen.confidence,
        caveat=seen.caveat,
        sources=_united(standing, seen),
        introduced=standing.introduced or seen.introduced,
        related=seen.related,
        reports=seen.reports,
        inline=seen.inline,
    )


def _replaced(standing: Finding, seen: Finding) -> Finding:
    adjustments = seen.adjustments
    if seen.severity.rank < standing.severity.rank:
        kept = Adjustment(
            step=STEP,
            before=seen.severity.value,
            after=standing.severity.value,
            reason=_KEPT,
        )
        adjustments = (*adjustments, kept)
    return replace(
        seen,
        id=standing.id,
        number=standing.number,
        status=standing.status,
        severity=_worst(standing.severity, seen.severity),
        kind=_weightier(standing.kind, seen.kind),
        sources=_united(standing, seen),
        adjustments=adjustments,
    )


def _united(standing: Finding, seen: Finding) -> tuple[str, ...]:
    return tuple(sorted({*standing.sources, *seen.sources}))


def _worst(one: Severity, other: Severity) -> Severity:
    return max(one, other, key=lambda severity: severity.rank)


def _weightier(standing: Kind, seen: Kind) -> Kind:
    """A defect does not turn into a question because it was asked more politely."""
    return standing if standing is Kind.DEFECT else seen


def _moved(evidence: Evidence, answer: Answer, now: Occurrences) -> Evidence:
    if evidence.side is Side.OLD:
        return evidence
    return replace(
        evidence, path=answer.path, start=answer.start, end=answer.end, revision=now.head
    )
