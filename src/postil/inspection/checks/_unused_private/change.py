"""What a change leaves without a use, and what it brings in that nothing uses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from postil.domain import paths
from postil.domain.change import Change, ChangedFile, FileStatus, Side
from postil.domain.finding import Quote
from postil.inspection.arrivals import is_brought_in
from postil.inspection.checks._unused_private.sheet import Sheet
from postil.inspection.checks._unused_private.things import LANGUAGES, Reach, Thing
from postil.ports import Hits, Tree
from postil.syntax import Form, Kind, Occurrence, Role, imports, references

_SAMPLES = frozenset(
    {
        *("examples", "example", "samples", "sample", "demo", "demos", "playground", "sandbox"),
        *("docs", "doc", "templates", "template", "stubs", "testdata", "benchmarks", "bench"),
    }
)
_LONGEST_PATH = 1_000
_WIDEST = 1_000
_LEAST_ALIKE = 3
_NAMES = {
    "python": re.compile(r"\b_[A-Za-z]\w{1,80}\b"),
    "go": re.compile(r"\b[a-z]\w{2,80}\b"),
}
_WORD = re.compile(r"\w+")
_OWN_MEANING = frozenset({Form.DEFINITION, Form.BINDING})
_USING = frozenset({Form.NAME, Form.ATTRIBUTE, Form.IMPORT, Form.UNKNOWN})
_OWN = frozenset({"self", "cls"})
_HEAD_WORD = re.compile(r"\A_{0,2}[A-Z]?[a-z0-9]{1,80}|\A_{0,2}[A-Z0-9]{1,80}")
_ALIAS = re.compile(r"[\w\]] {0,40}= {0,40}[A-Za-z_]\w{0,80}(?:\.\w{1,80}){0,8} {0,8};?\s{0,8}\Z")
_STATIC = re.compile(r"\bconst\b|\bstatic\s{1,8}final\b|\bfinal\s{1,8}static\b")
_CALLS = re.compile(r"[\w)\]]\s{0,4}\(|\bawait\b|\bnew\b|<-|`")
_FUNCTION = re.compile(r"=>|\bfunction\b|\blambda\b|\bfunc\b")


@dataclass(frozen=True)
class Candidate:
    """A private thing that its file does not use; `cause` is the removed line that used it."""

    thing: Thing
    cause: Quote | None = None


@dataclass
class Touched:
    """A file at both revisions, with what the change may have left or put there too much."""

    head: Sheet
    base: Sheet
    candidates: list[Candidate] = field(default_factory=list)

    @property
    def path(self) -> str:
        return self.head.path

    @property
    def is_test(self) -> bool:
        return paths.is_test(self.path)

    @cached_property
    def older(self) -> tuple[Thing, ...]:
        """What stood unused before the change and still stands."""
        if not self.base.is_readable:
            return ()
        words = {thing.word for thing in self.head.unused()}
        words.difference_update(each.thing.word for each in self.candidates)
        return tuple(thing for thing in self.base.unused() if thing.word in words)


@dataclass(frozen=True)
class Lost:
    """A name that a file of the change uses no more, and that another file may define."""

    word: str
    language: str
    cause: Quote

    def may_be(self, path: str) -> bool:
        if paths.language_of(path) != self.language:
            return False
        return self.language != "go" or _folder(path) == _folder(self.cause.path)


def is_looked_at(change: Change, file: ChangedFile) -> bool:
    """Whether the change touches a file that people of the project write and run."""
    return (
        is_own_code(file.path)
        and bool(file.added or file.removed)
        and not file.is_symlink
        and not is_brought_in(change, file)
    )


def is_own_code(path: str) -> bool:
    """Whether a path is one of code that people of the project write and run."""
    return (
        (paths.language_of(path) or "") in LANGUAGES
        and len(path) <= _LONGEST_PATH
        and not (paths.is_vendored(path) or paths.is_generated(path) or paths.is_minified(path))
        and not (
            paths.is_fixture(path)
            or paths.is_specimen(path)
            or paths.is_snapshot(path)
            or paths.is_migration(path)
        )
        and _SAMPLES.isdisjoint(paths.without_address(path.lower()).split("/")[:-1])
    )


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


@dataclass
class Finder:
    """The change and both trees, with the files of the change read once each."""

    change: Change
    head: Tree
    base: Tree
    sheets: dict[str, Sheet] = field(default_factory=dict)

    @cached_property
    def _gone(self) -> dict[str, frozenset[str]]:
        """The words of the removed lines of each file, by its path before."""
        return {
            file.old_path: frozenset(
                word for _, text in file.removed for word in _WORD.findall(text[:_WIDEST])
            )
            for file in self.change.files
            if file.old_path is not None and file.removed
        }

    def touched(self) -> Iterator[Touched]:
        for file in self.change.files:
            if file.status is FileStatus.DELETED or not is_looked_at(self.change, file):
                continue
            after = Sheet(file.path, self.head.read(file.path) or "")
            if not after.is_readable:
                continue
            one = Touched(after, self.before(file))
            one.candidates = list(self._candidates(one, file))
            if one.candidates:
                yield one

    def before(self, file: ChangedFile) -> Sheet:
        """The file as it was; empty where the change brings it."""
        path = file.old_path
        if path is None or file.status is FileStatus.ADDED:
            return Sheet(file.path, "")
        if path not in self.sheets:
            self.sheets[path] = Sheet(path, self.base.read(path) or "")
        return self.sheets[path]

    def _candidates(self, one: Touched, file: ChangedFile) -> Iterator[Candidate]:
        added = file.added_numbers
        for thing in one.head.unused():
            before = one.base.named(thing.word)
            if before is None:
                if thing.line in added and self._is_new(thing, one):
                    yield Candidate(thing)
                continue
            if before.kind is not thing.kind or _is_kept(thing, one.head):
                continue
            cause = self._cause(before, one, file)
            if cause is not None and not (one.is_test and thing.kind is Kind.TYPE):
                yield Candidate(thing, cause)

    def _is_new(self, thing: Thing, one: Touched) -> bool:
        """Whether the file knows nothing of the name, and the thing is one that must be used."""
        if one.is_test or thing.may_be_called or thing.kind is Kind.TYPE:
            return False
        if one.head.is_in_comments(thing) or thing.word in one.base.words:
            return False
        if any(thing.word in words for words in self._gone.values()):
            return False
        if thing.kind is Kind.FIELD and not _STATIC.search(thing.text):
            return False
        if thing.kind in (Kind.CONSTANT, Kind.FIELD):
            value = "\n".join(one.head.lines[thing.line - 1 : thing.end_line][:_LEAST_ALIKE])
            value = value.partition("=")[2]
            if _CALLS.search(value) and not _FUNCTION.search(value):
                return False
        return not _is_kept(thing, one.head)

    def _cause(self, thing: Thing, one: Touched, own: ChangedFile) -> Quote | None:
        """The removed line that used the thing, in its own file or in one that could reach it."""
        cause = _removed_use(own, one.base, one.base, thing)
        if cause or thing.may_be_called or thing.reach not in (Reach.FOLDER, Reach.TREE):
            return cause
        others = (file for file in self.change.files if file is not own)
        causes = (
            _removed_use(file, self.before(file), one.base, thing)
            for file in others
            if self._may_have_used(thing, file)
        )
        return next((found for found in causes if found is not None), None)

    def _may_have_used(self, thing: Thing, file: ChangedFile) -> bool:
        path = file.old_path
        if path is None or paths.language_of(path) != paths.language_of(thing.path):
            return False
        if thing.reach is Reach.FOLDER and _folder(path) != _folder(thing.path):
            return False
        return thing.word in self._gone.get(path, ())

    def lost(self) -> Iterator[Lost]:
        """The names that files of the change stop using and do not define, each once."""
        seen: set[tuple[str, str, str]] = set()
        for file in self.change.files:
            path = file.old_path
            language = paths.language_of(path or "") or ""
            if path is None or language not in _NAMES or not is_looked_at(self.change, file):
                continue
            for word, cause in self._last_uses(file, language):
                key = (language, word, _folder(path) if language == "go" else "")
                if key not in seen:
                    seen.add(key)
                    yield Lost(word, language, cause)

    def _last_uses(self, file: ChangedFile, language: str) -> Iterator[tuple[str, Quote]]:
        gone = {
            word for _, text in file.removed for word in _NAMES[language].findall(text[:_WIDEST])
        }
        deleted = file.status is FileStatus.DELETED
        after = "" if deleted else self.head.read(file.path) or ""
        gone -= set(_WORD.findall(after))
        before = self.before(file)
        uses: dict[str, Occurrence] = {}
        own = {entry.local for entry in imports(before.path, before.text)} if gone else set()
        if language == "python":
            own.clear()
        for place in references(before.path, before.text, gone) if gone else ():
            if place.role is Role.CODE and place.form in _OWN_MEANING:
                own.add(place.name)
            elif (
                place.form in _USING
                and place.role is Role.CODE
                and place.line in file.removed_numbers
            ):
                uses.setdefault(place.name, place)
        for word, place in uses.items():
            if word not in own:
                yield word, _quote(before, place.line)

    def left_elsewhere(self, lost: Lost, hits: Hits) -> Touched | None:
        """The file that the change leaves alone and that alone still holds the lost name."""
        if hits.total > len(hits.hits):
            return None
        holding = {hit.path for hit in hits.hits if lost.may_be(hit.path)}
        path = next(iter(holding), "")
        if len(holding) != 1 or self.change.touches(path) or not is_own_code(path):
            return None
        sheet = Sheet(path, self.head.read(path) or "")
        thing = sheet.named(lost.word) if sheet.is_readable else None
        if thing is None or thing.may_be_called or sheet.uses(thing):
            return None
        if thing.reach not in (Reach.FOLDER, Reach.TREE) or _is_kept(thing, sheet):
            return None
        return Touched(sheet, sheet, [Candidate(thing, lost.cause)])


def _quote(sheet: Sheet, line: int) -> Quote:
    return Quote(path=sheet.path, text=sheet.lines[line - 1], side=Side.OLD, line=line)


def _removed_use(file: ChangedFile, sheet: Sheet, home: Sheet, thing: Thing) -> Quote | None:
    for place in sheet.places(thing):
        if place.line not in file.removed_numbers or not _calls(place, sheet.language):
            continue
        if sheet is home and not sheet.is_use(thing, place):
            continue
        if thing.may_be_called and sheet.language == "python" and place.qualifier not in _OWN:
            continue
        return _quote(sheet, place.line)
    return None


def _calls(place: Occurrence, language: str) -> bool:
    """Whether a place used a name for certain; in Ruby a symbol does so as well."""
    if place.role is Role.STRING:
        return language == "ruby"
    return place.role is Role.CODE and place.form in _USING


def _is_kept(thing: Thing, sheet: Sheet) -> bool:
    """Whether it is a value that stays whoever uses it: one of a list, or an older name of another."""
    if thing.kind not in (Kind.CONSTANT, Kind.FIELD):
        return False
    if _ALIAS.search(thing.text[:_WIDEST]):
        return True
    first = _HEAD_WORD.match(thing.name)
    alike = [
        other
        for other in sheet.things
        if other.kind is thing.kind
        and other.owner == thing.owner
        and first is not None
        and other.name.startswith(first[0])
    ]
    return len(alike) >= _LEAST_ALIKE
