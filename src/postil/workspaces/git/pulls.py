"""Opens the repository of a pull request with both of its commits, from wherever they can be had."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from postil.domain.errors import UserError
from postil.workspaces.git.command import find_program
from postil.workspaces.git.enclosure import Enclosure
from postil.workspaces.git.fetching import Ends, Remote, fetch, holds, is_whole
from postil.workspaces.git.mirroring import mirrored
from postil.workspaces.git.place import Place, find
from postil.workspaces.git.repository import Repository


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearby:
    """Where objects may be here already: a repository on disk, and a folder of earlier fetches.

    `is_same` says that the repository is a clone of the same project; either may be empty.
    """

    repo: str = ""
    is_same: bool = False
    mirror: str = ""


@contextmanager
def open_pull(remote: Remote, ends: Ends, nearby: Nearby) -> Iterator[Repository]:
    """The repository to read the pull request in; nothing is written to the one on disk.

    A local repository that has both commits is used as it is. Otherwise what is missing is
    fetched beside it, or, where it is another project or only a part of this one, everything.
    """
    program = find_program()
    with ExitStack() as stack:
        place = _local(nearby)
        if place is not None:
            enclosure = stack.enter_context(Enclosure(program, place))
            if not holds(enclosure.objects, ends) and _can_be_completed(place, nearby):
                fetch(enclosure.objects, remote, ends)
            if holds(enclosure.objects, ends):
                yield stack.enter_context(Repository(enclosure))
                return
        kept = stack.enter_context(mirrored(program, remote, ends, folder=nearby.mirror))
        yield stack.enter_context(Repository(Enclosure(program, kept)))


def _local(nearby: Nearby) -> Place | None:
    try:
        return find(nearby.repo) if nearby.repo else None
    except UserError:
        return None


def _can_be_completed(place: Place, nearby: Nearby) -> bool:
    return nearby.is_same and not place.shallow() and is_whole(place.objects)
