"""Finds many fixed strings in a whole tree with one shared `git grep` per batch."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from postil.domain.diff import text
from postil.domain.errors import WorkspaceError
from postil.ports import Hit, Hits
from postil.workspaces.git.command import Answer
from postil.workspaces.git.enclosure import Enclosure
from postil.workspaces.git.objects import GitTree, Objects

BATCH = 5_000
KEPT = 200
LINE_CHARACTERS = 20_000
FILE_BYTES = 20 * 1024 * 1024
"""Git loads a whole file before it looks whether it is binary; larger ones are not searched."""

_DEADLINE = 120.0
_OUTPUT_LIMIT = 1024 * 1024 * 1024
_LINE_BYTES = 4 * LINE_CHARACTERS
_NOTHING_FOUND = 1

_WORD = re.compile(r"\w+")
_SPECIAL = re.compile(r"([][\\.^$*+?(){}|])")
_UNSEARCHABLE = re.compile(r"[\0\n]")


class GitSearch:
    """A `ports.Search` over one revision."""

    def __init__(self, enclosure: Enclosure, objects: Objects, tree: GitTree) -> None:
        self._enclosure = enclosure
        self._objects = objects
        self._tree = tree

    def search(self, needles: Collection[str]) -> Mapping[str, Hits]:
        found = {needle: _Found() for needle in needles}
        # A line never holds a line feed, and git calls a file with a NUL binary.
        asked = sorted(needle for needle in found if needle and not _UNSEARCHABLE.search(needle))
        oid = self._searched() if asked else ""
        for start in range(0, len(asked), BATCH):
            batch = asked[start : start + BATCH]
            recogniser = _Recogniser(batch)
            for hit in self._lines(batch, oid):
                for needle in recogniser.present(hit.text):
                    found[needle].add(hit)
        return {needle: place.hits() for needle, place in found.items()}

    def _searched(self) -> str:
        """The tree itself, or one without its huge files."""
        entries = self._tree.entries()
        sizes = self._objects.sizes(entry.oid for entry in entries.values())
        huge = {oid for oid, size in sizes.items() if size > FILE_BYTES}
        if not huge:
            return self._tree.oid
        return self._enclosure.write_tree(
            (path, entry.mode, entry.oid)
            for path, entry in entries.items()
            if entry.oid not in huge
        )

    def _lines(self, needles: Sequence[str], oid: str) -> Iterator[Hit]:
        """Every line that holds one of the needles, bounded by words or not."""
        pattern = "|".join(_SPECIAL.sub(r"\\\1", needle) for needle in needles)
        arguments = (
            "grep",
            *("-I", "-n", "-z", "--full-name", "--no-color", "--threads=2"),
            *("--no-textconv", "--no-recurse-submodules", "--no-column", "--no-break"),
            *("--no-heading", "--no-function-context", "--no-show-function", "--context=0"),
            *("-E", "-f", "-", oid, "--"),
        )
        stdin = pattern.encode("utf-8", "surrogateescape") + b"\n"
        records = _Records(prefix=len(oid) + 1)
        read = 0
        with self._enclosure.objects.started(arguments, stdin=stdin, deadline=_DEADLINE) as call:
            for chunk in call.chunks():
                read += len(chunk)
                if read > _OUTPUT_LIMIT:
                    break
                yield from records.feed(chunk)
            answer = call.finish(cut=read > _OUTPUT_LIMIT)
        _check(answer)


def _check(answer: Answer) -> None:
    if answer.late:
        raise WorkspaceError("Searching the tree took too long, so it was stopped.")
    if answer.cut:
        raise WorkspaceError("The search found more text than is read, so it was stopped.")
    if answer.status > _NOTHING_FOUND or answer.status < 0 or answer.stderr.strip():
        said = answer.stderr.strip().split("\n")[0] or f"it ended with status {answer.status}"
        raise WorkspaceError(f"Searching the tree with `git grep` failed: {said}")


class _Records:
    """Cuts the output of `git grep -n -z` into hits.

    A record is `TREE:path NUL number NUL text LF`; the path may hold line feeds and the
    text may hold NULs, so a record is read from its front.
    """

    def __init__(self, prefix: int) -> None:
        self._prefix = prefix
        self._held = bytearray()
        self._searched = 0
        self._skipping = False

    def feed(self, chunk: bytes) -> Iterator[Hit]:
        self._held += chunk
        while True:
            if self._skipping and not self._skip():
                return
            name_end = self._held.find(b"\0")
            number_end = self._held.find(b"\0", name_end + 1) if name_end >= 0 else -1
            if number_end < 0:
                return
            line_end = self._held.find(b"\n", max(number_end + 1, self._searched))
            if line_end < 0:
                self._searched = len(self._held)
                if self._searched - number_end > _LINE_BYTES:
                    self._skipping = True
                return
            hit = Hit(
                text(bytes(self._held[self._prefix : name_end])),
                int(self._held[name_end + 1 : number_end]),
                text(bytes(self._held[number_end + 1 : line_end])),
            )
            del self._held[: line_end + 1]
            self._searched = 0
            if len(hit.text) <= LINE_CHARACTERS:
                yield hit

    def _skip(self) -> bool:
        """Drop the rest of a line that is too long; whether its end has come."""
        end = self._held.find(b"\n", self._searched)
        if end < 0:
            self._held.clear()
            self._searched = 0
            return False
        del self._held[: end + 1]
        self._searched = 0
        self._skipping = False
        return True


@dataclass
class _Found:
    """The hits of one needle so far."""

    kept: list[Hit] = field(default_factory=list)
    total: int = 0

    def add(self, hit: Hit) -> None:
        self.total += 1
        if len(self.kept) < KEPT:
            self.kept.append(hit)

    def hits(self) -> Hits:
        return Hits(tuple(self.kept), self.total)


class _Recogniser:
    """Tells which needles a line holds with word boundaries where a needle asks for them.

    A needle's runs of word characters are whole words of the line, because its edges must
    be boundaries; so the words of the line name the few needles worth a closer look.
    """

    def __init__(self, needles: Iterable[str]) -> None:
        self._words: set[str] = set()
        self._by_word: defaultdict[str, list[str]] = defaultdict(list)
        self._wordless: list[str] = []
        for needle in needles:
            words = _WORD.findall(needle)
            if not words:
                self._wordless.append(needle)
            elif words[0] == needle:
                self._words.add(needle)
            else:
                self._by_word[max(words, key=len)].append(needle)

    def present(self, line: str) -> Iterator[str]:
        words = set(_WORD.findall(line))
        yield from words & self._words
        for word in words & self._by_word.keys():
            yield from (needle for needle in self._by_word[word] if _bounded(needle, line))
        yield from (needle for needle in self._wordless if needle in line)


def _bounded(needle: str, line: str) -> bool:
    """Whether the line holds the needle and no word runs on over its edges."""
    open_front, open_back = not _WORD.match(needle[0]), not _WORD.match(needle[-1])
    at = line.find(needle)
    while at >= 0:
        end = at + len(needle)
        front = open_front or at == 0 or not _WORD.match(line[at - 1])
        back = open_back or end == len(line) or not _WORD.match(line[end])
        if front and back:
            return True
        at = line.find(needle, at + 1)
    return False
