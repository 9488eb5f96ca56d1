"""The rules of the sticky layout."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from postil.render._details import TITLE as DETAILS
from postil.render._iteration import CHANGES, MISSED
from postil.render._validate_body import Heading, Reading
from postil.render._validate_findings import LEFT_OUT

_STATUS = re.compile(
    r"\A\*\*Review: (.+)\*\* · ([0-9]+) findings?(?: \(([^()]*)\))?(?: · (✅ )?[0-9]+ clean)?$"
)
_BUCKET = re.compile(r"(P0|P1|P2|Q)×([1-9][0-9]*)$")
_ENTRY = re.compile(r"- \*\*(F[0-9]+(?:, F[0-9]+)*)\*\* (P0|P1|P2|Q) `+[^`]+`+ — \S")
_COUNT = re.compile(r"\A(.+) \(([0-9]+)\)$")
_FOOTER = re.compile(r"\A🤖 Postil .* · reviewed `")

_BLOCKERS = {
    "high": ("P0", "P1"),
    "medium": ("P0", "P1", "P2"),
    "low": ("P0", "P1", "P2"),
    "nit": ("P0", "P1", "P2", "Q"),
}
_CODES = ("P0", "P1", "P2", "Q")
_OPEN = "📋 Currently open"
_FLAT = (_OPEN, "⚖️ Severity adjustments", CHANGES)
_FOLDED = (
    "📊 Overview by category",
    "❓ Spec gap questions",
    "Checked &amp; clean",
    MISSED,
    DETAILS,
)
_CHANGES_HEAD = ("| Prior | Status |", "| --- | --- |")
_CHANGE = re.compile(r"\A\| F[0-9]+ (?:P0|P1|P2|Q) `[^|]+ \| (?!Fixed)[^|]+ \|$")
_GREEN = ("✅", "🟢", "🔵", ":green_circle:", ":large_blue_circle:", "Approved", "Ready")
_NOT_WHOLE = ("⚠️ Partial — ", "⚠️ Not reviewed — ")
_NARRATIVE_FROM = 2


def sticky_problems(reading: Reading) -> Iterator[str]:
    texts = [row.text for row in reading.rows]
    status = next((match for text in texts if (match := _STATUS.match(text))), None)
    if status is None:
        yield "no status line"
        return
    total, counts = int(status[2]), _buckets(status[3])
    yield from _status_problems(status, counts, block_at=reading.block_at)
    if total >= _NARRATIVE_FROM and not _has_narrative(texts, status[0]):
        yield "no narrative under the status line although two or more findings stand"
    yield from _heading_problems(reading, total)
    yield from _fold_problems(reading, whole=not status[1].startswith(_NOT_WHOLE))
    ending = [text for text in texts if text][-2:]
    if len(ending) < 2 or ending[0] != "---" or not _FOOTER.match(ending[1]):  # noqa: PLR2004 - the rule and the footer
        yield "the footer with the reviewed range is not last"


def _buckets(text: str | None) -> list[tuple[str, int]]:
    """The buckets as written; one that cannot be read counts as code `?`."""
    if text is None:
        return []
    parts = [_BUCKET.match(part) for part in text.split(", ")]
    return [(part[1], int(part[2])) if part else ("?", 0) for part in parts]


def _status_problems(
    status: re.Match[str], counts: Sequence[tuple[str, int]], *, block_at: str
) -> Iterator[str]:
    words, total = status[1], int(status[2])
    codes = [code for code, _ in counts]
    if codes != [code for code in _CODES if code in codes]:
        yield "the buckets are not P0, P1, P2, Q in this order, each once"
    if sum(count for _, count in counts) != total:
        yield "the buckets do not add up to the findings"
    if words.startswith(_NOT_WHOLE) and any(word in status[0] for word in _GREEN):
        yield "an incomplete review looks green"
    if words == "✅ Approved" and total:
        yield "approved over open findings"
    if "Approved with notes" in words and {"P0", "P1"} & set(codes):
        yield "approved with notes over a P0 or P1"
    if "🔴" in words and not set(_BLOCKERS.get(block_at, ("P0",))) & set(codes):
        yield "blocking without anything that blocks"


def _has_narrative(texts: Sequence[str], status: str) -> bool:
    following = texts[texts.index(status) + 1 :]
    return next((text for text in following if text), "").startswith("> ")


def _heading_problems(reading: Reading, total: int) -> Iterator[str]:
    headings = [heading for heading in reading.headings() if heading.level <= 2]  # noqa: PLR2004 - section level
    names = [_named(heading) for heading in headings]
    for heading, name in zip(headings, names, strict=True):
        if name is None:
            yield f"unknown heading `{heading.text}`"
        if heading.depth:
            yield f"`{heading.text}` is folded; it must be flat"
        if not any(reading.under(heading)):
            yield f"nothing under `{heading.text}`"
    if [name for name in _FLAT if name in names] != [name for name in names if name is not None]:
        yield "the sections are not in order, each once"
    opened = [heading for heading in headings if _named(heading) == _OPEN]
    if bool(opened) != bool(total):
        yield "`Currently open` stands exactly when findings are open"
    for heading in opened:
        yield from _open_problems(heading, reading.under(heading), total)
    for heading in headings:
        if _named(heading) == CHANGES:
            yield from _change_problems(reading.under(heading))


def _named(heading: Heading) -> str | None:
    return next((name for name in _FLAT if heading.text.startswith(name)), None)


def _open_problems(heading: Heading, lines: Sequence[str], total: int) -> Iterator[str]:
    count = _COUNT.match(heading.text)
    if count is None or int(count[2]) != total:
        yield "the number in `Currently open` is not the number of findings"
    entries = [line for line in lines if line.startswith("- ")]
    matches = [_ENTRY.match(line) for line in entries]
    for line, match in zip(entries, matches, strict=True):
        if match is None:
            yield f"not an open entry: `{line[:80]}`"
    found = [match for match in matches if match]
    order = [_CODES.index(match[2]) for match in found]
    if order != sorted(order):
        yield "the open entries are not sorted by code"
    cut = any(LEFT_OUT.match(line) for line in lines)
    listed = sum(len(match[1].split(", ")) for match in found)
    if not cut and listed != total:
        yield "not every open finding is listed once"


def _change_problems(lines: Sequence[str]) -> Iterator[str]:
    """A row says what became of an earlier finding; nothing here is known to be fixed."""
    rows = [line for line in lines if line and not LEFT_OUT.match(line)]
    if tuple(rows[:2]) != _CHANGES_HEAD:
        yield f"`{CHANGES}` is not a table of Prior and Status"
    for row in rows[2:]:
        if not _CHANGE.match(row):
            yield f"not a change of the last iteration: `{row[:80]}`"


def _fold_problems(reading: Reading, *, whole: bool) -> Iterator[str]:
    titles = [title for _, title in reading.folds]
    names = [next((name for name in _FOLDED if name in title), None) for title in titles]
    for title, name in zip(titles, names, strict=True):
        if name is None:
            yield f"unknown collapsed block `{title}`"
        if not whole and any(word in title for word in _GREEN):
            yield "an incomplete review has a green title"
    if [name for name in _FOLDED if name in names] != [name for name in names if name]:
        yield "the collapsed blocks are not in order, each once"
    if DETAILS not in names[-1:]:
        yield "the last collapsed block is not the details"
