"""The open findings as a SARIF 2.1.0 log, for code scanning pages and editors."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from postil.codec import to_json
from postil.domain.change import Change, Side
from postil.domain.document import ReviewDocument
from postil.domain.finding import Evidence, Finding
from postil.domain.judgement import Coverage, Outcome
from postil.domain.observation import Gap
from postil.domain.severity import Kind, Severity
from postil.render import Style
from postil.render._status import standing
from postil.render._visible import visible

NAME = "sarif"
MEDIA_TYPE = "application/sarif+json"

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_LEVELS = {
    Severity.CRITICAL: "error",
    Severity.HIGH: "error",
    Severity.MEDIUM: "warning",
    Severity.LOW: "note",
    Severity.NIT: "note",
}
_ROOT_NAME = "SRCROOT"
_PLACEHOLDER = re.compile(r"\{(\d{1,9})\}")

Json = dict[str, Any]


def render(document: ReviewDocument, change: Change | None, *, style: Style) -> str:
    """One run with the open findings; what was set aside or closed is no result of it."""
    del change, style
    findings = standing(document)
    first = {finding.slug: finding for finding in reversed(findings)}
    indices = {slug: index for index, slug in enumerate(first)}
    run: Json = {
        "tool": {"driver": _driver(document, first.values())},
        "invocations": [_invocation(document)],
        "originalUriBaseIds": {
            _ROOT_NAME: {"description": {"text": "The root of the repository."}}
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, index=indices[finding.slug]) for finding in findings],
        "properties": {
            "verdict": document.verdict.value,
            "coverage": document.coverage.value,
            "outcome": document.outcome.value,
            "reviewersRead": document.panel,
            "base": document.subject.base,
            "head": document.subject.head,
        },
    }
    return to_json({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}).decode()


def _driver(document: ReviewDocument, examples: Iterable[Finding]) -> Json:
    return {
        "name": "Postil",
        "version": document.postil,
        "rules": [_rule(finding) for finding in examples],
    }


def _rule(finding: Finding) -> Json:
    words = finding.slug.replace("-", " ").strip().capitalize()
    return {
        "id": finding.slug,
        "shortDescription": {"text": _message(words or "Finding")},
        "defaultConfiguration": {"level": _level(finding)},
        "properties": {"tags": [finding.dimension.value]},
    }


def _invocation(document: ReviewDocument) -> Json:
    complete = document.coverage is Coverage.FULL or document.outcome is Outcome.NOOP
    return {
        "executionSuccessful": complete,
        "toolExecutionNotifications": [_notification(gap) for gap in document.gaps],
    }


def _notification(gap: Gap) -> Json:
    return {
        "level": "error" if gap.required else "note",
        "message": {"text": _sentences(f"Not looked at: {gap.subject}: {gap.reason}", gap.remedy)},
    }


def _result(finding: Finding, *, index: int) -> Json:
    primary = _primary(finding)
    others = [evidence for evidence in finding.evidence if evidence is not primary]
    result: Json = {
        "ruleId": finding.slug,
        "ruleIndex": index,
        "level": _level(finding),
        "rank": float(min(max(finding.confidence, 0), 100)),
        "message": {
            "text": _sentences(
                finding.title, finding.failure_mode, finding.mitigation, finding.caveat
            )
        },
        "locations": [_location(primary)],
        "properties": {
            "number": finding.number,
            "severity": finding.severity.value,
            "kind": finding.kind.value,
            "root": finding.root.value,
            "dimension": finding.dimension.value,
            "confidence": finding.confidence,
            "state": finding.status.value,
            "introduced": finding.introduced,
            "sources": list(finding.sources),
        },
    }
    if others:
        result["relatedLocations"] = [
            {"id": number, **_location(evidence)} for number, evidence in enumerate(others, start=1)
        ]
    fingerprints = {visible(name): visible(value) for name, value in finding.fingerprints}
    if finding.id:
        fingerprints["postil/v1"] = finding.id
    if fingerprints:
        result["partialFingerprints"] = fingerprints
    return result


def _level(finding: Finding) -> str:
    return _LEVELS[finding.severity] if finding.kind is Kind.DEFECT else "note"


def _primary(finding: Finding) -> Evidence:
    """The note's own place, unless that exists only before the change and another does not."""
    return next((place for place in finding.evidence if place.side is Side.NEW), finding.place)


def _location(evidence: Evidence) -> Json:
    """A place at head; of a place before the change only the file, as its lines are gone."""
    physical: Json = {
        "artifactLocation": {"uri": _uri(evidence.path), "uriBaseId": _ROOT_NAME},
    }
    if evidence.side is Side.OLD:
        words = f"{evidence.place} before this change: {evidence.text}"
        return {"physicalLocation": physical, "message": {"text": _message(words)}}
    if evidence.start is not None and evidence.start > 0:
        physical["region"] = {
            "startLine": evidence.start,
            "endLine": max(evidence.end or 0, evidence.start),
            "snippet": {"text": visible(evidence.text)},
        }
    return {"physicalLocation": physical, "message": {"text": _message(evidence.place)}}


def _uri(path: str) -> str:
    return quote(path.encode("utf-8", "surrogateescape"), safe="/")


def _sentences(*parts: str) -> str:
    ended = (part if part.endswith((".", "?", "!")) else f"{part}." for part in parts if part)
    return _message(" ".join(ended))


def _message(text: str) -> str:
    """Plain text that no viewer takes for a link or a placeholder to fill in."""
    shown = _PLACEHOLDER.sub(r"{{\1}}", visible(text))
    if "](" not in shown:
        return shown
    return shown.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
