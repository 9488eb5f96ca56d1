"""Finds what still waits for, starts or shows a workflow under a name that none has any more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from urllib.parse import quote

from postil.domain.change import Change
from postil.domain.paths import is_doc
from postil.inspection.checks._stale_reference.subjects import LIKELY, Setting, Subject, old_line
from postil.ports import Hit, Tree

_WORKFLOW = re.compile(r"\A\.github/workflows/[^/]{1,200}\.ya?ml\Z")
_NAME = re.compile(
    r"\Aname:\s{1,8}(?:\"([^\"]{1,100})\"|'([^']{1,100})'|([^\s#\"'][^#]{0,100}?))\s{0,8}(?:#.{0,200})?\Z"
)
_AFTER = re.compile(r"\A\s{1,40}workflows:\s{0,8}\[?(.{0,400})")
_ENTRY = re.compile(r"\A\s{1,40}- {1,4}(.{1,200})")
_MARKS = " \t\"'],"
_REACH = 40


def lost_workflows(change: Change, *, base: Tree, head: Tree) -> Iterator[Setting]:
    """Names that a changed workflow had and no workflow has since."""
    files = [file for file in change.files if _WORKFLOW.match(file.old_path or "")]
    if not files:
        return
    named = {_named(head.read(path))[0] for path in head.paths() if _WORKFLOW.match(path)}
    for file in files:
        path = file.old_path or file.path
        name, number = _named(base.read(path))
        if not name or name in named or "${{" in name:
            continue
        text = next((text for line, text in file.removed if line == number), "")
        now = _named(head.read(file.path))[0]
        cause = old_line(file, number, text)
        subject = Subject(name=name, noun="workflow", cause=cause, now=now)
        accepts = partial(_accepts, head=head)
        for needle in dict.fromkeys((name, quote(name))):
            yield Setting(subject, needle, accepts, _defines_nothing)


def _named(text: str | None) -> tuple[str, int]:
    """What a workflow calls itself, and the line that says so."""
    for number, line in enumerate((text or "").split("\n"), start=1):
        found = _NAME.match(line[:400])
        if found is not None:
            return (found[1] or found[2] or found[3]).strip(), number
    return "", 0


def _defines_nothing(_name: str, _hit: Hit) -> bool:
    """The names of all workflows were compared before anything is searched."""
    return False


def _accepts(name: str, hit: Hit, *, head: Tree) -> int:
    text = hit.text[:2_000]
    if f"/workflows/{quote(name)}/badge.svg" in text and is_doc(hit.path):
        return LIKELY
    if not _WORKFLOW.match(hit.path):
        return 0
    listed = _AFTER.match(text)
    if listed is not None:
        return LIKELY if name in (entry.strip(_MARKS) for entry in listed[1].split(",")) else 0
    entry = _ENTRY.match(text)
    if entry is None or entry[1].strip(_MARKS) != name:
        return 0
    lines = (head.read(hit.path) or "").split("\n")[max(0, hit.line - 1 - _REACH) : hit.line - 1]
    opening = next((line for line in reversed(lines) if not _ENTRY.match(line[:400])), "")
    return LIKELY if _AFTER.match(opening[:400]) else 0
