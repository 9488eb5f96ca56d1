"""Writes what one role is asked: its question, what it owns, what it owes, and its own inputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from postil.domain.brief import Brief, Tier
from postil.domain.severity import Severity
from postil.inspection.prompt.fences import Fence
from postil.inspection.prompt.guise import Guise
from postil.inspection.roles import Role

ENGLISH = "English"


@dataclass(frozen=True, kw_only=True)
class Inputs:
    """What single roles are given besides what all see: texts by role, and the language of prose.

    `verifies` names for each role the ids of earlier findings it is to answer about.
    """

    texts: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    verifies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    language: str = ENGLISH
    contributing: bool = True


def charge(role: Role, brief: Brief, inputs: Inputs, *, guise: Guise, fence: Fence) -> str:
    """The part of the prompt that is this role's own."""
    parts = [
        f"# Your charge: {role.name}\n{guise.one_line(role.question)}",
        guise.text("\n".join(_owned(role))),
        guise.text(f"Not yours: {role.not_mine}"),
        "\n".join(_owed(role, brief, inputs)),
        guise.text(role.charge.strip()),
        *(
            f"{title}:\n{fence.around(guise.text(text), source=title.lower())}"
            for title, text in inputs.texts.get(role.name, ())
        ),
    ]
    return "\n\n".join(part for part in parts if part)


def _owned(role: Role) -> Iterator[str]:
    if not role.categories:
        return
    yield "You own (usual severity):"
    for category in role.categories:
        looks = f": {category.look_for}" if category.look_for else ""
        yield f"- {category.title} ({category.severity.value}){looks}"
    if role.ceiling is not Severity.CRITICAL:
        yield f"Nothing you report is worse than {role.ceiling.value}."


def _owed(role: Role, brief: Brief, inputs: Inputs) -> Iterator[str]:
    if brief.full_pass and role.passes:
        names = ", ".join(dimension.value for dimension in role.passes)
        yield f"Passes you answer for: {names}. Each ends in findings or in an entry of `passes`."
    if role.contributes and inputs.contributing:
        names = ", ".join(dimension.value for dimension in role.contributes)
        yield f"You may also add to: {names}."
    if role.tools and brief.tier is Tier.FULL and brief.has_repo:
        yield "The change is large: read the files you judge whole, not only their hunks."
    if not brief.has_repo:
        yield (
            "There is no repository to look into: leave out what only other files could show, and "
            "be one step less confident in the rest."
        )
    ids = inputs.verifies.get(role.name, ())
    if ids:
        yield f"Answer in `verifications` about the earlier findings {', '.join(ids)}, and no others."
    if inputs.language != ENGLISH:
        yield (
            f"Write every sentence of the report (title, failure_mode, mitigation, details, evidence, "
            f"note, limitations, summary) in {inputs.language}; slugs, codes, names and quotes stay."
        )
