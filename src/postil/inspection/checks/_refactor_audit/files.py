"""What still names the old place of a file that moved, or the old name of a type in it."""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.paths import is_doc, language_of
from postil.inspection.checks._refactor_audit.homes import (
    LONGEST_LINE,
    Mention,
    holds,
    is_left_alone,
    is_of_past,
    is_written_out,
)
from postil.inspection.checks._refactor_audit.moves import Moves
from postil.inspection.checks._refactor_audit.places import is_read
from postil.inspection.checks._refactor_audit.routes import Routes, named_by_script
from postil.inspection.checks._refactor_audit.stars import SCRIPTS, Offers
from postil.ports import Hit, Hits, Tree
from postil.syntax import Import, Role, role_at

MOST_FILES = 200
_COINED = re.compile(r"\A[A-Z][a-z0-9]{1,40}(?:[A-Z][a-z0-9]{1,40}){1,6}\Z")
_LOGGED = re.compile(r"\A:\d")
"""What follows a path in what a program printed once."""
_PUT_TOGETHER = re.compile(r"(?i)\b(?:begin|end)(?:ning)? (?:of )?(?:file|include)\b")
"""What a tool writes that puts many files into one."""
_TOP = 15
_BANNER = (
    r"\A\s{0,40}(?:/\*{1,80}!?|\*{1,80}|/{2,80}!?|#{1,80}|--|;{1,4}|%|\"{3}|'{3})?\s{0,40}"
    r"(?:[\\@]file:?\s{1,8}|(?i:file(?:name)?|name|module)\s{0,8}:\s{0,8}|={1,80} ?|-{1,80} ?)?[\"'`<]?(?:[\w.-]{1,60}/){0,6}"
)
"""What stands before the name of a file in the words at its top."""
_TAKEN_IN = frozenset({"c", "cpp", "php", "bash"})
"""Languages whose programs take in a file by its path, which may be its name alone."""
_READ = frozenset({Role.COMMENT, Role.PROSE})


@dataclass(frozen=True)
class Relocated:
    """A file, or a type in it, by the name it had and the name it has; `line` is where a type
    was defined.
    """

    old: str
    new: str
    path: str
    before: Offers
    after: Offers
    routes: Routes
    line: int | None = None
    text: str = ""

    @property
    def is_file(self) -> bool:
        return self.line is None

    @cached_property
    def needles(self) -> frozenset[str]:
        """What to look for: the path, and how programs of its language import it."""
        if not self.is_file:
            return frozenset({self.old})
        spoken = {self.old} if "/" in self.old else set()
        return frozenset(spoken | {self._imported, self._taken_in, *self._beside} - {""})

    @property
    def _imported(self) -> str:
        stem = self.old.rpartition(".")[0]
        if language_of(self.old) in SCRIPTS:
            return "/" + stem.removesuffix("/index").rpartition("/")[2]
        if language_of(self.old) == "python" and "/" in stem:
            return stem.removesuffix("/__init__").removeprefix("src/").replace("/", ".")
        return ""

    @property
    def _taken_in(self) -> str:
        """What every path to the file ends with, however it is counted."""
        name = posixpath.basename(self.old)
        if language_of(self.old) in _TAKEN_IN:
            return name
        return f"/{name}" if "/" in self.old else ""

    @property
    def _beside(self) -> frozenset[str]:
        """How programs of the same folder import the file."""
        stem = posixpath.basename(self.old).rpartition(".")[0]
        match language_of(self.old):
            case "python":
                return frozenset({f".{stem} import", f". import {stem}"})
            case "ruby":
                return frozenset(
                    f"{before}{stem}{mark}" for before in ("/", "'", '"') for mark in "'\""
                )
            case _:
                return frozenset()

    def mentions(self, found: Mapping[str, Hits]) -> Iterator[Mention]:
        yield from self._banner()
        hits = {hit for needle in self.needles & found.keys() for hit in found[needle].hits}
        for hit in hits:
            if len(hit.text) > LONGEST_LINE or is_left_alone(hit.path):
                continue
            if self._is_import(hit):
                yield Mention(hit, self.old, breaks=True)
            elif self._is_spoken(hit):
                yield Mention(hit, self.old, breaks=False)

    def _banner(self) -> Iterator[Mention]:
        """The line at the top of a file that goes on calling it by its old name alone."""
        old, new = posixpath.basename(self.old), posixpath.basename(self.new)
        if not self.is_file or old == new or is_left_alone(self.new):
            return
        whole = self.old if "/" in self.old else ""
        # A string that a file of Python begins with is its docstring.
        opening = {Role.STRING} if language_of(self.new) == "python" else set[Role]()
        opens = re.compile(_BANNER + re.escape(old) + r"(?=[\s:,*—–-]|\Z)")
        text = self.after.tree.read(self.new) or ""
        for line, said in enumerate(text.split("\n", _TOP)[:_TOP], start=1):
            if opens.match(said[:LONGEST_LINE]) and new not in said and not is_of_past(said):
                # One with the whole path is found like those in other files.
                is_said = role_at(self.new, text, line, said.find(old)) in _READ | opening
                if is_said and not (whole and whole in said):
                    yield Mention(Hit(self.new, line, said), self.old, breaks=False)
                return

    def _is_spoken(self, hit: Hit) -> bool:
        """Whether the line sends its reader to the old name, and does not know the new one."""
        if not (language_of(hit.path) or is_doc(hit.path)) or is_of_past(hit.text):
            return False
        is_written = self._is_word(hit.text)
        if self.is_file:
            # A name without a folder may be that of any file.
            is_written = "/" in self.old and holds(hit.text, self.old)
        named = self.old if is_written else posixpath.basename(self.old)
        before, _, after = hit.text[:LONGEST_LINE].partition(named)
        if _LOGGED.match(after) or _PUT_TOGETHER.search(before) or self.new in hit.text:
            return False
        if self.is_file and self.routes.leads_beside(self.old, hit.path):
            return False
        if not (is_written or self._is_counted(hit)) or is_written_out(hit.path, self.after.tree):
            return False
        text = self.after.tree.read(hit.path) or ""
        return role_at(hit.path, text, hit.line, hit.text.find(named)) in _READ

    def _is_counted(self, hit: Hit) -> bool:
        """Whether a line that was there before names the file by a path counted from its own."""
        if not self.is_file or self.before.tree.read(hit.path) is None:
            return False
        is_known = posixpath.basename(self.new) != posixpath.basename(self.old) and (
            posixpath.basename(self.new) in hit.text
        )
        return not is_known and self.routes.is_said(hit.text, hit.path, self.old)

    def _is_word(self, text: str) -> bool:
        return re.search(rf"\b{re.escape(self.old)}\b(?![\\/])", text[:LONGEST_LINE]) is not None

    def _is_import(self, hit: Hit) -> bool:
        """Whether the line imports the file from where nothing stands any more."""
        if not self.is_file or self.before.tree.read(hit.path) is None:
            return False
        if self.routes.is_taken_in(hit.text, hit.path, self.old):
            return True
        sources = [
            source
            for entry in self.after.imports(hit.path)
            if entry.line == hit.line
            for source in (entry.source, _inside(entry))
        ]
        if language_of(hit.path) in SCRIPTS:
            sources += named_by_script(hit.text)
        return any(
            self.before.resolve(source, hit.path) == self.old
            and self.after.resolve(source, hit.path) is None
            for source in sources
        )


def _inside(entry: Import) -> str:
    """What an import of a name from a package of Python means where the name is a module."""
    return f"{entry.source}{'' if entry.source.endswith('.') else '.'}{entry.name}"


def relocated(change: Change, moves: Moves, *, base: Tree, head: Tree) -> list[Relocated]:
    """The files that stand elsewhere since, and the types that were renamed with their file."""
    before, after, routes = Offers(base), Offers(head), Routes(base, head)
    found: list[Relocated] = []
    renamed = (file for file in change.files if _is_moved(file, head))
    for file in islice(renamed, MOST_FILES):
        old = file.old_path or ""
        found.append(Relocated(old, file.path, old, before, after, routes))
        left = [place for place in moves.gone if place.is_type and place.path == old]
        came = [place for place in moves.arrived if place.is_type and place.path == file.path]
        if len(left) == len(came) == 1 and _COINED.match(left[0].name):
            type_ = left[0]
            named = (type_.name, came[0].name, old, before, after, routes)
            found.append(Relocated(*named, line=type_.definition.line, text=type_.text))
    for old, new in islice(_split(change, moves), MOST_FILES):
        found.append(Relocated(old, new, old, before, after, routes))
    return found


def _split(change: Change, moves: Moves) -> Iterator[tuple[str, str]]:
    """The files that are gone and of which most things stand elsewhere, with where most of them do."""
    heirs: dict[str, Counter[str]] = defaultdict(Counter)
    for move in moves.moved:
        if move.old.path != move.new.path:
            heirs[move.old.path][move.new.path] += 1
    lost = Counter(place.path for place in moves.gone)
    for file in change.files:
        taken = heirs[file.path]
        is_gone = file.status is FileStatus.DELETED and is_read(file)
        if is_gone and taken and taken.total() >= lost[file.path]:
            yield file.path, taken.most_common(1)[0][0]


def _is_moved(file: ChangedFile, head: Tree) -> bool:
    is_renamed = file.status is FileStatus.RENAMED and file.old_path is not None
    return is_renamed and is_read(file) and not head.exists(file.old_path or "")
