"""What an entry looks like after a push: where it is, how it reads, how bad it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from postil.domain.change import Side
from postil.domain.finding import Suggestion
from postil.domain.severity import Kind, Severity
from postil.track.locating import Answer, How
from postil.track.locating import Kind as Went
from postil.track.occurrences import Whereabouts
from postil.track.renewal import relocated, renewed
from track.lives import CHECK, FIRST, ID, ROLE, SECOND, entry, place, run, seen, went

OFFER = Suggestion(path="a.py", start=10, end=10, replacement="x")


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (Went.SAME, place(revision=SECOND)),
        (Went.MOVED, place(revision=SECOND, path="b.py", start=7, end=8)),
        (Went.EDITED, place()),
        (Went.DELETED, place()),
        (Went.UNKNOWN, place()),
    ],
)
def test_quotes_that_stand_move_along(kind: Went, expected: object) -> None:
    to: dict[str, Any] = {"path": "b.py", "start": 7, "end": 8} if kind is Went.MOVED else {}
    moved = relocated(entry(suggestion=OFFER), run(places={ID: went(kind, **to)}))
    assert moved.finding.evidence == (expected,)
    assert moved.finding.suggestion == (OFFER if kind is Went.SAME else None)


def test_each_quote_moves_by_itself_and_the_base_stays() -> None:
    quotes = (place(), place(side=Side.OLD, revision="a" * 40), place(start=None, end=None))
    answer = Answer(kind=Went.MOVED, how=How.LINE_MAP, confidence=90, path="a.py", start=3, end=3)
    now = run(places={ID: Whereabouts(answers={0: answer, 1: answer})})
    moved = relocated(entry(evidence=quotes), now).finding.evidence
    assert moved == (replace(quotes[0], start=3, end=3, revision=SECOND), quotes[1], quotes[2])


def test_without_an_answer_nothing_moves() -> None:
    assert relocated(entry(suggestion=OFFER), run(places={})) == entry(suggestion=OFFER)


def test_known_words_and_place_stay_while_the_lines_stand() -> None:
    sighting = seen(
        title="Other words",
        slug="other",
        severity=Severity.LOW,
        confidence=55,
        sources=(CHECK,),
        introduced=True,
        evidence=(place(revision=SECOND, start=12, end=12, text="check(order)"),),
        related=("x at a.py:1",),
        reports=3,
        inline=True,
        caveat="Look twice",
    )
    standing = entry(introduced=False)
    after = renewed(standing, sighting, run()).finding
    assert after == replace(
        standing.finding,
        confidence=55,
        sources=(CHECK, ROLE),
        introduced=True,
        related=("x at a.py:1",),
        reports=3,
        inline=True,
        caveat="Look twice",
    )


@pytest.mark.parametrize("kind", [Went.EDITED, Went.DELETED, Went.UNKNOWN])
def test_when_the_lines_do_not_stand_it_reads_as_it_was_seen(kind: Went) -> None:
    sighting = replace(
        seen(title="Other words", severity=Severity.LOW), symbol="f", before=("b",), after=("a",)
    )
    after = renewed(entry(), sighting, run(places={ID: went(kind)}))
    assert (after.symbol, after.before, after.after) == ("f", ("b",), ("a",))
    assert after.finding.title == "Other words"
    assert after.finding.evidence == sighting.finding.evidence
    assert (after.finding.id, after.finding.number) == (ID, "F1")


def test_without_an_answer_it_stands_only_at_the_head_it_was_seen_at() -> None:
    sighting = seen(title="Other words")
    assert renewed(entry(), sighting, run(FIRST, places={})).finding.title != "Other words"
    assert renewed(entry(), sighting, run(places={})).finding.title == "Other words"


@pytest.mark.parametrize("went_to", [Went.SAME, Went.EDITED])
@pytest.mark.parametrize("then", list(Severity))
@pytest.mark.parametrize("now", list(Severity))
def test_a_severity_rises_and_never_falls(then: Severity, now: Severity, went_to: Went) -> None:
    sighting = seen(severity=now, title="Other words")
    after = renewed(entry(severity=then), sighting, run(places={ID: went(went_to)})).finding
    assert after.severity is max(then, now, key=lambda each: each.rank)
    is_retold = now.rank > then.rank or went_to is Went.EDITED
    assert (after.title == "Other words") is is_retold
    kept = [(step.step, step.before, step.after) for step in after.adjustments]
    is_held = is_retold and now.rank < then.rank
    assert kept == ([("lifecycle", now.value, then.value)] if is_held else [])


@pytest.mark.parametrize("went_to", [Went.SAME, Went.EDITED])
@pytest.mark.parametrize(
    ("then", "now", "expected"),
    [
        (Kind.DEFECT, Kind.QUESTION, Kind.DEFECT),
        (Kind.QUESTION, Kind.DEFECT, Kind.DEFECT),
        (Kind.QUESTION, Kind.SPEC_GAP, Kind.SPEC_GAP),
    ],
)
def test_a_defect_is_not_asked_away(then: Kind, now: Kind, expected: Kind, went_to: Went) -> None:
    after = renewed(entry(kind=then), seen(kind=now), run(places={ID: went(went_to)}))
    assert after.finding.kind is expected
