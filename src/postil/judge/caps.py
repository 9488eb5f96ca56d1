"""Decides which findings get a note on their line and gathers the small ones; drops nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from postil.domain.finding import Finding
from postil.domain.policy import Caps
from postil.domain.severity import Justification, Kind, Severity
from postil.judge.case import Case, Sifted, reading_order
from postil.judge.grounds import Grounds

STEP = "caps"

HYGIENE = "hygiene"
_NAMED = re.compile(r"`[^`]{0,400}`")


def limit(cases: Sequence[Case], grounds: Grounds) -> Sifted:
    """All findings in reading order, hygiene gathered per file, the notes handed out."""
    gathered = _gathered(cases)
    standing = {case.finding.handle for case in gathered}
    ordered = reading_order([_relinked(case, standing) for case in gathered])
    return Sifted(_noted(ordered, grounds.policy.caps))


def _noted(cases: Sequence[Case], caps: Caps) -> tuple[Case, ...]:
    """Notes go to the worst first; the milder half has a smaller share of its own."""
    notes, lesser = caps.notes, caps.lesser_notes
    noted: list[Case] = []
    for case in cases:
        finding = case.finding
        is_lesser = not finding.severity.at_least(Severity.HIGH)
        if finding.is_open and finding.is_inline and notes > 0 and not (is_lesser and lesser <= 0):
            notes -= 1
            lesser -= is_lesser
            noted.append(replace(case, finding=replace(finding, inline=True)))
        else:
            noted.append(case)
    return tuple(noted)


def _gathered(cases: Sequence[Case]) -> list[Case]:
    by_file: dict[str, list[Case]] = {}
    rest: list[Case] = []
    for case in reading_order(cases):
        if _is_hygiene(case.finding):
            by_file.setdefault(case.finding.place.path, []).append(case)
        else:
            rest.append(case)
    return [*rest, *map(_batched, by_file.values())]


def _is_hygiene(finding: Finding) -> bool:
    return (
        finding.is_open
        and finding.kind is Kind.QUESTION
        and finding.justification is Justification.HYGIENE
    )


def _batched(cases: Sequence[Case]) -> Case:
    first = cases[0]
    if len(cases) == 1:
        return first
    findings = [case.finding for case in cases]
    evidence = tuple(dict.fromkeys(chain.from_iterable(each.evidence for each in findings)))
    batch = replace(
        first.finding,
        title=_called(findings),
        slug=HYGIENE,
        category=HYGIENE,
        confidence=min(each.confidence for each in findings),
        evidence=evidence,
        introduced=any(each.introduced for each in findings),
        failure_mode="Nothing breaks; each of these costs the next reader a moment.",
        mitigation="Take up what is worth it while the file is open.",
        details="\n".join(f"- {each.title} ({each.place.place})" for each in findings),
        sources=tuple(sorted({source for each in findings for source in each.sources})),
        suggestion=None,
        related=(),
        reports=sum(each.reports for each in findings),
    )
    return replace(
        first, finding=batch, remarks=tuple(chain.from_iterable(case.remarks for case in cases))
    )


def _called(findings: Sequence[Finding]) -> str:
    """The first title and how many follow, so that a reader knows what the small things are."""
    first, count = findings[0].title, len(findings) - 1
    alike = {_NAMED.sub("`", finding.title) for finding in findings}
    if len(alike) == 1:
        return f"{first}; {count} more like it in this file"
    things = "small thing" if count == 1 else "small things"
    return f"{first}; {count} more {things} in this file"


def _relinked(case: Case, standing: set[str]) -> Case:
    related = tuple(handle for handle in case.finding.related if handle in standing)
    return replace(case, finding=replace(case.finding, related=related))
