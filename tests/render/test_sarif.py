from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from postil.domain.change import Side
from postil.domain.document import ReviewDocument
from postil.domain.finding import Evidence, Finding
from postil.domain.judgement import Coverage, Outcome
from postil.domain.observation import Gap
from postil.domain.severity import Kind, Severity
from postil.render import Style
from postil.render.sarif import MEDIA_TYPE, NAME, render

from samples import BLIND, CLEAN, NOISY, SAMPLES

# The OASIS schema as published in the npm package @microsoft/sarif-multitool-linux 5.7.0.
SCHEMA = json.loads(
    (Path(__file__).parents[1] / "data" / "sarif-2.1.0.schema.json").read_text(encoding="utf-8")
)
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def run_of(document: ReviewDocument) -> Any:
    log = json.loads(render(document, None, style=Style()))
    VALIDATOR.validate(log)
    (run,) = log["runs"]
    return run


def result_of(**fields: Any) -> Any:
    finding: Finding = replace(NOISY.document.findings[0], **fields)
    (result,) = run_of(replace(NOISY.document, findings=(finding,)))["results"]
    return result


def evidence(
    path: str = "a.py", start: int | None = 3, end: int | None = 4, side: Side = Side.NEW
) -> Evidence:
    return Evidence(path=path, side=side, revision="b" * 40, text="x = 1", start=start, end=end)


def test_it_says_what_it_is() -> None:
    assert (NAME, MEDIA_TYPE) == ("sarif", "application/sarif+json")


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_every_sample_is_valid(name: str) -> None:
    run = run_of(SAMPLES[name].document)
    assert run["tool"]["driver"]["name"] == "Postil"
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_the_validator_would_notice() -> None:
    log = json.loads(render(NOISY.document, None, style=Style()))
    log["runs"][0]["results"][0]["level"] = "bad"
    assert not VALIDATOR.is_valid(log)


def test_results_are_the_open_findings() -> None:
    numbers = [result["properties"]["number"] for result in run_of(NOISY.document)["results"]]
    assert sorted(numbers) == ["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"]
    assert run_of(CLEAN.document)["results"] == []


@pytest.mark.parametrize(
    ("severity", "kind", "level"),
    [
        (Severity.CRITICAL, Kind.DEFECT, "error"),
        (Severity.HIGH, Kind.DEFECT, "error"),
        (Severity.MEDIUM, Kind.DEFECT, "warning"),
        (Severity.LOW, Kind.DEFECT, "note"),
        (Severity.NIT, Kind.DEFECT, "note"),
        (Severity.HIGH, Kind.QUESTION, "note"),
        (Severity.HIGH, Kind.SPEC_GAP, "note"),
    ],
)
def test_level(severity: Severity, kind: Kind, level: str) -> None:
    assert result_of(severity=severity, kind=kind)["level"] == level


def test_a_result_carries_its_identity_and_its_facts() -> None:
    result = result_of()
    assert result["partialFingerprints"] == {"postil/v1": "00000001"}
    assert result["rank"] == 90.0
    assert result["properties"] == {
        "number": "F1",
        "severity": "critical",
        "kind": "defect",
        "root": "code",
        "dimension": "security",
        "confidence": 90,
        "state": "new",
        "introduced": True,
        "sources": ["non-code-scan", "security"],
    }
    assert "partialFingerprints" not in result_of(id="")
    assert result_of(confidence=1000)["rank"] == 100.0
    assert result_of(confidence=-5)["rank"] == 0.0


def test_a_rule_reads_as_words() -> None:
    (rule,) = run_of(replace(NOISY.document, findings=NOISY.document.findings[:1]))["tool"][
        "driver"
    ]["rules"]
    assert rule["id"] == "secrets-handling"
    assert rule["shortDescription"] == {"text": "Secrets handling"}
    assert result_of(slug="")["ruleId"] == ""


def test_the_message_is_made_of_sentences() -> None:
    result = result_of(title="Is it?", failure_mode="It breaks", mitigation="Stop!", caveat="")
    assert result["message"]["text"] == "Is it? It breaks. Stop!"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see [here](https://evil.example).", "see \\[here\\](https://evil.example)."),
        ("a[0] stays.", "a[0] stays."),
        ("fill {0} and {name}.", "fill {{0}} and {name}."),
        ("bell \x07 and \u202e.", "bell ␇ and \\u202e."),
    ],
)
def test_no_viewer_takes_text_for_a_link_or_a_placeholder(text: str, shown: str) -> None:
    result = result_of(title=text, failure_mode="", mitigation="", caveat="")
    assert result["message"]["text"] == shown


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("src/a b.py", "src/a%20b.py"),
        ("a:b/c?d#e.py", "a%3Ab/c%3Fd%23e.py"),
        ("ü/%41.py", "%C3%BC/%2541.py"),
        ("bad\udcff.py", "bad%FF.py"),
        ('x"\\<>|\n.py', "x%22%5C%3C%3E%7C%0A.py"),
    ],
)
def test_odd_paths_are_percent_encoded(path: str, uri: str) -> None:
    result = result_of(evidence=(evidence(path),))
    (location,) = result["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == uri


@pytest.mark.parametrize(
    ("start", "end", "region"),
    [
        (3, 4, (3, 4)),
        (3, None, (3, 3)),
        (3, 1, (3, 3)),
        (None, None, None),
        (0, 0, None),
        (-2, 5, None),
    ],
)
def test_region(start: int | None, end: int | None, region: tuple[int, int] | None) -> None:
    (location,) = result_of(evidence=(evidence(start=start, end=end),))["locations"]
    found = location["physicalLocation"].get("region")
    assert (found and (found["startLine"], found["endLine"])) == region
    assert found is None or found["snippet"] == {"text": "x = 1"}


def test_other_evidence_is_related_and_a_place_at_head_comes_first() -> None:
    gone = evidence("old.py", 7, 7, Side.OLD)
    result = result_of(evidence=(gone, evidence("a.py"), evidence("b.py", None, None)))
    uris = [
        location["physicalLocation"]["artifactLocation"]["uri"]
        for location in (*result["locations"], *result["relatedLocations"])
    ]
    assert uris == ["a.py", "old.py", "b.py"]
    before, without_line = result["relatedLocations"]
    assert before["message"]["text"] == "old.py:7 before this change: x = 1"
    assert "region" not in before["physicalLocation"]
    assert "region" not in without_line["physicalLocation"]
    assert [before["id"], without_line["id"]] == [1, 2]


def test_a_finding_known_only_before_the_change_still_has_a_place() -> None:
    result = result_of(evidence=(evidence("old.py", 7, 7, Side.OLD),))
    (location,) = result["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == "old.py"
    assert "relatedLocations" not in result


def test_the_result_is_where_the_edit_is_needed() -> None:
    result = result_of(evidence=(evidence("a.py"), evidence("b.py")), anchor=1)
    (location,) = result["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == "a.py"


@pytest.mark.parametrize(
    ("document", "successful"),
    [
        (NOISY.document, True),
        (BLIND.document, False),
        (replace(CLEAN.document, coverage=Coverage.NONE), False),
        (replace(CLEAN.document, coverage=Coverage.NONE, outcome=Outcome.NOOP), True),
    ],
)
def test_a_run_that_did_not_see_everything_did_not_succeed(
    document: ReviewDocument, *, successful: bool
) -> None:
    (invocation,) = run_of(document)["invocations"]
    assert invocation["executionSuccessful"] is successful


def test_gaps_are_notifications() -> None:
    gaps = (
        Gap(subject="security", reason="no answer", required=True, remedy="run again"),
        Gap(subject="uv.lock", reason="a lockfile.", required=False),
    )
    (invocation,) = run_of(replace(BLIND.document, gaps=gaps))["invocations"]
    assert [
        (entry["level"], entry["message"]["text"])
        for entry in invocation["toolExecutionNotifications"]
    ] == [
        ("error", "Not looked at: security: no answer. run again."),
        ("note", "Not looked at: uv.lock: a lockfile."),
    ]
