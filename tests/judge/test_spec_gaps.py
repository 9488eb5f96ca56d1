"""A remedy that offers documenting as an equal choice makes a question of a defect."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.finding import SPECIFICATION, Quote, Remark
from postil.domain.severity import Dimension, Kind, Severity
from postil.judge.spec_gaps import offers_documenting, paired, settled


def remark(mitigation: str, *, source: str = "spec-auditor", kind: Kind = Kind.DEFECT) -> Remark:
    return Remark(
        title="t",
        slug="s",
        severity=Severity.HIGH,
        dimension=Dimension.CORRECTNESS,
        quotes=(Quote(path="a", text="b"),),
        failure_mode="F.",
        mitigation=mitigation,
        source=source,
        kind=kind,
    )


@pytest.mark.parametrize(
    "mitigation",
    [
        "Require two approvals, or document the single approval in the spec.",
        "Either reject the order or amend the specification.",
        "Reject it, or alternatively update the requirements.",
        "Clarify the spec or change the limit.",
        "Change the limit or else state the exception in the specification.",
        "Reject the order, or document the limitation in a comment.",
        "Either round up or document that cents are lost.",
        "Round up or add a code comment.",
        "Round up, or alternatively just add the exception to the requirements.",
        "Documenting the limit in the spec or enforcing it would both do.",
        "OR DOCUMENT IT.",
        "Round up. Alternatively, update the docs.",
    ],
)
def test_documenting_as_an_equal_choice_is_a_gap_of_the_specification(mitigation: str) -> None:
    assert offers_documenting(mitigation)
    (found,) = settled([remark(mitigation)])
    assert found.kind is Kind.SPEC_GAP


@pytest.mark.parametrize(
    "mitigation",
    [
        "Require two approvals.",
        "Require two approvals; at the least document the exception in the spec.",
        "Require two approvals, or if that is impossible document it in the spec.",
        "Require two approvals; failing that, or otherwise, amend the specification.",
        "Update the specification as a last resort, or require two approvals.",
        "Document the function.",
        "Round up; if impractical, document the lost cents.",
        "Round up, or document it if the gateway cannot.",
        "Round up, or document it only if nothing else works.",
        "Reject the order or update the total as the specification says.",
        "Add a check for requirement 3 or reject the order.",
        "Either reject the order or update the stock per the spec.",
        "Validate the document or reject it.",
        "Reject, or return the documented error.",
        "Reject the order. Update the specification afterwards.",
        "",
    ],
)
def test_documenting_as_a_last_resort_leaves_a_defect(mitigation: str) -> None:
    assert not offers_documenting(mitigation)
    (found,) = settled([remark(mitigation)])
    assert found.kind is Kind.DEFECT


def test_only_the_auditors_defects_are_meant() -> None:
    equal = "Reject it, or document it in the spec."
    kept = [remark(equal, source="security"), remark(equal, kind=Kind.QUESTION)]
    assert [each.kind for each in settled(kept)] == [Kind.DEFECT, Kind.QUESTION]


SPEC = "Refunds need two approvals."
CODE, SAID = Quote(path="a.py", text="approvals >= 1"), Quote(path=SPECIFICATION, text=SPEC)


@pytest.mark.parametrize(
    ("source", "kind", "quotes", "reason"),
    [
        ("spec-auditor", Kind.DEFECT, (SAID, CODE), None),
        ("spec-auditor", Kind.DEFECT, (CODE,), "it quotes nothing of the specification"),
        ("spec-auditor", Kind.DEFECT, (SAID,), "it quotes no code"),
        ("spec-auditor", Kind.SPEC_GAP, (CODE,), None),
        ("spec-auditor", Kind.SPEC_GAP, (SAID,), "it quotes no code"),
        ("security", Kind.DEFECT, (CODE,), None),
    ],
)
def test_a_departure_is_shown_by_both_texts_the_code_first(
    source: str, kind: Kind, quotes: tuple[Quote, ...], reason: str | None
) -> None:
    one = replace(remark("Ask twice.", source=source, kind=kind), quotes=quotes)
    kept, aside = paired([one], spec=SPEC)
    assert [each.reason for each in aside] == ([reason] if reason else [])
    assert [each.quotes for each in kept] == ([] if reason else [tuple(reversed(quotes))])
    assert paired([one], spec="") == ((one,), ())
