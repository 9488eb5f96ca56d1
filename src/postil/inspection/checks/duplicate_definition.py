"""Flags what the change makes stand twice where only one counts, so that the other is silently lost.

Functions, classes and methods of one name beside each other, keys of one literal or table, labels of
a switch, conditions of one chain, recipes of one target, link references of one document.

Why it matters: nothing complains. The first of two tests of one name never runs, the first of two
values of one key is gone, and a branch whose condition was asked before is dead.

Stays quiet when: both stood there before the change; the first is used before the second takes its
name; a decorator keeps it; both stand in branches, or something unknown is spread in between; a
linter is told to let it be; the file is generated, vendored, brought in, or input of what is tested.

Silence it: `postil: allow duplicate-definition REASON` on or above the line at the base, or a
`[[suppress]]` entry with `check = "duplicate-definition"` and a path.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.finding import Remark
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.arrivals import is_brought_in
from postil.inspection.checks import Inspection
from postil.inspection.checks._duplicate_definition.conditions import (
    conditions_twice,
    operands_twice,
)
from postil.inspection.checks._duplicate_definition.functions import defined_twice
from postil.inspection.checks._duplicate_definition.keys import cases_twice, keys_twice
from postil.inspection.checks._duplicate_definition.lines import (
    properties_twice,
    recipes_twice,
    references_twice,
    settings_twice,
)
from postil.inspection.checks._duplicate_definition.pairs import Pair, Sort, joined
from postil.inspection.checks._duplicate_definition.tables import entries_twice
from postil.inspection.checks._duplicate_definition.trees import Sheet
from postil.inspection.checks._duplicate_definition.wording import Site
from postil.inspection.copies import Copies
from postil.inspection.gathering import by_title, gathered
from postil.ports import Tree
from postil.syntax.grammar import parse

NAME = "duplicate-definition"
DIMENSION = Dimension.CORRECTNESS
SEVERITY = Severity.MEDIUM
ROOT = Root.CODE

MOST_CHARACTERS = 1_000_000
_HABIT = 3
"""So many pairs of a sort in the file before the change show that people there do not mind."""
_MOST_OLD = 60
"""Changed files that are searched for a pair which may only have moved."""
_HEADER_LINES = 20
_ENVIRONMENT = re.compile(r"(?:\A|/)(?:\.env(?:\.[\w.-]{1,60})?|[\w.-]{1,80}\.env)\Z")
_INPUT = re.compile(
    r"(?:\A|/)(?:[^/]{0,60}[-_.])?(?:invalid|malformed|broken|bad|dup(?:e|s|licate[ds]?)?|redeclar\w{0,8}"
    r"|repeated|conflict(?:s|ing)?)(?:[-_.][^/]{0,60})?(?:/|\Z)",
    re.IGNORECASE,
)
"""Samples of what is wrong."""
_DATA = frozenset({"json", "yaml", "markdown", "properties", "environment"})


def activates(change: Change) -> str | None:
    files = [file for file in change.files if file.added and _read_as(file.path)]
    return f"{len(files)} files may say something twice" if files else None


def inspect(change: Change, head: Tree, base: Tree) -> Inspection:
    project = _Project(change, base)
    copies = Copies(head)
    remarks: list[Remark] = []
    for file in change.files:
        if file.added and not _is_left_alone(change, file):
            found = list(_in_file(file, project, head))
            # What a copy holds is told of the file that it was made from.
            remarks += [] if found and copies.is_copy(file.path) else found
    yield from gathered(remarks, by_title)


def _is_left_alone(change: Change, file: ChangedFile) -> bool:
    path, kind = file.path, _read_as(file.path)
    return (
        not kind
        or file.status is FileStatus.DELETED
        or path.endswith((".pyi", ".d.ts", ".d.mts", ".d.cts", ".ndjson", ".jsonl"))
        or paths.is_lockfile(path)
        or paths.is_vendored(path)
        or paths.is_generated(path)
        or paths.is_minified(path)
        or paths.is_fixture(path)
        or paths.is_specimen(path)
        or _INPUT.search(path) is not None
        or (kind in _DATA and paths.is_test(path))
        or (kind == "yaml" and path.lower().startswith(".github/workflows/"))
        or is_brought_in(change, file)
    )


def _read_as(path: str) -> str:
    """In which way a file is read: the name of its language, or empty where it is not."""
    if _ENVIRONMENT.search(path):
        return "environment"
    if path.endswith(".properties"):
        return "properties"
    return paths.language_of(path) or ""


def _in_file(file: ChangedFile, project: _Project, head: Tree) -> Iterator[Remark]:
    text = head.read(file.path) or ""
    first_lines = text.split("\n", _HEADER_LINES)[:_HEADER_LINES]
    if paths.is_generated(file.path, first_lines) or paths.is_minified(file.path, text):
        return
    added = file.added_numbers
    fresh = joined(
        pair
        for pair in pairs_in(file.path, text, sorted(added))
        if (pair.first in added or pair.second in added)
    )
    if not fresh:
        return
    before = project.before(file)
    usual = Counter(pair.sort for pair in before)
    known = {pair.key for pair in before}
    kind = _read_as(file.path)
    site = Site(file.path, kind, text.split("\n"), added, paths.is_test(file.path))
    for pair in fresh:
        if pair.key not in known and (pair.sort, pair.name) not in project.moved(kind):
            remark = site.remark(pair)
            yield remark.as_mild() if usual[pair.sort] >= _HABIT else remark


def pairs_in(path: str, text: str, lines: Sequence[int] | None = None) -> list[Pair]:
    """What stands twice in a file, near those lines only where some are given."""
    if not text or len(text) > MOST_CHARACTERS:
        return []
    kind = _read_as(path)
    match kind:
        case "json" | "yaml":
            return list(entries_twice(kind, text))
        case "environment":
            return list(settings_twice(text.split("\n")))
        case "properties":
            return list(properties_twice(text.split("\n")))
        case "make":
            return list(recipes_twice(text.split("\n")))
        case "markdown":
            return list(references_twice(path, text.split("\n")))
        case _:
            parsed = parse(path, text)
    if parsed is None:
        return []
    sheet = Sheet(parsed, lines)
    return [
        *defined_twice(sheet, is_test=paths.is_test(path)),
        *keys_twice(sheet),
        *cases_twice(sheet),
        *conditions_twice(sheet),
        *operands_twice(sheet),
    ]


@dataclass(frozen=True)
class _Project:
    """The files of the change as they were, each read when first asked for."""

    change: Change
    base: Tree

    def before(self, file: ChangedFile) -> list[Pair]:
        old = None if file.status is FileStatus.ADDED else file.old_path or file.path
        return pairs_in(old, self.base.read(old) or "") if old is not None else []

    def moved(self, kind: str) -> frozenset[tuple[Sort, str]]:
        """What stood twice in a file of the same kind that the change takes lines from."""
        if kind not in self._moved:
            sources = [
                file for file in self.change.files if file.removed and _read_as(file.path) == kind
            ]
            self._moved[kind] = frozenset(
                (pair.sort, pair.name) for file in sources[:_MOST_OLD] for pair in self.before(file)
            )
        return self._moved[kind]

    @cached_property
    def _moved(self) -> dict[str, frozenset[tuple[Sort, str]]]:
        return {}
