"""Asks everything at once, for profiles with one reviewer.

Always seated where it is asked for; answers for every pass but the one the checks own.
"""

from __future__ import annotations

from postil.domain.brief import Brief
from postil.domain.severity import Dimension, Severity
from postil.inspection.roles import Category

NAME = "generalist"
QUESTION = "What in this change would its author want to have known before merging it?"
CEILING = Severity.CRITICAL
TOOLS = (
    "read_file",
    "search",
    "find_references",
    "find_definitions",
    "list_files",
    "blame",
    "log_lines",
)
PASSES = tuple(each for each in Dimension if each is not Dimension.CROSS_REFERENCE)
CONTRIBUTES = (Dimension.CROSS_REFERENCE,)
NOT_MINE = "Formatting, naming taste, and anything a linter of the project already says."

CATEGORIES = (
    Category(
        id="G1",
        name="logic",
        severity=Severity.HIGH,
        dimension=Dimension.CORRECTNESS,
        look_for="conditions, bounds, order and defaults; the empty case, the second call",
    ),
    Category(
        id="G2",
        name="security",
        severity=Severity.CRITICAL,
        dimension=Dimension.SECURITY,
        look_for="input from outside that reaches a path, query, command, template or log unchecked; secrets",
    ),
    Category(
        id="G3",
        name="access control",
        severity=Severity.CRITICAL,
        dimension=Dimension.SECURITY,
        look_for="a check removed, moved after the effect, or missing where its siblings have it",
    ),
    Category(
        id="G4",
        name="error handling",
        severity=Severity.HIGH,
        dimension=Dimension.ERROR_HANDLING,
        look_for="a failure swallowed, answered with a good value, or leaving work half done",
    ),
    Category(
        id="G5",
        name="concurrency",
        severity=Severity.HIGH,
        dimension=Dimension.CONCURRENCY,
        look_for="check then act, shared state, forgotten await; needs the race tag",
    ),
    Category(
        id="G6",
        name="performance",
        severity=Severity.MEDIUM,
        dimension=Dimension.PERFORMANCE,
        look_for="work per item or request that was done once; growth without a bound",
    ),
    Category(
        id="G7",
        name="side effects on other code",
        severity=Severity.HIGH,
        dimension=Dimension.CROSS_REFERENCE,
        look_for="a caller, stored data or client that relies on what changed",
    ),
    Category(
        id="G8",
        name="tests",
        severity=Severity.MEDIUM,
        dimension=Dimension.TEST_COVERAGE,
        look_for="changed behaviour no test runs; a test that cannot fail",
    ),
    Category(
        id="G9",
        name="consistency and documentation",
        severity=Severity.LOW,
        dimension=Dimension.CONSISTENCY,
        look_for="a written rule broken; a comment or document made false",
    ),
)

CHARGE = """\
Read for behaviour first: for each changed line, what happens with nothing, with too much, twice,
when the call before it fails, and who calls it. Then for attackers: which input from outside
reaches the change, and what guarded it before. Then for the reader: a test that would turn red, a
document or comment that is now wrong.
Most changes deserve none to three findings. Up to two entries of kind praise may name something
done well that others should copy, with its quote.

Good: one defect, shown by the two lines that disagree, with the one edit that settles it.
Bad: a tour of everything that could conceivably be better.
"""


def seat(_brief: Brief) -> str | None:
    return "the one reviewer of this profile"
