"""The rules of the summary layout."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from postil.render._details import TITLE as DETAILS
from postil.render._summary import CIRCLES, DESCRIPTION, HEADS, ISSUES, ORDER, RETAINED
from postil.render._validate_body import Reading
from postil.render._validate_findings import GREEN, LEFT_OUT
from postil.render._validate_sectioned import Section, section_problems, sections_of

_WORDS = "|".join(f"{circle} {word}" for word, circle in CIRCLES.items())
_ISSUE = re.compile(rf"\A\| F[0-9]{{1,6}} \| [^|]+ \| [^|]+ \| ({_WORDS}) \| [^|]+ \|$")
_RETAINED = re.compile(
    rf"\A- \*\*F[0-9]{{1,6}}\*\* ({_WORDS}) \S[^\n]{{1,8000}} \([a-z-]{{1,40}}\)\Z"
)
_VERDICT_ROW = 5
_INCOMPLETE = ("Partial review", "Not reviewed")
_RANKS = tuple(f"{circle} {word}" for word, circle in CIRCLES.items())


def summary_problems(reading: Reading) -> Iterator[str]:
    sections = sections_of(reading)
    yield from section_problems(reading, sections, order=ORDER, required=(DESCRIPTION,))
    by_name = {section.name: section for section in sections}
    verdict = reading.rows[_VERDICT_ROW].text if len(reading.rows) > _VERDICT_ROW else ""
    if not (verdict.startswith("**") and verdict.endswith("**") and verdict.strip("*")):
        yield "no verdict below the first visible line"
    if verdict.strip("*").startswith(_INCOMPLETE) and any(word in verdict for word in GREEN):
        yield "an incomplete review looks green"
    if verdict.startswith("**Approved: ") and {ISSUES, RETAINED} & by_name.keys():
        yield "approved over open issues"
    if ISSUES in by_name:
        yield from _issue_problems(by_name[ISSUES])
    if RETAINED in by_name:
        lines = by_name[RETAINED].lines
        yield from _entry_problems(by_name[RETAINED], lines, _RETAINED)
    if [title for _, title in reading.folds] != [DETAILS]:
        yield "the details are not the one collapsible"


def _issue_problems(section: Section) -> Iterator[str]:
    if section.lines[:1] != (f"| {' | '.join(HEADS)} |",):
        yield f"`{section.name}` has not the columns {', '.join(HEADS)}"
        return
    yield from _entry_problems(section, section.lines[2:], _ISSUE)


def _entry_problems(
    section: Section, lines: Sequence[str], pattern: re.Pattern[str]
) -> Iterator[str]:
    entries = [line for line in lines if not LEFT_OUT.match(line)]
    matches = [pattern.match(line) for line in entries]
    for line, match in zip(entries, matches, strict=True):
        if match is None:
            yield f"not an entry of `{section.name}`: `{line[:80]}`"
    ranks = [_RANKS.index(match[1]) for match in matches if match]
    if ranks != sorted(ranks):
        yield f"the entries of `{section.name}` are not sorted by severity"
    if len(entries) == len(lines) and len(entries) != section.count:
        yield f"the number in `{section.name}` is not the number of entries"
