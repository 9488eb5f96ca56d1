"""Grounds a memory that somebody else wrote down: commits in full, places with their lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from postil.domain.change import Id
from postil.domain.finding import Evidence
from postil.domain.memory import Entry, Memory

Resolve = Callable[[str], Id]
"""The full id of a commit by what it is called; an id nobody knows stays, any other name is none."""

Read = Callable[[Id, str], str | None]
"""A file's text at a commit; None when one of them is not there."""


def grounded(memory: Memory, resolve: Resolve, read: Read) -> Memory:
    """The memory with what the repository knows about it; the rest stays as it was noted."""
    return replace(
        memory,
        entries=tuple(_entry(entry, resolve, read) for entry in memory.entries),
        heads=tuple(map(resolve, memory.heads)),
    )


def _entry(entry: Entry, resolve: Resolve, read: Read) -> Entry:
    evidence = tuple(_evidence(each, resolve, read) for each in entry.finding.evidence)
    return replace(
        entry,
        finding=replace(entry.finding, evidence=evidence),
        events=tuple(replace(event, head=resolve(event.head)) for event in entry.events),
    )


def _evidence(noted: Evidence, resolve: Resolve, read: Read) -> Evidence:
    revision = resolve(noted.revision)
    found = replace(noted, revision=revision)
    if noted.text or noted.start is None:
        return found
    lines = (read(revision, noted.path) or "").split("\n")
    return replace(found, text="\n".join(lines[noted.start - 1 : noted.end or noted.start]))
