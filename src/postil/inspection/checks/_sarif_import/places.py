"""Finds the repository's path for the address a scanner gives, and the lines it means there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import unquote

from postil.domain.change import Change, ChangedFile, FileStatus
from postil.inspection.checks._sarif_import.log import Json, Run
from postil.inspection.checks._sarif_import.values import at, number_at, text_at

_SCHEME = re.compile(r"\A[A-Za-z][A-Za-z0-9+.-]{1,30}:")
_DRIVE = re.compile(r"\A/?[A-Za-z]:/")
_MOST_BASES = 10
_LAST_LINE = 10**9


class Outside:
    """The address lies outside the repository, or nobody can tell where."""


OUTSIDE = Outside()


@dataclass(frozen=True, slots=True)
class Lines:
    """First and last line of a region; None for the file as a whole."""

    first: int
    last: int


@dataclass(frozen=True)
class Atlas:
    """The change as a scanner's addresses must fit it; `root` is where its working tree lies."""

    change: Change
    root: str

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(file.name for file in self.change.files)

    def may_concern(self, result: Json, run: Run) -> bool:
        """Whether one of the result's places could be a changed file, going by its name alone."""
        locations = at(result, "locations")
        for location in locations if isinstance(locations, list) else ():
            artifact = at(location, "physicalLocation", "artifactLocation")
            address = text_at(artifact, "uri") or text_at(_indexed(artifact, run), "uri")
            if (
                not address
                or _last(address) in self._names
                or _last(_decoded(address)) in self._names
            ):
                return True
        return False

    def file_at(self, location: Json, run: Run) -> ChangedFile | Outside | None:
        """The changed file that lives at head; None for one this change leaves alone."""
        path = self.path_at(location, run)
        if not isinstance(path, str):
            return path
        file = self.change.by_path.get(path)
        return None if file is None or file.status is FileStatus.DELETED else file

    def path_at(self, location: Json, run: Run) -> str | Outside | None:
        """The path in the repository; None where the location names no file."""
        artifact = at(location, "physicalLocation", "artifactLocation")
        if not text_at(artifact, "uri"):
            artifact = _indexed(artifact, run)
        address = text_at(artifact, "uri")
        if not address:
            return None
        for joined in _joined(address.replace("\\", "/"), text_at(artifact, "uriBaseId"), run):
            spellings = (self._inside(_decoded(joined)), self._inside(joined))
            paths = [path for path in spellings if path is not None]
            if paths:
                return next((path for path in paths if path in self.change.by_path), paths[0])
        return OUTSIDE

    def _inside(self, address: str) -> str | None:
        """The address relative to the root of the repository; None when it leads out of it."""
        path = address.removeprefix("file://")
        if path is address and _SCHEME.match(address) and not _DRIVE.match(address):
            return None
        path = path.removeprefix("localhost")
        if path.startswith("/") or _DRIVE.match(path):
            root = self.root.replace("\\", "/").strip("/") + "/"
            path = path.lstrip("/")
            if not self.root or not path.startswith(root):
                return None
            path = path.removeprefix(root)
        return _normal(path)


def lines_at(location: Json) -> Lines | None:
    """The lines a location means; a region that ends in the first column ends a line earlier."""
    region = at(location, "physicalLocation", "region")
    first = number_at(region, "startLine")
    if first is None or not 0 < first < _LAST_LINE:
        return None
    last = number_at(region, "endLine") or first
    if last > first and number_at(region, "endColumn") == 1:
        last -= 1
    return Lines(first, min(max(first, last), _LAST_LINE))


def _indexed(artifact: Json, run: Run) -> Json:
    index = number_at(artifact, "index")
    return at(run.artifacts, index) if index is not None else None


def _joined(address: str, name: str, run: Run) -> Iterator[str]:
    """The address after its declared bases; then as if a root of another machine were ours."""
    is_whole = _SCHEME.match(address) is not None or address.startswith("/")
    within = "" if is_whole else address
    for _ in range(_MOST_BASES):
        if not name or _SCHEME.match(address) or address.startswith("/"):
            break
        where = text_at(run.bases, name, "uri").replace("\\", "/")
        within = address if "ROOT" in name.upper() else ""
        address = f"{where.removesuffix('/')}/{address}" if where else address
        name = text_at(run.bases, name, "uriBaseId")
    yield address
    yield within or _below_root(address, run)


def _below_root(address: str, run: Run) -> str:
    """What a whole address has behind the root that the report declares, of whatever machine."""
    for name in run.bases:
        root = text_at(run.bases, name, "uri").replace("\\", "/").rstrip("/")
        if root and "ROOT" in name.upper() and address.startswith(f"{root}/"):
            return address.removeprefix(f"{root}/")
    return ""


def _decoded(address: str) -> str:
    return unquote(address, encoding="utf-8", errors="surrogateescape")


def _last(address: str) -> str:
    return address.replace("\\", "/").rpartition("/")[2]


def _normal(path: str) -> str | None:
    """The path without empty and dotted parts; None when it climbs out or names nothing."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts) or None
