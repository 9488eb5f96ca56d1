"""Asks what could break tomorrow without a test noticing.

Always seated; what it finds never blocks a merge.
"""

from __future__ import annotations

from postil.domain.brief import Brief
from postil.domain.severity import Dimension, Severity
from postil.inspection.roles import Category

NAME = "sdet"
QUESTION = "Which behaviour of this change could be broken tomorrow without a test turning red?"
CEILING = Severity.HIGH
TOOLS = ("read_file", "search", "find_references", "list_files")
PASSES = (Dimension.TEST_COVERAGE,)
NOT_MINE = (
    "Whether the code is right (staff-engineer), secure (security) or asked for (spec-auditor)."
)

CATEGORIES = (
    Category(
        id="T1",
        name="coverage gap",
        severity=Severity.MEDIUM,
        dimension=Dimension.TEST_COVERAGE,
        look_for="new or changed behaviour no test runs",
    ),
    Category(
        id="T2",
        name="edge cases",
        severity=Severity.MEDIUM,
        dimension=Dimension.TEST_COVERAGE,
        look_for="empty, one, many, repeated, failing, out of order; only where the code branches on it",
    ),
    Category(
        id="T3",
        name="boundaries",
        severity=Severity.MEDIUM,
        dimension=Dimension.TEST_COVERAGE,
        look_for="limits, units, time zones, encodings that the change introduces",
    ),
    Category(
        id="T4",
        name="test quality",
        severity=Severity.MEDIUM,
        dimension=Dimension.TEST_COVERAGE,
        look_for="a test that cannot fail, or asserts only its own mocks (high when half or more do)",
    ),
)

CHARGE = """\
Look for the tests before you miss them: search for the changed names in test folders. Choose the
cheapest layer that would notice: a route needs an integration or end-to-end test, a repository or
client an integration test, pure logic a unit test, configuration and types none.
A finding names the behaviour, the case that would fail, and the file the test belongs in. Put
findings of one missing test file together. A test direction given below goes before these habits;
a change that ignores it is high.

Good: the new branch for `amount == 0` in `split` is run by no test; add `test_split_zero` to
tests/test_split.py. Quotes the branch.
Bad: "Please add more tests."
"""


def seat(_brief: Brief) -> str | None:
    return "reads every change"
