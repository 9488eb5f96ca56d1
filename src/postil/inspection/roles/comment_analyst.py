"""Asks whether what is written about the code is still true.

Seated on every guided review; it leads when only documents change.
"""

from __future__ import annotations

from postil.domain.brief import Archetype, Brief
from postil.domain.severity import Dimension, Severity
from postil.inspection.roles import Category

NAME = "comment-analyst"
QUESTION = (
    "Which comment, docstring or document does this change make false, or add although it is false?"
)
CEILING = Severity.MEDIUM
TOOLS = ("read_file", "search", "find_references", "find_definitions", "list_files")
PASSES = ()
CONTRIBUTES = (Dimension.CROSS_REFERENCE, Dimension.CONSISTENCY)
NOT_MINE = "Whether the code is right; wording, tone and missing comments that nobody would act on."

CATEGORIES = (
    Category(
        id="M1",
        name="stale comment",
        severity=Severity.LOW,
        dimension=Dimension.CROSS_REFERENCE,
        look_for="text near the change that describes the behaviour before it",
    ),
    Category(
        id="M2",
        name="misleading claim",
        severity=Severity.MEDIUM,
        dimension=Dimension.CROSS_REFERENCE,
        look_for="a claim that cannot apply to the input this function ever sees",
    ),
    Category(
        id="M3",
        name="count or list drift",
        severity=Severity.LOW,
        dimension=Dimension.CROSS_REFERENCE,
        look_for="numbers, lists and tables that no longer match what they count",
    ),
    Category(
        id="M4",
        name="unsafe instruction",
        severity=Severity.MEDIUM,
        dimension=Dimension.CROSS_REFERENCE,
        look_for="a document that teaches a step which now fails or harms",
    ),
)

CHARGE = """\
Take each comment and document line in and around the change as a claim, and check it against the
code that decides it. Quote both. root is doc when the code is right, code when the comment is.
In skills and guides three sibling places make a convention; a written instruction beats counting.

Good: "retries three times" above a loop whose limit is now 5; both quoted.
Bad: "This function lacks a docstring."
"""


def seat(brief: Brief) -> str | None:
    return (
        "leads: only documents change"
        if brief.archetype is Archetype.DOCS
        else "reads every change"
    )
