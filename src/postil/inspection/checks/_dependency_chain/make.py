"""Breaks in Makefiles: prerequisites that are neither a file nor made by any rule."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from postil.inspection.breaks import CERTAIN, LIKELY, Break
from postil.inspection.standing import Ground, Standing, join

_FROM_ELSEWHERE = re.compile(
    r"\A(?:vpath\b|load\b|\.DEFAULT\b|\.(?:[s-]?include|dinclude|for)\b|!)"
)
_INCLUDE = re.compile(r"\A[ \t]*(?:-?include|sinclude)[ \t]+(\S.*)")
_ASSIGNED = re.compile(
    r"\A[ \t]*(?:(?:export|override|private)[ \t]+){0,3}([\w.-]+)[ \t]*(?::{0,3}|([?+!]))=(.*)"
)
_REFERENCE = re.compile(r"\$(?:\(([\w.-]{1,100})\)|\{([\w.-]{1,100})\})")
_SUFFIXES = re.compile(r"\A\.\w{1,20}(\.\w{1,20})\Z")
_CONDITIONS = frozenset({"ifeq", "ifneq", "ifdef", "ifndef", "else", "endif"})
_DECIDING = frozenset({"VPATH", ".RECIPEPREFIX"})
"""Variables that change where files are looked for, or what a rule looks like."""
_BUILT_IN = (
    *(".o", ".a", ".so", ".d", ".obj", ".exe", ".dvi", ".tex", ".out", ".class", ".lo", ".la"),
)
_COMPILED = (".c", ".cc", ".C", ".cpp", ".p", ".f", ".F", ".m", ".r", ".s", ".S", ".mod", ".sh")
"""What make turns into a program of the same name without being told how."""
_WRITTEN = {
    ".c": (".y", ".l", ".w"),
    ".r": (".l",),
    ".s": (".S", ".c"),
    ".info": (".texinfo", ".texi", ".txinfo"),
}
"""What make turns into a source of the same name without being told how."""
_LOST = (Standing.REMOVED, Standing.ABSENT)
_LONGEST_LINE = 20_000
_LONGEST_NAMES = 2_000
_MOST_EXPANSIONS = 60
_MOST_INCLUDED = 3


@dataclass(frozen=True, slots=True)
class _Rule:
    """The two sides of a rule, and its line; None where another file holds it."""

    made: str
    rest: str
    line: int | None


@dataclass(slots=True)
class _Makefile:
    targets: set[str] = field(default_factory=set)
    phony: set[str] = field(default_factory=set)
    patterns: list[str] = field(default_factory=list)
    recipes: list[str] = field(default_factory=list)
    rules: list[_Rule] = field(default_factory=list)
    variables: dict[str, list[str]] = field(default_factory=dict)
    wanted: list[tuple[str, str, int]] = field(default_factory=list)


def makefile_breaks(path: str, text: str, ground: Ground) -> Iterator[Break]:
    """Every prerequisite that make has no way to get; nothing where rules are computed."""
    folder = posixpath.dirname(path)
    read = _read(text, folder, ground)
    if read is None:
        return
    recipes = "\n".join(read.recipes)
    earlier = _earlier(path, ground)
    for target, name, line in read.wanted:
        if name in read.targets or name in read.phony or _is_made(name, folder, read, ground):
            continue
        was_phony = name in earlier.phony
        if posixpath.basename(name) in recipes and not was_phony:
            continue
        standing = ground.standing(join(folder, name))
        # What was no file before is not what a build leaves behind now.
        if standing not in _LOST and not (standing is Standing.UNKNOWN and was_phony):
            continue
        is_gone = standing is Standing.REMOVED or was_phony or name in earlier.targets
        # A pattern rule whose prerequisite is not there is passed over, which may be meant.
        if "%" in target and (not is_gone or read.patterns.count(target) > 1):
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
            confidence=CERTAIN if is_gone else LIKELY,
        )


def _earlier(path: str, ground: Ground) -> _Makefile:
    """The file as it was before the change; an empty one where that cannot be told."""
    text = ground.before.read(path) if ground.before is not None else None
    if ground.before is None or text is None:
        return _Makefile()
    return _read(text, posixpath.dirname(path), Ground(ground.before)) or _Makefile()


def _is_made(name: str, folder: str, read: _Makefile, ground: Ground) -> bool:
    """Whether a pattern, or a rule that make has of its own, may make the file."""
    if name.endswith(_BUILT_IN) or any(_fits(pattern, name) for pattern in read.patterns):
        return True
    stem, ending = posixpath.splitext(name)
    single = (target for target in read.targets if target[:1] == "." and "/" not in target)
    sources = [name + source for source in (*_COMPILED, *single)]
    sources += [stem + source for source in _WRITTEN.get(ending, ())]
    return any(
        source in read.targets or ground.read(join(folder, source)) is not None
        for source in sources
    )


def _fits(pattern: str, name: str) -> bool:
    """Whether the `%` of a pattern can stand for something that makes it this name."""
    before, _, after = pattern.partition("%")
    return any(
        len(one) > len(before) + len(after) and one.startswith(before) and one.endswith(after)
        for one in (name, posixpath.basename(name))
    )


def _read(text: str, folder: str, ground: Ground) -> _Makefile | None:
    """Targets, prerequisites and recipes; None where rules are made up or out of sight."""
    read = _Makefile()
    if not _gather(read, text, folder, ground, 0):
        return None
    return read if all(_take(read, rule) for rule in read.rules) else None


def _gather(read: _Makefile, text: str, folder: str, ground: Ground, depth: int) -> bool:
    """Note the lines of a file and of those it includes; False where some cannot be known."""
    if "$(eval" in text or "${eval" in text:
        return False
    defining = False
    for line, number in _logical_lines(text):
        if line.startswith("\t"):
            read.recipes.append(line)
            continue
        word = line.split(maxsplit=1)[:1]
        defining = (defining or word == ["define"]) and word != ["endef"]
        if defining or not word or word[0].startswith("#") or word[0] in _CONDITIONS:
            continue
        code = line.partition(" #")[0]
        assigned, included = _ASSIGNED.match(code), _INCLUDE.match(code)
        if assigned is not None:
            value = "$" if assigned[2] == "!" else assigned[3]
            read.variables.setdefault(assigned[1], []).append(value)
        elif included is not None:
            names = included[1].split() if depth < _MOST_INCLUDED else ["$"]
            texts = [ground.read(join(folder, name)) or "" for name in names]
            if not all(one and _gather(read, one, folder, ground, depth + 1) for one in texts):
                return False
        elif _FROM_ELSEWHERE.match(code) or _is_function(code):
            return False
        else:
            read.rules += _rule(code, None if depth else number)
    return _DECIDING.isdisjoint(read.variables)


def _is_function(code: str) -> bool:
    """Whether a call of a function is the whole line, and may leave any rule behind."""
    return code.lstrip().startswith("$") and ":" not in _masked(code)


def _rule(code: str, number: int | None) -> Iterator[_Rule]:
    masked = _masked(code)
    made, colon, _ = masked.partition(":")
    if colon and made[:1].strip() and not set("=#") & set(made):
        rest = code[len(made) + 1 :]
        if not rest.startswith((":=", "=")):
            yield _Rule(code[: len(made)].rstrip().rstrip("&"), rest.removeprefix(":"), number)


def _take(read: _Makefile, rule: _Rule) -> bool:
    """Note a rule; False where it makes a computed name."""
    masked = _masked(rule.rest).partition("#")[0]
    prerequisites, semicolon, _ = masked.partition(";")
    if semicolon:
        read.recipes.append(rule.rest[len(prerequisites) + 1 :])
    static, colon, after = prerequisites.partition(":")
    is_static = bool(colon) and "%" in static and "=" not in static
    if is_static:
        # Whatever the targets are, each of them has to fit the pattern.
        patterns = _expanded(rule.rest[: len(static)], read.variables)
        read.patterns += patterns or ()
        prerequisites = after
    targets = _expanded(rule.made, read.variables)
    if targets is None or any(mark in target for target in targets for mark in "*?[{"):
        return is_static and patterns is not None
    if targets[:1] == [".PHONY"]:
        for word in rule.rest[: len(prerequisites)].split():
            read.phony |= set(_expanded(word, read.variables) or ())
        return True
    if any(target.startswith(".") and target.isupper() for target in targets):
        return True
    read.targets |= set(targets)
    read.patterns += [target for target in targets if "%" in target]
    read.patterns += [f"%{suffix[1]}" for one in targets if (suffix := _SUFFIXES.match(one))]
    if "=" not in prerequisites and ":" not in prerequisites and targets:
        owner = targets[0] if len(targets) == 1 else rule.made.split()[0]
        _want(read, owner, prerequisites, rule.line)
    return True


def _want(read: _Makefile, owner: str, prerequisites: str, line: int | None) -> None:
    for name in prerequisites.replace("|", " ").split():
        is_plain = not any(mark in name for mark in "$%*?[()\\\"'")
        # Libraries are looked for by the linker's rules, and make has words of its own.
        is_special = name.startswith("-l") or (name.startswith(".") and name.isupper())
        if line is not None and is_plain and not is_special:
            read.wanted.append((owner, name, line))


def _expanded(text: str, variables: dict[str, list[str]]) -> list[str] | None:
    """The words that a text stands for with every value the file gives; None where not plain."""
    done: list[str] = []
    waiting = [text]
    for _ in range(_MOST_EXPANSIONS):
        if not waiting:
            return done
        current = waiting.pop()
        found = _REFERENCE.search(current)
        if found is None and "$" not in current:
            done += current.split()
            continue
        values = variables.get(found[1] or found[2]) if found is not None else None
        if found is None or not values or len(current) > _LONGEST_NAMES:
            return None
        before, after = current[: found.start()], current[found.end() :]
        waiting += [before + value.strip() + after for value in values[:_MOST_EXPANSIONS]]
    return None


def _masked(text: str) -> str:
    """The text with what stands in references to variables and functions written over."""
    masked: list[str] = []
    depth = 0
    for index, mark in enumerate(text):
        opens = mark in "({" and (depth > 0 or text[index - 1 : index] == "$")
        depth += opens
        masked.append("$" if depth else mark)
        depth -= mark in ")}" and depth > 0
    return "".join(masked)


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
