"""How a review reached its readers, in a few lines: what was written, where findings are said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from postil.domain.document import DeliveryRecord, Figures, ReviewDocument, Stand
from postil.render._markdown import escape
from postil.render._status import counted

_STANDS = {Stand.LINE: "on its line", Stand.FILE: "on its file", Stand.SUMMARY: "in the summary"}


def delivered(document: ReviewDocument) -> list[str]:
    """Where the findings are said, what was written for it, and what could not be posted."""
    record = document.delivery
    return [] if record is None else list(_lines(record))


def _lines(record: DeliveryRecord) -> Iterator[str]:
    counts = Counter(stand for _, stand in record.stands)
    if words := [f"{counts[stand]} {_STANDS[stand]}" for stand in Stand if counts[stand]]:
        yield f"Said: {', '.join(words)}"
    if written := ", ".join(_written(record.figures)):
        yield f"Written: {written}"
    if record.owed:
        yield f"Could not be posted: {counted(len(record.owed), 'note')}"
    yield from map(escape, record.troubles)


def _written(figures: Figures) -> Iterator[str]:
    if figures.notes:
        yield f"{counted(figures.notes, 'note')} posted"
    if figures.answers:
        yield f"{counted(figures.answers, 'answer')} posted"
    if figures.resolved:
        yield f"{counted(figures.resolved, 'thread')} resolved"
    if figures.posted:
        yield "summary posted"
    if figures.edited:
        yield "summary edited"
