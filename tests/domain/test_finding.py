"""A finding refuses to exist without evidence, and knows where it is shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.change import Side
from postil.domain.finding import Claim, Evidence, Finding
from postil.domain.ledger import State
from postil.domain.severity import (
    Basis,
    Blast,
    Dimension,
    Justification,
    Kind,
    Reversible,
    Root,
    Severity,
)

PLACE = Evidence(path="a.py", side=Side.NEW, revision="b" * 40, text="x = 1", start=3, end=3)
FINDING = Finding(
    title="Something is wrong",
    slug="something",
    category="check",
    dimension=Dimension.CORRECTNESS,
    severity=Severity.HIGH,
    base=Severity.HIGH,
    kind=Kind.DEFECT,
    root=Root.CODE,
    confidence=90,
    basis=Basis.RULE,
    blast=Blast.LOCAL,
    justification=Justification.REACHABLE,
    reversible=Reversible.UNKNOWN,
    claim=Claim(),
    evidence=(PLACE,),
    failure_mode="It breaks.",
    mitigation="Mend it.",
    sources=("check",),
    introduced=True,
)


def test_no_finding_without_evidence() -> None:
    with pytest.raises(ValueError, match="`Something is wrong` has no evidence"):
        replace(FINDING, evidence=())


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [(None, None, "a.py"), (3, None, "a.py:3"), (3, 3, "a.py:3"), (3, 5, "a.py:3-5")],
)
def test_a_place_in_words(start: int | None, end: int | None, words: str) -> None:
    assert replace(PLACE, start=start, end=end).place == words


def test_the_note_may_sit_elsewhere_than_what_needs_the_edit() -> None:
    cause = replace(PLACE, path="cause.py")
    finding = replace(FINDING, evidence=(PLACE, cause), anchor=1)
    assert finding.place is PLACE
    assert finding.anchored is cause


@pytest.mark.parametrize(
    ("fields", "inline"),
    [
        ({}, True),
        ({"kind": Kind.QUESTION}, False),
        ({"kind": Kind.PREFERENCE}, False),
        ({"root": Root.DOC}, False),
        ({"introduced": False}, False),
        ({"severity": Severity.NIT}, False),
        ({"evidence": (replace(PLACE, start=None, end=None),)}, False),
    ],
)
def test_only_an_introduced_defect_of_the_code_goes_on_a_line(
    fields: dict[str, object], inline: bool
) -> None:
    assert replace(FINDING, **fields).is_inline is inline  # type: ignore[arg-type]


OPEN = {"new", "open", "untouched", "reopened", "disputed", "upheld"}


@pytest.mark.parametrize("state", list(State))
def test_which_states_are_open(state: State) -> None:
    assert replace(FINDING, status=state).is_open is (state.value in OPEN)
