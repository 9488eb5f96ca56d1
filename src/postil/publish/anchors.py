"""Where a note can stand: lines that the forge itself shows in its diff of the pull request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from postil.domain.change import Hunk, Side
from postil.domain.diff import hunks
from postil.domain.finding import Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """A place for a note; without a line it is the whole file. `start` is less than `line`."""

    path: str
    line: int | None = None
    start: int | None = None
    side: Side = Side.NEW


class Anchors:
    """The places of one pull request, as the forge's own patches have them."""

    def __init__(self, patches: Mapping[str, str], files: frozenset[str]) -> None:
        self._patches = patches
        self._files = files
        self._hunks: dict[str, tuple[Hunk, ...]] = {}

    def of(self, evidence: Evidence) -> Anchor | None:
        """The place for a note about this evidence; None when only a summary can say it.

        A range that leaves its hunk is cut to the lines of the hunk its end lies in.
        """
        path = evidence.path
        if evidence.start is not None:
            end = evidence.end or evidence.start
            for hunk in reversed(self._of(path)):
                first, last = _span(hunk, evidence.side)
                if first <= end <= last and _has(hunk, evidence.side, end):
                    start = max(first, evidence.start)
                    return Anchor(
                        path=path,
                        line=end,
                        start=start if start < end else None,
                        side=evidence.side,
                    )
        return Anchor(path=path) if path in self._files else None

    def _of(self, path: str) -> tuple[Hunk, ...]:
        if path not in self._hunks:
            self._hunks[path] = hunks(self._patches.get(path, ""))
        return self._hunks[path]


def _span(hunk: Hunk, side: Side) -> tuple[int, int]:
    if side is Side.NEW:
        return hunk.new_start, hunk.new_start + hunk.new_count - 1
    return hunk.old_start, hunk.old_start + hunk.old_count - 1


def _has(hunk: Hunk, side: Side, number: int) -> bool:
    """On the old side only removed lines take a note: what is unchanged belongs to the new one."""
    if side is Side.NEW:
        return True
    return any(line.mark == "-" and line.old == number for line in hunk.lines())
