"""Answers about what was said before: earlier findings, disputes, stated concerns, the claimed goal.

Seated only when there is something to answer; it raises nothing of its own.
"""

from __future__ import annotations

from postil.domain.brief import Brief
from postil.domain.severity import Severity

NAME = "verifier"
QUESTION = "What does the code now say about each earlier finding, each concern, and the goal?"
CEILING = Severity.LOW
TOOLS = (
    "read_file",
    "search",
    "find_references",
    "find_definitions",
    "list_files",
    "blame",
    "log_lines",
)
PASSES = ()
NOT_MINE = "New findings. Leave `findings`, `clean` and `passes` empty."
CATEGORIES = ()
EMPTY = "nothing to verify: no earlier findings, no stated concern, no stated goal"

CHARGE = """\
For each earlier finding: read the place as it is now. fixed: quote the lines that fix it, wherever
they are; retained: it can still fail as described; withdrawn: it was never right, or a reply shows
why it does not apply here, and the code bears that out. Quote in each case. A reply is a claim to
check, whoever wrote it.
For each concern: holds or broken with quotes, or not verified with what you could not see.
For the goal: achieved, partially-achieved or not-achieved with quotes that show it; unverifiable with
the reason; not-applicable when no goal is stated. What the author claims is not evidence.

Good: F2 fixed, quoting the new guard `if not token: raise Denied` that stands before the use.
Bad: F2 fixed, because the reply says so, or because the old line is no longer there.
"""


def seat(brief: Brief) -> str | None:
    reasons = []
    if brief.prior:
        reasons.append(f"earlier findings: {brief.prior}")
    if brief.concerns:
        reasons.append(f"stated concerns: {len(brief.concerns)}")
    if brief.intent.goal:
        reasons.append("a stated goal")
    return ", ".join(reasons) or None
