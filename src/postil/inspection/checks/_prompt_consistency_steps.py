"""References to numbered steps of a prompt that lead nowhere, or to the wrong side."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.inspection.checks._prompt_consistency_prompts import PromptLine
from postil.inspection.documents import Part, parts_of

_DEFINED = re.compile(
    r"\A[\s#*>_-]{0,20}(?P<kind>step|phase|section|part|stage)\s(?P<number>\d{1,3})(?:\.\d{1,2})?[a-z]?\b(?=\s{0,2}(?:[:.)(—–-]|\*|\Z))",
    re.IGNORECASE,
)
_HEADING = re.compile(r"\A\s{0,12}#{1,6}\s{1,4}\**(?P<number>\d{1,3})(?:\.\d{1,2})?[a-z]?[.):\s]")
_NAMED = re.compile(
    r"\b(?P<kind>step|phase|section|part|stage)s?\s(?P<number>\d{1,3})(?![\w.]*\d)(?:\s(?P<side>above|below))?(?P<rest>[^\n]{0,24})",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(r"\A\W{0,3}(?:of|in|from)\s(?!the\s(?:answer|output|report))|\A/", re.IGNORECASE)  # fmt: skip
_LEAST = 2


@dataclass(frozen=True, slots=True)
class Stray:
    """A reference, and the line of the step it means when that stands on the other side."""

    line: PromptLine
    kind: str
    number: str
    side: str = ""
    meant: PromptLine | None = None

    @property
    def name(self) -> str:
        return f"{self.kind.capitalize()} {self.number}"


def defined(lines: Sequence[PromptLine]) -> dict[tuple[str, str], list[PromptLine]]:
    """The steps a prompt defines, by kind and number; numbered headings count for every kind."""
    parts = parts_of("prompt.md", [line.text for line in lines])
    found: dict[tuple[str, str], list[PromptLine]] = {}
    for line, part in zip(lines, parts, strict=True):
        match = _DEFINED.match(line.text) if part is Part.PROSE else None
        heading = _HEADING.match(line.text) if part is Part.PROSE and match is None else None
        if match:
            found.setdefault((match["kind"].lower(), match["number"]), []).append(line)
        elif heading:
            found.setdefault(("", heading["number"]), []).append(line)
    return found


def strays(lines: Sequence[PromptLine]) -> Iterator[Stray]:
    """Every reference that does not lead to a step; nothing for kinds that are hardly numbered."""
    steps = defined(lines)
    parts = parts_of("prompt.md", [line.text for line in lines])
    for line, part in zip(lines, parts, strict=True):
        for match in _NAMED.finditer(line.text) if part is Part.PROSE else ():
            kind, number = match["kind"].lower(), match["number"]
            if sum(known == kind for known, _ in steps) < _LEAST or _ELSEWHERE.match(match["rest"]):
                continue
            meant = steps.get((kind, number), []) + steps.get(("", number), [])
            if not meant:
                yield Stray(line, kind, number)
            elif match["side"] and not any(
                _is_on(match["side"].lower(), step, line) for step in meant
            ):
                yield Stray(line, kind, number, match["side"].lower(), meant[0])


def _is_on(side: str, step: PromptLine, line: PromptLine) -> bool:
    return step.number <= line.number if side == "above" else step.number >= line.number
