"""Mines from any repository where lines are known to have gone, without asking Postil."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from pathlib import Path

from postil.domain.change import ChangedFile
from postil.domain.diff import parse
from postil.domain.paths import is_generated, is_lockfile, is_minified, is_vendored

NEAR = 3
"""An edit within so many lines is nearby."""

PER_FILE = 300
_HELD = 4_000
_WORDY = 25
_SAID = 20
_SHORTEST_BLOCK = 3
_SHORTEST_WORDS = 30
_PATTERN = (
    r"noqa|type: ?ignore|pylint: ?disable|eslint-disable|@ts-ignore|@ts-expect-error|nolint|"
    r"rubocop:disable|#!?\[allow|pragma: no cover|prettier-ignore|istanbul ignore|nosec"
)
_COMMENT = re.compile(_PATTERN)


Row = tuple[ChangedFile, int, str]
"""A changed line: its file, number and text."""


@dataclass(frozen=True)
class Known:
    """One line whose new place is known; `new_line` 0 when it was deleted."""

    path: str
    line: int
    new_path: str = ""
    new_line: int = 0
    near: bool = False


@dataclass
class Case:
    """Two revisions and what is known about lines between them."""

    old: str
    new: str
    known: list[Known] = field(default_factory=list)


class Git:
    """A scratch repository that borrows the objects of another and keeps what git makes."""

    def __init__(self, source: Path, scratch: Path) -> None:
        self.folder = scratch
        self._run("init", "--bare", "--quiet", str(scratch), cwd=None)
        shared = self._run(
            "rev-parse", "--path-format=absolute", "--git-path", "objects", cwd=source
        )
        (scratch / "objects/info/alternates").write_bytes(shared)
        self.head = self._run("rev-parse", "HEAD", cwd=source).decode().strip()
        self._texts: dict[tuple[str, str], list[str]] = {}
        self._commits: dict[tuple[str, ...], str] = {}
        self._reader = subprocess.Popen(
            ["git", "-C", str(scratch), "cat-file", "--batch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def _run(self, *words: str, cwd: Path | None, check: bool = True) -> bytes:
        place = ["-C", str(cwd)] if cwd else []
        return subprocess.run(["git", *place, *words], capture_output=True, check=check).stdout

    def run(self, *words: str, check: bool = True) -> bytes:
        return self._run(*words, cwd=self.folder, check=check)

    def words(self, *words: str, check: bool = True) -> list[str]:
        return self.run(*words, check=check).decode("utf-8", "surrogateescape").split("\n")[:-1]

    def files(self, old: str, new: str) -> tuple[ChangedFile, ...]:
        """What differs, without files nobody reviews line by line."""
        patch = self.run("diff-tree", "-r", "-p", "-U0", "-M", "--full-index", old, new)
        return tuple(file for file in parse(patch) if not _is_made(file.path))

    def lines(self, tree: str, path: str) -> list[str]:
        key = (tree, path)
        if key not in self._texts:
            if len(self._texts) > _HELD:
                self._texts.clear()
            data = self._blob(f"{tree}:{path}")
            self._texts[key] = data.decode("utf-8", "surrogateescape").split("\n")
        return self._texts[key]

    def _blob(self, name: str) -> bytes:
        stdin, stdout = self._reader.stdin, self._reader.stdout
        if stdin is None or stdout is None or "\n" in name:
            return b""
        stdin.write(name.encode("utf-8", "surrogateescape") + b"\n")
        stdin.flush()
        words = stdout.readline().split()
        return stdout.read(int(words[2]) + 1)[:-1] if words[1:2] == [b"blob"] else b""

    def close(self) -> None:
        self._reader.communicate()

    @cached_property
    def wordy(self) -> frozenset[str]:
        """The commits of the mainline that add many lines to files that were there before."""
        said = self.run(
            "log", "--first-parent", "-m", "--no-renames", "--diff-filter=M", "--numstat",
            "--format=%x00%H", self.head,
        )  # fmt: skip
        found = []
        for record in said.decode("utf-8", "surrogateescape").split("\0")[1:]:
            commit, _, rows = record.partition("\n")
            counts = (row.split("\t") for row in rows.split("\n") if row)
            added = sum(int(n) for n, _, path in counts if n.isdigit() and not _is_made(path))
            if added >= _WORDY:
                found.append(commit)
        return frozenset(found)

    def merged(self, ancestor: str, ours: str, theirs: str) -> str:
        """The tree of a real cherry-pick of ancestor..theirs onto ours.

        Files that conflict hold both sides between marks, as they do in a checkout.
        """
        root = self.commit(ancestor)
        sides = self.commit(ours, root), self.commit(theirs, root)
        return self.words("merge-tree", "--write-tree", *sides, check=False)[0]

    def commit(self, tree: str, *parents: str) -> str:
        """A commit of that tree with just these parents."""
        key = (tree, *parents)
        if key not in self._commits:
            behind = [word for parent in parents for word in ("-p", parent)]
            who = ["-c", "user.name=bench", "-c", "user.email=bench@example.org"]
            made = self.words(*who, "commit-tree", f"{tree}^{{tree}}", *behind, "-m", "-")
            self._commits[key] = made[0]
        return self._commits[key]


def _is_made(path: str) -> bool:
    return is_lockfile(path) or is_generated(path) or is_vendored(path) or is_minified(path)


def rebases(git: Git, wanted: int, distance: int) -> Iterator[Case]:
    """Commits as if they had been written on an earlier mainline and rebased since.

    Git itself carries each commit back; only files in which both sides add the same lines in
    the same order count (none with a conflict does), so that each line's two places are known.
    """
    trunk = git.words("rev-list", "--first-parent", git.head)
    wordy = [at for at, head in enumerate(trunk[: -distance - 1]) if head in git.wordy]
    for at in wordy[:: 1 + len(wordy) // wanted]:
        head, parent, earlier = trunk[at], trunk[at + 1], trunk[at + 1 + distance]
        carried = git.merged(parent, earlier, head)
        yield from _pull(git, (earlier, carried), (parent, head))


def merges(git: Git, wanted: int) -> Iterator[Case]:
    """Pull requests as they stood on their branch and as they stand where they were merged."""
    listed = git.words("rev-list", "--merges", "--parents", git.head)
    for row in listed[:: 1 + len(listed) // wanted]:
        merge, trunk, branch = row.split()[:3]
        bases = git.words("merge-base", trunk, branch, check=False)
        if bases and bases[0] != trunk:
            yield from _pull(git, (bases[0], branch), (trunk, merge))


def _pull(git: Git, before: tuple[str, str], after: tuple[str, str]) -> Iterator[Case]:
    then = {file.path: file for file in git.files(*before)}
    case = Case(before[1], after[1])
    for file in git.files(*after):
        old = then.get(file.path) or (then.get(file.old_path) if file.old_path else None)
        if old is None or [text for _, text in old.added] != [text for _, text in file.added]:
            continue
        case.known += list(_added(git, case, old, file))
    if case.known:
        yield case


def _added(git: Git, case: Case, old: ChangedFile, new: ChangedFile) -> Iterator[Known]:
    before, after = git.lines(case.old, old.path), git.lines(case.new, new.path)
    slack = _sliding(before, [number for number, _ in old.added])
    slack |= {
        old.added[index][0]
        for index in _indices(new, _sliding(after, [number for number, _ in new.added]))
    }
    pairs = list(zip(old.added, new.added, strict=True))
    for (line, _), (new_line, _) in pairs[:: 1 + len(pairs) // PER_FILE]:
        if line not in slack:
            yield Known(old.path, line, new.path, new_line, _differs(before, line, after, new_line))


def _indices(file: ChangedFile, numbers: set[int]) -> Iterator[int]:
    for index, (number, _) in enumerate(file.added):
        if number in numbers:
            yield index


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """First and last of each run of consecutive numbers."""
    for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        yield run[0], run[-1]


def _sliding(lines: Sequence[str], numbers: Sequence[int]) -> set[int]:
    """Lines of stretches that could begin a line earlier or later: a diff cannot say which."""
    found: set[int] = set()
    for first, last in _runs(numbers):
        above = first > 1 and lines[first - 2] == lines[last - 1]
        below = last < len(lines) and lines[last] == lines[first - 1]
        if above or below:
            found.update(range(first, last + 1))
    return found


def _differs(before: Sequence[str], line: int, after: Sequence[str], new_line: int) -> bool:
    ours = before[max(0, line - 1 - NEAR) : line + NEAR]
    return ours != after[max(0, new_line - 1 - NEAR) : new_line + NEAR]


def suppressions(git: Git, distance: int, spans: int) -> Iterator[Case]:
    """Comments that silence a tool: told apart by their own words, once in each tree."""
    trunk = git.words("rev-list", "--first-parent", git.head)
    for at in range(0, min(len(trunk) - distance, spans * distance), distance):
        case = Case(trunk[at + distance], trunk[at])
        before, after = _comments(git, case.old), _comments(git, case.new)
        known: dict[tuple[str, int], Known] = {}
        for words in sorted(before.keys() & after.keys(), key=lambda words: (len(words), words)):
            (path, line), (new_path, new_line) = before[words], after[words]
            ours, theirs = git.lines(case.old, path), git.lines(case.new, new_path)
            near = _differs(ours, line, theirs, new_line)
            known[path, line] = Known(path, line, new_path, new_line, near)
        case.known = list(known.values())
        if case.known:
            yield case


def _comments(git: Git, tree: str) -> dict[str, tuple[str, int]]:
    """Each comment's place by its words: the whole line, or what it says from its mark on.

    The second stays the same when the code before the comment is edited.
    """
    rows = git.run("grep", "-I", "-n", "-z", "-E", _PATTERN, tree, check=False)
    found: dict[str, list[tuple[str, int]]] = {}
    for row in rows.decode("utf-8", "surrogateescape").split("\n")[:-1]:
        name, number, line = row.split("\0", 2)
        place = (name.partition(":")[2], int(number))
        said = _COMMENT.search(line)
        words = {line.strip(), line[said.start() :].strip() if said else ""}
        for key in words:
            if len(key) >= _SAID and not _is_made(place[0]):
                found.setdefault(key, []).append(place)
    return {words: places[0] for words, places in found.items() if len(places) == 1}


def history(git: Git, count: int) -> Iterator[tuple[str, str, tuple[ChangedFile, ...]]]:
    """Commit, parent and files of commits that are not merges, newest first."""
    for row in git.words("rev-list", "--no-merges", "--parents", f"--max-count={count}", git.head):
        commit, *parents = row.split()
        if parents:
            yield commit, parents[0], git.files(parents[0], commit)


def moves(commit: str, parent: str, files: Sequence[ChangedFile]) -> Iterator[Case]:
    """Blocks that a commit cut here and pasted there, of commits that hardly do anything else."""
    gone = [(file, *row) for file in files for row in file.removed]
    came = [(file, *row) for file in files for row in file.added]
    removed = Counter(text.strip() for _, _, text in gone if text.strip())
    added = Counter(text.strip() for _, _, text in came if text.strip())
    total = max(removed.total(), added.total())
    if total < _SHORTEST_BLOCK or (removed & added).total() < 0.9 * total:
        return
    case = Case(parent, commit)
    blocks = list(_blocks(came))
    texts = Counter(tuple(text.strip() for _, _, text in block) for block in blocks)
    sources = Counter(tuple(text.strip() for _, _, text in block) for block in _blocks(gone))
    for block in _blocks(gone):
        words = tuple(text.strip() for _, _, text in block)
        if len(words) < _SHORTEST_BLOCK or texts[words] != 1 or sources[words] != 1:
            continue
        target = next(b for b in blocks if tuple(text.strip() for _, _, text in b) == words)
        if sum(map(len, words)) < _SHORTEST_WORDS or _is_in_place(block, target):
            continue
        for (file, line, _), (new_file, new_line, _) in zip(block, target, strict=True):
            case.known.append(Known(file.old_path or file.path, line, new_file.path, new_line))
    if case.known:
        yield case


def _is_in_place(block: Sequence[Row], target: Sequence[Row]) -> bool:
    """Whether both are the two halves of one hunk: a new indentation, not a move."""
    file, line, _ = block[0]
    new_file, new_line, _ = target[0]
    return file is new_file and any(
        hunk.old_start <= line < hunk.old_start + hunk.old_count
        and hunk.new_start <= new_line < hunk.new_start + hunk.new_count
        for hunk in file.hunks
    )


def _blocks(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Runs of consecutive changed lines of one file."""
    for _, group in groupby(
        enumerate(rows), key=lambda pair: (pair[1][0].path, pair[1][1] - pair[0])
    ):
        yield [row for _, row in group]


def deletions(git: Git, commit: str, parent: str, files: Sequence[ChangedFile]) -> Iterator[Case]:
    """Lines taken out by commits that add nothing at all."""
    if any(file.added or file.binary for file in files):
        return
    case = Case(parent, commit)
    for file in files:
        path = file.old_path or file.path
        numbers = [number for number, _ in file.removed]
        slack = _sliding(git.lines(parent, path), numbers)
        case.known += [Known(path, number) for number in numbers[:PER_FILE] if number not in slack]
    if case.known:
        yield case
