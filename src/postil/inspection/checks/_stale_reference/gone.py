"""The files and folders that the change moved or deleted, and the words that would name them."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.paths import is_fixture, is_generated, is_vendored, matches
from postil.inspection.checks._stale_reference.made import is_record_of_run
from postil.inspection.checks._stale_reference.modules import ENDINGS, class_name, family_of
from postil.inspection.checks._stale_reference.packages import split_off
from postil.inspection.checks._stale_reference.subjects import Subject, file_end
from postil.inspection.checks._stale_reference.words import is_nobodys
from postil.ports import Tree
from postil.syntax import supports

MOST_PATHS = 2_000
_MOST_DATA = 300
_BY_STEM = frozenset({"python", "javascript", "ruby", "rust", "c"})
_SHORTEST_STEM = 3
_OPENING = 10
_OF_C = (".y", ".yy", ".l", ".ll", ".lex", ".rl", ".re", ".pyx", ".vala")
_MAKERS = {
    **dict.fromkeys(("c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx"), _OF_C),
    "rb": (".y", ".ry", ".rl"),
    "go": (".y", ".rl"),
    "py": (".y", ".g4"),
    "php": (".y", ".phpy"),
    "java": (".g4", ".jj", ".jflex"),
}
"""What generators make sources of a language from, by the ending of the source."""

FORMS = (
    ".in",
    ".cmake",
    "_tmpl",
    ".tmpl",
    ".template",
    ".tpl",
    ".j2",
    ".dist",
    ".example",
    ".sample",
)
"""What is put behind the name of a file that is filled in, or copied, under its own name."""


@dataclass(frozen=True)
class Gone:
    """A path that stood at base and does not at head."""

    path: str
    subject: Subject
    is_folder: bool = False
    is_data: bool = False
    """Whether tests read it: its name alone, which many such files share, then says nothing."""

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def stem(self) -> str:
        return self.name.partition(".")[0] or self.name

    @cached_property
    def needles(self) -> frozenset[str]:
        """What the search must look for; the module's own word where imports leave the ending out."""
        found = {self.name}
        if self.is_folder or self.is_data:
            return frozenset(found)
        if self.stem == "__init__" or (self.stem == "index" and self.name.endswith(ENDINGS)):
            found.add(posixpath.basename(posixpath.dirname(self.path)))
        elif class_name(self.path) or family_of(self.path) in _BY_STEM:
            found.add(self.stem)
        return frozenset(needle for needle in found if len(needle) >= _SHORTEST_STEM)


def gone_paths(change: Change, *, head: Tree) -> list[Gone]:
    """Every file the change deleted or moved away, unless the tree ignores it from now on."""
    found: list[Gone] = []
    if change.title.startswith("Squashed '"):
        # `git subtree` hands in another repository, whose tree is not this one.
        return found
    moved_out = split_off(change)
    written: list[ChangedFile] = []
    data: list[ChangedFile] = []
    for file in change.files:
        path = _left(file)
        if path is None or head.exists(path):
            continue
        if is_fixture(path):
            data.append(file)
            continue
        if is_nobodys(path):
            if is_generated(path) and not is_vendored(path):
                written.append(file)
            continue
        if path in moved_out and supports(path):
            continue
        opening = _opening(file)
        if file.status is FileStatus.DELETED and (
            is_generated(path, opening) or is_record_of_run(path, opening)
        ):
            # What a program wrote leaves the tree, and the program writes it again.
            continue
        if path.endswith(".pyi") and head.exists(path.removesuffix("i")):
            # A stub only repeats what the module says, and the module is still there.
            continue
        found.append(Gone(path, _subject(file, path)))
    found += _moved(written, change)
    found += _data(data)
    found = _without_platform(found, head)
    kept = [gone for gone in found if not (is_ignored(gone.path, head) or _is_made(gone, head))]
    return [*kept, *_gone_folders(kept, head)]


def _without_platform(found: list[Gone], head: Tree) -> list[Gone]:
    """The files without those of the forge, where most of them leave, as on a branch for a release:
    what names them means those of the main branch, or asks whether they are there.
    """
    of_forge = [gone for gone in found if gone.path.startswith(_FORGE)]
    left = sum(path.startswith(_FORGE) for path in head.paths())
    if len(of_forge) < max(_MOST_OF_IT, 2 * left):
        return found
    return [gone for gone in found if gone not in of_forge]


def _subject(file: ChangedFile, path: str) -> Subject:
    now = file.path if file.status is FileStatus.RENAMED else ""
    return Subject(name=path, noun="file", cause=file_end(file), now=now)


def _data(files: Iterable[ChangedFile]) -> Iterator[Gone]:
    """What tests read, as far as a person would still look who names it: a few at a time."""
    for file in islice(files, _MOST_DATA):
        path = file.old_path or file.path
        if not is_nobodys(path):
            yield Gone(path, _subject(file, path), is_data=True)


def _moved(written: Iterable[ChangedFile], change: Change) -> Iterator[Gone]:
    """Files that a program writes into another folder since, so that nothing fills the old one again."""
    made = {
        posixpath.basename(file.path): file.path
        for file in change.files
        if file.status is FileStatus.ADDED
    }
    for file in written:
        path = file.old_path or file.path
        now = file.path if file.status is FileStatus.RENAMED else made.get(posixpath.basename(path))
        if now and posixpath.dirname(now) != posixpath.dirname(path):
            yield Gone(path, Subject(name=path, noun="file", cause=file_end(file), now=now))


_FORGE = ".github/"
_MOST_OF_IT = 10
_REFILLED = frozenset({"changelog", "changelogs", "changes", "newsfragments", "news", ".changeset"})
"""Folders that each release empties and the changes after it fill again."""


def _gone_folders(files: list[Gone], head: Tree) -> Iterator[Gone]:
    """Folders of which nothing is left, each shown by the first file that left it."""
    seen: set[str] = set()
    filled = _filled(head)
    for gone in files:
        folder = posixpath.dirname(gone.path)
        while folder and folder not in seen and not head.exists(folder):
            seen.add(folder)
            left = bool(gone.subject.now) and supports(gone.path)
            # Where the sources went, what is made of them goes too.
            if (folder in filled and not left) or posixpath.basename(folder) in _REFILLED:
                folder = posixpath.dirname(folder)
                continue
            rest = gone.path.removeprefix(folder)
            now = gone.subject.now.removesuffix(rest) if gone.subject.now.endswith(rest) else ""
            subject = Subject(name=folder, noun="folder", cause=gone.subject.cause, now=now)
            yield Gone(folder, subject, is_folder=True, is_data=gone.is_data)
            folder = posixpath.dirname(folder)


def _filled(head: Tree) -> frozenset[str]:
    """Folders below others in which, as the ignore file at the root says, tools make something."""
    rules = (head.read(".gitignore") or "").split("\n")[:2_000]
    plain = (rule.strip().strip("/") for rule in rules if not rule.startswith(("#", "!")))
    folders = {posixpath.dirname(rule) for rule in plain}
    return frozenset(folder for folder in folders if "/" in folder and "*" not in folder)


def _opening(file: ChangedFile) -> list[str]:
    return [text for _, text in islice(file.removed, _OPENING)]


def _left(file: ChangedFile) -> str | None:
    if file.is_submodule or file.status not in (FileStatus.DELETED, FileStatus.RENAMED):
        return None
    return file.old_path


def _is_made(gone: Gone, head: Tree) -> bool:
    """Whether what a generator makes the file from stands in its place."""
    stem, _, ending = gone.path.rpartition(".")
    return any(head.exists(f"{stem}{source}") for source in _MAKERS.get(ending, ())) or any(
        head.exists(f"{gone.path}{form}") for form in FORMS
    )


def is_ignored(path: str, head: Tree) -> bool:
    """Whether an ignore file at or above the path covers it, so that tools make it again."""
    folder = posixpath.dirname(path)
    while True:
        rules = (head.read(posixpath.join(folder, ".gitignore")) or "").split("\n")[:2_000]
        plain = [rule.strip() for rule in rules if rule.strip() and not rule.startswith("#")]
        below = posixpath.relpath(path, folder or ".")
        said = [rule for rule in plain if matches(rule.removeprefix("!"), below)]
        if said:
            # The last rule that fits is the one that counts.
            return not said[-1].startswith("!")
        if not folder:
            return False
        folder = posixpath.dirname(folder)
