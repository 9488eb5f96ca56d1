"""Compares two trees within bounds and lists what was left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from postil.domain.change import ChangedFile, FileStatus, Id, LeftOut
from postil.domain.diff import BINARY, listing, parse_section, reconcile
from postil.domain.errors import WorkspaceError
from postil.domain.paths import is_generated, is_lockfile, is_minified, is_vendored
from postil.workspaces.git.command import failure
from postil.workspaces.git.enclosure import Enclosure
from postil.workspaces.git.objects import Objects, is_binary
from postil.workspaces.git.walking import walk

FILES = 3_000
MOVES = 10_000
"""Files that only change their place: nothing in them is compared, so they do not count."""
PATCH_BYTES = 1024 * 1024
ALL_BYTES = 20 * 1024 * 1024
LINE_CHARACTERS = 20_000
BLOB_BYTES = 20 * 1024 * 1024
COMPARED_BYTES = 400 * 1024 * 1024
"""How much content git may be made to compare in one run."""

_DEADLINE = 60.0
_RENAME_LIMIT = 1_000

TOO_MANY = f"more than {FILES:,} files changed"
PATCH_TOO_LONG = "its patch is over 1 MB"
LINE_TOO_LONG = f"a line of its patch is over {LINE_CHARACTERS:,} characters"
ALL_TOO_LONG = "the patches before it fill 20 MB"
BLOB_TOO_BIG = "the file is over 20 MB"
ALL_TOO_BIG = "the files before it hold 400 MB"
TOO_LATE = "comparing took too long"
UNLISTED = "the change lists more files than are read"
POINTER = "a submodule; only the commit it points to is compared"

# Nothing the repository could configure may change what a patch looks like.
_SHAPE = (
    "diff-tree",
    "-r",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--no-indent-heuristic",
    "--diff-algorithm=myers",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--inter-hunk-context=0",
    "--submodule=short",
    "--ignore-submodules=none",
    "--no-relative",
    "--full-index",
)
_RENAMES = ("--find-renames=50%", f"-l{_RENAME_LIMIT}")


@dataclass(frozen=True, slots=True)
class Comparison:
    files: tuple[ChangedFile, ...]
    left_out: tuple[LeftOut, ...]


class Comparer:
    """Compares trees of one repository."""

    def __init__(self, enclosure: Enclosure, objects: Objects) -> None:
        self._enclosure = enclosure
        self._git = enclosure.objects
        self._objects = objects

    def compare(self, base: str, head: str) -> Comparison:
        """What changed between two trees or commits, by their ids."""
        return self._compared(base, head, self._files)

    def listed(self, base: str, head: str) -> Comparison:
        """Which files differ, renames and copies paired, without their hunks."""
        return self._compared(base, head, self._names)

    def _compared(
        self, base: str, head: str, files_of: Callable[[str, str], list[ChangedFile]]
    ) -> Comparison:
        walked = walk(self._objects, base, head)
        entries, unlisted = walked.files, walked.cut
        refused = self._refused(entries)
        if refused or unlisted:
            kept = [file for file in entries if file.path not in refused]
            base, head = self._reduced(kept)
        files = files_of(base, head)
        for file in entries:
            if file.path in refused:
                files.append(replace(file, left_out=refused[file.path]))
        files.sort(key=lambda file: file.path)
        beyond = [LeftOut(path="", reason=UNLISTED, required=True)] if unlisted else []
        return Comparison(tuple(files), (*_left_out(files), *beyond))

    def _refused(self, entries: Sequence[ChangedFile]) -> dict[str, str]:
        """Paths that are not compared, with the reason; sizes are asked before any content."""
        moved = _moved(entries)
        paths = list(dict.fromkeys(file.path for file in entries if file.path not in moved))
        refused = dict.fromkeys(paths[FILES:], TOO_MANY)
        looked_at = [file for file in entries if file.path not in refused]
        sizes = self._objects.sizes(blob for file in looked_at for blob in _blobs(file))
        total = 0
        for file in looked_at:
            missing = [blob for blob in _blobs(file) if blob not in sizes]
            if missing:
                raise WorkspaceError(
                    f"The content of `{file.path}` is not in this clone; run `git diff --stat` "
                    "on the two commits once, which fetches it, or `git fetch --refetch "
                    "--no-filter`."
                )
            largest = max((sizes[blob] for blob in _blobs(file)), default=0)
            if largest > BLOB_BYTES:
                refused[file.path] = BLOB_TOO_BIG
                continue
            total += sum(sizes[blob] for blob in _blobs(file))
            if total > COMPARED_BYTES:
                refused[file.path] = ALL_TOO_BIG
        return refused

    def _reduced(self, files: Sequence[ChangedFile]) -> tuple[str, str]:
        """Trees that hold only these files, so that git sees nothing else."""
        write = self._enclosure.write_tree
        old = [(file.path, file.old_mode, file.old_blob) for file in files if file.old_blob]
        new = [(file.path, file.new_mode, file.new_blob) for file in files if file.new_blob]
        return write(old), write(new)

    def _files(self, base: str, head: str) -> list[ChangedFile]:
        if base == head:
            return []
        arguments = (*_SHAPE, *_RENAMES, "--raw", "--numstat", "-z", base, head, "--")
        answer = self._git.attempt(*arguments, deadline=_DEADLINE)
        if not answer.worked:
            raise failure(arguments, answer)
        listed = listing(answer.stdout)
        files = reconcile(listed, self._patches(listed, (*_RENAMES, base, head)))
        return [self._as_text(file) if self._is_disguised(file) else file for file in files]

    def _names(self, base: str, head: str) -> list[ChangedFile]:
        if base == head:
            return []
        arguments = (*_SHAPE, *_RENAMES, "--find-copies=50%", "--raw", "-z", base, head, "--")
        answer = self._git.attempt(*arguments, deadline=_DEADLINE)
        if not answer.worked:
            raise failure(arguments, answer)
        return list(listing(answer.stdout))

    def _is_disguised(self, file: ChangedFile) -> bool:
        """Whether git calls it binary although both its versions are text with a few NULs."""
        if file.left_out != BINARY:
            return False
        sides = [self._objects.data(blob) for blob in _blobs(file)]
        return all(side is not None and not is_binary(side) for side in sides)

    def _as_text(self, file: ChangedFile) -> ChangedFile:
        write = self._enclosure.write_tree
        old = write([(file.path, file.old_mode, file.old_blob)] if file.old_blob else [])
        new = write([(file.path, file.new_mode, file.new_blob)] if file.new_blob else [])
        patch = next(self._patches([file], ("--text", "--no-renames", old, new)))
        return replace(
            file,
            binary=False,
            hunks=patch.hunks,
            additions=patch.additions,
            deletions=patch.deletions,
            left_out=patch.left_out,
        )

    def _patches(
        self, listed: Sequence[ChangedFile], arguments: Sequence[str]
    ) -> Iterator[ChangedFile]:
        """The files of one patch run; past a bound they come without hunks and say why."""
        words = (*_SHAPE, "--patch", "--unified=3", *arguments, "--")
        seen: set[tuple[str, FileStatus]] = set()
        held = 0
        with self._git.started(words, deadline=_DEADLINE) as call:
            for section in _sections(call.chunks()):
                file = _bounded(section)
                held += 0 if file.left_out else len(section)
                seen.add((file.path, file.status))
                if held > ALL_BYTES:
                    yield replace(file, hunks=(), left_out=ALL_TOO_LONG)
                    break
                yield file
            answer = call.finish(cut=held > ALL_BYTES)
        if not (answer.worked or answer.cut or answer.late):
            raise failure(words, answer)
        if answer.cut or answer.late:
            reason = TOO_LATE if answer.late else ALL_TOO_LONG
            for file in listed:
                if (file.path, file.status) not in seen:
                    yield replace(file, left_out=reason)


def _moved(entries: Sequence[ChangedFile]) -> set[str]:
    """Paths that lose a content and paths that get it, each content as often as it was lost."""
    lost: dict[Id, list[str]] = {}
    for file in entries:
        if file.status is FileStatus.DELETED:
            lost.setdefault(file.old_blob, []).append(file.path)
    paths: set[str] = set()
    for file in entries:
        if file.status is FileStatus.ADDED and lost.get(file.new_blob) and len(paths) < 2 * MOVES:
            paths |= {file.path, lost[file.new_blob].pop()}
    return paths


def _blobs(file: ChangedFile) -> list[str]:
    return [
        blob
        for blob, mode in ((file.old_blob, file.old_mode), (file.new_blob, file.new_mode))
        if blob and mode != "160000"
    ]


def _sections(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The files of a patch one by one; of one that is too long only what proves it."""
    start = b"\ndiff --"
    held = b""
    for chunk in chunks:
        # A long section is searched from where the last search could have missed a start.
        searched = max(0, len(held) - len(start))
        held += chunk
        at = held.find(start, searched)
        while at >= 0:
            yield held[: at + 1]
            held = held[at + 1 :]
            at = held.find(start)
        if len(held) > 2 * PATCH_BYTES:
            # One byte more than is allowed stays; the next search begins in the kept tail, so
            # the two ends cannot form a start that is not there.
            held = held[: PATCH_BYTES + 1] + held[-len(start) :]
    if held:
        yield held


def _bounded(section: bytes) -> ChangedFile:
    if len(section) > PATCH_BYTES:
        header = section[: section.find(b"\n@@ ") + 1]
        return replace(parse_section(header), left_out=PATCH_TOO_LONG)
    file = parse_section(section)
    if any(len(line) > LINE_CHARACTERS + 1 for hunk in file.hunks for line in hunk.body):
        return replace(file, hunks=(), left_out=LINE_TOO_LONG)
    return file


def _left_out(files: Iterable[ChangedFile]) -> Iterator[LeftOut]:
    for file in files:
        if file.is_submodule:
            yield LeftOut(path=file.path, reason=POINTER, required=False)
        elif file.left_out is not None:
            required = file.left_out != BINARY and not _is_made_elsewhere(file.path)
            yield LeftOut(path=file.path, reason=file.left_out, required=required)


def _is_made_elsewhere(path: str) -> bool:
    """Whether nobody would expect this text to be read: a program wrote it from another."""
    return is_lockfile(path) or is_generated(path) or is_vendored(path) or is_minified(path)
