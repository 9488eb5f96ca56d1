"""Finds what still installs an extra, or a group, that a Python project does not describe any more."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import partial

from postil.domain.change import Change, FileStatus
from postil.inspection.checks._stale_reference.subjects import (
    LIKELY,
    Setting,
    Subject,
    old_line,
    successor,
)
from postil.inspection.checks._stale_reference.words import LONGEST_LINE
from postil.ports import Hit, Tree

_MANIFEST = "pyproject.toml"
_KEY = re.compile(r"\A\s{0,8}[\"']?([A-Za-z][\w.-]{0,60})[\"']? ?=")
_EXTRA = r"--extra[ =][\"']?{word}(?![\w-])"
_GROUP = r"--(?:only-)?group[ =][\"']?{word}(?![\w-])"
_BRACKETS = (
    r"(?<![\w.-]){package}\[(?:[\w.-]{{1,60}}, ?){{0,20}}{word}(?:, ?[\w.-]{{1,60}}){{0,20}}\]"
)


def lost_extras(change: Change, *, base: Tree, head: Tree) -> Iterator[Setting]:
    """Extras and groups that the project at the root described and describes no more."""
    file = change.by_path.get(_MANIFEST)
    if file is None or file.status is not FileStatus.MODIFIED:
        return
    old, new = _read(base), _read(head)
    project = new.get("project")
    if not isinstance(project, dict) or "optional-dependencies" in (project.get("dynamic") or ()):
        return
    package = rf"(?:{re.escape(str(project.get('name', '.')))}|\.)"
    extras, groups = _extras(old) - _extras(new), _keys(old.get("dependency-groups"))
    groups -= _keys(new.get("dependency-groups"))
    for number, text in file.removed:
        match = _KEY.match(text[:200])
        if match is None or _plain(match[1]) not in extras | groups:
            continue
        word = re.escape(match[1])
        if _plain(match[1]) in extras:
            asks = f"{_EXTRA.format(word=word)}|{_BRACKETS.format(word=word, package=package)}"
        else:
            asks = _GROUP.format(word=word)
        subject = Subject(
            name=match[1],
            noun="extra" if _plain(match[1]) in extras else "group",
            cause=old_line(file, number, text),
            now=successor(match[1], text, file),
        )
        yield Setting(subject, match[1], partial(_accepts, asks=re.compile(asks)), _defines_nothing)


def _read(tree: Tree) -> dict[str, object]:
    try:
        return tomllib.loads(tree.read(_MANIFEST) or "")
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def _extras(manifest: dict[str, object]) -> set[str]:
    project = manifest.get("project")
    return _keys(project.get("optional-dependencies")) if isinstance(project, dict) else set()


def _keys(table: object) -> set[str]:
    return set(map(_plain, table)) if isinstance(table, dict) else set()


def _plain(name: object) -> str:
    """The name as installers compare it, to whom the strokes between its words are the same."""
    return re.sub(r"[-_.]{1,60}", "-", str(name)).lower()


def _defines_nothing(_name: str, _hit: Hit) -> bool:
    """Both versions of the manifest were compared as a whole."""
    return False


def _accepts(_name: str, hit: Hit, *, asks: re.Pattern[str]) -> int:
    return LIKELY if asks.search(hit.text[:LONGEST_LINE]) else 0
