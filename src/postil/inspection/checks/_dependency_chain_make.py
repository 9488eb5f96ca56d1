"""Breaks in Makefiles: prerequisites that are neither a file nor made by any rule."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from postil.inspection.breaks import CERTAIN, LIKELY, Break
from postil.inspection.standing import Ground, Standing, join

_FROM_ELSEWHERE = re.compile(r"\A(?:-?include|sinclude|vpath|VPATH|load|\.SUFFIXES|\.DEFAULT)\b")
_COMPUTED = re.compile(r"\$\((?:eval|call|shell|foreach)\b")
_ASSIGNED = re.compile(r"\A[ \t]*(?:export[ \t]+|override[ \t]+)*[\w.-]+[ \t]*(?::{0,3}|[?+!])=")
_BUILT_IN = (
    ".o",
    ".a",
    ".so",
    ".d",
    ".obj",
    ".exe",
    ".dvi",
    ".tex",
    ".out",
    ".class",
    ".lo",
    ".la",
)
_LONGEST_LINE = 20_000


@dataclass(slots=True)
class _Makefile:
    targets: set[str] = field(default_factory=set)
    phony: set[str] = field(default_factory=set)
    recipes: list[str] = field(default_factory=list)
    wanted: list[tuple[str, str, int]] = field(default_factory=list)


def makefile_breaks(path: str, text: str, ground: Ground) -> Iterator[Break]:
    """Every prerequisite that make has no way to get; nothing where rules are computed."""
    read = _read(text)
    if read is None:
        return
    recipes = "\n".join(read.recipes)
    folder = posixpath.dirname(path)
    for target, name, line in read.wanted:
        if name in read.targets or name in read.phony or name.endswith(_BUILT_IN):
            continue
        if posixpath.basename(name) in recipes:
            continue
        standing = ground.standing(join(folder, name))
        if standing not in (Standing.REMOVED, Standing.ABSENT):
            continue
        yield Break(
            path=path,
            lines=(line,),
            slug="missing-prerequisite",
            subject=name,
            owner=target,
            title=f"Target `{target}` depends on `{name}`, which no rule makes and no file is",
            failure=f"`make {target}` stops with no rule to make target `{name}`",
            mitigation=f"Name an existing target or file instead of `{name}`, or add a rule for it",
            origin=join(folder, name),
            confidence=CERTAIN if standing is Standing.REMOVED else LIKELY,
        )


def _read(text: str) -> _Makefile | None:
    """Targets, prerequisites and recipes; None where includes or functions make up rules."""
    read = _Makefile()
    defining = False
    for line, number in _logical_lines(text):
        if line.startswith("\t"):
            read.recipes.append(line)
            continue
        word = line.split(maxsplit=1)[:1]
        defining = (defining or word == ["define"]) and word != ["endef"]
        if defining or not word or word[0].startswith("#"):
            continue
        code = line.partition(" #")[0]
        if _FROM_ELSEWHERE.match(code) or _COMPUTED.search(code):
            return None
        targets, colon, rest = code.partition(":")
        is_rule = colon and targets[:1].strip() and not set("=#") & set(targets)
        is_rule = is_rule and not rest.startswith((":=", "=")) and not _ASSIGNED.match(code)
        if is_rule and not _take(read, targets.rstrip("&"), rest.removeprefix(":"), number):
            return None
    return read


def _take(read: _Makefile, made: str, rest: str, number: int) -> bool:
    """Note a rule; False where it makes anything at all, or a computed name."""
    targets = made.split()
    if any(mark in made for mark in "$%*?["):
        return False
    prerequisites, semicolon, recipe = rest.partition(";")
    if semicolon:
        read.recipes.append(recipe)
    if targets[:1] == [".PHONY"]:
        read.phony |= set(prerequisites.split())
        return True
    if any(target.startswith(".") and target.isupper() for target in targets):
        return True
    read.targets |= set(targets)
    if "=" in prerequisites or ":" in prerequisites:
        return True
    for name in prerequisites.replace("|", " ").split():
        if not any(mark in name for mark in "$%*?[()\\"):
            read.wanted.append((targets[0], name, number))
    return True


def _logical_lines(text: str) -> Iterator[tuple[str, int]]:
    held, start = "", 0
    for number, line in enumerate(text.split("\n"), start=1):
        code = line[:_LONGEST_LINE].rstrip("\r")
        start = start if held else number
        held += code.removesuffix("\\")
        if code.endswith("\\") and len(held) < _LONGEST_LINE:
            held += " "
            continue
        yield held, start
        held = ""
    if held:
        yield held, start
