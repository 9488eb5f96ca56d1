"""Writes the review as JUnit XML, for CI systems that show test reports."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from postil.domain.change import Change
from postil.domain.document import InspectorRecord, ReviewDocument
from postil.domain.finding import Finding
from postil.domain.observation import Attendance, Gap
from postil.render import Style
from postil.render._status import headline, standing
from postil.render._visible import one_line, visible

NAME = "junit"
MEDIA_TYPE = "application/xml"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """One test case; `result` is empty when it passed, else failure, error or skipped."""

    group: str
    name: str
    result: str = ""
    word: str = ""
    message: str = ""
    text: str = ""
    seconds: float = 0.0


def render(document: ReviewDocument, change: Change | None, *, style: Style) -> str:  # noqa: ARG001 - every renderer takes both
    """Inspectors, findings and gaps as three suites: an error is what could not be looked at."""
    failed = {r.name for r in document.inspectors if r.attendance is Attendance.FAILED}
    suites = {
        "inspectors": [_inspector(record) for record in document.inspectors],
        "findings": [_finding(finding) for finding in standing(document)],
        "coverage": [_gap(gap) for gap in document.gaps if gap.subject not in failed],
    }
    root = ET.Element("testsuites", _counts(case for cases in suites.values() for case in cases))
    root.set("name", one_line(f"Postil: {headline(document)}"))
    root.set("time", f"{document.seconds:.3f}")
    for name, cases in suites.items():
        suite = ET.SubElement(root, "testsuite", {"name": name, **_counts(cases)})
        suite.set("time", f"{sum(case.seconds for case in cases):.3f}")
        for case in cases:
            _add(suite, case)
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _counts(cases: Iterable[_Case]) -> dict[str, str]:
    results = [case.result for case in cases]
    return {
        "tests": str(len(results)),
        "failures": str(results.count("failure")),
        "errors": str(results.count("error")),
        "skipped": str(results.count("skipped")),
    }


def _add(suite: ET.Element, case: _Case) -> None:
    attributes = {"classname": one_line(case.group), "name": one_line(case.name)}
    element = ET.SubElement(suite, "testcase", {**attributes, "time": f"{case.seconds:.3f}"})
    if case.result:
        result = ET.SubElement(element, case.result, {"message": one_line(case.message)})
        if case.word:
            result.set("type", case.word)
        result.text = visible(case.text) or None


def _inspector(record: InspectorRecord) -> _Case:
    results = {
        Attendance.RAN: "",
        Attendance.FAILED: "error",
        Attendance.NOT_NEEDED: "skipped",
        Attendance.OFF: "skipped",
    }
    return _Case(
        group=record.kind,
        name=record.name,
        result=results[record.attendance],
        word=str(record.attendance) if record.attendance is Attendance.FAILED else "",
        message=record.reason,
        seconds=record.seconds,
    )


def _finding(finding: Finding) -> _Case:
    lines = (
        finding.place.place,
        f"Why: {finding.failure_mode}" if finding.failure_mode else "",
        f"What to do: {finding.mitigation}" if finding.mitigation else "",
    )
    return _Case(
        group=finding.place.path,
        name=f"{finding.number} {finding.title}",
        result="failure",
        word=f"{finding.severity} {finding.kind}",
        message=finding.title,
        text="\n".join(line for line in lines if line),
    )


def _gap(gap: Gap) -> _Case:
    return _Case(
        group="coverage",
        name=gap.subject,
        result="error" if gap.required else "skipped",
        word="required" if gap.required else "",
        message=gap.reason,
        text=gap.remedy,
    )
