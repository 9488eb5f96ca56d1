"""What is read out of a model's answer, in whatever state it comes."""

from __future__ import annotations

import json

import pytest

from postil.domain.brief import ConcernResult
from postil.domain.change import Side
from postil.domain.conversation import Reply
from postil.domain.report import GoalVerdict, PassVerdict, PriorAnswer
from postil.domain.severity import Dimension, Justification, Kind, Severity
from postil.inspection.panel.reading import MOST_ENTRIES, Reading, read
from postil.inspection.panel.salvage import MOST_CHARACTERS

from fakes.models import finding

WHOLE = {"findings": [finding()]}
TEXT = json.dumps(WHOLE)


def reading(text: str) -> Reading:
    return read(Reply(text=text))


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        f"```json\n{TEXT}\n```",
        f"Here is my report:\n{TEXT}\nHope that helps.",
        f"\ufeff{TEXT}",
        f'<think>is {{it}} bad? {{"findings": []}}</think>\n{TEXT}',
        f'{{"example": 1}} and then {TEXT}',
        f'{{"findings": []}}\n{json.dumps({**WHOLE, "clean": []})}',
        json.dumps({"findings": finding()}),
    ],
    ids=["plain", "fenced", "chatty", "bom", "thinking", "decoy", "two", "no list"],
)
def test_a_report_is_found_in_its_wrapping(text: str) -> None:
    found = reading(text)
    assert found.is_whole, found.complaint
    assert found.report is not None
    assert [each.slug for each in found.report.findings] == ["dropped-error"]


def test_the_structured_answer_comes_before_the_prose() -> None:
    found = read(Reply(answer='{"findings": []}', text=TEXT))
    assert found.report is not None
    assert found.report.findings == ()


@pytest.mark.parametrize(
    ("field", "said", "meant"),
    [
        ("severity", "P0", Severity.CRITICAL),
        ("severity", "Blocker", Severity.CRITICAL),
        ("severity", " HIGH ", Severity.HIGH),
        ("severity", "MAJOR", Severity.HIGH),
        ("severity", "minor", Severity.LOW),
        ("dimension", "Error Handling", Dimension.ERROR_HANDLING),
        ("dimension", "error_handling", Dimension.ERROR_HANDLING),
        ("dimension", "ACCESS_CONTROL", Dimension.SECURITY),
        ("dimension", "testing", Dimension.TEST_COVERAGE),
        ("confidence", "high", 90),
        ("confidence", "Low", 35),
        ("confidence", 7, 70),
        ("confidence", "8/10", 80),
        ("confidence", 0.85, 85),
        ("confidence", "75%", 75),
        ("confidence", 72.0, 72),
        ("kind", "Spec gap", Kind.SPEC_GAP),
        ("kind", None, Kind.DEFECT),
        ("justification", "Reachable", Justification.REACHABLE),
        ("signals", "A", ("A",)),
        ("signals", None, ()),
        ("race", None, None),
        ("unheard_of", {"deep": [1]}, None),
    ],
)
def test_other_words_for_the_same_are_understood(field: str, said: object, meant: object) -> None:
    found = reading(json.dumps({"findings": [finding(**{field: said})]}))
    assert found.is_whole, found.complaint
    assert found.report is not None
    assert getattr(found.report.findings[0], field, None) == meant


@pytest.mark.parametrize(
    ("line", "meant"),
    [(3, 3), ("12", 12), ("L12", None), (-4, -4), (True, None), (10**12, 10**12), (None, None)],
)
def test_a_line_is_only_a_hint_and_nonsense_is_no_hint(line: object, meant: int | None) -> None:
    quote = {"path": "a.py", "text": "x", "line": line, "side": "RIGHT"}
    found = reading(json.dumps({"findings": [finding(quotes=quote)]}))
    assert found.report is not None
    (read_quote,) = found.report.findings[0].quotes
    assert (read_quote.line, read_quote.side) == (meant, Side.NEW)


@pytest.mark.parametrize(
    ("part", "fault"),
    [
        ({"severity": "apocalyptic"}, "Invalid enum value 'apocalyptic'"),
        ({"title": None}, "missing required field `title`"),
        ({"title": ["a"]}, "Expected `str`, got `array`"),
        ({"confidence": "sure"}, "Expected `int`"),
        ({"confidence": True}, "Expected `int`, got `bool`"),
        ({"quotes": [{"text": "x"}]}, "missing required field `path`"),
        ({"quotes": "x = 1"}, "Expected `object`, got `str`"),
        ({"race": {"window": "days"}}, "Invalid enum value 'days'"),
    ],
)
def test_what_does_not_fit_is_named_and_left_out(part: dict[str, object], fault: str) -> None:
    found = reading(json.dumps({"findings": [finding(**part), finding()]}))
    assert found.report is not None
    assert len(found.report.findings) == 1
    assert fault in found.complaint
    assert "findings[0]" in found.complaint
    assert not found.is_whole


def test_a_key_that_stands_twice_with_different_values_is_not_guessed() -> None:
    doubled = TEXT.replace('"severity": "high"', '"severity": "high", "severity": "nit"')
    found = reading(doubled)
    assert found.report is not None
    assert found.report.findings == ()
    assert "twice" in found.complaint


def test_a_key_that_stands_twice_alike_is_fine() -> None:
    assert reading(
        TEXT.replace('"severity": "high"', '"severity": "high", "severity": "high"')
    ).is_whole


@pytest.mark.parametrize(
    "text",
    ["", "No issues found.", "{", "[" * 100_000, '{"a":' * 50_000, "null", "[1, 2]", '{"x": 1}',
     "x" * (MOST_CHARACTERS + 1), '{"findings": [{"title": "cut'],
)  # fmt: skip
def test_nothing_to_read_is_no_report(text: str) -> None:
    assert reading(text).report is None
    assert "no JSON object" in reading(text).complaint


def test_of_a_cut_report_the_whole_entries_are_kept() -> None:
    cut = json.dumps(
        {"clean": [{"slug": "E1", "evidence": "read it"}], "findings": [finding(), finding()]}
    )
    found = reading(cut[: cut.rindex('"title"') + 20])
    assert found.report is not None
    assert (len(found.report.findings), len(found.report.clean)) == (1, 1)
    assert not found.is_whole
    assert found.complaint == "the JSON ends before it is complete"


@pytest.mark.parametrize("value", ["none", 7, "many"])
def test_a_list_that_is_none_is_a_fault(value: object) -> None:
    found = reading(json.dumps({"findings": value}))
    assert found.complaint == "`findings` is not a list"


def test_nan_is_no_number() -> None:
    found = reading(TEXT.replace('"confidence": 90', '"confidence": NaN'))
    assert "missing required field `confidence`" in found.complaint


def test_there_is_an_end_to_what_is_read() -> None:
    found = reading(json.dumps({"findings": [finding()] * (MOST_ENTRIES + 1)}))
    assert found.report is not None
    assert len(found.report.findings) == MOST_ENTRIES
    assert "201 entries" in found.complaint


def test_every_part_of_a_report_is_read() -> None:
    quote = {"path": "a.py", "text": "x"}
    found = reading(
        json.dumps(
            {
                "findings": None,
                "clean": [{"slug": "E1", "evidence": "every call is awaited"}],
                "passes": [{"dimension": "performance", "verdict": "N/A", "evidence": "docs"}],
                "verifications": [{"id": "ab", "answer": "Yes", "quotes": [quote]}],
                "concerns": [{"number": "1", "result": "not_verified"}],
                "goal": {"verdict": "partially achieved", "quotes": [quote]},
                "limitations": ["no build", 7],
                "summary": "It adds a cache.",
            }
        )
    )
    assert found.is_whole, found.complaint
    report = found.report
    assert report is not None
    assert report.clean[0].slug == "E1"
    assert report.passes[0].verdict is PassVerdict.NOT_APPLICABLE
    assert report.verifications[0].answer is PriorAnswer.FIXED
    assert report.concerns[0].result is ConcernResult.NOT_VERIFIED
    assert report.goal is not None
    assert report.goal.verdict is GoalVerdict.PARTIALLY
    assert report.limitations == ("no build",)
    assert report.summary == "It adds a cache."
