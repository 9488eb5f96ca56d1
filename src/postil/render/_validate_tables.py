"""The rules of the tables layout."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from postil.render._details import TITLE as DETAILS
from postil.render._panel import MATRIX_HEADS, PASS_HEADS
from postil.render._tables import (
    ADVISORY,
    ADVISORY_HEADS,
    CROSSING,
    INLINE,
    INLINE_HEADS,
    INTENT,
    MATRIX,
    ORDER,
    PASSES,
    VERIFICATION,
)
from postil.render._validate_body import Reading
from postil.render._validate_findings import LEFT_OUT
from postil.render._validate_sectioned import Section, section_problems, sections_of

_EVENT = re.compile(
    r"\A\*\*Event: (APPROVE|COMMENT|REQUEST_CHANGES)\*\* · ([0-9]{1,6}) inline · "
    r"([0-9]{1,6}) advisory · coverage (full|partial|none)$"
)
_INTENT = ("What", "Why", "Claimed goal", "Linked issue", "Goal verdict")
_HEADS = {
    INLINE: INLINE_HEADS,
    MATRIX: MATRIX_HEADS,
    PASSES: PASS_HEADS,
    ADVISORY: ADVISORY_HEADS,
}
_NUMBER = re.compile(r"\A\| (F[0-9]{1,6}) \| ")
_RESULTS = ("holds", "broken", "not verified")
_COUNTS = re.compile(
    r"[0-9]{1,6} agreement, [0-9]{1,6} primary only, [0-9]{1,6} second only, [0-9]{1,6} contra"
)
_RESULT_COLUMN = 4


def tables_problems(reading: Reading) -> Iterator[str]:
    sections = sections_of(reading)
    yield from section_problems(reading, sections, order=ORDER, required=(INTENT, VERIFICATION))
    by_name = {section.name: section for section in sections}
    event = next((found for row in reading.rows if (found := _EVENT.match(row.text))), None)
    if event is None:
        yield "no event line"
    else:
        yield from _event_problems(event, by_name)
    yield from _intent_problems(by_name.get(INTENT))
    for name, heads in _HEADS.items():
        if name in by_name:
            yield from _table_problems(by_name[name], heads)
    yield from _numbered_problems([by_name[name] for name in (INLINE, ADVISORY) if name in by_name])
    yield from _matrix_problems(by_name.get(MATRIX))
    crossing = by_name.get(CROSSING)
    if crossing and not any(_COUNTS.search(line) for line in crossing.lines):
        yield "the cross-model section does not show its four counts"
    if [title for _, title in reading.folds] != [DETAILS]:
        yield "the details are not the one collapsible"


def _event_problems(event: re.Match[str], sections: dict[str, Section]) -> Iterator[str]:
    word, coverage = event[1], event[4]
    counts = {INLINE: int(event[2]), ADVISORY: int(event[3])}
    for name, count in counts.items():
        section = sections.get(name)
        if (section.count if section else 0) != count:
            yield f"the event line and `{name}` do not count alike"
    if word == "APPROVE" and (any(counts.values()) or coverage != "full"):
        yield "approved over open findings or an incomplete review"
    if word == "REQUEST_CHANGES" and not any(counts.values()):
        yield "changes are requested and none is named"


def _intent_problems(section: Section | None) -> Iterator[str]:
    lines = [line for line in section.lines if line.startswith("- **")] if section else []
    names = tuple(line.removeprefix("- **").partition("**: ")[0] for line in lines)
    if section and names != _INTENT:
        yield "the summary does not say what, why, goal, issue and verdict, in this order"


def _table_problems(section: Section, heads: Sequence[str]) -> Iterator[str]:
    table = [line for line in section.lines if line.startswith("|")]
    if table[:1] != [f"| {' | '.join(heads)} |"] or not table[1:2]:
        yield f"`{section.name}` has not the columns {', '.join(heads)}"
        return
    for row in table[2:]:
        if row.count("|") != len(heads) + 1:
            yield f"a row of `{section.name}` has not {len(heads)} cells"


def _numbered_problems(sections: Sequence[Section]) -> Iterator[str]:
    """Every finding stands in exactly one table, under its number."""
    listed: list[str] = []
    for section in sections:
        rows = [line for line in section.lines if line.startswith("|")][2:]
        numbers = [found[1] for row in rows if (found := _NUMBER.match(row))]
        cut = any(LEFT_OUT.match(line) for line in section.lines)
        if len(numbers) != len(rows):
            yield f"a row of `{section.name}` has no number"
        if not cut and section.count != len(rows):
            yield f"the number in `{section.name}` is not the number of rows"
        listed += numbers
    if len(set(listed)) != len(listed):
        yield "a finding is listed twice"


def _matrix_problems(section: Section | None) -> Iterator[str]:
    rows = [line for line in section.lines if line.startswith("|")][2:] if section else []
    for row in rows:
        cells = [part.strip() for part in row.split("|")]
        result = cells[_RESULT_COLUMN] if len(cells) > _RESULT_COLUMN + 1 else ""
        if result not in _RESULTS:
            yield f"`{result[:40]}` is no result of a concern"
        elif result != _RESULTS[-1] and not cells[_RESULT_COLUMN + 1]:
            yield "a concern is answered and nothing shows it"
