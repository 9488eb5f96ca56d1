from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import jsonschema
import pytest

from postil.domain.document import ReviewDocument
from postil.domain.finding import Adjustment, Finding
from postil.domain.judgement import Coverage, Outcome, Verdict
from postil.domain.observation import Attendance
from postil.domain.severity import Kind, Root, Severity
from postil.render import Style
from postil.render.json import MEDIA_TYPE, NAME, render
from postil.schemas import schema_files

from samples import BLIND, CHECKS_CLEAN, CHECKS_NOISY, CLEAN, HOSTILE, NOISY, SAMPLES

CONTRACT = {
    "mode",
    "base",
    "head",
    "last_sha",
    "status",
    "subagent_failures",
    "summary_line",
    "findings",
    "spec_gaps",
    "prior_verifications",
    "checked_and_clean",
    "verdict",
    "coverage",
    "cost",
}
FINDING_CONTRACT = {
    "id",
    "p_code",
    "severity_emoji",
    "slug",
    "category",
    "file",
    "line_start",
    "line_end",
    "confidence",
    "blast",
    "justification",
    "failure_mode",
    "mitigation",
    "evidence",
    "details",
    "severity_adjustment",
}


def written(document: ReviewDocument) -> Any:
    return json.loads(render(document, None, style=Style()))


def with_finding(**fields: Any) -> ReviewDocument:
    finding: Finding = replace(NOISY.document.findings[0], **fields)
    return replace(NOISY.document, findings=(finding,))


def only_finding(**fields: Any) -> Any:
    (finding,) = written(with_finding(**fields))["findings"]
    return finding


def test_it_says_what_it_is() -> None:
    assert (NAME, MEDIA_TYPE) == ("json", "application/json")


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_every_sample_fits_the_published_schema(name: str) -> None:
    shape = json.loads(schema_files()["local-report.schema.json"])
    jsonschema.Draft202012Validator.check_schema(shape)
    report = written(SAMPLES[name].document)
    jsonschema.validate(report, shape)
    assert set(report) >= CONTRACT


def test_the_schema_is_as_narrow_as_the_contract() -> None:
    shape = json.loads(schema_files()["local-report.schema.json"])
    for wrong in ({"status": "fine"}, {"mode": "remote"}, {"coverage": "all"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(written(NOISY.document) | wrong, shape)
    report = written(NOISY.document)
    report["findings"][0]["p_code"] = "P7"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(report, shape)


def test_the_lines_of_the_change_and_the_style_do_not_bear_on_it() -> None:
    plain = render(NOISY.document, None, style=Style())
    assert render(NOISY.document, NOISY.change, style=Style(width=20, color=True)) == plain
    assert plain.endswith("}\n")


@pytest.mark.parametrize(
    ("document", "status"),
    [
        (NOISY.document, "blocking"),
        (replace(NOISY.document, verdict=Verdict.REVIEW), "review-before-merge"),
        (replace(NOISY.document, verdict=Verdict.NOTES), "approved-with-notes"),
        (CLEAN.document, "approved"),
        (CHECKS_CLEAN.document, "checks-only"),
        (CHECKS_NOISY.document, "checks-only"),
        (BLIND.document, "partial-failure"),
        (replace(CLEAN.document, coverage=Coverage.NONE), "partial-failure"),
        (replace(CLEAN.document, outcome=Outcome.NOOP), "noop"),
    ],
)
def test_status(document: ReviewDocument, status: str) -> None:
    report = written(document)
    assert report["status"] == status
    assert report["verdict"] == document.verdict
    assert report["coverage"] == document.coverage


@pytest.mark.parametrize("sample", [BLIND, CHECKS_CLEAN, CHECKS_NOISY])
def test_no_approval_where_none_is_due(sample: Any) -> None:
    report = written(sample.document)
    for word in ("approved", "ready"):
        assert word not in f"{report['status']} {report['summary_line']}".lower()


def test_the_subject_and_what_a_first_review_cannot_know() -> None:
    report = written(NOISY.document)
    assert report["mode"] == "local"
    assert (report["base"], report["base_sha"]) == ("main", "a" * 40)
    assert report["head"] == "b" * 40
    assert report["last_sha"] is None
    assert report["prior_verifications"] == []


def test_a_finding_has_every_key_of_the_contract() -> None:
    report = written(NOISY.document)
    assert [(finding["id"], finding["state"]) for finding in report["closed"]] == [
        ("F10", "suppressed")
    ]
    assert [finding["id"] for finding in report["findings"]] == [
        "F1",
        "F2",
        "F3",
        "F4",
        "F8",
        "F5",
        "F6",
    ]
    race = report["findings"][1]
    assert set(race) >= FINDING_CONTRACT
    assert race["key"] == "00000002"
    assert (race["p_code"], race["severity_emoji"]) == ("P1", "⚠️")
    assert (race["confidence"], race["confidence_score"]) == ("high", 72)
    assert (race["blast"], race["justification"]) == ("Data layer", "Reachable")
    assert race["file"] == "src/billing/refund.py"
    assert race["evidence"].startswith("    order = store.order(order_id)\n")
    assert [(quote["line_start"], quote["line_end"]) for quote in race["quotes"]] == [
        (12, 13),
        (19, 19),
    ]
    assert race["race"] == {"window": "ms", "damage": "inconsistency", "recovery": "no"}


@pytest.mark.parametrize(
    ("fields", "advisory"),
    [
        ({}, False),
        ({"root": Root.DOC}, True),
        ({"root": Root.NEW}, True),
        ({"introduced": False}, True),
        ({"kind": Kind.QUESTION}, True),
        ({"kind": Kind.PREFERENCE}, True),
    ],
)
def test_advisory_is_what_nothing_waits_for(fields: dict[str, Any], *, advisory: bool) -> None:
    assert only_finding(**fields)["advisory"] is advisory


def _step(before: str, after: str, reason: str) -> Adjustment:
    return Adjustment(step="s", before=before, after=after, reason=reason)


@pytest.mark.parametrize(
    ("fields", "adjustment"),
    [
        ({}, None),
        ({"adjustments": (_step("code", "new", "moved"),)}, None),
        (
            {"base": Severity.MEDIUM, "adjustments": (_step("medium", "critical", "reach"),)},
            {"from": "💡 P2", "to": "🚨 P0", "reason": "reach"},
        ),
        (
            {
                "kind": Kind.QUESTION,
                "base": Severity.HIGH,
                "severity": Severity.HIGH,
                "adjustments": (_step("defect", "question", "not sure"),),
            },
            {"from": "⚠️ P1", "to": "❓ Q", "reason": "not sure"},
        ),
        (
            {
                "base": Severity.LOW,
                "adjustments": (
                    _step("low", "medium", "one"),
                    _step("code", "doc", "aside"),
                    _step("medium", "critical", "two"),
                ),
            },
            {"from": "💡 P2", "to": "🚨 P0", "reason": "one; two"},
        ),
    ],
)
def test_severity_adjustment(fields: dict[str, Any], adjustment: dict[str, str] | None) -> None:
    assert only_finding(**fields)["severity_adjustment"] == adjustment


def test_a_spec_gap_stands_apart_with_both_quotes() -> None:
    (gap,) = written(NOISY.document)["spec_gaps"]
    assert gap["id"] == "F7"
    assert gap["section"] == "C4 Business rules"
    assert gap["spec_quote"] == "Partial refunds are not possible."
    assert gap["code_quote"] == "    if order.refunded + cents > order.total:"
    assert gap["questions"] == [
        "Support promises one thing and the system does another.",
        "Decide whether partial refunds are wanted, then change page or code.",
    ]


def test_a_spec_gap_with_one_quote_quotes_the_code() -> None:
    (gap,) = written(with_finding(kind=Kind.SPEC_GAP, failure_mode=""))["spec_gaps"]
    assert gap["spec_quote"] == ""
    assert gap["code_quote"] == 'API_KEY = "sk_live_(masked)"'
    assert len(gap["questions"]) == 1


def test_praise_is_no_finding() -> None:
    report = written(NOISY.document)
    assert [strength["line_start"] for strength in report["strengths"]] == [6]
    assert "F9" not in {finding["id"] for finding in report["findings"]}
    assert written(BLIND.document)["strengths"] == []


def test_what_failed_what_was_not_seen_and_what_was_set_aside() -> None:
    report = written(BLIND.document)
    assert report["subagent_failures"] == [
        {"name": "security", "kind": "role", "reason": "no answer within 120 s"}
    ]
    assert [gap["subject"] for gap in report["gaps"] if gap["required"]] == [
        "security",
        "src/generated/schema.sql",
    ]
    entries = NOISY.document.set_aside
    twice = written(replace(NOISY.document, set_aside=(*entries, entries[0])))["set_aside"]
    assert [(entry["step"], entry["count"]) for entry in twice] == [
        ("claim", 2),
        ("claim", 1),
        ("tooling", 1),
    ]
    seats = {seat["name"]: seat["attendance"] for seat in report["seats"]}
    assert seats["security"] == Attendance.FAILED
    assert seats["workflow-security"] == Attendance.OFF


def test_hostile_text_stays_one_json_document() -> None:
    report = written(HOSTILE.document)
    assert "\\xff" in report["findings"][0]["title"]
    assert "<script>alert(1)</script>" in report["findings"][0]["title"]
