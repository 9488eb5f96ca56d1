"""Both versions of the files that remarks quote, and where in them each quote stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from postil.domain.change import Change, ChangedFile, FileStatus, Side
from postil.domain.finding import SPECIFICATION, Quote
from postil.judge.grounds import Grounds
from postil.judge.passage import Passage, Span, lines_of

_NEAR = 10
_CLEAR = 30
_MANY = 200
"""So many copies of a quote that nobody counts them all, nor could tell which is meant."""

_OTHER = {Side.NEW: Side.OLD, Side.OLD: Side.NEW}


@dataclass(frozen=True, slots=True)
class Site:
    """A quote's whereabouts: the file it stands in, all its copies, and the one that is meant.

    Without copies the path itself is what was quoted; without a meant one nobody can tell
    which of the copies it is.
    """

    path: str
    side: Side
    copies: tuple[Span, ...] = ()
    meant: Span | None = None


@dataclass(frozen=True, slots=True)
class Missing:
    """A quote that is not where it should be, and why in words."""

    reason: str


class Shelf:
    """Reads each version of each file once."""

    def __init__(self, grounds: Grounds) -> None:
        self._change = grounds.change
        self._trees = {Side.NEW: grounds.head, Side.OLD: grounds.base}
        self._passages: dict[tuple[str, Side], tuple[Passage, ...]] = {}
        if grounds.spec:
            written = (Passage(lines_of(grounds.spec)),)
            self._passages = dict.fromkeys(((SPECIFICATION, side) for side in Side), written)

    def find(self, quote: Quote, *, computed: bool) -> Site | Missing:
        """Where the quote stands; `computed` when code worked out the line it names."""
        for path, side in self._attempts(quote):
            found = self._find_in(quote, path, side=side, computed=computed)
            if found is not None:
                return found
        if quote.text:
            return Missing(f"its quote is not in `{quote.path}`")
        return Missing(f"there is no `{quote.path}`")

    def read(self, site: Site, span: Span) -> str:
        """The lines of a span exactly as they stand."""
        passages = self.passages(site.path, site.side)
        return next("\n".join(lines) for each in passages if (lines := each.between(*span)))

    def passages(self, path: str, side: Side) -> tuple[Passage, ...]:
        """What can be read of the file: all of it, or else what the change shows of it."""
        key = (path, side)
        if key not in self._passages:
            text = self._trees[side].read(path)
            self._passages[key] = (
                tuple(self._shown(path, side)) if text is None else (Passage(lines_of(text)),)
            )
        return self._passages[key]

    def _attempts(self, quote: Quote) -> Iterator[tuple[str, Side]]:
        own, other = quote.side, _OTHER[quote.side]
        yield quote.path, own
        # People call a renamed file by either of its names.
        yield self._twin(quote.path, own), own
        yield self._twin(quote.path, other), other

    def _twin(self, path: str, side: Side) -> str:
        """The name on this side of the file that the other side calls `path`."""
        file = file_of(self._change, path, _OTHER[side])
        if file is None:
            return path
        return (file.path if side is Side.NEW else file.old_path) or path

    def _find_in(
        self, quote: Quote, path: str, *, side: Side, computed: bool
    ) -> Site | Missing | None:
        if not quote.text:
            return Site(path, side) if self._trees[side].exists(path) else None
        passages = self.passages(path, side)
        text = quote.text.strip("\n")
        if computed and quote.line is not None:
            spans = (each.stands_at(text, quote.line) for each in passages)
            span = next(filter(None, spans), None)
            if span is not None:
                return Site(path, side, (span,), span)
        every = (span for passage in passages for span in passage.spans(text))
        copies = tuple(islice(every, _MANY))
        if len(copies) <= 1:
            return Site(path, side, copies, copies[0]) if copies else None
        if computed and quote.line is not None:
            return Missing(f"its quote does not stand at line {quote.line} of `{path}`")
        return Site(path, side, copies, _meant(copies, quote.line))

    def _shown(self, path: str, side: Side) -> Iterator[Passage]:
        file = file_of(self._change, path, side)
        for hunk in file.hunks if file else ():
            first = hunk.new_start if side is Side.NEW else hunk.old_start
            gone = "-" if side is Side.NEW else "+"
            yield Passage(tuple(line.text for line in hunk.lines() if line.mark != gone), first)


def _meant(copies: tuple[Span, ...], line: int | None) -> Span | None:
    """The copy a reader's line number can only mean: near it, and no other anywhere close."""
    if line is None or len(copies) >= _MANY:
        return None
    nearest, second = sorted(copies, key=lambda span: _distance(span, line))[:2]
    if _distance(nearest, line) <= _NEAR and _distance(second, line) > _CLEAR:
        return nearest
    return None


def _distance(span: Span, line: int) -> int:
    start, end = span
    return max(start - line, line - end, 0)


def file_of(change: Change, path: str, side: Side) -> ChangedFile | None:
    """The changed file that goes by this name on this side."""
    if side is Side.NEW:
        file = change.by_path.get(path)
        return None if file is None or file.status is FileStatus.DELETED else file
    # A copy leaves its source as it was.
    originals = (file for file in change.files if file.status is not FileStatus.COPIED)
    return next((file for file in originals if file.old_path == path), None)


def touches(change: Change, site: Site) -> bool:
    """Whether the change wrote or removed what the quote shows."""
    file = file_of(change, site.path, site.side)
    if file is None:
        return False
    if site.meant is not None:
        return _is_changed(file, site.side, site.meant)
    if site.copies:
        # Whichever copy is meant, it is one the change wrote.
        return len(site.copies) < _MANY and all(
            _is_changed(file, site.side, copy) for copy in site.copies
        )
    return _is_reshaped(file)


def _is_changed(file: ChangedFile, side: Side, span: Span) -> bool:
    return any(file.changes(side, line) for line in range(span[0], span[1] + 1))


def _is_reshaped(file: ChangedFile) -> bool:
    """Whether something happened to the path itself, or to content that has no lines."""
    return (
        file.status is not FileStatus.MODIFIED
        or file.old_mode != file.new_mode
        or file.binary
        or file.is_submodule
    )
