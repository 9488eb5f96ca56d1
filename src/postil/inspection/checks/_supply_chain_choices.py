"""Tells which signs show what the author or the project wants, so that nobody needs to be told."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from functools import cached_property

from postil.domain.change import Change, ChangedFile
from postil.inspection.checks._supply_chain_entries import (
    Group,
    Locked,
    Manifest,
    Requirement,
    Source,
)
from postil.inspection.checks._supply_chain_intent import (
    Intent,
    gives_reason,
    is_sister,
    makes,
    remarks_on_it,
    runs_ahead,
)
from postil.inspection.checks._supply_chain_signs import Sign, Signal
from postil.inspection.checks._supply_chain_versions import is_unfinished
from postil.ports import Tree

CHOICES = frozenset({Sign.DOWNGRADE, Sign.PRERELEASE, Sign.UNPINNED, Sign.OUTSIDE_SOURCE})
"""Signs that a person may want; the others are never meant."""

_EXAMPLES = frozenset(
    {
        *("example", "examples", "sample", "samples", "demo", "demos", "benchmarks"),
        *("template", "templates"),
    }
)
_TESTS = frozenset({"tests", "test", "spec"})
_DEEP = 2
_UNRELEASED_BY_RULE = "golang.org/"
_BLANK = re.compile(r"\$\w|\$\{|\{\{|<\w|%\(")
_COMPILED_FOR = re.compile(r"\A#.{0,80}\bwith Python (\d{1,2})\.(\d{1,3})\b")


@dataclass(frozen=True)
class Choices:
    """What is known about the wishes behind one manifest, in both revisions."""

    change: Change
    head: Tree
    manifest_path: str
    manifest: Manifest | None
    before: Manifest | None

    def cover(self, signal: Signal, path: str, item: Requirement | Locked) -> bool:
        """Whether nobody needs to be told: the author says so, makes it, or only shows it."""
        if signal.sign not in CHOICES:
            return self._is_shown and signal.sign is Sign.LOCK_BEHIND
        return (
            self._is_shown
            or self._runs_ahead
            or self._is_usual(signal, path, item.origin)
            or self._is_explained(path, item.span[0])
            or Intent.of(self.change).states(signal.sign, signal.name, signal.seen)
        )

    @cached_property
    def _is_shown(self) -> bool:
        """Whether the folder holds examples, or data that tests read."""
        folder = posixpath.dirname(self.manifest_path)
        deep = not _TESTS.isdisjoint(folder.split("/")[:-_DEEP])
        return deep or not _EXAMPLES.isdisjoint(folder.replace("-", "/").split("/"))

    @cached_property
    def _runs_ahead(self) -> bool:
        asked = self.manifest.requirements if self.manifest else ()
        origins = {item.name: item.origin for item in asked}
        return runs_ahead(posixpath.basename(self.manifest_path), list(origins.values()))

    def _is_usual(self, signal: Signal, path: str, origin: str) -> bool:
        """Whether the project does such things: it makes the package, or did the same before."""
        own = self.manifest.name if self.manifest else ""
        match signal.sign:
            case Sign.PRERELEASE:
                return is_sister(own, signal.name) or self._takes_unfinished
            case Sign.OUTSIDE_SOURCE:
                return (
                    is_sister(own, origin)
                    or makes(own, origin)
                    or _BLANK.search(origin[:2_000]) is not None
                    or self._is_moved(origin)
                    or self._takes_from_makers(origin)
                )
            case Sign.DOWNGRADE:
                return _is_compiled_for_older(self.change.by_path[path])
            case _:
                return False

    @cached_property
    def _takes_unfinished(self) -> bool:
        """Whether the manifest says that it takes what is not released, or already asks for it."""
        if self.manifest is not None and self.manifest.takes_unfinished:
            return True
        asked = self.before.requirements if self.before else ()
        return any(
            is_unfinished(item.version)
            for item in asked
            if item.source is Source.REGISTRY
            and item.group is Group.DIRECT
            and not item.name.startswith(_UNRELEASED_BY_RULE)
        )

    def _takes_from_makers(self, origin: str) -> bool:
        """Whether the manifest took other packages from the same account before."""
        account = origin.rpartition("/")[0]
        asked = self.before.requirements if self.before else ()
        return bool(account) and any(item.origin.rpartition("/")[0] == account for item in asked)

    def _is_moved(self, address: str) -> bool:
        """Whether the change takes the same address out of another place."""
        return any(
            _holds_whole(line, address) for file in self.change.files for _, line in file.removed
        )

    def _is_explained(self, path: str, number: int) -> bool:
        """Whether a comment behind the entry, or a new one above it, says why."""
        lines = (self.head.read(path) or "").split("\n")
        above = dict(self.change.by_path[path].added).get(number - 1, "")
        behind = lines[number - 1] if number <= len(lines) else ""
        return gives_reason(behind) or remarks_on_it(above)


def _holds_whole(line: str, address: str) -> bool:
    """Whether an address stands in a line and does not go on."""
    _, found, rest = line.partition(address)
    return bool(found) and (not rest or not (rest[0].isalnum() or rest[0] in "/._-"))


def _is_compiled_for_older(file: ChangedFile) -> bool:
    """Whether a list that a tool compiles was compiled for an older Python than before."""
    old, new = (
        [found for _, line in lines if (found := _COMPILED_FOR.match(line[:200]))]
        for lines in (file.removed, file.added)
    )
    return bool(old and new) and _python(new[0]) < _python(old[0])


def _python(found: re.Match[str]) -> tuple[int, int]:
    return int(found[1]), int(found[2])
