"""Tells many remarks of one cause as the one thing they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from postil.domain.finding import MOST_QUOTES, Remark

FEW = 3
"""So many of a kind are told one by one."""

_MOST_LISTED = 40
_NAMED = re.compile(r"`[^`]{0,400}`")


def by_title(remark: Remark) -> str:
    """What is said, whatever it is said of: the title without the names in it."""
    return f"{remark.severity} {without_names(remark.title)}"


def without_names(title: str) -> str:
    """A title with a lone mark in the place of each name it quotes."""
    return _NAMED.sub("`", title)


def gathered(
    remarks: Iterable[Remark],
    kind: Callable[[Remark], str],
    *,
    few: int = FEW,
    called: str = "more places like this",
) -> Iterator[Remark]:
    """The remarks; of a kind that occurs often only the first, quoting and listing the others.

    A remark whose kind is empty is always told by itself, and a mild one never for a plain one.
    """
    kinds: dict[tuple[str, bool], list[Remark]] = {}
    for number, remark in enumerate(remarks):
        named = kind(remark) or f"\n{number}"
        kinds.setdefault((named, remark.is_mild), []).append(remark)
    for group in kinds.values():
        if len(group) <= few:
            yield from group
        else:
            yield _together(group, called)


def _together(group: list[Remark], called: str) -> Remark:
    first, others = group[0], group[1:]
    listed = "\n".join(f"- {_place(one)}{one.title}" for one in others[:_MOST_LISTED])
    return replace(
        first,
        title=f"{first.title}; {len(others)} {called}",
        quotes=tuple(quote for one in group for quote in one.quotes)[:MOST_QUOTES],
        details=f"{first.details}\n{listed}".strip(),
    )


def _place(remark: Remark) -> str:
    quote = remark.quotes[0]
    return f"`{quote.path}:{quote.line}`: " if quote.line is not None else f"`{quote.path}`: "
