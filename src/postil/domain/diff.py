"""Reads what `git diff-tree` prints, as bytes, and holds its patch against its own listing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from postil.domain.change import ChangedFile, FileStatus, Hunk

UNREADABLE = "its patch could not be read"
UNMERGED = "it is a merge of several parents, which has no single patch"
DISAGREES = "git's patch and git's listing disagree about it"
BINARY = "binary file"

_HUNK = re.compile(r"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@ ?(.*)", re.DOTALL)
_SECTION = b"diff --"
_COMBINED = ("diff --cc ", "diff --combined ")
_NO_FILE = "/dev/null"
_OCTAL_DIGITS = 3
_HIGHEST_BYTE = 0xFF
_ESCAPES = dict(zip('abtnvfr"\\', b'\a\b\t\n\v\f\r"\\', strict=True))

_STATUS = {
    "A": FileStatus.ADDED,
    "C": FileStatus.COPIED,
    "D": FileStatus.DELETED,
    "M": FileStatus.MODIFIED,
    "R": FileStatus.RENAMED,
    "U": FileStatus.UNMERGED,
}
_TYPE_CHANGE = "T"


class _Malformed(Exception):
    """A section that does not follow git's grammar; it becomes a file with `left_out`."""


def text(data: bytes) -> str:
    """Bytes as text that can be turned back into the same bytes."""
    return data.decode("utf-8", "surrogateescape")


def parse(patch: bytes) -> tuple[ChangedFile, ...]:
    """Every file of a `git diff -p --full-index` patch with its hunks.

    A section that makes no sense is a file whose `left_out` says so, never an exception.
    """
    edges = [*_section_starts(patch), len(patch)]
    return tuple(parse_section(patch[start:end]) for start, end in pairwise(edges))


def _section_starts(patch: bytes) -> list[int]:
    starts = [0] if patch.startswith(_SECTION) else []
    # Inside a hunk every line begins with a mark, so only a header can begin with this word.
    at = patch.find(b"\n" + _SECTION)
    while at >= 0:
        starts.append(at + 1)
        at = patch.find(b"\n" + _SECTION, at + 1)
    return starts


def parse_section(section: bytes) -> ChangedFile:
    """One file of a patch, from its `diff --git` line to before the next."""
    lines = text(section).split("\n")
    if lines[-1] == "":
        lines.pop()
    first = lines[0] if lines else ""
    if first.startswith(_COMBINED):
        path = _path(first.split(" ", 2)[2])
        return ChangedFile(path, FileStatus.UNMERGED, path, left_out=UNMERGED)
    header = _Header(first)
    try:
        at = header.take(lines)
        hunks = tuple(_hunks(lines, at))
    except _Malformed:
        return replace(header.file(), left_out=UNREADABLE)
    return replace(
        header.file(),
        hunks=hunks,
        additions=sum(len(hunk.body) - hunk.old_count for hunk in hunks),
        deletions=sum(len(hunk.body) - hunk.new_count for hunk in hunks),
    )


@dataclass
class _Header:
    """The lines of a section before its first hunk, gathered one by one."""

    first: str
    status: FileStatus = FileStatus.MODIFIED
    names: dict[str, str] = field(default_factory=dict)
    modes: dict[str, str] = field(default_factory=dict)
    blobs: tuple[str, str] = ("", "")
    binary: bool = False

    def take(self, lines: Sequence[str]) -> int:
        """Read the header and answer where the hunks begin."""
        for at in range(1, len(lines)):
            line = lines[at]
            if line.startswith("@@ "):
                return at
            self._line(line)
        return len(lines)

    def _line(self, line: str) -> None:
        if line.startswith(("--- ", "+++ ")):
            self._side(line)
        elif line.startswith(("Binary files ", "GIT binary patch")):
            self.binary = True
        elif line.startswith("index "):
            self._index(line.removeprefix("index "))
        elif line.startswith(("rename ", "copy ")):
            self._moved(line)
        elif line.startswith(("old mode ", "new mode ")):
            self.modes[line[:3]] = line[9:]
        elif line.startswith("new file mode "):
            self.status = FileStatus.ADDED
            self.modes["new"] = line.removeprefix("new file mode ")
        elif line.startswith("deleted file mode "):
            self.status = FileStatus.DELETED
            self.modes["old"] = line.removeprefix("deleted file mode ")
        elif not line.startswith(("similarity index ", "dissimilarity index ")):
            raise _Malformed

    def _side(self, line: str) -> None:
        # Git ends an unquoted name that holds a blank with a tab.
        name = _unquoted(line[4:].removesuffix("\t"))
        if name != _NO_FILE:
            self.names["old" if line.startswith("-") else "new"] = name[2:]

    def _moved(self, line: str) -> None:
        verb, _, rest = line.partition(" ")
        direction, _, name = rest.partition(" ")
        self.status = FileStatus.RENAMED if verb == "rename" else FileStatus.COPIED
        self.names["old" if direction == "from" else "new"] = _unquoted(name)

    def _index(self, rest: str) -> None:
        pair, _, mode = rest.partition(" ")
        old, dots, new = pair.partition("..")
        if not dots:
            raise _Malformed
        self.blobs = (old, new)
        if mode:
            self.modes["old"] = self.modes["new"] = mode

    def file(self) -> ChangedFile:
        path = self.names.get("new") or self.names.get("old") or self._twice_named()
        old_path = self.names.get("old", path)
        old_blob, new_blob = self.blobs
        return ChangedFile(
            path,
            self.status,
            None if self.status is FileStatus.ADDED else old_path,
            old_mode=self.modes.get("old", ""),
            new_mode=self.modes.get("new", ""),
            old_blob=_present(old_blob),
            new_blob=_present(new_blob),
            binary=self.binary,
        )

    def _twice_named(self) -> str:
        """The name from `diff --git a/N b/N`, where both names are the same."""
        names = self.first.removeprefix("diff --git ")
        if names.startswith('"'):
            return _path(names[: (len(names) - 1) // 2])[2:]
        return names[2 : (len(names) - 1) // 2]


def _present(value: str) -> str:
    """A mode or an object id; git writes zeros for a side that is not there."""
    return value if value.strip("0") else ""


def _path(name: str) -> str:
    try:
        return _unquoted(name)
    except _Malformed:
        return name


def _unquoted(name: str) -> str:
    """A name as git stores it; undoes the C-style quoting of unusual ones."""
    if not name.startswith('"'):
        return name
    if len(name) == 1 or not name.endswith('"'):
        raise _Malformed
    pieces = name[1:-1].split("\\")
    out = bytearray(pieces[0].encode("utf-8", "surrogateescape"))
    rest = iter(pieces[1:])
    for piece in rest:
        if piece == "":
            # Two backslashes in a row: one that is meant, and the plain text behind it.
            out += b"\\" + next(rest, "").encode("utf-8", "surrogateescape")
            continue
        byte, length = _escape(piece)
        out.append(byte)
        out += piece[length:].encode("utf-8", "surrogateescape")
    return text(bytes(out))


def _escape(piece: str) -> tuple[int, int]:
    if piece[0] in _ESCAPES:
        return _ESCAPES[piece[0]], 1
    octal = piece[:_OCTAL_DIGITS]
    if len(octal) < _OCTAL_DIGITS or octal.strip("01234567") or int(octal, 8) > _HIGHEST_BYTE:
        raise _Malformed
    return int(octal, 8), _OCTAL_DIGITS


def hunks(patch: str) -> tuple[Hunk, ...]:
    """The hunks of one file's patch without its header; none when it makes no sense."""
    try:
        return tuple(_hunks(patch.removesuffix("\n").split("\n"), 0)) if patch else ()
    except _Malformed:
        return ()


def _hunks(lines: Sequence[str], at: int) -> Iterator[Hunk]:
    while at < len(lines):
        match = _HUNK.match(lines[at])
        if match is None:
            raise _Malformed
        old_start, old_count, new_start, new_count, heading = match.groups()
        hunk = Hunk(
            int(old_start),
            1 if old_count is None else int(old_count),
            int(new_start),
            1 if new_count is None else int(new_count),
            (),
            heading,
        )
        at, hunk = _fill(hunk, lines, at + 1)
        yield hunk


def _fill(hunk: Hunk, lines: Sequence[str], at: int) -> tuple[int, Hunk]:
    """The hunk with its lines, counted by its header so that content cannot end it."""
    old, new = hunk.old_count, hunk.new_count
    body: list[str] = []
    old_open = new_open = False
    end = len(lines)
    while at < end:
        line = lines[at]
        mark = line[:1]
        if mark == "\\":
            last = body[-1][0] if body else ""
            old_open |= last in ("-", " ")
            new_open |= last in ("+", " ")
        elif not (old or new):
            break
        elif mark == " ":
            old -= 1
            new -= 1
            body.append(line)
        elif mark == "+":
            new -= 1
            body.append(line)
        elif mark == "-":
            old -= 1
            body.append(line)
        else:
            raise _Malformed
        at += 1
    if old or new:
        raise _Malformed
    return at, replace(hunk, body=tuple(body), old_ends_open=old_open, new_ends_open=new_open)


def listing(data: bytes) -> tuple[ChangedFile, ...]:
    """The files of `git diff-tree -r -z --raw [--numstat]`, without hunks.

    A type change becomes a deletion and an addition, as it does in the patch. What follows
    a record that makes no sense is not read.
    """
    records = iter(data.split(b"\0"))
    files: list[ChangedFile] = []
    counts: list[_Count] = []
    try:
        for record in records:
            if record.startswith(b":"):
                files.extend(_raw(record, records))
            elif record:
                counts.append(_numstat(record, records))
    except (_Malformed, StopIteration):
        pass
    return tuple(_counted(files, counts))


@dataclass(frozen=True, slots=True)
class _Count:
    """Lines added and deleted; None for a binary file."""

    path: str
    additions: int | None
    deletions: int | None


def _raw(record: bytes, rest: Iterator[bytes]) -> tuple[ChangedFile, ...]:
    try:
        old_mode, new_mode, old_blob, new_blob, letter = record[1:].decode("ascii").split(" ")
    except ValueError as problem:
        raise _Malformed from problem
    path = text(next(rest))
    file = ChangedFile(
        path,
        _STATUS.get(letter[:1], FileStatus.MODIFIED),
        path,
        _present(old_mode),
        _present(new_mode),
        _present(old_blob),
        _present(new_blob),
    )
    if letter[:1] == _TYPE_CHANGE:
        return (
            replace(file, status=FileStatus.DELETED, new_mode="", new_blob=""),
            replace(file, status=FileStatus.ADDED, old_path=None, old_mode="", old_blob=""),
        )
    if letter[:1] not in _STATUS:
        raise _Malformed
    if file.status in (FileStatus.RENAMED, FileStatus.COPIED):
        return (replace(file, path=text(next(rest))),)
    return (replace(file, old_path=None) if file.status is FileStatus.ADDED else file,)


def _numstat(record: bytes, rest: Iterator[bytes]) -> _Count:
    try:
        added, deleted, name = record.split(b"\t", 2)
        additions = None if added == b"-" else int(added)
        deletions = None if deleted == b"-" else int(deleted)
    except ValueError as problem:
        raise _Malformed from problem
    if not name:
        next(rest)
        name = next(rest)
    return _Count(text(name), additions, deletions)


def _counted(files: Iterable[ChangedFile], counts: Iterable[_Count]) -> Iterator[ChangedFile]:
    by_path = {count.path: count for count in counts}
    for file in files:
        count = by_path.get(file.path)
        if count is None:
            yield file
        elif count.additions is None or count.deletions is None:
            yield replace(file, binary=True)
        else:
            # A type change has one count for its two halves.
            gone, came = file.status is FileStatus.DELETED, file.status is FileStatus.ADDED
            yield replace(
                file,
                additions=0 if gone else count.additions,
                deletions=0 if came else count.deletions,
            )


def reconcile(
    listed: Iterable[ChangedFile], parsed: Iterable[ChangedFile]
) -> tuple[ChangedFile, ...]:
    """The listed files with the hunks of the patch; what the two disagree about is left out.

    The listing decides names, modes, blobs and counts. A file of which the patch says
    something else, or nothing although it should, keeps no hunks and says why.
    """
    patches = {_key(file): file for file in parsed}
    files = [_joined(file, patches.pop(_key(file), None)) for file in listed]
    strangers = [replace(file, hunks=(), left_out=DISAGREES) for file in patches.values()]
    return (*files, *strangers)


def _key(file: ChangedFile) -> tuple[str, str | None, FileStatus]:
    return (file.path, file.old_path, file.status)


def _joined(file: ChangedFile, patch: ChangedFile | None) -> ChangedFile:
    if file.left_out is not None:
        return file
    if patch is None:
        return replace(file, left_out=DISAGREES)
    if patch.left_out is not None:
        return replace(file, left_out=patch.left_out)
    if not _agree(file, patch):
        return replace(file, left_out=DISAGREES)
    if file.binary:
        return replace(file, left_out=None if file.old_blob == file.new_blob else BINARY)
    return replace(file, hunks=patch.hunks)


def _agree(file: ChangedFile, patch: ChangedFile) -> bool:
    """Whether the patch tells the same story; it is silent about what did not change."""
    same_content = file.old_blob == file.new_blob
    return (
        (patch.additions, patch.deletions) == (file.additions, file.deletions)
        and (same_content or patch.binary == file.binary)
        and (same_content or (patch.old_blob, patch.new_blob) == (file.old_blob, file.new_blob))
        and patch.old_mode in ("", file.old_mode)
        and patch.new_mode in ("", file.new_mode)
    )
