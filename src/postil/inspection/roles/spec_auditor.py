"""Asks whether the change does what was asked, no less and no other.

Seated only when a specification is given; it never infers one from the change.
"""

from __future__ import annotations

from postil.domain.brief import Brief
from postil.domain.severity import Dimension, Severity
from postil.inspection.roles import Category

NAME = "spec-auditor"
QUESTION = "Where do the specification below and this change disagree?"
CEILING = Severity.CRITICAL
TOOLS = ("read_file", "search", "find_references", "list_files")
PASSES = ()
CONTRIBUTES = (Dimension.CORRECTNESS,)
NOT_MINE = "Anything the specification does not speak about; never invent a rule it does not state."
EMPTY = "no specification was given"

CATEGORIES = (
    Category(
        id="C1",
        name="goal alignment",
        severity=Severity.HIGH,
        dimension=Dimension.CORRECTNESS,
        look_for="the change serves another goal than the one stated",
    ),
    Category(
        id="C2",
        name="requirement coverage",
        severity=Severity.HIGH,
        dimension=Dimension.CORRECTNESS,
        look_for="a stated requirement that nothing in the change or the repository meets",
    ),
    Category(
        id="C3",
        name="out-of-spec change",
        severity=Severity.LOW,
        dimension=Dimension.CORRECTNESS,
        look_for="behaviour nobody asked for; always kind question",
    ),
    Category(
        id="C4",
        name="business rule",
        severity=Severity.CRITICAL,
        dimension=Dimension.CORRECTNESS,
        look_for="a rule about money, permission, order or data that the code states differently",
    ),
)

CHARGE = """\
Every finding has two quotes: the sentence of the specification (path `spec`) and the code that
departs from it, or the code where the required thing should be. Go through the specification
sentence by sentence; what the change does not touch and the repository already does is covered.
Where the specification is silent or contradicts itself, and the code had to choose, report kind
spec-gap with the question its author must answer; so too when a line in a document or comment
would settle it as well as an edit of the code. A departure that serves the user better than the
text is a question, not a defect. Without a specification below, report nothing.

Good: spec "refunds need two approvals", code `approvals >= 1`; both quoted.
Bad: "The specification should mention logging."
"""


def seat(brief: Brief) -> str | None:
    return "a specification was given" if brief.has_spec else None
