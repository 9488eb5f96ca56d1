"""How alike two findings are in what they say: titles in any script, subjects, quoted code."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from postil.domain.finding import Claim, Finding, Shape
from postil.domain.severity import Basis
from postil.track.identity import title_words

SIMILAR = 0.6
"""From here on two titles count as one in other words."""

_EXACT = (Basis.RULE, Basis.TOOL)
"""What programs report: they do not reword, so another slug is another defect."""

_REMEMBERED = 4096
_LONGEST = 500
_NAME = re.compile(r"`([^`\n]{1,200})`")
_WRAPPING = "`'\"() "


def likeness(one: str, other: str) -> float:
    """Between 0 and 1: how many pairs of neighbouring characters two titles share."""
    ours, theirs = _pairs(one), _pairs(other)
    total = sum(ours.values()) + sum(theirs.values())
    if not total:
        return 0.0
    return 2 * sum((ours & theirs).values()) / total


def is_apart(one: Finding, other: Finding) -> bool:
    """Whether the two name different things, so that no closeness makes them one."""
    if one.basis in _EXACT and other.basis in _EXACT and one.slug != other.slug:
        return True
    ours, theirs = subject(one.claim), subject(other.claim)
    if ours and theirs:
        return ours != theirs or _shapes_differ(one.claim, other.claim)
    names = _named(one.title), _named(other.title)
    return all(names) and names[0].isdisjoint(names[1])


def subject(claim: Claim) -> str:
    """The name a claim is about, without the marks that somebody wrote around it."""
    return " ".join(claim.subject.split()).strip(_WRAPPING)


def shares_code(one: Finding, other: Finding) -> bool:
    """Whether the quoted code of one holds a telling line of the other's."""
    return bool(_lines(one) & _lines(other))


def _shapes_differ(one: Claim, other: Claim) -> bool:
    return Shape.OTHER not in (one.shape, other.shape) and one.shape is not other.shape


def _named(title: str) -> frozenset[str]:
    return frozenset(_NAME.findall(title))


@lru_cache(maxsize=_REMEMBERED)
def _pairs(title: str) -> Counter[str]:
    # Words have edges: without them a title of one letter would share nothing with itself.
    words = f" {title_words(title)[:_LONGEST]} "
    return Counter(words[at : at + 2] for at in range(len(words) - 1) if words.strip())


def _lines(finding: Finding) -> set[str]:
    text = finding.place.text
    return {line for line in map(str.strip, text.split("\n")) if any(map(str.isalnum, line))}
