"""The rules of the sections layout for a re-review: only what is new, closed and still open."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from postil.render._details import TITLE as DETAILS
from postil.render._validate_body import Heading, Reading
from postil.render._validate_findings import GREEN, INCOMPLETE, LEFT_OUT, blockers, walk

TITLE = "Postil Re-Review Summary"
STILL_OPEN = "View still-open findings"

_SINCE = re.compile(r"Re-review -- Changes since `?[0-9a-f]{7}`?$")
_VERDICT = re.compile(r":(green|yellow|large_blue)_circle: \*\*(.+)\*\* -- \S")
_NEW = re.compile(r":new: (?:\*\*)?\[(CRITICAL|MAJOR|MEDIUM|MINOR)\](?:\*\*)? \S.*: \S")
_CLOSED = re.compile(r"\A:white_check_mark: \[(?:CRITICAL|MAJOR|MEDIUM|MINOR)\] \S")
_HOW_CLOSED = re.compile(r"\A(?:resolved|likely fixed in `?[0-9a-f]{7}`?)\Z")
_OPEN = re.compile(r"- \[(CRITICAL|MAJOR|MEDIUM|MINOR)\] \S.*: \S")
_OPEN_COUNT = re.compile(r"\A([0-9]+) findings? ")
_WITH_LINES = re.compile(r"\A.*\([0-9]+(?:[-, ]+[0-9]+)*\): ")

_RE_REVIEW = "Re-review"
_ORDER = (
    _RE_REVIEW,
    "What Changed",
    "New Findings",
    "Resolved Findings",
    "Still Open",
    "Verdict Update",
)
_REQUIRED = (_RE_REVIEW, "What Changed", "Verdict Update")
_FIRST_REVIEW = ("Strengths", "Observations", "Suggestions", "Verdict")
_SECTION_LEVEL = 2


def delta_problems(reading: Reading) -> Iterator[str]:
    sections = [heading for heading in reading.headings() if heading.level <= _SECTION_LEVEL]
    yield from _section_problems(reading, sections)
    lines = {_name(heading): reading.under(heading) for heading in sections}
    new: tuple[str, ...] = ()
    if "New Findings" in lines:
        found = walk(lines["New Findings"], _NEW, heading="New Findings")
        new = found.tags
        yield from found.problems
    yield from _closed_problems(lines.get("Resolved Findings", ()))
    still = _still_open(reading)
    if "Still Open" in lines:
        yield from _open_problems(lines["Still Open"], reading, len(still))
    verdict = [line for line in lines.get("Verdict Update", ()) if line]
    if "Verdict Update" in lines:
        yield from _verdict_problems(verdict, (*new, *still), reading.block_at)


def _name(heading: Heading) -> str:
    return _RE_REVIEW if heading.text.startswith(_RE_REVIEW) else heading.text


def _section_problems(reading: Reading, sections: Sequence[Heading]) -> Iterator[str]:
    names = [_name(heading) for heading in sections]
    for name in _REQUIRED:
        if name not in names:
            yield f"section `{name}` is missing"
    for heading in sections:
        yield from _heading_problems(reading, heading)
    if [name for name in _ORDER if name in names] != [name for name in names if name in _ORDER]:
        yield "the sections are not in order, each once"
    if reading.folds[-1] != (2, DETAILS):
        yield "the details are not the last collapsible inside the summary"


def _heading_problems(reading: Reading, heading: Heading) -> Iterator[str]:
    name = _name(heading)
    if name in _FIRST_REVIEW:
        yield f"section `{name}` belongs to a first review"
    elif name not in _ORDER:
        yield f"unknown section `{heading.text}`"
    if name == _RE_REVIEW and not _SINCE.match(heading.text):
        yield "the re-review does not say since when"
    if name != _RE_REVIEW and not any(reading.under(heading)):
        yield f"section `{heading.text}` is empty"
    if heading.depth != 1:
        yield f"section `{heading.text}` stands outside the summary block"


def _closed_problems(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        if line and not LEFT_OUT.match(line) and not _is_closed(line):
            yield f"not a closed finding: `{line[:80]}`"
        if _WITH_LINES.match(line):
            yield f"line numbers on a closed finding: `{line[:80]}`"


def _still_open(reading: Reading) -> tuple[str, ...]:
    matches = (_OPEN.match(line) for line in reading.inside(STILL_OPEN))
    return tuple(match[1] for match in matches if match)


def _open_problems(lines: Sequence[str], reading: Reading, listed: int) -> Iterator[str]:
    told = next((match for line in lines if (match := _OPEN_COUNT.match(line))), None)
    entries = [line for line in reading.inside(STILL_OPEN) if line]
    cut = any(LEFT_OUT.match(line) for line in entries)
    if told is None:
        yield "`Still Open` does not say how many"
    elif int(told[1]) != listed and not cut:
        yield "the number in `Still Open` is not the number listed"
    for line in entries:
        if not LEFT_OUT.match(line) and not _OPEN.match(line):
            yield f"not a still-open finding: `{line[:80]}`"
        if _WITH_LINES.match(line):
            yield f"line numbers on a still-open finding: `{line[:80]}`"


def _verdict_problems(verdict: Sequence[str], still: Sequence[str], block_at: str) -> Iterator[str]:
    if len(verdict) != 1 or not (match := _VERDICT.match(verdict[0])):
        yield "the verdict is not one line of circle, label and text"
        return
    blocked = bool(blockers(block_at) & set(still))
    circle, label = match[1], match[2]
    if circle == "green" and still:
        yield "a green verdict over open findings"
    if circle == "large_blue" and blocked:
        yield "a blue verdict over something that blocks"
    if "ready" in verdict[0].lower() and blocked:
        yield "a ready verdict over something that blocks"
    if label.startswith(INCOMPLETE) and any(word in verdict[0] for word in GREEN):
        yield "an incomplete review looks green"


def _is_closed(line: str) -> bool:
    """Whether a line reads mark, severity, `path: title`, and how it was closed."""
    entry, _, how = line.rpartition(" -- ")
    marked = _CLOSED.match(entry)
    if marked is None or not _HOW_CLOSED.match(how):
        return False
    return bool(entry[marked.end() :].partition(": ")[2].strip())
