"""Reads objects through one long-lived `git cat-file`."""

from __future__ import annotations

import subprocess
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from postil.domain.diff import text
from postil.domain.errors import GitFailed, WorkspaceError
from postil.workspaces.git.command import Git, reap

TEXT_CAP = 1024 * 1024
"""The largest file, in bytes, that is read as text."""

LONG_TEXT_CAP = 20 * 1024 * 1024
"""The largest one that is read for whoever knows that such files are long."""

FOLDER = "040000"
_TREE_CAP = 64 * 1024 * 1024
_CACHE_BYTES = 64 * 1024 * 1024
_SNIFFED = 8_000
_SAID_LIMIT = 4_000
_NUL_SHARE = 100
_TEXT_CONTROLS = frozenset(b"\0\a\b\t\n\v\f\r\x1b")
_CONTROLS = bytes(byte for byte in range(32) if byte not in _TEXT_CONTROLS) + b"\x7f"

_REFETCH = "run `git fetch --refetch --no-filter` to get the whole history"


def is_binary(data: bytes) -> bool:
    """Whether git would call this binary, unless it is text with a few NULs strewn in.

    Interpreters run such text, so a NUL in a comment must not take code out of the review.
    """
    return b"\0" in data[:_SNIFFED] and not _is_disguised(data)


def _is_disguised(data: bytes) -> bool:
    few = data.count(0) * _NUL_SHARE <= len(data)
    if not few or data.translate(None, _CONTROLS) != data:
        return False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


class Objects:
    """The objects of one repository, for any number of threads."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process in `close`
        self._texts: OrderedDict[str, str | None] = OrderedDict()
        self._held = 0

    def sizes(self, oids: Iterable[str]) -> dict[str, int]:
        """The size of each object in bytes; one that is not here is not in the answer."""
        asked = list(dict.fromkeys(oids))
        if not asked:
            return {}
        stdin = "".join(f"{oid}\n" for oid in asked).encode("ascii")
        said = self._git.run("cat-file", "--batch-check=%(objectsize)", "--buffer", stdin=stdin)
        rows = zip(asked, said.split(b"\n")[:-1], strict=True)
        return {oid: int(row) for oid, row in rows if row.isdigit()}

    def text(self, oid: str) -> str | None:
        """A blob as text; None when it is binary or over the cap."""
        with self._lock:
            if oid in self._texts:
                self._texts.move_to_end(oid)
                return self._texts[oid]
            data = self._read(oid)
            found = None if data is None or is_binary(data) else text(data)
            self._remember(oid, found)
            return found

    def long_text(self, oid: str) -> str | None:
        """The same up to the higher cap; it is not kept, so that memory stays bounded."""
        with self._lock:
            data = self._read(oid, most=LONG_TEXT_CAP)
        return None if data is None or is_binary(data) else text(data)

    def _remember(self, oid: str, found: str | None) -> None:
        self._texts[oid] = found
        self._held += len(found or "")
        while self._held > _CACHE_BYTES:
            _, dropped = self._texts.popitem(last=False)
            self._held -= len(dropped or "")

    def data(self, oid: str) -> bytes | None:
        """A blob's bytes; None when it is over the cap."""
        with self._lock:
            return self._read(oid)

    def root(self, oid: str) -> str:
        """The tree of a commit, or the tree itself."""
        with self._lock:
            return self._ask("info", f"{oid}^{{tree}}").oid

    def entries(self, tree: str) -> dict[bytes, Entry]:
        """What a tree holds by name, one level deep; nothing for no tree."""
        return dict(self.rows(tree)) if tree else {}

    def rows(self, tree: str) -> list[tuple[bytes, Entry]]:
        """What a tree holds in its own order, also names that no tree should hold, or hold twice."""
        with self._lock:
            size = self._ask("info", tree).size
            if size > _TREE_CAP:
                raise WorkspaceError(f"Folder `{tree}` lists more files than are read.")
            self._ask("contents", tree)
            data = self._take(size + 1)
        return list(_rows(data, size, len(tree) // 2))

    def _read(self, oid: str, *, most: int = TEXT_CAP) -> bytes | None:
        about = self._ask("info", oid)
        if about.kind != "blob" or about.size > most:
            return None
        self._ask("contents", oid)
        return self._take(about.size + 1)[:-1]

    def _ask(self, question: str, oid: str) -> _About:
        process = self._running()
        stdin, stdout = process.stdin, process.stdout
        if stdin is None or stdout is None:
            raise GitFailed("`git cat-file` has no pipes to talk through.")
        try:
            stdin.write(f"{question} {oid}\n".encode("ascii"))
            stdin.flush()
        except BrokenPipeError as problem:
            raise self._broken() from problem
        words = stdout.readline().decode("ascii", "replace").split()
        if len(words) == 2 and words[1] == "missing":  # noqa: PLR2004 - the two words of its answer
            raise WorkspaceError(f"`{oid}` is not in this clone; {_REFETCH}.")
        try:
            found, kind, size = words
            return _About(found, kind, int(size))
        except ValueError as problem:
            raise self._broken() from problem

    def _take(self, count: int) -> bytes:
        stdout = self._running().stdout
        data = b"" if stdout is None else stdout.read(count)
        if len(data) < count:
            raise self._broken()
        return data

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = self._git.open(
                ["cat-file", "--batch-command"], stdin=subprocess.PIPE, stderr=self._said
            )
        return self._process

    def _broken(self) -> GitFailed:
        """The error for a reader that stopped answering; the next question starts a new one."""
        self._stop()
        self._said.seek(0)
        said = text(self._said.read(_SAID_LIMIT)).strip()
        self._said.truncate(0)
        first = said.split("\n")[0] or "it gave no reason"
        return GitFailed(f"`git cat-file` stopped answering: {first}", said=said)

    def _stop(self) -> None:
        if self._process is not None:
            reap(self._process)
            self._process = None

    def close(self) -> None:
        with self._lock:
            self._stop()
            self._said.close()


@dataclass(frozen=True, slots=True)
class _About:
    oid: str
    kind: str
    size: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a tree object."""

    mode: str
    oid: str

    @property
    def is_folder(self) -> bool:
        return self.mode == FOLDER


def _rows(data: bytes, size: int, width: int) -> Iterator[tuple[bytes, Entry]]:
    """The rows of a tree object: mode, blank, name, NUL, and `width` bytes of object id."""
    at = 0
    while at < size:
        mode_end = data.index(b" ", at)
        name_end = data.index(b"\0", mode_end)
        mode = data[at:mode_end].decode("ascii", "replace").zfill(6)
        at = name_end + 1 + width
        yield data[mode_end + 1 : name_end], Entry(mode, data[name_end + 1 : at].hex())
