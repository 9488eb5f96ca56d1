"""Finds the few lines among many that hold one of some fixed strings."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate


def lines_holding(marks: Iterable[str], lines: Sequence[str]) -> dict[int, list[str]]:
    """The indexes of lines that hold a mark, in order, each with the marks it holds.

    Finding each mark in the joined text costs a fraction of asking every line for every mark.
    No mark may hold a line feed.
    """
    text = "\n".join(lines)
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    held: dict[int, list[str]] = {}
    for mark in dict.fromkeys(marks):
        position = text.find(mark)
        while position >= 0:
            index = bisect_right(starts, position) - 1
            held.setdefault(index, []).append(mark)
            position = text.find(mark, starts[index + 1])
    return dict(sorted(held.items()))
