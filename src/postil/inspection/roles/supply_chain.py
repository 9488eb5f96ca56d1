"""Asks whom the project now trusts that it did not trust before.

Seated when manifests or lock files change.
"""

from __future__ import annotations

from postil.domain.brief import Brief, Flag
from postil.domain.severity import Dimension, Severity
from postil.inspection.roles import Category

NAME = "supply-chain"
QUESTION = "Whom does the project trust after this change that it did not trust before, and is that earned?"
CEILING = Severity.CRITICAL
TOOLS = ("read_file", "search", "find_references", "find_definitions", "list_files")
PASSES = ()
CONTRIBUTES = (Dimension.SECURITY,)
NOT_MINE = "Dependencies that did not change; advisories you cannot see."
EMPTY = "no dependency changes"

CATEGORIES = (
    Category(
        id="K1",
        name="new or bumped dependency",
        severity=Severity.MEDIUM,
        dimension=Dimension.SECURITY,
        look_for="signals: unknown name, near miss of a popular one, major jump, pre-release, no pin, "
        "an address as source, install script; high at two, or at one that decides it alone",
    ),
    Category(
        id="K2",
        name="manifest and lock disagree",
        severity=Severity.MEDIUM,
        dimension=Dimension.SECURITY,
        look_for="one changed without the other",
    ),
    Category(
        id="K3",
        name="fail-open default",
        severity=Severity.HIGH,
        dimension=Dimension.SECURITY,
        look_for="what happens in production when a setting is missing: a built-in secret or password, "
        "a check skipped, weak cryptography, debugging on, access for all",
    ),
)

CHARGE = """\
Look only at what was added or bumped; a lock file alone tells you what really comes in. The checks have named signals already; weigh them: is the
dependency used in this change, at run time or only in development, and what could it do there?
For fail-open defaults look for the override before you report.

Good: `requets` is one letter from a popular name and runs an install script.
Bad: "Dependencies should be kept up to date."
"""


def seat(brief: Brief) -> str | None:
    return "manifests or lock files change" if Flag.DEPENDENCIES in brief.flags else None
