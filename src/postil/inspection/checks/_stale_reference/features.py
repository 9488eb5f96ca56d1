"""Finds what still asks for a feature that a package of Rust does not declare any more."""

from __future__ import annotations

import posixpath
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import partial

from postil.domain.change import Change, FileStatus
from postil.domain.paths import is_doc, is_fixture
from postil.inspection.checks._stale_reference.subjects import (
    CERTAIN,
    LIKELY,
    POSSIBLE,
    Setting,
    Subject,
    old_line,
    successor,
)
from postil.inspection.checks._stale_reference.words import LONGEST_LINE
from postil.ports import Hit, Tree

_MANIFEST = "Cargo.toml"
_KEY = re.compile(r"\A[\"']?([A-Za-z_][\w+.-]{0,80})[\"']? ?[=.]")
_COMMAND = re.compile(
    r"(?:--features|(?<=\s)-F|(?<![\w-])features:)[ =][\[\s]{0,4}([\w,+./ \"'-]{1,300})"
)
_LIST = re.compile(r"\bfeatures ?= ?\[")
_REACH = 12
_FEATURE = re.compile(r"(?i)\bfeatures?\b")
_FETCHES = re.compile(r"\bcargo (?:install|add)\b")


def lost_features(change: Change, *, base: Tree, head: Tree) -> Iterator[Setting]:
    """Features that a manifest declared, by name or as an optional dependency, and declares no more."""
    for file in change.files:
        path = file.old_path or file.path
        if posixpath.basename(path) != _MANIFEST or not file.removed or is_fixture(path):
            continue
        if file.status is FileStatus.DELETED or path != file.path:
            continue
        old, new = _manifest(base.read(path)), _manifest(head.read(path))
        if not new:
            continue
        gone = _features(old) - _features(new) - _moved_on(_package(old), change, head)
        package = _package(new)
        for number, text in file.removed:
            match = _KEY.match(text[:200])
            if match is None or match[1] not in gone:
                continue
            gone.discard(match[1])
            subject = Subject(
                name=match[1],
                noun="feature",
                cause=old_line(file, number, text),
                now=successor(match[1], text, file),
            )
            accepts = partial(_accepts, path=path, package=package, head=head)
            yield Setting(subject, match[1], accepts, partial(_defines, path=path))


def _moved_on(package: str, change: Change, head: Tree) -> set[str]:
    """What other manifests of the change declare for a package of that name, which went there."""
    found: set[str] = set()
    for file in change.files if package else ():
        if posixpath.basename(file.path) == _MANIFEST and file.status is FileStatus.ADDED:
            manifest = _manifest(head.read(file.path))
            found |= _features(manifest) if _package(manifest) == package else set()
    return found


def _manifest(text: str | None) -> dict[str, object]:
    try:
        return tomllib.loads(text or "")
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def _features(manifest: Mapping[str, object]) -> set[str]:
    """What may be asked for: features by name, and dependencies that are only taken when asked for."""
    named = manifest.get("features")
    found = set(named) if isinstance(named, dict) else set()
    targets = manifest.get("target")
    for part in (manifest, *(targets.values() if isinstance(targets, dict) else ())):
        for kind in ("dependencies", "build-dependencies"):
            taken = part.get(kind) if isinstance(part, dict) else None
            if isinstance(taken, dict):
                found |= {
                    name
                    for name, how in taken.items()
                    if isinstance(how, dict) and how.get("optional")
                }
    return found


def _package(manifest: Mapping[str, object]) -> str:
    package = manifest.get("package")
    return str(package.get("name", "")) if isinstance(package, dict) else ""


def _defines(name: str, hit: Hit, *, path: str) -> bool:
    """Whether the script of the build sets it, under which condition it may."""
    own = posixpath.join(posixpath.dirname(path), "build.rs")
    return hit.path == own and "rustc-cfg" in hit.text and name in hit.text


def _home(path: str, head: Tree) -> str:
    """The manifest of the package that a file belongs to."""
    folder = posixpath.dirname(path)
    while folder:
        if head.exists(posixpath.join(folder, _MANIFEST)):
            return posixpath.join(folder, _MANIFEST)
        folder = posixpath.dirname(folder)
    return _MANIFEST


def _accepts(name: str, hit: Hit, *, path: str, package: str, head: Tree) -> int:
    text = hit.text[:LONGEST_LINE]
    if hit.path.endswith(".rs"):
        asks = re.search(rf"\bfeature ?= ?\"{re.escape(name)}\"", text)
        return CERTAIN if asks and _home(hit.path, head) == path else 0
    if posixpath.basename(hit.path) == _MANIFEST:
        return _in_manifest(name, hit, text, (path, package))
    if _is_commanded(name, text, package):
        # Another package of the tree may have a feature of that name, which a command may mean.
        return LIKELY if _is_only_one(name, head) else 0
    if not is_doc(hit.path) or not _is_only_one(name, head):
        return 0
    if f'"{name}"' in text and package in text and _LIST.search(text):
        return LIKELY
    near = (head.read(hit.path) or "").split("\n")[max(0, hit.line - _REACH) : hit.line]
    told = any(_FEATURE.search(line[:LONGEST_LINE]) for line in near)
    return POSSIBLE if told and f"`{name}`" in text else 0


def _in_manifest(name: str, hit: Hit, text: str, of: tuple[str, str]) -> int:
    """A manifest asks for a feature of the package, or needs it for a part of the package itself."""
    path, package = of
    quoted = f'"{name}"' in text
    if hit.path == path:
        return CERTAIN if quoted and _LIST.search(text) else 0
    asks = re.match(rf"\A[\"']?{re.escape(package)}[\"']? ?=", text) if package else None
    return CERTAIN if f'"{package}/{name}"' in text or (asks and quoted) else 0


def _is_commanded(name: str, text: str, package: str) -> bool:
    """Whether a command builds with the feature, unless it fetches a package of somebody else's."""
    if _FETCHES.search(text) and package not in text:
        return False
    return any(
        word in (name, f"{package}/{name}")
        for match in _COMMAND.finditer(text)
        for word in re.split(r"[, \"']+", match[1])
    )


def _is_only_one(name: str, head: Tree) -> bool:
    """Whether no package of the tree has a feature of that name."""
    return not any(
        name in _features(_manifest(head.read(path)))
        for path in head.paths()
        if posixpath.basename(path) == _MANIFEST
    )
