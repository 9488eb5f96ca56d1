"""Code of one tree that uses a released package of another part of it, not what stands there."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from postil.inspection.checks._stale_reference_definitions import Lost
from postil.inspection.checks._stale_reference_views import View
from postil.ports import Tree

_PROJECT = ".csproj"
_PACKAGE = re.compile(r"<PackageReference\s{1,20}Include=\"([\w.-]{1,200})\"")
_BESIDE = re.compile(r"<ProjectReference\s")


@dataclass(frozen=True)
class Released:
    """The projects of a tree whose files name each other's types without an import by path."""

    head: Tree

    @cached_property
    def _projects(self) -> dict[str, str]:
        """Each project file by the folder it stands in."""
        return {
            posixpath.dirname(path): path for path in self.head.paths() if path.endswith(_PROJECT)
        }

    def is_used(self, lost: Lost, view: View) -> bool:
        """Whether a file is built with packages of this tree and with no project of it."""
        if lost.family != "csharp" or view.family != "csharp":
            return False
        own, other = self._project(lost.path), self._project(view.path)
        if own is None or other is None or own == other:
            return False
        text = self.head.read(other) or ""
        ours = {posixpath.basename(path).removesuffix(_PROJECT) for path in self._projects.values()}
        return _BESIDE.search(text) is None and not ours.isdisjoint(_PACKAGE.findall(text))

    def _project(self, path: str) -> str | None:
        return next((self._projects[at] for at in _above(path) if at in self._projects), None)


def _above(path: str) -> Iterator[str]:
    """Every folder a path lies in, from the nearest up to the root."""
    while path:
        path = posixpath.dirname(path)
        yield path
