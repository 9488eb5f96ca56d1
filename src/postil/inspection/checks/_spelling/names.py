"""Finds the names that a change gives: to functions, types, constants, options and files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from postil.domain import paths
from postil.domain.change import ChangedFile, FileStatus
from postil.inspection.checks._spelling.prose import LONGEST_LINE
from postil.syntax import Kind, definitions

_GIVEN = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CLASS, Kind.TYPE, Kind.CONSTANT})
_OF_TESTS = frozenset({Kind.FUNCTION, Kind.METHOD})
"""What tests are called is read when they fail; what else they define lives for a few lines."""
_DESCRIBES_OTHERS = (".pyi", ".d.ts", ".d.mts", ".d.cts", ".proto")
_OPTION = re.compile(
    r"(?:add_argument|add_option|[Oo]ption|Flags\(\)\.\w{1,40}|flag\.\w{1,40}|addOption)\s{0,4}\("
    r"[^\n]{0,200}?[\"'`](?:-\w, ?)?--([a-z][a-z0-9-]{2,60})"
)
_SHOWN = frozenset({"examples", "example", "docs", "doc", "demo", "demos", "benchmarks", "samples"})


@dataclass(frozen=True, slots=True)
class Given:
    """A name, where it is given, and whether others may come to depend on it.

    Line 0 is the file itself.
    """

    name: str
    line: int
    is_public: bool


def given(file: ChangedFile, text: str) -> Iterator[Given]:
    """The names that the added lines give."""
    path = file.path
    if path.lower().endswith(_DESCRIBES_OTHERS):
        return
    is_open = not paths.is_test(path) and _SHOWN.isdisjoint(
        paths.without_address(path.lower()).split("/")[:-1]
    )
    added, kinds = file.added_numbers, _OF_TESTS if paths.is_test(path) else _GIVEN
    for found in definitions(path, text):
        if found.line not in added or found.kind not in kinds:
            continue
        # A method of a class that extends something may be spelled as that demands.
        if found.inherits and found.kind is Kind.METHOD:
            continue
        public = is_open and found.exported and not found.local and not found.name.startswith("_")
        yield Given(found.name, found.line, public)
    if not paths.is_doc(path):
        for number, line in file.added:
            for match in _OPTION.finditer(line[:LONGEST_LINE]):
                yield Given(match[1], number, is_open)


def name_of_file(file: ChangedFile) -> Given | None:
    """The name of a file that was not called so before."""
    if file.status is FileStatus.ADDED:
        return Given(file.name, 0, is_public=False)
    if file.status is FileStatus.RENAMED and file.old_path is not None:
        before = file.old_path.rpartition("/")[2]
        return None if before == file.name else Given(file.name, 0, is_public=False)
    return None
