"""Asks GitHub which pull request a branch has."""

from __future__ import annotations

from urllib.parse import quote

import msgspec

from postil.domain.errors import ForgeError
from postil.forges.github.client import Client
from postil.forges.github.targets import Place


class _Pull(msgspec.Struct, frozen=True):
    number: int


def pull_of_branch(client: Client, place: Place, *, owner: str, branch: str) -> int:
    """The number of the one open pull request from a branch of `owner`'s repository."""
    head = quote(f"{owner}:{branch}", safe=":")
    path = f"/repos/{place.repository}/pulls?state=open&per_page=100&head={head}"
    reading = f"pull requests of `{place.repository}`"
    found = [
        pull.number for page in client.pages(path, list[_Pull], reading=reading) for pull in page
    ]
    if not found:
        raise ForgeError(
            f"`{branch}` has no open pull request in `{place.repository}`; push the branch and "
            "open one, or name another with `--pr N`.",
            is_theirs=True,
        )
    if len(found) > 1:
        numbers = ", ".join(f"#{number}" for number in sorted(found))
        raise ForgeError(
            f"`{branch}` has several open pull requests ({numbers}); name one with `--pr N`.",
            is_theirs=True,
        )
    return found[0]
