"""Finds what still starts a recipe, task, environment or session that a file of the build no longer has."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from postil.domain.change import Change, FileStatus
from postil.inspection.checks._stale_reference.subjects import (
    LIKELY,
    Setting,
    Subject,
    old_line,
)
from postil.inspection.checks._stale_reference.words import LONGEST_LINE
from postil.ports import Hit, Tree


@dataclass(frozen=True, slots=True)
class _Tool:
    """A tool of the build: its files, how they declare what it runs, and the command that runs that."""

    noun: str
    files: frozenset[str]
    declares: re.Pattern[str]
    runs: str
    open_marks: tuple[str, ...] = ()
    """Words in a file after which other names do, too."""


_TOOLS = (
    _Tool(
        "recipe",
        frozenset({"justfile", ".justfile", "Justfile"}),
        re.compile(r"\A@?([A-Za-z_][\w-]{1,60})(?: [^:=\n]{1,200})?:(?!=)"),
        r"\bjust(?: -{1,2}[\w-]{1,20}){0,3} (?:[\w-]{1,40} ){0,3}?",
        ("import ", "mod ", "alias "),
    ),
    _Tool(
        "task",
        frozenset({"Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "Taskfile.dist.yml"}),
        re.compile(
            r"\A {2}[\"']?([A-Za-z_][\w:-]{1,60})[\"']?:\s{0,4}(?:\{.{0,200}|\[.{0,200}|#.{0,200})?\Z"
        ),
        r"(?<![\w-])(?:go-)?task(?: -{1,2}[\w-]{1,20}){0,3} (?:[\w:-]{1,40} ){0,3}?",
        ("includes:", "aliases:", "*:"),
    ),
    _Tool(
        "environment",
        frozenset({"tox.ini"}),
        re.compile(r"\A\[testenv:([A-Za-z][\w-]{1,60})\]"),
        r"\btox(?: [\w=.-]{1,40}){0,6}? (?:-e|run -e|-m) ?(?:[\w-]{1,40},){0,8}",
        ("env_list", "envlist"),
    ),
    _Tool(
        "session",
        frozenset({"noxfile.py"}),
        re.compile(r"\Adef ([a-z_]\w{1,60})\("),
        r"\bnox(?: [\w=.-]{1,40}){0,6}? (?:-s|-e|--sessions?)[ =](?:[\w-]{1,40} ){0,8}",
        ("name=",),
    ),
)
_SHOWN = ("`", "$ ", "run:", "&& ", "; ", "- ", "\t", "script:", "|| ", '"', "'")


def lost_recipes(change: Change, *, base: Tree, head: Tree) -> Iterator[Setting]:
    """Names that a file at the root declared for its tool, and does not any more."""
    for file in change.files:
        path = file.old_path or file.path
        tool = next((tool for tool in _TOOLS if path in tool.files), None)
        if tool is None or file.status is FileStatus.DELETED:
            continue
        before, after = base.read(path) or "", head.read(file.path) or ""
        if any(mark in after for mark in tool.open_marks if not _lists(mark, before)):
            continue
        gone = set(_declared(tool, before)) - set(_declared(tool, after))
        for number, text in file.removed:
            match = tool.declares.match(text[:LONGEST_LINE])
            if match is None or match[1] not in gone or _is_made_up(match[1], after):
                continue
            gone.discard(match[1])
            subject = Subject(name=match[1], noun=tool.noun, cause=old_line(file, number, text))
            yield Setting(subject, match[1], partial(_accepts, tool=tool), _defines)


def _lists(mark: str, before: str) -> bool:
    """Whether a list of what is run had to be there before as well, as with the environments of tox."""
    return mark in ("env_list", "envlist") and mark in before


def _is_made_up(name: str, after: str) -> bool:
    """Whether a list of the file still has the name, which tox makes an environment of by itself."""
    return (
        re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", after) is not None and "[tox" in after
    )


def _declared(tool: _Tool, text: str) -> list[str]:
    found = (tool.declares.match(line[:LONGEST_LINE]) for line in text.split("\n"))
    return [match[1] for match in found if match]


def _defines(_name: str, _hit: Hit) -> bool:
    """The file was compared as a whole before anything is searched."""
    return False


def _accepts(name: str, hit: Hit, *, tool: _Tool) -> int:
    """A command that runs it, shown as one or run by a machine."""
    text = hit.text[:LONGEST_LINE]
    found = re.search(rf"({tool.runs}){re.escape(name)}(?![\w:./-])", text)
    if found is None or posixpath.basename(hit.path) in tool.files:
        return 0
    before = text[: found.start()]
    shown = not before.strip() or before.endswith(_SHOWN) or before.rstrip().endswith(_SHOWN)
    return LIKELY if shown else 0
