"""How the `sections` profile words a re-review: what the verdict has become since the last one."""

from __future__ import annotations

from postil.domain.document import ReviewDocument
from postil.domain.judgement import Coverage, Outcome
from postil.domain.ledger import State
from postil.domain.memory import Transition
from postil.render._round import Round, blockers
from postil.render._status import (
    VerdictLine,
    by_checks,
    counted,
    sections_verdict,
    serious,
    standing,
)

_GREEN, _YELLOW, _BLUE = ":green_circle:", ":yellow_circle:", ":large_blue_circle:"


def delta_verdict(document: ReviewDocument, moved: Round) -> VerdictLine:
    """The wording of the transition; nothing reads ready while something serious is open."""
    if document.coverage is not Coverage.FULL or document.outcome is Outcome.NOOP:
        return sections_verdict(document)
    if document.transition in (Transition.WORSENED, Transition.MIXED):
        issues = counted(_new_blockers(document, moved), "new issue")
        return VerdictLine(_YELLOW, "New blockers found", f"Address {issues}")
    if document.transition is Transition.STILL_BLOCKED:
        return VerdictLine(_YELLOW, "Blockers still open", _still_blocked(document, moved))
    if serious(document):
        first = sections_verdict(document)
        return VerdictLine(_YELLOW, first.label, first.text)
    if document.transition is Transition.IMPROVED:
        return _improved(document, moved)
    return _still_ready(document, moved)


def _new_blockers(document: ReviewDocument, moved: Round) -> int:
    limit = document.policy.block_at
    worse = [step for step in moved.still_open if step.is_worse]
    return len(blockers((*moved.fresh, *worse), limit))


def _still_blocked(document: ReviewDocument, moved: Round) -> str:
    limit = document.policy.block_at
    told = f"{len(blockers(moved.still_open, limit))} from earlier reviews"
    closed = len(blockers(moved.closed, limit))
    return f"{told}, {closed} closed" if closed else told


def _improved(document: ReviewDocument, moved: Round) -> VerdictLine:
    gone = blockers(moved.closed, document.policy.block_at)
    likely = any(step.finding.status is State.LIKELY_FIXED for step in gone)
    label = "Blockers resolved (likely, see list)" if likely else "Blockers resolved"
    if not document.panel:
        return VerdictLine(_YELLOW, label, by_checks(document))
    if standing(document):
        return VerdictLine(_YELLOW, label, "Ready to merge with minor items")
    return VerdictLine(_GREEN, label, "Ready to merge")


def _still_ready(document: ReviewDocument, moved: Round) -> VerdictLine:
    notes = len(moved.fresh)
    news = f"No new blockers, {counted(notes, 'new note')}" if notes else "No new issues"
    if not document.panel:
        return VerdictLine(_YELLOW, by_checks(document), news)
    return VerdictLine(_BLUE, "Still ready", news)
