"""Asks whether the code does what it is meant to do, the way this project does things.

Seated on every guided review.
"""

from __future__ import annotations

from postil.domain.brief import Brief
from postil.domain.severity import Dimension, Severity
from postil.inspection.roles import Category

NAME = "code-reviewer"
QUESTION = "Does every changed line do what it is meant to do, and do it as this project does?"
CEILING = Severity.CRITICAL
TOOLS = ("read_file", "search", "find_references", "find_definitions", "list_files")
PASSES = (
    Dimension.CORRECTNESS,
    Dimension.CONSISTENCY,
    Dimension.PERFORMANCE,
    Dimension.CONCURRENCY,
)
CONTRIBUTES = (Dimension.CROSS_REFERENCE, Dimension.ERROR_HANDLING)
NOT_MINE = "Swallowed errors (silent-failure-hunter), comments (comment-analyst), attackers (security-differential)."

CATEGORIES = (
    Category(
        id="R1",
        name="logic",
        severity=Severity.HIGH,
        dimension=Dimension.CORRECTNESS,
        look_for="conditions, bounds, order, defaults; the second call; the empty case",
    ),
    Category(
        id="R2",
        name="project rules",
        severity=Severity.MEDIUM,
        dimension=Dimension.CONSISTENCY,
        look_for="a written rule of the base commit that an added line breaks; quote the rule",
    ),
    Category(
        id="R3",
        name="performance",
        severity=Severity.MEDIUM,
        dimension=Dimension.PERFORMANCE,
        look_for="work per item or request that used to be done once; growth without a bound",
    ),
    Category(
        id="R4",
        name="concurrency",
        severity=Severity.HIGH,
        dimension=Dimension.CONCURRENCY,
        look_for="check then act, shared state, forgotten await; needs the race tag",
    ),
    Category(
        id="R5",
        name="pipeline honesty",
        severity=Severity.HIGH,
        dimension=Dimension.CORRECTNESS,
        look_for="a build or test step that reports failure without failing",
    ),
)

CHARGE = """\
For each changed function say to yourself what it promised before and what it promises now; report
where a caller still relies on the old promise. In a refactoring, behaviour must be equal: compare
old and new line by line, and look for an importer or an interface left behind.
A placeholder that is filled in later is one decision, not one bug per place.

Good: the loop now starts at 1 and the first row, still a header in `export`, is counted as data.
Bad: "Variable names could be more descriptive."
"""


def seat(_brief: Brief) -> str | None:
    return "reads every change"
