"""The foot of the page: what was set aside and why, and the record of what the run did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from postil.domain.document import ReviewDocument
from postil.domain.judgement import SetAside
from postil.render._html_text import Markup, element, prose
from postil.render._status import counted

_ROW_LIMIT = 1_000


def set_aside(document: ReviewDocument) -> str:
    """What was proposed and is not held against the change, with the reason for each."""
    entries = document.set_aside
    if not entries:
        return ""
    steps = Counter(entry.step for entry in entries)
    summed = ", ".join(f"{step} {count:,}" for step, count in steps.most_common())
    rows = ((_remark(entry), prose(entry.reason), entry.step, entry.source) for entry in entries)
    return element(
        "section",
        element("h2", "Set aside", id="aside-title"),
        element("p", f"{counted(len(entries), 'remark')} not held against this change: {summed}."),
        _folded("Every one, with its reason", _table(("Remark", "Reason", "Step", "From"), rows)),
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
        _gaps(document),
        _left_out(document),
        _clean(document),
        _stages(document),
        aria_labelledby="record-title",
    )


def _facts(document: ReviewDocument) -> Iterable[Markup]:
    brief, cost = document.brief, document.cost
    facts = (
        ("Profile", document.policy.profile.value),
        ("Effort", f"{brief.tier.value}: {brief.tier_reason}"),
        ("Kind of change", f"{brief.archetype.value} {brief.archetype_reason}".strip()),
        ("Risk areas", ", ".join(brief.flags) or "none"),
        ("Purpose", "; ".join(brief.intent.what) or "not stated"),
        ("Why", brief.intent.why or "not stated by the author"),
        ("Models", _cost(document)),
        ("Postil", document.postil),
    )
    tokens = f"{cost.input_tokens:,} in, {cost.output_tokens:,} out"
    asked = (("Tokens", tokens),) if cost.usd is not None else ()
    return (
        element("div", element("dt", name), element("dd", prose(value)))
        for name, value in (*facts, *asked)
    )


def _cost(document: ReviewDocument) -> str:
    usd = document.cost.usd
    return "none was asked" if usd is None else f"${usd:.3f}"


def _inspectors(document: ReviewDocument) -> str:
    rows = (
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
    )
    heads = ("Inspector", "Kind", "Attendance", "Said", "Why", "Took")
    count = len(document.inspectors)
    return _folded(f"{counted(count, 'inspector')}", _table(heads, rows)) if count else ""


def _gaps(document: ReviewDocument) -> str:
    rows = (
        (
            gap.subject,
            "required" if gap.required else "optional",
            prose(gap.reason),
            prose(gap.remedy),
        )
        for gap in sorted(document.gaps, key=lambda gap: not gap.required)
    )
    heads = ("Not looked at", "", "Why", "What to do")
    return (
        _folded(f"{counted(len(document.gaps), 'gap')}", _table(heads, rows))
        if document.gaps
        else ""
    )


def _left_out(document: ReviewDocument) -> str:
    noise = (
        (entry.path, f"{entry.rule}, {counted(entry.lines, 'line')}")
        for entry in document.brief.noise
    )
    rows = (*((entry.path, prose(entry.reason)) for entry in document.left_out), *noise)
    title = counted(len(rows), "entry").replace("entrys", "entries")
    return _folded(f"Left out: {title}", _table(("Path", "Why"), rows)) if rows else ""


def _clean(document: ReviewDocument) -> str:
    rows = tuple((entry.slug, prose(entry.evidence)) for entry in document.clean)
    title = f"Looked at and found in order: {len(rows):,}"
    return _folded(title, _table(("What", "Shown by"), rows)) if rows else ""


def _stages(document: ReviewDocument) -> str:
    rows = tuple((name, f"{seconds:.2f} s") for name, seconds in document.stages)
    title = f"{document.seconds:.1f} s in all"
    return _folded(title, _table(("Stage", "Took"), rows)) if rows else ""


def _folded(title: str, body: Markup) -> Markup:
    return element("details", element("summary", title), body, class_="record")


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Markup:
    listed = list(rows)
    head = element("tr", *(element("th", name, scope="col") for name in heads))
    lines = [
        element(
            "tr",
            *(element("td", cell, data_head=name) for name, cell in zip(heads, row, strict=True)),
        )
        for row in listed[:_ROW_LIMIT]
    ]
    table = element("table", element("thead", head), element("tbody", *lines))
    if len(listed) <= _ROW_LIMIT:
        return table
    rest = f"{len(listed) - _ROW_LIMIT:,} more rows not on this page; the JSON report has all."
    return element("div", table, element("p", rest, class_="absent"))
