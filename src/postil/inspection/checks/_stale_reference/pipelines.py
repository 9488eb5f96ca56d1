"""Finds what in a pipeline of GitLab or CircleCI still waits for, extends or runs a job that it lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from postil.domain.change import Change, FileStatus
from postil.inspection.checks._stale_reference.subjects import (
    CERTAIN,
    Setting,
    Subject,
    old_line,
)
from postil.inspection.checks._stale_reference.ways import ways
from postil.inspection.checks._stale_reference.words import LONGEST_LINE
from postil.ports import Hit, Tree

_GITLAB = ".gitlab-ci.yml"
_CIRCLE = ".circleci/config.yml"
_RESERVED = frozenset(
    {"stages", "variables", "include", "default", "workflow", "image", "services", "cache"}
)
_OPENS_LIST = re.compile(
    r"\A(\s{0,40})(needs|dependencies|extends|requires|jobs|stages):\s{0,4}(?:#.{0,200})?\Z"
)
_ONE_LINE = re.compile(r"\A\s{0,40}(?:needs|dependencies|extends|requires):\s{0,4}\[?(.{1,600})")
_ENTRY = re.compile(
    r"\A(\s{0,40})- {1,4}(?:job: {1,4})?[\"']?([^\"'#:\n]{1,120}?)[\"']?\s{0,4}:?\s{0,4}\Z"
)
_STAGE = re.compile(r"\A\s{1,40}stage:\s{1,4}[\"']?([\w .-]{1,80}?)[\"']?\s{0,4}(?:#.{0,200})?\Z")
_LISTED = re.compile(r"\A\s{0,8}- {1,4}[\"']?([\w .-]{1,80}?)[\"']?\s{0,4}(?:#.{0,200})?\Z")
_TOP = re.compile(
    r"\A(\.?[A-Za-z][\w .:/-]{0,100}|\"[^\"\n]{1,100}\"|'[^'\n]{1,100}'):\s{0,4}(?:[&#].{0,200})?\Z"
)
_WAITS = frozenset({"needs", "dependencies", "extends"})
_MARKS = " \t\"',]"
_REACH = 60


def lost_jobs(change: Change, *, base: Tree, head: Tree) -> Iterator[Setting]:
    """Jobs, and stages of GitLab, that the file of the pipeline had and has not."""
    for file in change.files:
        path = file.path
        if path not in (_GITLAB, _CIRCLE) or file.status is not FileStatus.MODIFIED:
            continue
        before, after = base.read(path) or "", head.read(path) or ""
        if re.search(r"^(?:include|orbs|setup):", after, re.MULTILINE):
            # What is taken in from elsewhere may have jobs of that name.
            continue
        for noun, read in (("job", _jobs), ("stage", _stages)):
            old, new = read(path, before), read(path, after)
            for number, text in file.removed:
                name = old.get(number, "")
                if name and name not in new.values():
                    subject = Subject(name=name, noun=noun, cause=old_line(file, number, text))
                    accepts = partial(_accepts if noun == "job" else _is_in_stage, head=head)
                    yield Setting(subject, name, accepts, _defines, path)


def _jobs(path: str, text: str) -> dict[int, str]:
    if path == _CIRCLE:
        found = {number: way.rpartition(".") for way, number in ways(path, text).items()}
        return {number: name for number, (above, _, name) in found.items() if above == "jobs"}
    tops = ((at, _TOP.match(line[:LONGEST_LINE])) for at, line in enumerate(text.split("\n"), 1))
    return {at: top[1].strip("\"'") for at, top in tops if top and top[1] not in _RESERVED}


def _stages(path: str, text: str) -> dict[int, str]:
    """What GitLab's list of stages holds, a line each; nothing where there is no such list."""
    found: dict[int, str] = {}
    inside = False
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("stages:"):
            inside = path == _GITLAB and not line.removeprefix("stages:").strip()
        elif inside and line.strip() and not line.lstrip().startswith("#"):
            entry = _LISTED.match(line[:LONGEST_LINE])
            if entry is None:
                break
            found[number] = entry[1]
    return found


def _defines(_name: str, _hit: Hit) -> bool:
    """The file was compared as a whole before anything is searched."""
    return False


def _is_in_stage(name: str, hit: Hit, *, head: Tree) -> int:
    """A job of a stage that the list, where there is one, has no more."""
    stage = _STAGE.match(hit.text[:LONGEST_LINE])
    listed = "\nstages:\n" in f"\n{head.read(hit.path) or ''}"
    return CERTAIN if listed and stage is not None and stage[1] == name else 0


def _accepts(name: str, hit: Hit, *, head: Tree) -> int:
    """A job that waits for the other or extends it, or a workflow that runs it."""
    text = hit.text[:LONGEST_LINE]
    one = _ONE_LINE.match(text)
    if one is not None:
        return CERTAIN if name in (part.strip(_MARKS) for part in one[1].split(",")) else 0
    entry = _ENTRY.match(text)
    if entry is None or entry[2].strip() != name:
        return 0
    lines = (head.read(hit.path) or "").split("\n")
    for line in reversed(lines[max(0, hit.line - 1 - _REACH) : hit.line - 1]):
        opened = _OPENS_LIST.match(line[:LONGEST_LINE])
        if opened is not None and len(opened[1]) <= len(entry[1]):
            return CERTAIN if opened[2] in _WAITS or hit.path == _CIRCLE else 0
        if line.strip() and len(line) - len(line.lstrip()) < len(entry[1]):
            return 0
    return 0
