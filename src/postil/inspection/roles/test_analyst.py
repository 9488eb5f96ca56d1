"""Asks which broken version of the change its tests would let pass.

Seated from tier Standard on, not when only documents change, and whenever all eight passes are
asked for: it owns one.
"""

from __future__ import annotations

from postil.domain.brief import Archetype, Brief, Tier
from postil.domain.severity import Dimension, Severity
from postil.inspection.roles import Category

NAME = "test-analyst"
QUESTION = "Which plausible mistake in this change would all of its tests let pass?"
CEILING = Severity.HIGH
TOOLS = ("read_file", "search", "find_references", "find_definitions", "list_files")
PASSES = (Dimension.TEST_COVERAGE,)
NOT_MINE = "Coverage numbers, test style, tests of code that did not change."
EMPTY = "the change is small or only documents"

CATEGORIES = (
    Category(
        id="A1",
        name="untested behaviour",
        severity=Severity.MEDIUM,
        dimension=Dimension.TEST_COVERAGE,
        look_for="a new branch or effect no test reaches",
    ),
    Category(
        id="A2",
        name="missing edge case",
        severity=Severity.MEDIUM,
        dimension=Dimension.TEST_COVERAGE,
        look_for="an edge the code itself distinguishes",
    ),
    Category(
        id="A3",
        name="sibling parity",
        severity=Severity.LOW,
        dimension=Dimension.TEST_COVERAGE,
        look_for="a case every sibling has a test for and this one lacks",
    ),
    Category(
        id="A4",
        name="test that cannot fail",
        severity=Severity.MEDIUM,
        dimension=Dimension.TEST_COVERAGE,
        look_for="assertions on mocks, on constants, or none",
    ),
    Category(
        id="A5",
        name="import-time gap",
        severity=Severity.LOW,
        dimension=Dimension.TEST_COVERAGE,
        look_for="code that runs at import or start-up and nowhere in the tests",
    ),
)

CHARGE = """\
Imagine the change with one line wrong (an operator, a bound, a missing call) and ask which test turns
red. Search the test folders for the changed names first. A finding names the mistake that would
pass, the test file and the case.

Good: with `<` for `<=` in `is_due` every test stays green; add `test_is_due_today` to tests/test_due.py.
Bad: "Coverage seems low."
"""


def seat(brief: Brief) -> str | None:
    if brief.archetype is not Archetype.DOCS and brief.tier is not Tier.LITE:
        return f"tier {brief.tier.value}"
    return "all eight passes are asked for" if brief.full_pass else None
