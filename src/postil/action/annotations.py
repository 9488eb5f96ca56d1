"""Findings as the annotations a workflow prints, for jobs that may not write comments."""

from __future__ import annotations

from collections.abc import Iterator

from postil.domain.change import Side
from postil.domain.document import ReviewDocument
from postil.domain.finding import Finding
from postil.domain.severity import Severity

MOST = 50
"""So many annotations a step shows; the summary holds all findings."""


def annotated(document: ReviewDocument) -> Iterator[str]:
    """One command line for each open finding, the worst first."""
    found = sorted(document.open_findings, key=lambda each: each.reading_key)
    for finding in found[:MOST]:
        place = finding.anchored
        where = [f"file={_property(place.path)}"]
        if place.start is not None and place.side is Side.NEW:
            where += [f"line={place.start}", f"endLine={place.end or place.start}"]
        where.append(f"title={_property(f'{finding.number} {finding.slug}')}")
        yield f"::{_level(finding)} {','.join(where)}::{_message(finding.title)}"


def _level(finding: Finding) -> str:
    if finding.severity.at_least(Severity.HIGH):
        return "error"
    return "warning" if finding.severity is Severity.MEDIUM else "notice"


def _message(text: str) -> str:
    """A text that cannot end its own line and begin another command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
