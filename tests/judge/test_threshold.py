"""Drop signals set aside; nits become questions of hygiene where a sticky shows them."""

from __future__ import annotations

from typing import Any

import pytest

from judge.scene import Scene, quote, remark
from postil.domain.policy import Layout, Policy
from postil.domain.severity import Justification, Kind, Severity
from postil.domain.stretch import Stretch
from postil.judge.threshold import MEANT, SIGNALS, weigh

ASYMMETRIC = Justification.ASYMMETRIC


FIXES = Stretch(added={"src/shape.py": frozenset({7, 8})})
"""Both lines that the change adds."""


def weighed(signals: str, *, fixes: Stretch | None = FIXES, **fields: Any) -> list[str]:
    scene = Scene(fixes=fixes)
    cases = scene.cases(remark(drop_signals=frozenset(signals), **fields))
    sifted = weigh(cases, scene.grounds())
    assert len(sifted.kept) + len(sifted.aside) == 1
    return [each.reason for each in sifted.aside]


@pytest.mark.parametrize("signal", sorted(SIGNALS))
def test_any_one_signal_drops(signal: str) -> None:
    assert weighed(signal) == [SIGNALS[signal]]


@pytest.mark.parametrize(("minimum", "reasons"), [(50, [MEANT]), (41, [MEANT]), (40, []), (0, [])])
def test_what_a_check_calls_mild_is_shown_on_request(minimum: int, reasons: list[str]) -> None:
    scene = Scene(policy=Policy(min_confidence=minimum))
    sifted = weigh(scene.cases(remark().as_mild()), scene.grounds())
    assert [each.reason for each in sifted.aside] == reasons
    assert len(sifted.kept) == 1 - len(reasons)


def test_a_mild_sign_that_another_inspector_is_sure_of_is_kept() -> None:
    sure = remark(source="tester", slug="other-slug")
    assert Scene().finding(remark().as_mild(), sure).confidence == sure.confidence


def test_two_signals_give_two_reasons() -> None:
    assert weighed("DB") == [f"{SIGNALS['B']}; {SIGNALS['D']}"]


def test_none_and_unknown_ones_do_not() -> None:
    assert weighed("") == weighed("XZ") == []


def test_nothing_is_self_made_before_there_were_fixes() -> None:
    assert weighed("B", fixes=None) == []
    assert weighed("BC", fixes=None) == [SIGNALS["C"]]


@pytest.mark.parametrize(
    ("fixed", "quoted", "reasons"),
    [
        ({7, 8}, 'secret = "hunter2hunter2"\n    return "new"', [SIGNALS["B"]]),
        ({8}, 'return "new"', [SIGNALS["B"]]),
        # Some of what is criticised is not a fix.
        ({8}, 'secret = "hunter2hunter2"\n    return "new"', []),
        ({7}, 'return "new"', []),
        # The fix is about other lines, or the quote about none that the change wrote.
        ({4, 7, 8}, "return width * height", []),
    ],
)
def test_code_says_whether_the_lines_answered_a_review(
    fixed: set[int], quoted: str, reasons: list[str]
) -> None:
    fixes = Stretch(added={"src/shape.py": frozenset(fixed)})
    quotes = (quote(quoted), quote('return "new"'))
    assert weighed("B", fixes=fixes, quotes=quotes) == reasons


def test_the_asymmetric_escape() -> None:
    assert weighed("B", justification=ASYMMETRIC) == []
    assert len(weighed("AB", justification=ASYMMETRIC)) == 1
    assert weighed("A", justification=ASYMMETRIC) == [SIGNALS["A"]]
    assert weighed("B", justification=Justification.HISTORICAL) == [SIGNALS["B"]]


def test_a_set_aside_finding_says_where_it_was() -> None:
    scene = Scene()
    cases = scene.cases(remark(drop_signals=frozenset("A")))
    (aside,) = weigh(cases, scene.grounds()).aside
    assert (aside.step, aside.path, aside.line) == ("threshold", "src/shape.py", 8)


@pytest.mark.parametrize(
    ("layout", "fields", "kind", "justification"),
    [
        (Layout.STICKY, {"severity": Severity.NIT}, Kind.QUESTION, Justification.HYGIENE),
        (
            Layout.STICKY,
            {"severity": Severity.NIT, "kind": Kind.PREFERENCE},
            Kind.QUESTION,
            Justification.HYGIENE,
        ),
        (
            Layout.STICKY,
            {"severity": Severity.NIT, "kind": Kind.PRAISE},
            Kind.PRAISE,
            Justification.REACHABLE,
        ),
        (Layout.STICKY, {"severity": Severity.LOW}, Kind.DEFECT, Justification.REACHABLE),
        (Layout.TABLES, {"severity": Severity.NIT}, Kind.DEFECT, Justification.REACHABLE),
    ],
)
def test_nits_are_asked_about(
    layout: Layout, fields: dict[str, Any], kind: Kind, justification: Justification
) -> None:
    found = Scene(policy=Policy(layout=layout)).finding(remark(quotes=(quote(),), **fields))
    assert (found.kind, found.justification) == (kind, justification)
    kinds = [(each.before, each.after) for each in found.adjustments]
    before = fields.get("kind", Kind.DEFECT).value
    assert kinds == ([] if kind.value == before else [(before, kind.value)])
