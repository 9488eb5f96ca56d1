"""What one run comes to for one entry: at most one event, each with what it rests on."""

from __future__ import annotations

from postil.domain.ledger import State
from postil.domain.memory import Entry, Event, EventKind
from postil.domain.report import PriorAnswer
from postil.domain.severity import Severity
from postil.track.occurrences import Answered, Occurrences, Sighting
from postil.track.proof import proof
from postil.track.trust import is_weighty

_RULINGS = {
    PriorAnswer.RETAINED: EventKind.UPHELD,
    PriorAnswer.WITHDRAWN: EventKind.WITHDRAWN,
}
_CALLED = {
    PriorAnswer.FIXED: "called fixed, but nothing besides that shows it",
    PriorAnswer.WITHDRAWN: "called wrong, but nobody disputed it",
}
_WAITING = (State.UNTOUCHED, State.DISPUTED, State.UPHELD)
_BACK_AT_SIGHT = (State.LIKELY_FIXED, State.SUPPRESSED)
_BACK = "the code it was found in is back as it was"
_BACK_WITH_NEW_CODE = (State.RESOLVED, State.WITHDRAWN)


def outcome(
    entry: Entry, now: Occurrences, *, sighting: Sighting | None, answered: Answered | None
) -> Event | None:
    """What happened to it in this run; None when nothing did that its record does not say."""
    if not entry.state.is_open:
        return _closed(entry, now, sighting, answered)
    ruling = _ruling(entry, now, answered)
    if ruling is not None:
        return ruling
    if sighting is not None:
        return _seen(entry, now, sighting)
    return _unseen(entry, now, answered)


def _ruling(entry: Entry, now: Occurrences, answered: Answered | None) -> Event | None:
    """The one answer to a dispute; an opinion without lines to show for it is none."""
    if entry.state is not State.DISPUTED or answered is None or not answered.evidence:
        return None
    kind = _RULINGS.get(answered.answer)
    return _said(kind, now, answered) if kind else None


def _seen(entry: Entry, now: Occurrences, sighting: Sighting) -> Event | None:
    worse = _worse(entry, sighting)
    last = entry.events[-1]
    if last.kind is EventKind.SEEN_AGAIN and last.head == now.head and worse is None:
        return None
    return Event(kind=EventKind.SEEN_AGAIN, head=now.head, severity=worse)


def _unseen(entry: Entry, now: Occurrences, answered: Answered | None) -> Event | None:
    if entry.id in now.suppressed:
        return Event(kind=EventKind.SUPPRESSED, head=now.head, note=now.suppressed[entry.id])
    shown = proof(entry, now, answered)
    if shown is not None:
        return Event(
            kind=EventKind.FIXED,
            head=now.head,
            note=shown.note,
            commit=shown.commit,
            evidence=shown.evidence,
        )
    if answered is not None:
        return _unproved(now, answered)
    if entry.state in _WAITING:
        return None
    return Event(kind=EventKind.UNANSWERED, head=now.head)


def _unproved(now: Occurrences, answered: Answered) -> Event:
    """An answer that does not close it: it is still there, or nobody has shown that it is not."""
    if answered.answer is PriorAnswer.RETAINED:
        return _said(EventKind.SEEN_AGAIN, now, answered)
    note = f"{_CALLED[answered.answer]}{answered.note and f': {answered.note}'}"
    return Event(kind=EventKind.UNANSWERED, head=now.head, note=note, evidence=answered.evidence)


def _closed(
    entry: Entry, now: Occurrences, sighting: Sighting | None, answered: Answered | None
) -> Event | None:
    if sighting is not None:
        if not _comes_back(entry, now, sighting):
            return None
        return Event(kind=EventKind.RETURNED, head=now.head, severity=_worse(entry, sighting))
    if entry.id in now.returned and (entry.state is State.LIKELY_FIXED or was_fixed(entry)):
        return Event(kind=EventKind.RETURNED, head=now.head, note=_BACK)
    is_contradicted = (
        entry.state is State.LIKELY_FIXED
        and answered is not None
        and answered.answer is PriorAnswer.RETAINED
        and bool(answered.evidence)
    )
    return _said(EventKind.RETURNED, now, answered) if answered and is_contradicted else None


def _comes_back(entry: Entry, now: Occurrences, sighting: Sighting) -> bool:
    """Whether seeing a closed finding opens it again.

    What people decided stays decided while the model only says it again; not when it turns
    out to be grave enough to block, which nobody had decided about.
    """
    if entry.state in _BACK_AT_SIGHT:
        return True
    if entry.state in _BACK_WITH_NEW_CODE and (now.is_altered(entry) or was_fixed(entry)):
        return True
    return sighting.finding.severity.at_least(now.block_at or Severity.CRITICAL) and not is_weighty(
        entry, now.block_at
    )


def was_fixed(entry: Entry) -> bool:
    """Whether a proof of a fix closed it before somebody else did."""
    kinds = [event.kind for event in entry.events]
    return len(kinds) > 1 and kinds[-2] is EventKind.FIXED


def _worse(entry: Entry, sighting: Sighting) -> Severity | None:
    severity = sighting.finding.severity
    return severity if severity.rank > entry.finding.severity.rank else None


def _said(kind: EventKind, now: Occurrences, answered: Answered) -> Event:
    return Event(kind=kind, head=now.head, note=answered.note, evidence=answered.evidence)
