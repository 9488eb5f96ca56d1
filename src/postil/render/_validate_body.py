"""Rules every summary body obeys, whatever its layout, and the reading that the layouts share."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.render._markdown import LIMIT, LIVE
from postil.render._visible import visible

_LINE_LIMIT = 20_000

_MARKER = re.compile(r"<!-- postil:(sticky|sections|tables|summary) v=1 block_at=([a-z]+) -->$")
_HEAD_MARKER = re.compile(r"<!-- postil:head=[0-9a-fA-F]* -->$")
_BYLINE = re.compile(r"> 🤖 Automated review by Postil of `[0-9a-f]{1,7}`$")
_FENCE = re.compile(r"\A(`{3,})([a-z]*)$")
_SUMMARY = re.compile(r"\A<summary>(.+)</summary>$")
_HEADING = re.compile(r"(#{1,6}) (.+)$")
_TICKS = re.compile("`+")
_ESCAPE_OR_TICKS = re.compile(r"\\.|`+")
_LINK = re.compile(r"\]\(")
_TAG = re.compile(r"<[A-Za-z/!?]")
_FOLD_EDGES = ("<details>", "</details>")
_TASK = re.compile(r"[-*+] \[[ xX]\]")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a body: how many folds it stands in, and whether it is quoted code."""

    text: str
    depth: int
    quoted: bool


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    text: str
    depth: int
    row: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A body taken apart."""

    rows: tuple[Row, ...]
    folds: tuple[tuple[int, str], ...]
    problems: tuple[str, ...]

    @property
    def layout(self) -> str:
        """The layout the first line names; empty when it names none."""
        marker = _MARKER.match(self.rows[0].text)
        return marker[1] if marker else ""

    @property
    def block_at(self) -> str:
        """The severity from which the first line says that a defect blocks."""
        marker = _MARKER.match(self.rows[0].text)
        return marker[2] if marker else "none"

    def headings(self) -> tuple[Heading, ...]:
        found = ((i, row, _HEADING.match(row.text)) for i, row in enumerate(self.rows))
        return tuple(
            Heading(len(match[1]), match[2], row.depth, i)
            for i, row, match in found
            if match and not row.quoted
        )

    def under(self, heading: Heading) -> tuple[str, ...]:
        """The lines below a heading up to the next one, or to where its fold opens or closes."""
        following = self.rows[heading.row + 1 :]
        lines: list[str] = []
        for row in following:
            if not row.quoted and (_HEADING.match(row.text) or row.text in _FOLD_EDGES):
                break
            lines.append(row.text)
        return tuple(lines)

    def inside(self, summary: str) -> tuple[str, ...]:
        """The lines of the fold with that summary, nested ones included; none when there is none."""
        opening = f"<summary>{summary}</summary>"
        start = next((i for i, row in enumerate(self.rows) if row.text == opening), len(self.rows))
        depth = self.rows[start].depth if start < len(self.rows) else 0
        lines: list[str] = []
        for row in self.rows[start + 1 :]:
            if row.text == "</details>" and row.depth == depth and not row.quoted:
                break
            lines.append(row.text)
        return tuple(lines)


def read(body: str) -> Reading:
    """Take a body apart; what cannot be taken apart is a problem."""
    rows: list[Row] = []
    folds: list[tuple[int, str]] = []
    problems: list[str] = []
    depth, fence = 0, ""
    for line in body.split("\n"):
        text = line[:_LINE_LIMIT]
        opening = _FENCE.match(text)
        if fence:
            rows.append(Row(text, depth, quoted=True))
            fence = "" if text == fence else fence
            continue
        if opening:
            fence = opening[1]
            rows.append(Row(text, depth, quoted=True))
            continue
        depth += text == "<details>"
        summary = _SUMMARY.match(text)
        if summary:
            folds.append((depth, summary[1]))
        rows.append(Row(text, depth, quoted=False))
        depth -= text == "</details>"
        if depth < 0:
            problems.append("`</details>` closes what was not opened")
            depth = 0
    if fence:
        problems.append("a code fence is not closed")
    if depth:
        problems.append("`<details>` is not closed")
    return Reading(tuple(rows), tuple(folds), tuple(problems))


def shared_problems(body: str, reading: Reading) -> Iterator[str]:
    """What is wrong with any summary body."""
    yield from reading.problems
    if len(body) > LIMIT:
        yield f"the body is longer than {LIMIT:,} characters"
    if visible(body) != body:
        yield "the body holds hidden characters"
    yield from _opening(reading.rows)
    yield from _spacing(reading.rows)
    for row in reading.rows[2:]:
        yield from _foreign(row)


def _opening(rows: Sequence[Row]) -> Iterator[str]:
    texts = [row.text for row in rows[:4]] + [""] * 4
    if not _MARKER.match(texts[0]):
        yield "the first line is not our marker"
    if not _HEAD_MARKER.match(texts[1]):
        yield "the second line is not the head marker"
    if texts[2] or not _BYLINE.match(texts[3]):
        yield "the first visible line does not say what was reviewed"


def _spacing(rows: Sequence[Row]) -> Iterator[str]:
    """Blank lines where a Markdown reader needs them to see a heading or the end of a fold."""
    for index, row in enumerate(rows):
        if row.quoted:
            continue
        before = rows[index - 1].text if index else ""
        after = rows[index + 1].text if index + 1 < len(rows) else ""
        heading = _HEADING.match(row.text)
        if (heading or row.text in _FOLD_EDGES) and before:
            yield f"no blank line before `{row.text}`"
        if row.text == "<details>" and not _SUMMARY.match(after):
            yield "`<details>` has no `<summary>` below it"
        ends_block = heading or row.text == "</details>" or _SUMMARY.match(row.text)
        if ends_block and after:
            yield f"no blank line after `{row.text}`"


def _foreign(row: Row) -> Iterator[str]:
    """What text from the change must never smuggle into a body."""
    if "<!--" in row.text:
        yield "a comment stands where only text may"
    if row.quoted:
        return
    summary = _SUMMARY.match(row.text)
    text = outside_code(summary[1] if summary else row.text)
    if _TAG.search(text) and text not in _FOLD_EDGES:
        yield f"raw HTML in `{row.text[:80]}`"
    if LIVE.search(text) or _LINK.search(text):
        yield f"a live mention, reference or link in `{row.text[:80]}`"
    if _TASK.match(text.lstrip()):
        yield f"a task box in `{row.text[:80]}`"


def outside_code(line: str) -> str:
    """A line of Markdown without its code spans and without what a backslash disarms."""
    closers: defaultdict[int, list[int]] = defaultdict(list)
    for run in _TICKS.finditer(line):
        closers[len(run[0])].append(run.start())
    kept: list[str] = []
    position = 0
    while token := _ESCAPE_OR_TICKS.search(line, position):
        kept.append(line[position : token.start()])
        position = token.end()
        length = len(token[0])
        if token[0].startswith("`"):
            starts = closers[length]
            index = bisect_left(starts, position)
            position = starts[index] + length if index < len(starts) else position
    return "".join((*kept, line[position:]))
