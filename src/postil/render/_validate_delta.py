"""The rules of the sections layout for a re-review: only what is new, closed and still open."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from postil.render._delta import MISSED, STILL_OPEN
from postil.render._details import TITLE as DETAILS
from postil.render._validate_body import Heading, Reading, outside_code
from postil.render._validate_findings import GREEN, INCOMPLETE, LEFT_OUT, blockers, walk

_SINCE = re.compile(r"Re-review -- Changes since `?[0-9a-f]{7}`?$")
_VERDICT = re.compile(r":(green|yellow|large_blue)_circle: \*\*(.+)\*\* -- \S")
_NEW = re.compile(r":new: (?:\*\*)?\[(CRITICAL|MAJOR|MEDIUM|MINOR)\](?:\*\*)? \S.*: \S")
_CLOSED = re.compile(r"\A:white_check_mark: \[(?:CRITICAL|MAJOR|MEDIUM|MINOR)\] \S")
_HOW_CLOSED = re.compile(
    r"\A(?:resolved(?: \([a-z ]+\))?|likely fixed (?:in|as of) `?[0-9a-f]{7}`?)\Z"
)
_OPEN = re.compile(r"- \[(CRITICAL|MAJOR|MEDIUM|MINOR)\] \S.*: \S")
_OPEN_COUNT = re.compile(r"\A([0-9]+) findings? ")
_NUMBERED = re.compile(r"\A.*\(F[0-9]+\)\Z")
_WITH_LINES = re.compile(r"\A.*\([0-9][0-9, -]*\)\Z")
_WAITS_FOR_NOTHING = ("Optional: ", "Preference: ")
_MARKS = re.compile(r"\A(?::new: |:white_check_mark: |- )")

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
    if "New Findings" in lines:
        yield from walk(lines["New Findings"], _NEW, heading="New Findings").problems
    yield from _closed_problems(lines.get("Resolved Findings", ()))
    listed = {title: reading.inside(title) for title in (STILL_OPEN, MISSED)}
    for entries in listed.values():
        yield from _listed_problems(entries)
    yield from _count_problems("Still Open", lines.get("Still Open", ()), listed[STILL_OPEN])
    yield from _count_problems(MISSED, listed[MISSED], listed[MISSED])
    verdict = [line for line in lines.get("Verdict Update", ()) if line]
    if "Verdict Update" in lines:
        standing = _standing((*lines.get("New Findings", ()), *listed[STILL_OPEN], *listed[MISSED]))
        yield from _verdict_problems(verdict, standing, reading.block_at)


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
        if _has_lines(line):
            yield f"line numbers on a closed finding: `{line[:80]}`"


def _standing(lines: Sequence[str]) -> tuple[tuple[str, bool], ...]:
    """The severity of each open finding that is listed, and whether a merge may wait for it."""
    tagged = ((line, _NEW.match(line) or _OPEN.match(line)) for line in lines)
    return tuple(
        (match[1], not _parts(line)[1].startswith(_WAITS_FOR_NOTHING))
        for line, match in tagged
        if match
    )


def _listed_problems(entries: Sequence[str]) -> Iterator[str]:
    for line in entries:
        is_entry = line.startswith("- ")
        if is_entry and not (_OPEN.match(line) and _NUMBERED.match(line)):
            yield f"not an open finding with its number: `{line[:80]}`"
        if not is_entry and line and not (LEFT_OUT.match(line) or _OPEN_COUNT.match(line)):
            yield f"no entry of the list: `{line[:80]}`"
        if _has_lines(line):
            yield f"line numbers on an open finding: `{line[:80]}`"


def _count_problems(name: str, told: Sequence[str], entries: Sequence[str]) -> Iterator[str]:
    if not told:
        return
    count = next((match for line in told if (match := _OPEN_COUNT.match(line))), None)
    listed = sum(line.startswith("- ") for line in entries)
    cut = any(LEFT_OUT.match(line) for line in entries)
    if count is None:
        yield f"`{name}` does not say how many"
    elif int(count[1]) != listed and not cut:
        yield f"the number in `{name}` is not the number listed"


def _has_lines(line: str) -> bool:
    """Whether line numbers stand before the title; a path that looks so is written as code."""
    return bool(_WITH_LINES.match(_parts(line)[0]))


def _parts(line: str) -> tuple[str, str]:
    """What stands before the title of an entry, and the title; both without code spans."""
    place, _, title = outside_code(_MARKS.sub("", line)).partition(": ")
    return place, title


def _verdict_problems(
    verdict: Sequence[str], standing: Sequence[tuple[str, bool]], block_at: str
) -> Iterator[str]:
    if len(verdict) != 1 or not (match := _VERDICT.match(verdict[0])):
        yield "the verdict is not one line of circle, label and text"
        return
    limit = blockers(block_at)
    blocked = any(severity in limit and waits for severity, waits in standing)
    circle, label = match[1], match[2]
    if circle == "green" and standing:
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
    if marked is None or not _HOW_CLOSED.match(how) or not _NUMBERED.match(entry):
        return False
    return bool(entry[marked.end() :].partition(": ")[2].strip())
