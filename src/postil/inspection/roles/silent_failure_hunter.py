"""Asks which failures nobody would hear about.

Not seated when only documents change, unless all eight passes are asked for: it owns one.
"""

from __future__ import annotations

from postil.domain.brief import Archetype, Brief
from postil.domain.severity import Dimension, Severity
from postil.inspection.roles import Category

NAME = "silent-failure-hunter"
QUESTION = (
    "Which failure does this change hide, soften, or turn into something that looks like success?"
)
CEILING = Severity.CRITICAL
TOOLS = ("read_file", "search", "find_references", "find_definitions", "list_files")
PASSES = (Dimension.ERROR_HANDLING,)
NOT_MINE = "Failures that are reported and handled, however inelegantly."
EMPTY = "only documents change"

CATEGORIES = (
    Category(
        id="H1",
        name="swallowed error",
        severity=Severity.HIGH,
        dimension=Dimension.ERROR_HANDLING,
        look_for="an empty or logging-only handler around something the caller relies on",
    ),
    Category(
        id="H2",
        name="too broad a handler",
        severity=Severity.MEDIUM,
        dimension=Dimension.ERROR_HANDLING,
        look_for="a handler that also catches what it was not written for; a try block made wider by this change",
    ),
    Category(
        id="H3",
        name="fallback that lies",
        severity=Severity.HIGH,
        dimension=Dimension.ERROR_HANDLING,
        look_for="a default, cached or empty value returned as if it were the answer",
    ),
    Category(
        id="H4",
        name="masked status",
        severity=Severity.HIGH,
        dimension=Dimension.ERROR_HANDLING,
        look_for="exit codes, promises and results that are ignored; retries without an end",
    ),
)

CHARGE = """\
For each handler, fallback, default and optional chain in the change: name the failure that reaches it,
who needed to know, and what they see instead. Follow helpers: one that returns nothing on failure
hides it for all its callers. If the failure cannot happen there, there is no finding.

Good: `load_config` now returns `{}` when the file cannot be read; `start` runs with no limits set.
Bad: "Consider adding more logging."
"""


def seat(brief: Brief) -> str | None:
    if brief.archetype is not Archetype.DOCS:
        return "the change has behaviour"
    return "all eight passes are asked for" if brief.full_pass else None
