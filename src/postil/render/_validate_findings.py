"""Reads lists of findings in a summary body: a tagged line each, its explanation below it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

TAGS = ("CRITICAL", "MAJOR", "MEDIUM", "MINOR")
INCOMPLETE = "Review incomplete"
GREEN = ("✅", ":white_check_mark:", ":green_circle:", ":large_blue_circle:", "Approved", "Ready")
LEFT_OUT = re.compile(r"_[0-9]+ more [a-z ]+ (?:is|are) not shown: ")

_NUMBER = re.compile(r"\A.*\(F[0-9]+\)$")
_LOWEST_BLOCKER = {"medium": "MEDIUM", "low": "MINOR", "nit": "MINOR"}


@dataclass(frozen=True, slots=True)
class Tagged:
    """The findings of one list: their tags in order, and what is wrong with the list."""

    tags: tuple[str, ...]
    problems: tuple[str, ...]


def walk(lines: Sequence[str], pattern: re.Pattern[str], *, heading: str) -> Tagged:
    """Findings, each directly followed by its explanation; the first group is the tag."""
    tags: list[str] = []
    problems: list[str] = []
    expecting, explaining = False, False
    for line in (*lines, ""):
        finding = pattern.match(line)
        if expecting and (finding or not line):
            problems.append("a finding has no explanation on the line below it")
        if finding:
            tags.append(finding[1])
            if not _NUMBER.match(line):
                problems.append(f"a finding without its number: `{line[:80]}`")
        elif line and not (expecting or explaining or LEFT_OUT.match(line)):
            problems.append(f"neither finding nor explanation: `{line[:80]}`")
        explaining = bool(line) and not finding and (expecting or explaining)
        expecting = bool(finding)
    if not tags and not any(LEFT_OUT.match(line) for line in lines):
        problems.append(f"no finding under `{heading}`")
    if tags != sorted(tags, key=TAGS.index):
        problems.append(f"the findings under `{heading}` are not sorted by severity")
    return Tagged(tuple(tags), tuple(problems))


def blockers(block_at: str) -> frozenset[str]:
    """The tags a merge must wait for: from MAJOR up, or lower where the policy blocks lower."""
    lowest = _LOWEST_BLOCKER.get(block_at, "MAJOR")
    return frozenset(TAGS[: TAGS.index(lowest) + 1])
