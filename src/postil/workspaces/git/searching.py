"""Finds many fixed strings in a whole tree with one shared search by `git grep`."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from postil.domain.errors import WorkspaceError
from postil.ports import Hit, Hits
from postil.workspaces.git.command import Answer, interleaved
from postil.workspaces.git.enclosure import Enclosure
from postil.workspaces.git.objects import GitTree, Objects
from postil.workspaces.git.patterns import Dialect, batch, expression
from postil.workspaces.git.recognising import Recogniser
from postil.workspaces.git.records import Records
from postil.workspaces.git.shares import Share, divide

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
            ground = self._ground()
            for shares in ground.rounds():
                # What was found more often than is kept is not looked for any further.
                asked = [needle for needle in asked if found[needle].total <= KEPT]
                for needle, more in self._looked(asked, ground.oid, shares):
                    found[needle].join(more)
        return {needle: place.hits() for needle, place in found.items()}

    def _ground(self) -> _Ground:
        """The tree itself, or one without its huge files."""
        entries = self._tree.entries()
        sizes = self._objects.sizes(entry.oid for entry in entries.values())
        by_path = {path: sizes.get(entry.oid, 0) for path, entry in entries.items()}
        huge = {path for path, size in by_path.items() if size > FILE_BYTES}
        if not huge:
            return _Ground(self._tree.oid, by_path)
        oid = self._enclosure.write_tree(
            (path, entry.mode, entry.oid) for path, entry in entries.items() if path not in huge
        )
        return _Ground(oid, {path: by_path[path] for path in by_path.keys() - huge})

    def _looked(
        self, needles: Sequence[str], oid: str, shares: Sequence[Share]
    ) -> Iterator[tuple[str, _Found]]:
        """What each share of the files holds, in as few expressions as git can take."""
        raw = [needle.encode("utf-8", "surrogateescape") for needle in needles]
        start = 0
        while start < len(raw):
            count = batch(raw[start:], self._dialect)
            pattern = expression(raw[start : start + count], self._dialect)
            recogniser = Recogniser(needles[start : start + count])
            found = self._grep(pattern, recogniser, oid, shares)
            if found is None:
                self._dialect = Dialect.EXTENDED
                continue
            yield from found.items()
            start += count

    def _grep(
        self, pattern: bytes, recogniser: Recogniser, oid: str, shares: Sequence[Share]
    ) -> Mapping[str, _Found] | None:
        """What stands where; None when this git cannot read Perl's expressions."""
        found: list[defaultdict[str, _Found]] = [defaultdict(_Found) for _ in shares]
        records = [Records(prefix=len(oid) + 1) for _ in shares]
        read = 0
        with ExitStack() as running:
            calls = [
                running.enter_context(
                    self._enclosure.objects.started(
                        _arguments(self._dialect, oid, share),
                        stdin=pattern + b"\n",
                        deadline=_DEADLINE,
                    )
                )
                for share in shares
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
        for answer in answers:
            _check(answer)
        return _joined(found)


@dataclass(frozen=True, slots=True)
class _Ground:
    """The tree that is searched, and how large each of its files is."""

    oid: str
    sizes: Mapping[str, int]

    def rounds(self) -> Iterator[Sequence[Share]]:
        """Shares to be searched at once: where there is much to search, a small sample first."""
        division = divide(self.sizes, min(os.cpu_count() or 1, _MOST_AT_ONCE))
        if division is None:
            yield ((),)
        else:
            yield (division.sample,)
            yield division.rest


def _arguments(dialect: Dialect, oid: str, share: Share) -> tuple[str, ...]:
    return (
        "grep",
        *("-I", "-n", "-z", "--full-name", "--no-color", "--threads=1"),
        *("--no-textconv", "--no-recurse-submodules", "--no-column", "--no-break"),
        *("--no-heading", "--no-function-context", "--no-show-function", "--context=0"),
        *(dialect.value, "-f", "-", oid, "--", *share),
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
