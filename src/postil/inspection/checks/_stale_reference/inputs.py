"""Finds callers that still hand an action or a workflow of the tree an input that it takes no more."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import partial

from postil.domain.change import Change, FileStatus
from postil.domain.paths import is_workflow
from postil.inspection.checks._stale_reference.subjects import (
    CERTAIN,
    Setting,
    Subject,
    old_line,
    successor,
)
from postil.inspection.checks._stale_reference.ways import ways
from postil.inspection.checks._stale_reference.words import LONGEST_LINE
from postil.ports import Hit, Tree

_TAKEN = ("inputs", "on.workflow_call.inputs", "on.workflow_call.secrets")
_GIVEN = re.compile(r"\A(\s{2,40})[\"']?([A-Za-z_][\w-]{0,100})[\"']?\s{0,4}:")
_USES = re.compile(r"\A\s{0,40}(?:- {1,4})?uses:\s{1,4}[\"']?\./([^\s\"'#@]{0,200})")
_REACH = 40


def lost_inputs(change: Change, *, base: Tree, head: Tree) -> Iterator[Setting]:
    """Inputs and secrets that an action, or a workflow that others call, took before the change."""
    for file in change.files:
        path = file.old_path or file.path
        if not is_workflow(path) or file.status is FileStatus.DELETED or not file.removed:
            continue
        old = ways(path, base.read(path) or "")
        new = ways(file.path, head.read(file.path) or "")
        at = {number: way for way, number in old.items()}
        for number, text in file.removed:
            above, _, name = at.get(number, "").rpartition(".")
            if above not in _TAKEN or f"{above}.{name}" in new or above not in new:
                continue
            cause, now = old_line(file, number, text), successor(name, text, file)
            noun = "secret" if above.endswith("secrets") else "input"
            subject = Subject(name=name, noun=noun, cause=cause, now=now)
            called = partial(_accepts, path=file.path, part=above.rpartition(".")[2], head=head)
            yield Setting(subject, name, called, _defines)
            if noun == "input":
                yield Setting(subject, name, _is_asked, _defines, file.path)


def _defines(_name: str, _hit: Hit) -> bool:
    """What a file takes was compared as a whole before anything is searched."""
    return False


def _is_asked(name: str, hit: Hit) -> int:
    """The file itself still asks for what nobody can hand it."""
    asked = rf"\$\{{\{{[^{{}}]{{0,200}}\binputs\.{re.escape(name)}(?![\w-])"
    return CERTAIN if re.search(asked, hit.text[:LONGEST_LINE]) else 0


def _accepts(name: str, hit: Hit, *, path: str, part: str, head: Tree) -> int:
    """A line below `with:` or `secrets:` of a step or a job that uses the file."""
    given = _GIVEN.match(hit.text[:LONGEST_LINE])
    if given is None or given[2] != name or not is_workflow(hit.path):
        return 0
    lines = (head.read(hit.path) or "").split("\n")
    opened = _above(lines, hit.line - 1)
    if opened < 0 or lines[opened].strip().removeprefix("- ") != (
        "with:" if part == "inputs" else "secrets:"
    ):
        return 0
    used = _used_beside(lines, opened)
    whole = posixpath.normpath(used) if used is not None else ""
    own = posixpath.dirname(path) if posixpath.basename(path).startswith("action.") else path
    return CERTAIN if used is not None and whole in (path, own or ".") else 0


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _above(lines: list[str], at: int) -> int:
    """The line that opens the table which a line stands in."""
    for number in range(at - 1, max(-1, at - 1 - _REACH), -1):
        if lines[number].strip() and _indent(lines[number]) < _indent(lines[at]):
            return number
    return -1


def _used_beside(lines: list[str], opened: int) -> str | None:
    """What the step or job uses that a part of belongs to, which may stand before or after the part."""
    begins = lines[opened].lstrip().startswith("- ")
    depth = _indent(lines[opened]) + (2 if begins else 0)
    above = [] if begins else lines[max(0, opened - _REACH) : opened]
    for line in reversed(above):
        starts = line.lstrip().startswith("- ")
        column = _indent(line) + (2 if starts else 0)
        if line.strip() and column < depth:
            break
        used = _USES.match(line[:LONGEST_LINE]) if column == depth else None
        if used is not None or (starts and column == depth):
            return (used[1] or ".") if used is not None else _used_below(lines, opened, depth)
    return _used_below(lines, opened, depth)


def _used_below(lines: list[str], opened: int, depth: int) -> str | None:
    for line in lines[opened + 1 : opened + _REACH]:
        if line.strip() and _indent(line) < depth:
            return None
        used = _USES.match(line[:LONGEST_LINE]) if _indent(line) == depth else None
        if used is not None:
            return used[1] or "."
    return None
