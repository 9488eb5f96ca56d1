"""Finds what stands twice in files that are read line by line: settings, recipes, link references."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from postil.inspection.checks._duplicate_definition.pairs import APART, Pair, Slot, Sort, paired
from postil.inspection.documents import Part, parts_of

_LONGEST_LINE = 2_000
_SETTING = re.compile(r"\A(?:export\s{1,8})?([A-Za-z_][\w.]{0,200})=(.*)")
_PROPERTY = re.compile(r"\A\s{0,40}([^\s=:#!\\]{1,200})\s{0,20}[=:]\s{0,20}(.*)")
_RULE = re.compile(r"\A([\w./ -]{1,200}?)\s{0,8}:(?![:=])([^=]{0,400})\Z")
_CONDITIONAL = re.compile(r"\A *(?:if(?:n?eq|n?def)\b|else\b|endif\b|define\b|endef\b|-?include\b)")
_REFERENCE = re.compile(r"\A {0,3}\[([^\]\[^][^\]\[]{0,200})\]:\s{0,8}<?(\S{1,1000})")
_BLANK = re.compile(r"\s{1,200}")


def settings_twice(lines: Sequence[str]) -> Iterator[Pair]:
    """Variables of an environment file that are set twice; none where it is a program."""
    slots: list[Slot] = []
    for number, line in enumerate(lines, start=1):
        plain = line[:_LONGEST_LINE].strip()
        if not plain or plain.startswith("#"):
            continue
        found = _SETTING.match(plain)
        if found is None:
            return
        slots.append(Slot(found[1], number, found[2].strip()))
    yield from paired(slots, Sort.ENTRY)


def properties_twice(lines: Sequence[str]) -> Iterator[Pair]:
    """Keys of a file of properties that stand twice."""
    yield from paired(_properties(lines), Sort.ENTRY)


def _properties(lines: Sequence[str]) -> Iterator[Slot]:
    goes_on = False
    for number, line in enumerate(lines, start=1):
        plain = line[:_LONGEST_LINE].rstrip()
        is_part, goes_on = goes_on, plain.endswith("\\") and not plain.lstrip().startswith("#")
        found = _PROPERTY.match(plain)
        if found is not None and not is_part and not plain.lstrip().startswith(("#", "!")):
            yield Slot(found[1], number, found[2])


def recipes_twice(lines: Sequence[str]) -> Iterator[Pair]:
    """Targets of a makefile with two recipes; none where a part of it depends on a condition."""
    yield from paired(_recipes(lines), Sort.RECIPE)


def _recipes(lines: Sequence[str]) -> Iterator[Slot]:
    depth = 0
    targets: list[str] = []
    at, body = 0, list[str]()
    for number, line in enumerate([*lines, "end:"], start=1):
        plain = line[:_LONGEST_LINE]
        if plain.startswith("\t"):
            body.append(plain.strip())
            continue
        if not plain.strip() or plain.startswith("#"):
            continue
        if body and not depth:
            yield from (Slot(target, at, "\n".join(body)) for target in targets)
        targets, body = [], []
        switch = _CONDITIONAL.match(plain)
        if switch is not None:
            depth += plain.lstrip().startswith(("if", "define"))
            depth -= plain.lstrip().startswith("end")
            yield APART
            continue
        found = _RULE.match(plain)
        if found is not None and "=" not in plain.partition(";")[0]:
            inline = found[2].partition(";")[2]
            targets, at = [one for one in found[1].split() if not one.startswith(".")], number
            body = [inline.strip()] if inline.strip() else []


def references_twice(path: str, lines: Sequence[str]) -> Iterator[Pair]:
    """Link references of a document that are defined twice and lead to different places."""
    parts = parts_of(path, lines)
    slots = (
        Slot(_BLANK.sub(" ", found[1].strip()).lower(), number, found[2].rstrip(">"))
        for number, line in enumerate(lines, start=1)
        if line.lstrip(" ").startswith("[") and parts[number - 1] is Part.PROSE
        for found in [_REFERENCE.match(line[:_LONGEST_LINE])]
        if found is not None
    )
    yield from (pair for pair in paired(slots, Sort.LINK) if not pair.is_same)
