"""Finds comments that open with the name of another function than the one they describe.

In Go, and in C where a project does so, a comment begins with the name of what it describes; one that
begins with a neighbour's name was copied from there, or the function below it changed places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from postil.domain.change import Change
from postil.domain.paths import language_of
from postil.inspection.checks._doc_claims.lines import (
    is_read_as_code,
    text_as_written,
    text_before,
)
from postil.ports import Tree
from postil.syntax import Kind, Signature, definitions, signatures

_OPENINGS = {
    "go": re.compile(r"\A\s{0,80}// ?(\w{1,100}) (?:[a-z]{1,40}s|will|can|may|must)\b"),
    "c": re.compile(r"\A[\s/*]{1,80}(\w{1,100})(?:\(\))?(?::\s{0,8}\Z|\s{0,8}(?:-|--|:)\s)"),
}
_LONGEST = 400
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})


@dataclass(frozen=True)
class Misnamed:
    """A function, and the first line of its comment, which names a neighbour."""

    path: str
    function: Signature
    line: int
    text: str
    said: str


def misnamed(change: Change, head: Tree, base: Tree) -> Iterator[Misnamed]:
    """The comments of changed files that name a neighbour since the change."""
    moved = {text.strip() for file in change.files for _, text in file.removed}
    for file in change.files:
        if language_of(file.path) not in _OPENINGS or not is_read_as_code(change, file):
            continue
        before = {(one.function.name, one.said) for one in _in(file.path, text_before(file, base))}
        for one in _in(file.path, text_as_written(file, head)):
            if (one.function.name, one.said) not in before and one.text.strip() not in moved:
                yield one


def _in(path: str, text: str) -> Iterator[Misnamed]:
    names = {one.name for one in definitions(path, text) if one.kind in _FUNCTIONS}
    opens = _OPENINGS[language_of(path) or ""]
    for function in signatures(path, text):
        # The mark that opens a block often has a line to itself.
        first = next((entry for entry in function.doc if entry[1].strip("/* \t\r")), None)
        opening = opens.match(first[1][:_LONGEST]) if first is not None else None
        if first is None or opening is None:
            continue
        if opening[1] != function.name and opening[1] in names:
            yield Misnamed(path, function, *first, said=opening[1])
