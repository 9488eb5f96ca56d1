"""The protocols the edge must satisfy; each is small enough to fake in a dozen lines."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Tree(Protocol):
    """One revision of the repository, read from git objects, never from a checkout.

    Paths use surrogate escapes for bytes that are not UTF-8, and so does text.
    """

    @property
    def oid(self) -> str:
        """The commit or tree this is."""

    def read(self, path: str) -> str | None:
        """The file's text; None when there is no such file, or it is binary or over the cap.

        A symlink reads as the text of its target; a submodule as None.
        """

    def read_long(self, path: str) -> str | None:
        """The same with a cap of 20 MB, for a file that is known to be long, as lock files are."""

    def exists(self, path: str) -> bool:
        """Whether a file, symlink, submodule or folder stands at this path."""

    def paths(self) -> Collection[str]:
        """Every file path of the revision; one listing per run, made when first asked for."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One line of the tree at head that holds a needle, word-bounded."""

    path: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Hits:
    """Where a needle was found; `total` exceeds what `hits` keeps when there are very many.

    It is then no more than a lower bound: what is everywhere is not counted to the end.
    """

    hits: tuple[Hit, ...] = ()
    total: int = 0


class Search(Protocol):
    """Whole-tree questions at head, all asked in one go."""

    def search(self, needles: Collection[str]) -> Mapping[str, Hits]:
        """Where each needle stands in the text files at head.

        A needle is a fixed string. Where it begins or ends with a word character
        (letter, digit, underscore) the match must begin or end at a word boundary.
        Every needle is a key of the answer, with empty Hits when it is nowhere.
        """


class ToolStatus(StrEnum):
    RAN = "ran"
    MISSING = "missing"
    FAILED = "failed"
    TIMED_OUT = "timed out"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRun:
    """What a bundled tool did; `exit` and the output mean something only when it ran."""

    status: ToolStatus
    exit: int = 0
    stdout: str = ""
    stderr: str = ""


class Toolbox(Protocol):
    """Bundled programs that read files and print: no network, empty environment, own folder."""

    def run(
        self,
        tool: str,
        arguments: Sequence[str],
        *,
        files: Mapping[str, str],
        timeout: float = 30.0,
    ) -> ToolRun:
        """Write `files` (relative path to text) to a private folder and run the tool in it."""


class ScanFile(Protocol):
    """A scanner's report that somebody handed in."""

    @property
    def name(self) -> str:
        """The file as it was named by the person who gave it."""

    def blocks(self) -> Iterator[bytes]:
        """What stands in it, block by block; raises `WorkspaceError` when it cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scans:
    """What other scanners have to say: reports handed in, and programs to run by name.

    `root` is the folder of the working tree, for reports that name files by absolute paths.
    """

    files: tuple[ScanFile, ...] = ()
    programs: tuple[str, ...] = ()
    root: str = ""


GIVEN_SCAN = "the scan "
"""How the subject of a gap begins when a report that was handed in cannot be used."""
