"""The whole of judgement: nothing lost, nothing unproved, nothing changed in silence."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import groupby

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.scene import Scene, observed, quote, remark, removed
from postil.domain.change import Side
from postil.domain.finding import Claim, Finding, Quote, Remark, Shape
from postil.domain.judgement import Judgement
from postil.domain.policy import (
    PROFILES,
    Acceptance,
    Caps,
    ContextRules,
    Policy,
    Suppression,
)
from postil.domain.severity import (
    Basis,
    Blast,
    Dimension,
    Justification,
    Kind,
    Root,
    Severity,
)
from postil.judge import STEPS, judge

QUOTES = st.sampled_from(
    [
        quote(),
        quote("return width * height"),
        quote('secret = "hunter2hunter2"\n    return "new"'),
        quote("return", line=4),
        quote("return", line=8),
        quote("hunter2hunter2", shown="[password]"),
        quote("invented"),
        quote(""),
        removed(),
        removed('raise ValueError("width")'),
        Quote(path="lib/other.py", text="value = 1"),
        Quote(path="lib/other.py", text="value", line=3),
        Quote(path="nowhere.py", text="x"),
    ]
)
TITLES = ["The name is wrong", "Wrong name is returned", "`area` loses its guard", "`ghost` is odd",
    "SQL injection in the name", ""]  # fmt: skip
REMARKS = st.builds(
    Remark,
    title=st.sampled_from(TITLES),
    slug=st.sampled_from(["wrong-name", "lost-guard", "data-race", "import-order", "Bad Slug"]),
    severity=st.sampled_from(Severity),
    dimension=st.sampled_from(Dimension),
    quotes=st.lists(QUOTES, max_size=3).map(tuple),
    failure_mode=st.sampled_from(["Readers see another name.", "`area` fails."]),
    mitigation=st.just("Put it back."),
    claim=st.builds(
        Claim, st.sampled_from(Shape), st.sampled_from(["", "area", "ghost", "objects"])
    ),
    kind=st.sampled_from(Kind),
    root=st.sampled_from(Root),
    confidence=st.sampled_from([0, 29, 30, 49, 50, 69, 70, 100, 101]),
    basis=st.sampled_from(Basis),
    blast=st.sampled_from(Blast),
    justification=st.sampled_from([None, *Justification]),
    drop_signals=st.frozensets(st.sampled_from("ABX"), max_size=2),
    ceiling=st.sampled_from(Severity),
    source=st.sampled_from(["", "security", "a-check"]),
)
PLAIN = ContextRules()
RULES = ContextRules(
    never_lower=frozenset({Dimension.SECURITY}),
    only=((Dimension.CORRECTNESS, Severity.LOW),),
    accept=(Acceptance(reason="known", path="lib/**"),),
)
POLICIES = st.builds(
    lambda profile, context, suppress: replace(
        profile, context=context, suppress=suppress, formatters=("ruff",), caps=Caps(notes=2)
    ),
    st.sampled_from([*PROFILES.values()]),
    st.sampled_from([PLAIN, RULES]),
    st.sampled_from([(), (Suppression(reason="agreed", slug="lost-guard"),)]),
)
OTHER = "value = 1\n\nvalue = 2\n"


def scene(policy: Policy) -> Scene:
    whole = Scene(policy=policy)
    whole.base = {**whole.base, "lib/other.py": OTHER}
    whole.head = {**whole.head, "lib/other.py": OTHER + "value = 3\n"}
    whole.search.files = whole.head
    return whole


def judged(remarks: list[Remark], policy: Policy) -> Judgement:
    return scene(policy).judge(*remarks)


@given(st.lists(REMARKS, max_size=8), POLICIES, st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
def test_the_order_of_arrival_does_not_matter(
    remarks: list[Remark], policy: Policy, chance: random.Random
) -> None:
    filled = [replace(each, source=each.source or "panel") for each in remarks]
    grounds = scene(policy).grounds()
    expected = judge([observed(*filled)], grounds)
    assert judge([observed(*filled)], grounds) == expected
    mixed = [*filled]
    chance.shuffle(mixed)
    pieces = [
        observed(*group, inspector=name)
        for name, group in groupby(mixed, key=lambda each: each.source)
    ]
    assert judge(pieces, grounds) == expected


@given(st.lists(REMARKS, max_size=8), POLICIES)
@settings(max_examples=80, deadline=None)
def test_every_remark_ends_in_exactly_one_place(remarks: list[Remark], policy: Policy) -> None:
    judgement = judged(remarks, policy)
    assert len(remarks) == len(judgement.set_aside) + sum(
        each.reports for each in judgement.findings
    )
    assert all(each.step and each.reason for each in judgement.set_aside)


@given(st.lists(REMARKS, max_size=8), POLICIES)
@settings(max_examples=80, deadline=None)
def test_every_quote_reads_so_at_its_place(remarks: list[Remark], policy: Policy) -> None:
    whole = scene(policy)
    for finding in whole.judge(*remarks).findings:
        assert finding.evidence
        for each in finding.evidence:
            text = (whole.head if each.side is Side.NEW else whole.base)[each.path]
            if each.start is None or each.end is None:
                assert each.text in text
            elif "[password]" not in each.text:
                lines = text.split("\n")[each.start - 1 : each.end]
                assert each.text == "\n".join(lines)


@given(st.lists(REMARKS, max_size=8), POLICIES)
@settings(max_examples=80, deadline=None)
def test_every_change_is_on_record(remarks: list[Remark], policy: Policy) -> None:
    for finding in judged(remarks, policy).findings:
        _assert_chained(finding)
        for words, final in ((Kind, finding.kind), (Root, finding.root)):
            notes = [each for each in finding.adjustments if each.after in {*words}]
            assert not notes or notes[-1].after == final.value


def _assert_chained(finding: Finding) -> None:
    notes = [each for each in finding.adjustments if each.after in {*Severity}]
    path = [finding.base.value, *(each.after for each in notes)]
    assert [each.before for each in notes] == path[:-1]
    assert path[-1] == finding.severity.value
    assert all(each.before != each.after and each.reason for each in notes)


@given(st.lists(REMARKS, max_size=8), POLICIES)
@settings(max_examples=60, deadline=None)
def test_the_invariants_of_severity_and_notes(remarks: list[Remark], policy: Policy) -> None:
    findings = judged(remarks, policy).findings
    assert sum(each.inline for each in findings) <= policy.caps.notes
    for each in findings:
        assert not each.inline or (each.is_inline and each.is_open)
        if each.dimension is Dimension.TEST_COVERAGE:
            assert each.severity is not Severity.CRITICAL
    assert list(findings) == sorted(findings, key=lambda each: each.reading_key)


def test_the_steps_stand_in_their_order() -> None:
    names = [step.__module__.rpartition(".")[2] for step in STEPS]
    assert names == [
        "claims",
        "dedupe",
        "floors",
        "threshold",
        "confidence",
        "blast",
        "context",
        "suppression",
        "caps",
    ]


def test_an_inspector_signs_what_it_left_unsigned() -> None:
    grounds = Scene().grounds()
    judgement = judge([observed(remark(source=""), inspector="dead-export")], grounds)
    assert judgement.findings[0].sources == ("dead-export",)


def test_a_finding_passes_through_all_steps_in_order() -> None:
    policy = Policy(context=ContextRules(only=((Dimension.SECURITY, Severity.LOW),)))
    found = Scene(policy=policy).finding(
        remark(
            title="SQL injection in the name",
            dimension=Dimension.SECURITY,
            severity=Severity.LOW,
            ceiling=Severity.HIGH,
            blast=Blast.DATA,
        )
    )
    assert [(each.step, each.before, each.after) for each in found.adjustments] == [
        ("floor", "low", "high"),
        ("context", "high", "low"),
    ]


def test_a_crash_is_not_an_answer_to_hostile_text() -> None:
    odd = "\ud800`\x00" * 50
    head = {"a\udcff.py": odd + "\n" + "x" * 50_000 + "\n"}
    hostile = remark(
        title=odd, failure_mode=odd, quotes=(Quote(path="a\udcff.py", text=odd),), basis=Basis.SELF
    )
    found = Scene(base={}, head=head).finding(hostile)
    assert (found.place.start, found.place.text) == (1, odd)
