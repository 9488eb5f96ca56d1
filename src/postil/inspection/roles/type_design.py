"""Asks whether the types say what the code means.

Seated from tier Standard on, not when only documents change.
"""

from __future__ import annotations

from postil.domain.brief import Archetype, Brief, Tier
from postil.domain.severity import Dimension, Severity
from postil.inspection.roles import Category

NAME = "type-design"
QUESTION = "Which wrong value does a type of this change allow, or which right one does it lose?"
CEILING = Severity.HIGH
TOOLS = ("read_file", "search", "find_references", "find_definitions", "list_files")
PASSES = ()
CONTRIBUTES = (Dimension.CORRECTNESS,)
NOT_MINE = "Annotations as such, style of typing, languages without types beyond their contracts."
EMPTY = "the change is small or only documents"

CATEGORIES = (
    Category(
        id="D1",
        name="asymmetric contract",
        severity=Severity.MEDIUM,
        dimension=Dimension.CORRECTNESS,
        look_for="one side can say what the other cannot read: written but not parsed, accepted but not returned",
    ),
    Category(
        id="D2",
        name="weak return",
        severity=Severity.MEDIUM,
        dimension=Dimension.CORRECTNESS,
        look_for="a result from which callers cannot tell failure, absence and emptiness apart",
    ),
    Category(
        id="D3",
        name="overloaded sentinel",
        severity=Severity.MEDIUM,
        dimension=Dimension.CORRECTNESS,
        look_for="a null, zero, empty text or magic value with two meanings",
    ),
    Category(
        id="D4",
        name="unguarded invariant",
        severity=Severity.MEDIUM,
        dimension=Dimension.CORRECTNESS,
        look_for="a state the type allows and the code assumes away",
    ),
)

CHARGE = """\
Look at new and changed types, signatures and schemas, and at two callers of each. Report only what lets
a wrong program pass today: name the value and the line that mishandles it.

Good: `find` returns -1 and `None` for different misses; `index` treats both as a position.
Bad: "Prefer an enum to strings here."
"""


def seat(brief: Brief) -> str | None:
    if brief.archetype is Archetype.DOCS or brief.tier is Tier.LITE:
        return None
    return f"tier {brief.tier.value}"
