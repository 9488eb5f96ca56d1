"""The rules of the sections layout for a first review."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.render._details import TITLE as DETAILS
from postil.render._validate_body import Heading, Reading
from postil.render._validate_findings import GREEN, INCOMPLETE, LEFT_OUT, blockers, walk

_VERDICT = re.compile(r":(red|yellow|green)_circle: \*\*(.+)\*\* -- \S")
_FINDING = re.compile(r"(?:\*\*)?\[(CRITICAL|MAJOR|MEDIUM|MINOR)\](?:\*\*)? \S.*: \S")
_SUGGESTION = re.compile(r"- (?:Optional|Future consideration): \S")
_STRENGTH = re.compile(r"- :white_check_mark: \S")

_SECTIONS = ("What Changed", "Strengths", "Observations", "Suggestions", "Verdict")
_REQUIRED = ("What Changed", "Verdict")
_GROUPS = ("Impact", "Preference")
_SECTION_LEVEL = 2
_GROUP_LEVEL = 3


@dataclass(frozen=True, slots=True)
class _Group:
    """The findings below one heading: their tags in order, and what is wrong with them."""

    name: str
    tags: tuple[str, ...]
    problems: tuple[str, ...]


def sections_problems(reading: Reading) -> Iterator[str]:
    headings = reading.headings()
    sections = [heading for heading in headings if heading.level <= _SECTION_LEVEL]
    names = [heading.text for heading in sections]
    yield from _section_problems(reading, sections)
    lines = {heading.text: [t for t in reading.under(heading) if t] for heading in sections}
    yield from _list_problems(lines.get("Suggestions", []), _SUGGESTION, what="suggestion")
    yield from _list_problems(lines.get("Strengths", []), _STRENGTH, what="strength")
    groups = [_group(reading, heading) for heading in _group_headings(headings)]
    for group in groups:
        yield from group.problems
    yield from _observation_problems(reading, groups, lines.get("Observations"))
    if "Verdict" not in names:
        return
    verdict = lines["Verdict"]
    yield from _verdict_problems(verdict, groups, open_questions="Suggestions" in names)
    yield from _weight_problems(verdict, groups, reading.block_at)
    if any(INCOMPLETE in line for line in verdict) and "Strengths" in names:
        yield "an incomplete review lists strengths"


def _section_problems(reading: Reading, sections: Sequence[Heading]) -> Iterator[str]:
    names = [heading.text for heading in sections]
    for name in _REQUIRED:
        if name not in names:
            yield f"section `{name}` is missing"
    for heading in sections:
        if heading.text not in _SECTIONS:
            yield f"unknown section `{heading.text}`"
        if heading.depth != 1:
            yield f"section `{heading.text}` stands outside the summary block"
        if heading.text != "Observations" and not any(reading.under(heading)):
            yield f"section `{heading.text}` is empty"
    if [name for name in _SECTIONS if name in names] != [n for n in names if n in _SECTIONS]:
        yield "the sections are not in order, each once"
    if [depth for depth, _ in reading.folds] != [1, 2] or reading.folds[-1][1] != DETAILS:
        yield "the details are not the one collapsible inside the summary"


def _list_problems(lines: Sequence[str], pattern: re.Pattern[str], *, what: str) -> Iterator[str]:
    for line in lines:
        if not pattern.match(line) and not LEFT_OUT.match(line):
            yield f"not a {what}: `{line[:80]}`"


def _group_headings(headings: Sequence[Heading]) -> Iterator[Heading]:
    """The headings inside Observations."""
    inside = False
    for heading in headings:
        if heading.level <= _SECTION_LEVEL:
            inside = heading.text == "Observations"
        elif inside:
            yield heading


def _group(reading: Reading, heading: Heading) -> _Group:
    found = walk(reading.under(heading), _FINDING, heading=heading.text)
    problems = list(found.problems)
    if heading.text not in _GROUPS or heading.level != _GROUP_LEVEL:
        problems.append(f"unknown heading `{heading.text}` in Observations")
    if heading.text == "Preference" and {"CRITICAL", "MAJOR"} & set(found.tags):
        problems.append("a critical or major finding under `Preference`")
    return _Group(heading.text, found.tags, tuple(problems))


def _observation_problems(
    reading: Reading, groups: Sequence[_Group], lines: Sequence[str] | None
) -> Iterator[str]:
    names = [group.name for group in groups]
    if lines is not None and not groups:
        yield "`Observations` holds neither Impact nor Preference"
    for line in lines or ():
        yield f"neither finding nor explanation: `{line[:80]}`"
    if names != [name for name in _GROUPS if name in names] and set(names) <= set(_GROUPS):
        yield "Impact and Preference are not in order, each once"
    tagged = sum(bool(_FINDING.match(row.text)) for row in reading.rows if not row.quoted)
    if tagged != sum(len(group.tags) for group in groups):
        yield "a finding stands outside Observations"


def _verdict_problems(
    verdict: Sequence[str], groups: Sequence[_Group], *, open_questions: bool
) -> Iterator[str]:
    if len(verdict) != 1 or not (match := _VERDICT.match(verdict[0])):
        yield "the verdict is not one line of circle, label and text"
        return
    circle, label = match[1], match[2]
    if circle == "green" and (open_questions or any(group.tags for group in groups)):
        yield "a green verdict over open findings"
    if label.startswith(INCOMPLETE) and any(word in verdict[0] for word in GREEN):
        yield "an incomplete review looks green"


def _weight_problems(
    verdict: Sequence[str], groups: Sequence[_Group], block_at: str
) -> Iterator[str]:
    blocking = {group.name for group in groups if blockers(block_at) & set(group.tags)}
    blocked = "Impact" in blocking
    # A nit and a preference read alike; only where nits block may either be what blocks.
    may_block = blocked or (block_at == "nit" and "Preference" in blocking)
    text = " ".join(verdict)
    if text.startswith(":red_circle:") and not may_block:
        yield "a red verdict without anything that blocks"
    if "Ready" in text and blocked:
        yield "a ready verdict over something that blocks"
