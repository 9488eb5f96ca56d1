from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import jsonschema
import pytest

from postil.domain.document import UnitCount
from postil.domain.judgement import Verdict
from postil.domain.memory import Event, EventKind, Transition
from postil.render import Style
from postil.render.json import render
from postil.schemas import schema_files
from sample_rounds import (
    DISPUTED,
    FIXED,
    MIXED,
    OLD_FIX,
    PREVIOUS,
    RAISED,
    RAISED_NOW,
    RESOLVED,
    RETURNED,
    ROUNDS,
    SEEN,
    STILL_BLOCKED,
    UNANSWERED,
    again,
    lived,
)

from fakes.changes import HEAD
from samples import NOISY, Sample


def told(sample: Sample) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(render(sample.document, None, style=Style()))
    return report


def answer(*events: Event) -> dict[str, Any]:
    sample = again(Transition.STILL_CLEAN, Verdict.NOTES, lived("F3", *events))
    (only,) = told(sample)["prior_verifications"]
    assert only["prior_id"] == "00000003"
    assert only["id"] == "F3"
    return {name: only[name] for name in ("verification", "state", "note")}


@pytest.mark.parametrize("name", ROUNDS)
def test_every_re_review_is_valid(name: str) -> None:
    schema = json.loads(schema_files()["local-report.schema.json"])
    jsonschema.validate(told(ROUNDS[name]), schema)


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ((FIXED,), ("yes", "likely-fixed", f"likely fixed in e5f6a7b: {FIXED.note}")),
        (
            (replace(FIXED, note="", commit=""),),
            ("yes", "likely-fixed", "likely fixed as of bbbbbbb"),
        ),
        ((RESOLVED,), ("yes", "resolved", "looks right")),
        ((SEEN,), ("no", "open", "seen again")),
        ((DISPUTED, Event(kind=EventKind.UPHELD, head=HEAD)), ("no", "upheld", "upheld")),
        ((OLD_FIX, RETURNED), ("no", "reopened", "returned")),
        ((UNANSWERED,), ("unclear", "untouched", "nobody answered about it in this review")),
        ((), ("unclear", "new", "nobody answered about it in this review")),
        (
            (DISPUTED, Event(kind=EventKind.WITHDRAWN, head=HEAD)),
            ("unclear", "withdrawn", "withdrawn by the reviewer who answered the dispute"),
        ),
        ((DISPUTED,), ("unclear", "disputed", "no")),
        ((Event(kind=EventKind.DISMISSED, head=HEAD),), ("unclear", "dismissed", "dismissed")),
    ],
)
def test_answers(events: tuple[Event, ...], expected: tuple[str, str, str]) -> None:
    verification, state, note = expected
    assert answer(RAISED, *events) == {"verification": verification, "state": state, "note": note}


def test_only_findings_of_earlier_reviews_that_anybody_waits_for() -> None:
    assert [each["id"] for each in told(MIXED)["prior_verifications"]] == [
        "F2",
        "F3",
        "F4",
        "F6",
        "F10",
    ]
    closed = again(Transition.STILL_CLEAN, Verdict.CLEAN, lived("F3", RAISED, OLD_FIX))
    assert told(closed)["prior_verifications"] == []
    new = again(Transition.STILL_CLEAN, Verdict.NOTES, lived("F3", RAISED_NOW))
    assert told(new)["prior_verifications"] == []


def test_since_when() -> None:
    report = told(ROUNDS["rewritten"])
    assert report["last_sha"] == PREVIOUS
    assert report["transition"] == "still-blocked"
    assert report["history"] == "history rewritten since ddddddd: 3 of 4 units carried over"
    assert report["units"] is None
    sample = ROUNDS["rewritten"]
    counted = replace(sample.document, units=UnitCount(total=4, carried=3))
    assert told(Sample(counted, sample.change))["units"] == {"total": 4, "carried": 3}


def test_a_first_review_has_nothing_to_answer() -> None:
    report = told(NOISY)
    assert report["last_sha"] is None
    assert report["transition"] == "first"
    assert report["history"] == ""
    assert report["prior_verifications"] == []
    first = replace(MIXED.document, transition=Transition.FIRST)
    assert told(Sample(first, MIXED.change))["prior_verifications"] == []


def test_a_run_with_nothing_to_do_tells_the_stored_verdict() -> None:
    report = told(ROUNDS["noop"])
    assert (report["status"], report["verdict"], report["outcome"]) == ("noop", "blocked", "noop")
    assert report["prior_verifications"] == []
    assert [each["id"] for each in report["findings"]] == [
        each["id"] for each in told(STILL_BLOCKED)["findings"]
    ]
