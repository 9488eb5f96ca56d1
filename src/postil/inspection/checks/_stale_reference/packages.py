"""Parts of the code that became packages of their own: the new dependency brings them along."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.domain.change import Change, FileStatus
from postil.domain.paths.names import words

_LONGEST = 2_000
_EVERYDAY = frozenset(words("src lib test core common util config app main api"))
_MANIFEST = re.compile(
    r"(?:\A|/)(?:[^/]{1,80}\.gemspec|Gemfile|package\.json|requirements[^/]{0,40}\.txt|pyproject\.toml"
    r"|setup\.py|setup\.cfg|Cargo\.toml|composer\.json|go\.mod|project\.json|pom\.xml"
    r"|[^/]{1,120}\.(?:cs|fs|vb|x)proj)\Z"
)
_PACKAGE = re.compile(r"(?<![\w./-])@?([A-Za-z][\w.-]{0,80}(?:/[\w.-]{1,80}){0,5})[\"' \t=<>~^]")
_NAMED = re.compile(r"\A\s{0,20}[\"']?([\w.-]{2,80})[\"']?\s{0,20}(?:=|:|>|~|\Z)")
_TAGGED = re.compile(r"PackageReference Include=\"([\w.-]{2,120})\"|<artifactId>([\w.-]{2,120})<")
_LICENCE = re.compile(r"/(?:LICEN[CS]E|COPYING)(?:[.-]\w{1,10})?\Z", re.IGNORECASE)
_PIECE = re.compile(r"[A-Za-z0-9]+")


def split_off(change: Change) -> frozenset[str]:
    """Paths whose folder left the tree in the change that asks for a package of its name."""
    left = _left(change)
    if not left:
        return frozenset()
    asked = (set(_new_words(change)) - _EVERYDAY) | _left_with_manifest(change)
    folders = {folder for path in left for folder in _folders(path)}
    taken = {folder for folder in folders if _plain(folder.rpartition("/")[2]) in asked}
    return frozenset(path for path in left if not taken.isdisjoint(_folders(path)))


def bundled(change: Change) -> frozenset[str]:
    """Paths that left with a licence of their own: a library, which may be installed instead."""
    left = _left(change)
    licensed = {path.rpartition("/")[0] for path in left if _LICENCE.search(path)}
    return frozenset(path for path in left if not licensed.isdisjoint(_folders(path)))


def _left(change: Change) -> list[str]:
    """The paths that a change deletes."""
    return [
        file.old_path
        for file in change.files
        if file.old_path is not None and file.status is FileStatus.DELETED
    ]


def _left_with_manifest(change: Change) -> set[str]:
    """Folders that were packages already and that another manifest asks for on a new line."""
    left = {
        _plain(file.old_path.split("/")[-2])
        for file in change.files
        if file.old_path is not None
        and file.status is FileStatus.DELETED
        and "/" in file.old_path
        and _MANIFEST.search(file.old_path)
    }
    named = {
        _plain(piece)
        for file in change.files
        if file.status is not FileStatus.DELETED and _MANIFEST.search(file.path)
        for _, text in file.added
        for piece in (*_NAMED.findall(text[:_LONGEST]), *map("".join, _TAGGED.findall(text)))
    }
    return left & named


def _new_words(change: Change) -> Iterator[str]:
    """The words of the names of packages that manifests ask for since the change."""
    for file in change.files:
        if _MANIFEST.search(file.path) is None:
            continue
        before = {name for _, text in file.removed for name in _PACKAGE.findall(text[:_LONGEST])}
        for _, text in file.added:
            for name in _PACKAGE.findall(text[:_LONGEST]):
                if name not in before and any(mark in name for mark in "-_/"):
                    yield from map(_plain, _PIECE.findall(name))


def _folders(path: str) -> Iterator[str]:
    """Every folder a path lies in, from the root down."""
    at = path.find("/")
    while at >= 0:
        yield path[:at]
        at = path.find("/", at + 1)


def _plain(word: str) -> str:
    return word.lower().removesuffix("s")
