"""Sample re-reviews: one for every way a verdict can move, and the odd ends of a memory."""

from __future__ import annotations

from dataclasses import replace

from postil.domain.finding import Finding
from postil.domain.judgement import Outcome, Verdict
from postil.domain.ledger import State
from postil.domain.memory import Entry, Event, EventKind, Memory, Standing, Transition
from postil.domain.policy import PROFILES, Profile

from fakes.changes import HEAD
from samples import BLIND, CHECKS_NOISY, HOSTILE, NOISY, Sample

FIRST_HEAD = "c" * 40
PREVIOUS = "d" * 40
FIX = "e5f6a7b" + "0" * 33

_LEADS = {
    EventKind.RAISED: State.NEW,
    EventKind.SEEN_AGAIN: State.OPEN,
    EventKind.UNANSWERED: State.UNTOUCHED,
    EventKind.FIXED: State.LIKELY_FIXED,
    EventKind.RESOLVED: State.RESOLVED,
    EventKind.RETURNED: State.REOPENED,
    EventKind.DISPUTED: State.DISPUTED,
    EventKind.UPHELD: State.UPHELD,
    EventKind.WITHDRAWN: State.WITHDRAWN,
    EventKind.DISMISSED: State.DISMISSED,
    EventKind.WONTFIX: State.WONTFIX,
    EventKind.DEFERRED: State.DEFERRED,
    EventKind.SUPPRESSED: State.SUPPRESSED,
}

RAISED = Event(kind=EventKind.RAISED, head=PREVIOUS)
RAISED_NOW = Event(kind=EventKind.RAISED, head=HEAD)
SEEN = Event(kind=EventKind.SEEN_AGAIN, head=HEAD)
UNANSWERED = Event(kind=EventKind.UNANSWERED, head=HEAD)
FIXED = Event(
    kind=EventKind.FIXED, head=HEAD, commit=FIX, note="the key is read from the environment"
)
RESOLVED = Event(
    kind=EventKind.RESOLVED, head=HEAD, by=Standing.MAINTAINER, who="kim", note="looks right"
)
OLD_FIX = Event(kind=EventKind.FIXED, head=PREVIOUS, commit=FIX)
RETURNED = Event(kind=EventKind.RETURNED, head=HEAD)
DISPUTED = Event(kind=EventKind.DISPUTED, head=HEAD, by=Standing.AUTHOR, who="lee", note="no")

FINDINGS = {finding.number: finding for finding in NOISY.document.findings}


def entry(finding: Finding, *events: Event, late: bool = False) -> Entry:
    """The finding in the state its last event leads to."""
    status = _LEADS[events[-1].kind]
    return Entry(finding=replace(finding, status=status), events=events, late=late)


def lived(number: str, *events: Event, late: bool = False) -> Entry:
    """A finding of the noisy sample with that life."""
    return entry(FINDINGS[number], *events, late=late)


def again(
    transition: Transition, verdict: Verdict, *entries: Entry, sample: Sample = NOISY
) -> Sample:
    """The sample, reviewed again: these are all findings of its change."""
    document = replace(
        sample.document,
        policy=PROFILES[Profile.PANEL],
        findings=tuple(each.finding for each in entries),
        outcome=Outcome.REVIEWED_CLEAN if verdict is Verdict.CLEAN else Outcome.FINDINGS,
        verdict=verdict,
        memory=Memory(
            entries=entries,
            heads=(FIRST_HEAD, PREVIOUS, HEAD),
            next_number=len(entries) + 1,
        ),
        transition=transition,
        previous_head=PREVIOUS,
    )
    return Sample(document, sample.change)


def _rewritten(sample: Sample) -> Sample:
    told = "history rewritten since ddddddd: 3 of 4 units carried over"
    return Sample(replace(sample.document, rewritten=told), sample.change)


def _noop(sample: Sample) -> Sample:
    return Sample(replace(sample.document, outcome=Outcome.NOOP), sample.change)


def _blind() -> Sample:
    sample = again(
        Transition.STILL_CLEAN,
        Verdict.NOTES,
        lived("F3", RAISED, UNANSWERED),
        lived("F4", RAISED, FIXED),
        sample=BLIND,
    )
    document = replace(sample.document, outcome=Outcome.PARTIAL)
    return Sample(document, sample.change)


def _hostile() -> Sample:
    found = HOSTILE.document.findings
    bad = replace(found[4], id="00000006", number="F6")
    path = "x (3): Optional: y (4)"
    evidence = tuple(replace(each, path=path) for each in bad.evidence)
    sample = again(
        Transition.MIXED,
        Verdict.BLOCKED,
        entry(found[0], RAISED_NOW),
        entry(found[1], RAISED, replace(UNANSWERED, note=found[1].title)),
        entry(found[2], RAISED, replace(FIXED, note=found[1].title, who="@everyone")),
        entry(found[3], RAISED),
        entry(found[4], RAISED, replace(RESOLVED, note=found[1].title, who="@everyone")),
        entry(replace(bad, evidence=evidence), RAISED, SEEN),
        sample=HOSTILE,
    )
    return Sample(replace(sample.document, rewritten=found[0].title), sample.change)


STILL_BLOCKED = again(
    Transition.STILL_BLOCKED,
    Verdict.BLOCKED,
    lived("F1", RAISED, SEEN),
    lived("F2", RAISED, replace(FIXED, commit="")),
    lived("F3", RAISED, UNANSWERED),
    lived("F7", RAISED, SEEN),
)
MIXED = again(
    Transition.MIXED,
    Verdict.BLOCKED,
    lived("F1", RAISED_NOW),
    lived("F2", replace(RAISED, head=FIRST_HEAD), replace(OLD_FIX, commit=FIX), RETURNED),
    lived("F3", RAISED, DISPUTED),
    lived("F4", RAISED, RESOLVED),
    lived("F5", RAISED_NOW, late=True),
    lived("F6", RAISED, SEEN),
    lived("F8", RAISED_NOW),
    lived("F9", RAISED_NOW),
    lived("F10", RAISED, FIXED),
)
WORSENED = again(
    Transition.WORSENED,
    Verdict.BLOCKED,
    lived("F1", RAISED_NOW, late=True),
    lived("F3", RAISED, SEEN),
)

ROUNDS: dict[str, Sample] = {
    "improved": again(Transition.IMPROVED, Verdict.CLEAN, lived("F1", RAISED, FIXED)),
    "improved-lesser": again(
        Transition.IMPROVED,
        Verdict.NOTES,
        lived("F1", RAISED, RESOLVED),
        lived("F4", RAISED, UNANSWERED),
        lived("F8", RAISED, SEEN),
    ),
    "still-blocked": STILL_BLOCKED,
    "mixed": MIXED,
    "worsened": WORSENED,
    "still-clean": again(
        Transition.STILL_CLEAN,
        Verdict.CLEAN,
        lived("F4", RAISED, replace(RESOLVED, kind=EventKind.WONTFIX, note="by design")),
    ),
    "still-clean-notes": again(
        Transition.STILL_CLEAN,
        Verdict.NOTES,
        lived("F4", RAISED, SEEN),
        lived("F3", RAISED_NOW),
    ),
    "rewritten": _rewritten(STILL_BLOCKED),
    "noop": _noop(STILL_BLOCKED),
    "blind-again": _blind(),
    "checks-again": again(
        Transition.IMPROVED,
        Verdict.CLEAN,
        lived("F1", RAISED, FIXED),
        sample=CHECKS_NOISY,
    ),
    "hostile-again": _hostile(),
}
