"""Tells the panel what is known before anyone reads: facts of the change, and what the checks saw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from postil.domain.brief import Brief
from postil.domain.change import Change
from postil.domain.observation import Observation
from postil.inspection.prompt.fences import Fence
from postil.inspection.prompt.guise import Guise

MOST_HINTS = 40
MOST_COMMITS = 30
MOST_BODY = 6_000


def facts(change: Change, brief: Brief) -> str:
    """What we worked out ourselves; none of it is the author's word."""
    rows = [
        f"size: {brief.size} changed lines in {len(change.files)} files after the noise filter",
        f"kind: {brief.archetype.value}",
        f"layers: {', '.join(layer.value for layer in brief.layers) or 'none'}",
        f"touches: {', '.join(flag.value for flag in brief.flags) or 'nothing flagged'}",
    ]
    if brief.full_pass:
        rows.append("all eight passes are asked for: every one you own needs an ending")
    return "\n".join(rows)


def words(change: Change, brief: Brief, guise: Guise, fence: Fence) -> str:
    """What the author says: title, description, commits and stated concerns, as data."""
    rows = [f"title: {guise.one_line(change.title)}", f"branch: {guise.one_line(change.branch)}"]
    if change.description:
        rows += ["description:", guise.text(_cut(change.description))]
    subjects = [guise.one_line(commit.subject) for commit in change.commits[:MOST_COMMITS]]
    if subjects:
        rows += ["commits:", *(f"- {subject}" for subject in subjects)]
    if len(change.commits) > MOST_COMMITS:
        rows.append(f"- and {len(change.commits) - MOST_COMMITS} more")
    for concern in brief.concerns:
        rows.append(f"concern {concern.number}: {guise.one_line(concern.text)}")
    if brief.intent.goal:
        rows.append(f"claimed goal: {guise.one_line(brief.intent.goal)}")
    return fence.around("\n".join(rows), source="the author of the change")


def hints(checks: Sequence[Observation], guise: Guise, fence: Fence) -> str:
    """What deterministic checks and scanners reported, to be doubted and looked beyond."""
    rows = list(_hints(checks, guise))
    if not rows:
        return ""
    more = len(rows) - MOST_HINTS
    shown = rows[:MOST_HINTS] + ([f"- and {more} more"] if more > 0 else [])
    return fence.around("\n".join(shown), source="checks and scanners")


def _hints(checks: Sequence[Observation], guise: Guise) -> Iterator[str]:
    for seen in checks:
        for remark in seen.remarks:
            place = remark.quotes[0] if remark.quotes else None
            where = f"{place.path}:{place.line}" if place and place.line else place and place.path
            yield f"- {seen.inspector}: {guise.one_line(f'{where}: {remark.title}')}"


def _cut(text: str) -> str:
    return text if len(text) <= MOST_BODY else f"{text[:MOST_BODY]}\n(cut here)"
