"""Code of one tree that uses a released package of another part of it, not what stands there."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from postil.inspection.checks._stale_reference.lost import Lost
from postil.inspection.checks._stale_reference.views import View
from postil.ports import Tree

_PROJECT = ".csproj"
_PACKAGE = re.compile(r"<PackageReference\s{1,20}Include=\"")
_BESIDE = re.compile(r"<ProjectReference\s")
_LINKED = re.compile(r"<Compile\s{1,20}Include=\"\.\.([^\"\n]{1,300})\"")
"""A source file of another project that is compiled into this one too."""
_SHARED = ("Directory.Build.props", "Directory.Build.targets")


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
        """Whether a file is built with packages and with no project of this tree, nor with the lost file."""
        if lost.family != "csharp" or view.family != "csharp":
            return False
        own, other = self._project(lost.path), self._project(view.path)
        if own is None or other is None or own == other:
            return False
        text = self.head.read(other) or ""
        if _PACKAGE.search(text) is None or self._links(text, lost.path):
            return False
        return not any(map(_BESIDE.search, (text, *self._shared(other))))

    def _links(self, text: str, path: str) -> bool:
        """Whether a project compiles the file, or all files of some folder."""
        linked = {name.replace("\\", "/").rpartition("/")[2] for name in _LINKED.findall(text)}
        return posixpath.basename(path) in linked or any("*" in name for name in linked)

    def _shared(self, project: str) -> Iterator[str]:
        """What the folders above a project say for all projects below them."""
        for folder in _above(project):
            for name in _SHARED:
                yield self.head.read(posixpath.join(folder, name)) or ""

    def _project(self, path: str) -> str | None:
        return next((self._projects[at] for at in _above(path) if at in self._projects), None)


def _above(path: str) -> Iterator[str]:
    """Every folder a path lies in, from the nearest up to the root."""
    while path:
        path = posixpath.dirname(path)
        yield path
