from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import HealthCheck, given, settings

from postil.domain.document import ReviewDocument
from postil.domain.severity import Severity
from postil.render import Style
from postil.render.junit import MEDIA_TYPE, NAME, render
from render.strategies import documents

from samples import BLIND, CLEAN, HOSTILE, NOISY, finding, quoted


def parsed(document: ReviewDocument) -> ET.Element:
    return ET.fromstring(render(document, None, style=Style()))  # noqa: S314 - our own text


def cases(document: ReviewDocument, suite: str) -> dict[str, tuple[str, str]]:
    """Result and message of each test case of a suite."""
    found = parsed(document).find(f"testsuite[@name='{suite}']")
    assert found is not None
    return {
        case.attrib["name"]: next(((c.tag, c.attrib["message"]) for c in case), ("passed", ""))
        for case in found
    }


def test_names() -> None:
    assert (NAME, MEDIA_TYPE) == ("junit", "application/xml")


def test_inspectors() -> None:
    assert cases(BLIND.document, "inspectors") == {
        "comment-hygiene": ("passed", ""),
        "dependency-chain": ("skipped", "no manifest changed"),
        "non-code-scan": ("passed", ""),
        "stale-reference": ("passed", ""),
        "workflow-security": ("skipped", "switched off in the configuration"),
        "security": ("error", "no answer within 120 s"),
        "staff-engineer": ("passed", ""),
        "sdet": ("passed", ""),
        "spec-auditor": ("passed", ""),
    }


def test_required_gaps_are_errors_once() -> None:
    assert cases(BLIND.document, "coverage") == {
        "secret scanner": ("skipped", "`kingfisher` is not installed"),
        "uv.lock": ("skipped", "a lockfile is left out by the noise filter"),
        "src/generated/schema.sql": ("error", "the patch is larger than 1 MB"),
    }


def test_open_findings_are_failures() -> None:
    found = cases(NOISY.document, "findings")
    assert list(found) == [
        "F1 A live gateway key is committed",
        "F2 Two refunds at once both pass the limit",
        "F3 A failed refund is recorded as paid",
        "F4 The page names `refund_order`, which does not exist",
        "F8 `refund` returns a flag where its neighbours raise",
        "F5 The test has no type annotations",
        "F7 The page forbids partial refunds, the code allows them",
        "F6 Is a refund of zero cents meant to succeed?",
    ]
    assert {result for result, _ in found.values()} == {"failure"}
    failure = parsed(NOISY.document).find("testsuite[@name='findings']/testcase/failure")
    assert failure is not None
    assert failure.attrib["type"] == "critical defect"
    assert (failure.text or "").split("\n")[0] == "src/billing/client.py:3"


def test_a_finding_without_words_shows_its_place() -> None:
    bare = finding(1, "t", Severity.LOW, quoted(NOISY.change, "docs/refunds.md", 3))
    root = parsed(replace(NOISY.document, findings=(bare,)))
    failure = root.find("testsuite[@name='findings']/testcase/failure")
    assert failure is not None
    assert failure.text == "docs/refunds.md:3"


@pytest.mark.parametrize("sample", [CLEAN, NOISY, BLIND, HOSTILE])
def test_counts_add_up(sample: object) -> None:
    root = parsed(getattr(sample, "document"))  # noqa: B009 - a sample has one
    for tag, attribute in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        assert int(root.attrib[attribute]) == len(list(root.iter(tag)))
        assert int(root.attrib[attribute]) == sum(int(suite.attrib[attribute]) for suite in root)
    assert int(root.attrib["tests"]) == len(list(root.iter("testcase")))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents())
def test_every_document_is_well_formed(document: ReviewDocument) -> None:
    assert parsed(document).tag == "testsuites"
