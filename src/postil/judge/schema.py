"""Whether a remark says everything a finding must say, in a form fit to be shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from postil.domain.finding import MOST_QUOTES, Remark
from postil.domain.judgement import SetAside
from postil.domain.severity import Justification, Kind
from postil.judge.case import is_computed, set_aside

STEP = "schema"

TITLE_LIMIT = 200
LINE_LIMIT = 600
DETAILS_LIMIT = 6_000
NAME_LIMIT = 80
QUOTE_LIMIT = 20_000
_MOST_CONFIDENT = 100

_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_RACE_WORDS = frozenset({"race", "races", "racy", "toctou", "deadlock", "livelock", "locking"})
_RACE_SLUGS = frozenset({"lock-order", "lock-ordering", "state-transition"})
_RACE_CATEGORY = "E2"


def admit(remarks: Sequence[Remark]) -> tuple[tuple[Remark, ...], tuple[SetAside, ...]]:
    """The remarks that are complete, trimmed to size, and those that are not."""
    kept: list[Remark] = []
    aside: list[SetAside] = []
    for remark in map(_trimmed, remarks):
        reason = fault(remark)
        if reason is None:
            kept.append(remark)
        else:
            aside.append(set_aside(remark, step=STEP, reason=reason))
    return tuple(kept), tuple(aside)


def fault(remark: Remark) -> str | None:
    """The first thing that is missing or wrong, in words; None when the remark is complete."""
    if not remark.title:
        return "it has no title"
    if len(remark.slug) > NAME_LIMIT or not _SLUG.fullmatch(remark.slug):
        return "its slug is not a short name in lower case with dashes"
    if not 0 <= remark.confidence <= _MOST_CONFIDENT:
        return "its confidence is not between 0 and 100"
    if remark.justification is None:
        return "no justification fits, so it is not a finding"
    if remark.justification is Justification.HYGIENE and remark.kind is not Kind.QUESTION:
        return "hygiene justifies a question only"
    if _is_race(remark) and remark.race is None:
        return "a race must say how wide, how bad, and whether it heals"
    return _quote_fault(remark)


def _quote_fault(remark: Remark) -> str | None:
    if not remark.quotes:
        return "it quotes nothing"
    if len(remark.quotes) > MOST_QUOTES:
        return f"it has more than {MOST_QUOTES} quotes"
    if any(len(quote.text) > QUOTE_LIMIT for quote in remark.quotes):
        return f"a quote is longer than {QUOTE_LIMIT} characters"
    if any(quote.text and not quote.text.strip("\n") for quote in remark.quotes):
        return "a quote holds nothing but line ends"
    blank = any(quote.text and not quote.text.strip() for quote in remark.quotes)
    if blank and not is_computed(remark.basis):
        return "a quote is blank"
    return None


def _is_race(remark: Remark) -> bool:
    # A scanner has no words for the width of a race, so only a reader's remark must have them.
    if is_computed(remark.basis) or remark.kind is not Kind.DEFECT:
        return False
    return (
        remark.slug in _RACE_SLUGS
        or not _RACE_WORDS.isdisjoint(remark.slug.split("-"))
        or remark.category.split(" ", 1)[0] == _RACE_CATEGORY
    )


def _trimmed(remark: Remark) -> Remark:
    return replace(
        remark,
        title=_one_line(remark.title, limit=TITLE_LIMIT),
        failure_mode=_one_line(remark.failure_mode, limit=LINE_LIMIT),
        mitigation=_one_line(remark.mitigation, limit=LINE_LIMIT),
        category=_one_line(remark.category, limit=NAME_LIMIT),
        details=_cut(remark.details.strip(), limit=DETAILS_LIMIT),
    )


def _one_line(text: str, *, limit: int) -> str:
    return _cut(" ".join(text.split()), limit=limit)


def _cut(text: str, *, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
