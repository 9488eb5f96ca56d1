"""The page of a role, written from what the role itself declares."""

from __future__ import annotations

from collections.abc import Iterator

from postil import catalogue
from postil.inspection import roles
from postil.inspection.roles import Role, role_of


def names() -> tuple[str, ...]:
    return catalogue.names(roles)


def role_page(name: str) -> str:
    """Markdown: what it asks, when it sits, what it owns, what it leaves, and its charge."""
    unit = catalogue.load(roles, name, must_have=roles.MUST_HAVE)
    return "\n\n".join(_parts(role_of(unit.module), unit.module.__doc__ or "")) + "\n"


def _parts(role: Role, told: str) -> Iterator[str]:
    yield f"# {role.name}"
    yield f"A reviewer of the panel. It asks: {role.question}"
    sits = " ".join(told.partition("\n\n")[2].split())
    if sits:
        yield sits
    rows = "\n".join(
        f"| {one.id} | {one.name} | {one.severity} | {one.dimension} | {one.look_for} |"
        for one in role.categories
    )
    if rows:
        yield "## What it owns"
        head = (
            "| Id | Category | Usually | Dimension | Looks for |\n| --- | --- | --- | --- | --- |"
        )
        yield f"{head}\n{rows}"
    yield "## What bounds it"
    yield "\n".join(f"- {fact}" for fact in _bounds(role))
    yield "## Its charge"
    yield role.charge.strip()


def _bounds(role: Role) -> Iterator[str]:
    yield f"Not its business: {role.not_mine}"
    yield f"Nothing it reports is worse than {role.ceiling}."
    yield f"It may look things up with: {', '.join(role.tools) or 'nothing'}; nothing has an effect."
    if role.passes:
        yield f"It answers for the passes: {', '.join(role.passes)}."
    if role.contributes:
        yield f"It adds to the passes: {', '.join(role.contributes)}."
    yield f"Its chair stays empty when: {role.empty}."
