"""Invites the roles a team wrote down at the base commit; a file that is none becomes a gap."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from postil.domain.observation import Gap
from postil.inspection.front_matter import Unfit
from postil.inspection.roles import Role
from postil.inspection.roles._from_markdown import Known, role_from
from postil.ports import Tree

FOLDER = ".postil/roles"
MOST_ROLES = 8
OTHER_SEATS = ("second-opinion", "arbiter", "the checks")
"""Names that are no roles but stand in records where a role's name could."""


def team_roles(
    base: Tree, changed: Sequence[str], *, known: Collection[Role], taken: Collection[str] = ()
) -> tuple[tuple[Role, ...], tuple[Gap, ...]]:
    """The team's roles by file name, and one gap for each file that could not be one.

    Only the base commit is asked: a change cannot bring its own reviewer.
    """
    roles: list[Role] = []
    gaps: list[Gap] = []
    files = _files(base)
    for path in files[:MOST_ROLES]:
        limits = Known.of([*known, *roles], taken=(*taken, *OTHER_SEATS))
        try:
            roles.append(role_from(path, base.read(path), changed=changed, known=limits))
        except Unfit as problem:
            gaps.append(_gap(path, "it is not a role", str(problem)))
    gaps += [
        _gap(path, f"a team has at most {MOST_ROLES} roles", "take it out or join two of them")
        for path in files[MOST_ROLES:]
    ]
    return tuple(roles), tuple(gaps)


def _files(base: Tree) -> list[str]:
    """Markdown files directly in the folder; a README explains it to people."""
    if not base.exists(FOLDER):
        return []
    names = [path.rpartition("/") for path in base.paths()]
    return sorted(
        f"{folder}/{name}"
        for folder, _, name in names
        if folder == FOLDER and name.endswith(".md") and name.lower() != "readme.md"
    )


def _gap(path: str, reason: str, remedy: str) -> Gap:
    return Gap(subject=f"team role `{path}`", reason=reason, required=True, remedy=remedy)
