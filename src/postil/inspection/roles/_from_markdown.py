"""Reads a team's own role from a Markdown file: what it is in the front matter, its charge below."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from postil.domain import paths
from postil.domain.brief import Brief
from postil.domain.conversation import tokens
from postil.domain.severity import Dimension, Severity
from postil.inspection.front_matter import Facts, parted, refuse
from postil.inspection.outlines import Node, Table
from postil.inspection.roles import Category, Role

MOST_TOKENS = 700
"""What a role brings along; with what the panel adds its charge stays within 900."""

MOST_CATEGORIES = 12
MOST_GLOBS = 50
TOOLS = ("read_file", "search", "find_references", "find_definitions", "list_files")
_KEYS = frozenset({"name", "question", "categories", "not_mine", "ceiling", "tools", "paths"})
_CATEGORY_KEYS = frozenset({"id", "name", "severity", "dimension", "look_for"})
_NAME = re.compile(r"\A[a-z][a-z0-9]{0,30}(?:-[a-z0-9]{1,30}){0,4}\Z")
_ID = re.compile(r"\A[A-Z]{1,6}[0-9]{1,2}\Z")


@dataclass(frozen=True, slots=True)
class Known:
    """What a team's role may not take, names and category ids, and the tools it may use."""

    names: frozenset[str]
    ids: frozenset[str]
    tools: frozenset[str]

    @classmethod
    def of(cls, roles: Collection[Role], *, taken: Collection[str] = ()) -> Known:
        return cls(
            names=frozenset({role.name for role in roles} | set(taken)),
            ids=frozenset(each.id for role in roles for each in role.categories),
            tools=frozenset(tool for role in roles for tool in role.tools),
        )


def role_from(path: str, text: str | None, *, changed: Sequence[str], known: Known) -> Role:
    """The role a file describes; raises Unfit. `changed` are the paths it may be seated for."""
    facts, charge = parted(text)
    facts.only(_KEYS)
    ceiling = facts.choice("ceiling", Severity, default=Severity.HIGH)
    categories = _categories(facts, ceiling, known)
    if not charge:
        refuse("write its charge below the front matter")
    role = Role(
        name=_name(facts, path, known),
        question=facts.line("question"),
        categories=categories,
        not_mine=facts.line("not_mine", default="Anything outside the categories above."),
        ceiling=ceiling,
        tools=_tools(facts, known),
        # Passes have owners that every run can count on; a team's role adds to them.
        passes=(),
        charge=charge,
        seat=_seat(facts, changed),
        contributes=tuple(dict.fromkeys(each.dimension for each in categories)),
        empty="no changed path is its business",
        origin=path,
    )
    if _weight(role) > MOST_TOKENS:
        refuse(f"shorten it to {MOST_TOKENS} tokens; it takes about {_weight(role):,}")
    return role


def _name(facts: Facts, path: str, known: Known) -> str:
    name = facts.line("name", default=path.rpartition("/")[2].removesuffix(".md"))
    if not _NAME.match(name):
        refuse("give it a `name` of lower-case words joined by dashes")
    if name in known.names:
        refuse(f"give it another `name`; `{name}` is taken")
    return name


def _categories(facts: Facts, ceiling: Severity, known: Known) -> tuple[Category, ...]:
    rows = facts.rows("categories", most=MOST_CATEGORIES)
    found = tuple(_category(row, ceiling, known) for row in rows)
    if len({each.id for each in found}) < len(found):
        refuse("give each category an `id` of its own")
    return found


def _category(row: Node, ceiling: Severity, known: Known) -> Category:
    if not isinstance(row, Table):
        refuse("write each category as a table with `id`, `name`, `severity` and `dimension`")
    facts = Facts(row)
    facts.only(_CATEGORY_KEYS)
    identity = facts.line("id")
    if not _ID.match(identity) or identity in known.ids:
        refuse(f"give the category `{identity}` an `id` such as `PAY1` that no other role uses")
    severity = facts.choice("severity", Severity)
    if not ceiling.at_least(severity):
        refuse(f"make `{identity}` no worse than the `ceiling`, {ceiling.value}")
    return Category(
        id=identity,
        name=facts.line("name"),
        severity=severity,
        dimension=facts.choice("dimension", Dimension),
        look_for=facts.line("look_for") if "look_for" in facts else "",
    )


def _tools(facts: Facts, known: Known) -> tuple[str, ...]:
    names = facts.texts("tools", most=len(known.tools)) if "tools" in facts else TOOLS
    if not known.tools.issuperset(names):
        refuse(f"choose `tools` among {', '.join(sorted(known.tools))}")
    return names


def _seat(facts: Facts, changed: Sequence[str]) -> Callable[[Brief], str | None]:
    reason: str | None = "the team's own; reads every change"
    if "paths" in facts:
        globs = facts.texts("paths", most=MOST_GLOBS)
        fitting = (glob for glob in globs if any(paths.matches(glob, path) for path in changed))
        glob = next(fitting, None)
        reason = None if glob is None else f"the team's own; `{glob}` changes"
    return lambda _brief: reason


def _weight(role: Role) -> int:
    rows = [f"- {each.title} ({each.severity}): {each.look_for}" for each in role.categories]
    return tokens("\n".join([role.question, *rows, role.not_mine, role.charge]))
