"""The foot of the page: what was set aside and why, and the record of what the run did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from postil.domain.document import ReviewDocument
from postil.domain.judgement import SetAside
from postil.render._html_text import Markup, element, prose
from postil.render._panel import (
    DISPUTE_HEADS,
    MATRIX_HEADS,
    PASS_HEADS,
    SEAT_HEADS,
    bucket_counts,
    calls,
    dispute_rows,
    goal,
    limitations,
    matrix_rows,
    pass_rows,
    seat_rows,
    spent,
)
from postil.render._status import counted

ROW_LIMIT = 1_000


def set_aside(document: ReviewDocument) -> str:
    """What was proposed and is not held against the change, with the reason for each."""
    entries = document.set_aside
    if not entries:
        return ""
    steps = Counter(entry.step for entry in entries)
    summed = ", ".join(f"{step} {count:,}" for step, count in steps.most_common())
    rows = [(_remark(entry), prose(entry.reason), entry.step, entry.source) for entry in entries]
    return element(
        "section",
        element("h2", "Set aside", id="aside-title"),
        element("p", f"{counted(len(entries), 'remark')} not held against this change: {summed}."),
        _folded("Every one, with its reason", ("Remark", "Reason", "Step", "From"), rows),
        aria_labelledby="aside-title",
    )


def _remark(entry: SetAside) -> Markup:
    place = entry.path if entry.line is None else f"{entry.path}:{entry.line}"
    return element(
        "span", prose(entry.title), " ", element("span", place, class_="path"), class_="remark"
    )


def record(document: ReviewDocument) -> Markup:
    """Which inspectors ran, what was left out, what was found in order, and what it took."""
    return element(
        "section",
        element("h2", "Coverage record", id="record-title"),
        element("dl", *_facts(document), class_="facts"),
        _inspectors(document),
        *_panel(document),
        _gaps(document),
        _left_out(document),
        _clean(document),
        _stages(document),
        aria_labelledby="record-title",
    )


def _facts(document: ReviewDocument) -> Iterable[Markup]:
    brief = document.brief
    facts = (
        ("Profile", document.policy.profile.value),
        ("Effort", _with_reason(brief.tier.value, brief.tier_reason)),
        ("Kind of change", _with_reason(brief.archetype.value, brief.archetype_reason)),
        ("Risk areas", ", ".join(brief.flags) or "none"),
        ("Purpose", "; ".join(brief.intent.what) or "not stated"),
        ("Why", brief.intent.why or "not stated by the author"),
        ("Goal", brief.intent.goal or "not stated"),
        ("Goal verdict", goal(document)),
        ("Models", spent(document)),
        ("Postil", document.postil),
    )
    return (
        element("div", element("dt", name), element("dd", prose(value))) for name, value in facts
    )


def _with_reason(word: str, reason: str) -> str:
    return f"{word}: {reason}" if reason else word


def _inspectors(document: ReviewDocument) -> str:
    rows = [
        (
            entry.name,
            entry.kind,
            element(
                "span", entry.attendance.value.replace("-", " "), class_=entry.attendance.value
            ),
            counted(entry.remarks, "remark") if entry.remarks else "",
            prose(entry.reason),
            f"{entry.seconds:.2f} s",
        )
        for entry in document.inspectors
    ]
    heads = ("Inspector", "Kind", "Attendance", "Said", "Why", "Took")
    return _folded(counted(len(rows), "inspector"), heads, rows)


def _panel(document: ReviewDocument) -> Iterator[str]:
    """The seating, and what the panel was asked about besides findings."""
    if document.reviewers is None:
        return
    yield _folded("Who sat on the panel", SEAT_HEADS, _words(seat_rows(document)))
    yield _folded("How the passes ended", PASS_HEADS, _words(pass_rows(document)))
    yield _folded("Verification matrix", MATRIX_HEADS, _words(matrix_rows(document)))
    crossing = document.reviewers.crossing
    if crossing is not None:
        told = [(crossing.model, bucket_counts(crossing), crossing.note, crossing.caveat)]
        yield _folded("Second opinion", ("Model", "Counts", "Note", "Caveat"), _words(told))
        yield _folded("Disputes", DISPUTE_HEADS, _words(dispute_rows(crossing)))
    said = [(text,) for text in limitations(document)]
    yield _folded(counted(len(said), "limitation"), ("What could not be done",), _words(said))
    asked = tuple(calls(document))
    heads = ("Who", "Model", "What became of it", "Took")
    yield _folded(counted(len(asked), "call"), heads, _words(asked))


def _words(rows: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return [tuple(prose(word) for word in row) for row in rows]


def _gaps(document: ReviewDocument) -> str:
    rows = [
        (
            gap.subject,
            "required" if gap.required else "optional",
            prose(gap.reason),
            prose(gap.remedy),
        )
        for gap in sorted(document.gaps, key=lambda gap: not gap.required)
    ]
    return _folded(
        counted(len(rows), "gap"), ("Not looked at", "Weight", "Why", "What to do"), rows
    )


def _left_out(document: ReviewDocument) -> str:
    reasons: dict[str, str] = {
        entry.path: f"{entry.rule}, {counted(entry.lines, 'line')}"
        for entry in document.brief.noise
    }
    reasons |= {entry.path: prose(entry.reason) for entry in document.left_out}
    title = f"{counted(len(reasons), 'path')} left out"
    return _folded(title, ("Path", "Why"), sorted(reasons.items()))


def _clean(document: ReviewDocument) -> str:
    rows = [(entry.slug, prose(entry.evidence)) for entry in document.clean]
    return _folded(f"Looked at and found in order: {len(rows):,}", ("What", "Shown by"), rows)


def _stages(document: ReviewDocument) -> str:
    rows = [(name, f"{seconds:.2f} s") for name, seconds in document.stages]
    return _folded(f"{document.seconds:.1f} s in all", ("Stage", "Took"), rows)


def _folded(title: str, heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A table behind its title; nothing at all when there are no rows."""
    if not rows:
        return ""
    head = element("tr", *(element("th", name, scope="col") for name in heads))
    lines = (_row(heads, row) for row in rows[:ROW_LIMIT])
    table = element("table", element("thead", head), element("tbody", *lines))
    rest = len(rows) - ROW_LIMIT
    more = f"{rest:,} more not on this page; the review document has all."
    return element(
        "details",
        element("summary", title),
        table,
        element("p", more, class_="absent") if rest > 0 else "",
        class_="record",
    )


def _row(heads: tuple[str, ...], cells: tuple[str, ...]) -> Markup:
    return element(
        "tr",
        *(element("td", cell, data_head=head) for head, cell in zip(heads, cells, strict=True)),
    )
