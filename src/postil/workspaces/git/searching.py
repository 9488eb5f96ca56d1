"""Finds many fixed strings in a whole tree with one shared search by `git grep`."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cached_property

from postil.domain.errors import WorkspaceError
from postil.ports import Hit, Hits
from postil.workspaces.git.command import Answer, interleaved
from postil.workspaces.git.enclosure import Enclosure
from postil.workspaces.git.objects import Objects
from postil.workspaces.git.patterns import Dialect, batch, expression
from postil.workspaces.git.recognising import Recogniser
from postil.workspaces.git.records import Records
from postil.workspaces.git.shares import SMALL, Forest, divide
from postil.workspaces.git.trees import GitTree

KEPT = 200
FILE_BYTES = 20 * 1024 * 1024
"""Git loads a whole file before it looks whether it is binary; larger ones are not searched."""

_DEADLINE = 120.0
_OUTPUT_LIMIT = 1024 * 1024 * 1024
_NOTHING_FOUND = 1
_FATAL = 128
_MOST_AT_ONCE = 4

_UNSEARCHABLE = re.compile(r"[\0\n]")


class GitSearch:
    """A `ports.Search` over one revision."""

    def __init__(self, enclosure: Enclosure, objects: Objects, tree: GitTree) -> None:
        self._enclosure = enclosure
        self._objects = objects
        self._tree = tree
        self._dialect = Dialect.PERL

    def search(self, needles: Collection[str]) -> Mapping[str, Hits]:
        found = {needle: _Found() for needle in needles}
        # A line never holds a line feed, and git calls a file with a NUL binary.
        asked = sorted(needle for needle in found if needle and not _UNSEARCHABLE.search(needle))
        if asked:
            for trees in self._rounds:
                # What was found more often than is kept is not looked for any further.
                asked = [needle for needle in asked if found[needle].total <= KEPT]
                for needle, more in self._looked(asked, trees):
                    found[needle].join(more)
        return {needle: place.hits() for needle, place in found.items()}

    @cached_property
    def _rounds(self) -> Sequence[Sequence[str]]:
        """Trees to be searched at once: where there is much to search, a small sample first."""
        oid, sizes = self._searchable()
        if sum(sizes.values()) < SMALL:
            return ((oid,),)
        forest = Forest(rows=self._objects.rows, write=self._enclosure.write_folder)
        count = min(os.cpu_count() or 1, _MOST_AT_ONCE)
        division = divide(self._objects.root(oid), sizes, forest, count)
        return tuple(filter(None, (division.sample, division.rest)))

    def _searchable(self) -> tuple[str, Mapping[str, int]]:
        """The tree itself, or one without its huge files, and how large each file is."""
        listing = self._tree.listing()
        sizes = listing.sizes()
        if max(sizes.values(), default=0) <= FILE_BYTES:
            return self._tree.oid, sizes
        kept = {path: size for path, size in sizes.items() if size <= FILE_BYTES}
        entries = ((path, listing.entry(path)) for path in kept)
        oid = self._enclosure.write_tree(
            (path, entry.mode, entry.oid) for path, entry in entries if entry is not None
        )
        return oid, kept

    def _looked(self, needles: Sequence[str], trees: Sequence[str]) -> Iterator[tuple[str, _Found]]:
        """What each of the trees holds, in as few expressions as git can take."""
        raw = [needle.encode("utf-8", "surrogateescape") for needle in needles]
        start = 0
        while start < len(raw):
            count = batch(raw[start:], self._dialect)
            pattern = expression(raw[start : start + count], self._dialect)
            recogniser = Recogniser(needles[start : start + count])
            found = self._grep(pattern, recogniser, trees)
            if found is None:
                self._dialect = Dialect.EXTENDED
                continue
            yield from found.items()
            start += count

    def _grep(
        self, pattern: bytes, recogniser: Recogniser, trees: Sequence[str]
    ) -> Mapping[str, _Found] | None:
        """What stands where; None when this git cannot read Perl's expressions."""
        found: list[defaultdict[str, _Found]] = [defaultdict(_Found) for _ in trees]
        records = [Records(prefix=len(oid) + 1) for oid in trees]
        read = 0
        with ExitStack() as running:
            calls = [
                running.enter_context(
                    self._enclosure.objects.started(
                        _arguments(self._dialect, oid),
                        stdin=pattern + b"\n",
                        deadline=_DEADLINE,
                    )
                )
                for oid in trees
            ]
            for number, chunk in interleaved(calls):
                read += len(chunk)
                if read > _OUTPUT_LIMIT:
                    break
                for hit in records[number].feed(chunk):
                    for needle in recogniser.present(hit.text):
                        found[number][needle].add(hit)
            answers = [call.finish(cut=read > _OUTPUT_LIMIT) for call in calls]
        if self._dialect is Dialect.PERL and any(answer.status == _FATAL for answer in answers):
            return None
        for oid, answer in zip(trees, answers, strict=True):
            # Nobody else knows the trees that were made for the search.
            _check(replace(answer, stderr=answer.stderr.replace(oid, self._tree.oid)))
        return _joined(found)


def _arguments(dialect: Dialect, oid: str) -> tuple[str, ...]:
    return (
        "grep",
        *("-I", "-n", "-z", "--full-name", "--no-color", "--threads=1"),
        *("--no-textconv", "--no-recurse-submodules", "--no-column", "--no-break"),
        *("--no-heading", "--no-function-context", "--no-show-function", "--context=0"),
        *(dialect.value, "-f", "-", oid, "--"),
    )


def _check(answer: Answer) -> None:
    if answer.late:
        raise WorkspaceError("Searching the tree took too long, so it was stopped.")
    if answer.cut:
        raise WorkspaceError("The search found more text than is read, so it was stopped.")
    if answer.status > _NOTHING_FOUND or answer.status < 0 or answer.stderr.strip():
        said = answer.stderr.strip().split("\n")[0] or f"it ended with status {answer.status}"
        raise WorkspaceError(f"Searching the tree with `git grep` failed: {said}")


@dataclass
class _Found:
    """The hits of one needle so far."""

    kept: list[Hit] = field(default_factory=list)
    total: int = 0

    def add(self, hit: Hit) -> None:
        self.total += 1
        if len(self.kept) < KEPT:
            self.kept.append(hit)

    def join(self, other: _Found) -> None:
        """Take in the hits of other files; the first by path are kept."""
        self.total += other.total
        # Sorting is stable, so the lines of one file stay in order.
        self.kept = sorted([*self.kept, *other.kept], key=_place)[:KEPT]

    def hits(self) -> Hits:
        return Hits(tuple(self.kept), self.total)


def _place(hit: Hit) -> bytes:
    return hit.path.encode("utf-8", "surrogateescape")


def _joined(found: Sequence[Mapping[str, _Found]]) -> Mapping[str, _Found]:
    first, *others = found
    joined = dict(first)
    for other in others:
        for needle, more in other.items():
            joined.setdefault(needle, _Found()).join(more)
    return joined
