"""What a role is: one file that says what it asks, when it sits, what it owns and its charge.

A role module has these names:

    NAME         the file's name with dashes
    QUESTION     the one question it asks
    CATEGORIES   what it owns, each with its usual severity
    NOT_MINE     what it leaves to others, in one sentence
    CEILING      the worst severity its findings may have
    TOOLS        the read-only tools it may use
    PASSES       the dimensions it answers for; `CONTRIBUTES` (optional) those it adds to
    seat         `(brief) -> str | None`: why it is needed here, or None for an empty chair
    CHARGE       its own instructions, after the rules that every role gets
    EMPTY        (optional) why its chair is empty when it is

Everything common (the shape of the answer, evidence, the threshold, deadlines, money, retries,
reading the answer) belongs to the panel. A role never sees what another role found. The author's
words reach it only as fenced data. A team's own roles are Markdown files of the base commit and
become the same `Role`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType

from postil.domain.brief import Brief
from postil.domain.severity import Dimension, Severity

MUST_HAVE = frozenset(
    {"NAME", "QUESTION", "CATEGORIES", "NOT_MINE", "CEILING", "TOOLS", "PASSES", "CHARGE", "seat"}
)

BUILT_IN = "built in"
NOT_NEEDED = "nothing in this change is its business"


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """Something a role owns: an id for the record, a name for people, and how bad it usually is."""

    id: str
    name: str
    severity: Severity
    dimension: Dimension
    look_for: str = ""

    @property
    def title(self) -> str:
        return f"{self.id} {self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """One kind of reviewer, whoever wrote it down."""

    name: str
    question: str
    categories: tuple[Category, ...]
    not_mine: str
    ceiling: Severity
    tools: tuple[str, ...]
    passes: tuple[Dimension, ...]
    charge: str
    seat: Callable[[Brief], str | None]
    contributes: tuple[Dimension, ...] = ()
    empty: str = NOT_NEEDED
    origin: str = BUILT_IN


def role_of(module: ModuleType) -> Role:
    """The role a module describes."""
    return Role(
        name=module.NAME,
        question=module.QUESTION,
        categories=tuple(module.CATEGORIES),
        not_mine=module.NOT_MINE,
        ceiling=module.CEILING,
        tools=tuple(module.TOOLS),
        passes=tuple(module.PASSES),
        charge=module.CHARGE,
        seat=module.seat,
        contributes=tuple(getattr(module, "CONTRIBUTES", ())),
        empty=getattr(module, "EMPTY", NOT_NEEDED),
    )
