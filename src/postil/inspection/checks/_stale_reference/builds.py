"""Finds what still sets or asks for an option that a build of CMake or Meson does not have any more."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.paths import is_fixture
from postil.inspection.checks._stale_reference.subjects import (
    CERTAIN,
    LIKELY,
    Setting,
    Subject,
    old_line,
    successor,
)
from postil.inspection.checks._stale_reference.words import LONGEST_LINE, is_distinctive
from postil.ports import Hit, Tree

_CMAKE = re.compile(
    r"\A\s{0,40}(?i:option|cmake_dependent_option)\s{0,4}\(\s{0,4}([A-Za-z]\w{3,80})\b"
)
_MESON = re.compile(r"\A\s{0,8}option\(\s{0,4}'([a-z][\w-]{1,80})'")
_SETS = re.compile(
    r"(?i)\b(?:option|set|cmake_dependent_option|find_package|define_property|mark_as_advanced)\s{0,4}\("
)
_MESON_OPTIONS = ("meson_options.txt", "meson.options")


def lost_build_options(change: Change, *, head: Tree) -> Iterator[Setting]:
    """Options that a line of a build described which the change took away."""
    for file in change.files:
        path = file.old_path or file.path
        name = posixpath.basename(path)
        if file.status is FileStatus.DELETED or is_fixture(path):
            continue
        if name in _MESON_OPTIONS:
            yield from _lost(file, head, _MESON)
        elif _is_cmake(path):
            yield from _lost(file, head, _CMAKE)


def _is_cmake(path: str) -> bool:
    return path.endswith((".cmake", "CMakeLists.txt"))


def _lost(file: ChangedFile, head: Tree, pattern: re.Pattern[str]) -> Iterator[Setting]:
    after = (head.read(file.path) or "").split("\n")
    kept = {match[1] for line in after if (match := pattern.match(line[:400]))}
    in_meson = pattern is _MESON
    for number, text in file.removed:
        match = pattern.match(text[:400])
        if match is None or match[1] in kept:
            continue
        if not in_meson and not (is_distinctive(match[1]) or "_" in match[1]):
            continue
        cause, now = old_line(file, number, text), successor(match[1], text, file)
        subject = Subject(name=match[1], noun="build option", cause=cause, now=now)
        accepts = _in_meson if in_meson else _in_cmake
        # On a command line the name is one word with the letter before it.
        for needle in (match[1], f"D{match[1]}"):
            yield Setting(subject, needle, accepts, _defines)


def _defines(name: str, hit: Hit) -> bool:
    """Whether another part of the build gives the name a meaning."""
    text = hit.text[:LONGEST_LINE]
    if posixpath.basename(hit.path) in _MESON_OPTIONS:
        return f"'{name}'" in text
    return _is_cmake(hit.path) and _SETS.search(text.partition(name)[0]) is not None


def _in_cmake(name: str, hit: Hit) -> int:
    text = hit.text[:LONGEST_LINE]
    if re.search(rf"(?:\A|[\s\"'=`])-D ?{name}(?::[A-Z]{{1,10}})?=", text):
        return LIKELY
    if _is_cmake(hit.path):
        asks = rf"(?i:\bif)\s{{0,4}}\((?:[\w\s]{{0,100}}[\s(])?{name}[\s)]"
        return LIKELY if re.search(asks, text) and not text.lstrip().startswith("#") else 0
    presets = posixpath.basename(hit.path) in ("CMakePresets.json", "CMakeUserPresets.json")
    return LIKELY if presets and f'"{name}"' in text else 0


def _in_meson(name: str, hit: Hit) -> int:
    text = hit.text[:LONGEST_LINE]
    if posixpath.basename(hit.path) == "meson.build":
        return CERTAIN if f"get_option('{name}')" in text else 0
    set_up = re.search(rf"\bmeson\b.{{0,300}} -D ?{re.escape(name)}=", text)
    return LIKELY if set_up else 0
