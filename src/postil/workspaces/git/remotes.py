"""Where a local repository came from and which branch it is on, by its settings, as text."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from postil.domain.diff import text
from postil.domain.errors import UserError
from postil.workspaces.git.command import Git, find_program
from postil.workspaces.git.place import find

_REMOTES = r"^remote\.(origin|upstream)\.url$"
_BRANCHES = r"^branch\..*\.merge$"
_HEADS = "refs/heads/"
_LIMIT = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Origins:
    """The addresses of the two remotes that have a meaning, and the current branch.

    `pushed` is the name the branch has on the other side; empty with no branch checked out.
    """

    remotes: Mapping[str, str] = field(default_factory=dict)
    pushed: str = ""


def origins(repo: str) -> Origins:
    """What is known of a folder's repository; nothing when it is in none."""
    try:
        place = find(repo)
    except UserError:
        return Origins()
    git = Git(
        program=find_program(),
        home=os.devnull,
        folder=place.git_dir,
        variables={"GIT_DIR": place.git_dir},
    )
    remotes = {
        name.removeprefix("remote.").removesuffix(".url"): value
        for name, value in _settings(git, _REMOTES).items()
    }
    answer = git.attempt("symbolic-ref", "--quiet", "HEAD")
    current = text(answer.stdout).strip()
    if not answer.worked or not current.startswith(_HEADS):
        return Origins(remotes=remotes)
    branch = current.removeprefix(_HEADS)
    merged = _settings(git, _BRANCHES).get(f"branch.{branch}.merge", "")
    is_named = merged.startswith(_HEADS)
    return Origins(remotes=remotes, pushed=merged.removeprefix(_HEADS) if is_named else branch)


def _settings(git: Git, pattern: str) -> dict[str, str]:
    answer = git.attempt("config", "--null", "--get-regexp", pattern, limit=_LIMIT)
    pairs = (row.partition("\n") for row in text(answer.stdout).split("\0"))
    return {name: value for name, _, value in pairs if name}
