"""Flags well-known misspellings and doubled words that a change adds where people read them.

Documents, comments, docstrings, messages of several words, and the names that the change gives to
functions, classes, methods, constants, options and files are looked at, and nothing else.

Why it matters: a misspelled name is found by no search and is hard to change once others use it;
a misspelled message or sentence makes readers doubt the rest.

Stays quiet when: the word has more than one correction, is a short form, another variety of
English, another language or somebody's name; stands in code, an address, a path, a sample or a
quoted name; stood there before; is a name that the tree has elsewhere; is accepted by the settings of the
project's own spell checker; or the file is test data, generated, vendored, a word list or a licence.

Silence it: put `postil: allow spelling` and a reason on or above the line, add the word to the settings of
`typos`, `codespell` or `cspell`, or add a `[[suppress]]` entry with `check = "spelling"` to `.postil.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from postil.domain.change import Change, ChangedFile
from postil.domain.observation import Gap
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks import Inspection, asked
from postil.inspection.checks._spelling.custom import accepted_at
from postil.inspection.checks._spelling.doubled import doubled
from postil.inspection.checks._spelling.lexicon import Lexicon, is_cut, is_owners, looked_up
from postil.inspection.checks._spelling.names import given, name_of_file
from postil.inspection.checks._spelling.pages import (
    Page,
    has_language,
    is_read,
    older_header,
    page_of,
)
from postil.inspection.checks._spelling.prose import (
    LONGEST_LINE,
    is_meant,
    is_name,
    parts_of_name,
    words_of,
)
from postil.inspection.checks._spelling.telling import Slip, Sort, told
from postil.ports import Hits, Toolbox, Tree

NAME = "spelling"
DIMENSION = Dimension.CONSISTENCY
SEVERITY = Severity.NIT
ROOT = Root.CODE
ASKS_TREE = True

_TOKEN = re.compile(r"[A-Za-z]{5,200}")
_MOST_WRONG = 15
"""So many different misspellings in one file are a list of words, or another language."""
_MOST_LINES = 300
"""Lines of one file that are looked at more closely; no finding lists so many."""
_USUAL = 3
"""So many other places that spell it the same way have made up their minds."""


def activates(change: Change) -> str | None:
    count = len(_read(change))
    return f"looked at the words of {count} file(s)" if count else None


def _read(change: Change) -> list[ChangedFile]:
    return [file for file in change.files if is_read(change, file)]


def inspect(change: Change, head: Tree, base: Tree, tools: Toolbox) -> Inspection:
    files = {file.path: file for file in _read(change)}
    words = {path: _words(file) for path, file in files.items()}
    lexicon = looked_up(frozenset[str]().union(*words.values()), tools)
    reading = _Reading(change, head, lexicon.rights)
    # A line may be read in two ways, as a docstring and as a message, and hold a word twice.
    slips = list(
        dict.fromkeys(
            slip for path, file in files.items() for slip in reading.slips(file, words[path])
        )
    )
    if slips:
        accepted = accepted_at(base)
        slips = [
            slip
            for slip in slips
            if slip.wrong.lower() not in accepted.words and not accepted.leaves_out(slip.path)
        ]
    headers = {slip.path: older_header(files[slip.path]) for slip in slips}
    needles = frozenset(
        needle
        for slip in slips
        if slip.sort is not Sort.DOUBLED
        for needle in (slip.needle, slip.wrong)
    )
    needles |= frozenset(filter(None, headers.values()))
    found = (yield from asked(needles)) if needles else {}
    yield from _gaps(lexicon)
    foreign = {path for path, header in headers.items() if _is_foreign(header, found, change)}
    yield from told(
        [
            slip
            for slip in slips
            if slip.path not in foreign
            and not _is_usual(slip, found, files)
            and not _is_name_of_place(slip, files, head)
        ]
    )


def _is_foreign(header: str, found: Mapping[str, Hits], change: Change) -> bool:
    """Whether no file that stays as it is has the copyright of a new one, which then is not ours."""
    hits = found[header].hits if header in found else None
    return hits is not None and all(change.touches(hit.path) for hit in hits)


def _words(file: ChangedFile) -> frozenset[str]:
    """The words that the added lines of a file and its name are made of."""
    return _words_in([*(line for _, line in file.added), file.name])


def _words_in(lines: Iterable[str]) -> frozenset[str]:
    """The words of some lines in small letters, those inside of names too."""
    tokens = set(_TOKEN.findall("\n".join(line for line in lines if len(line) <= LONGEST_LINE)))
    return frozenset(
        part for token in tokens for part in ([token] if token.islower() else parts_of_name(token))
    )


def _gaps(lexicon: Lexicon) -> Iterator[Gap]:
    if lexicon.failure:
        yield Gap(
            subject=f"check `{NAME}`",
            reason=lexicon.failure,
            required=not lexicon.missing,
            remedy=lexicon.remedy,
        )


def _is_usual(slip: Slip, found: Mapping[str, Hits], files: Mapping[str, ChangedFile]) -> bool:
    """Whether lines that the change leaves alone spell it the same: a name once, a word often."""

    def others(needle: str) -> int:
        return sum(
            hit.path not in files or hit.line not in files[hit.path].added_numbers
            for hit in found.get(needle, Hits()).hits
        )

    if slip.sort is not Sort.WORD and others(slip.needle):
        return True
    return others(slip.wrong) >= _USUAL


def _is_name_of_place(slip: Slip, files: Mapping[str, ChangedFile], head: Tree) -> bool:
    """Whether files that the change leaves alone are called so, as parts of the project are."""
    word = slip.wrong.lower()
    if slip.sort is Sort.DOUBLED:
        return False
    return sum(word in path.lower() for path in head.paths() if path not in files) >= _USUAL


@dataclass
class _Reading:
    """The change with the misspelled words in it."""

    change: Change
    head: Tree
    rights: Mapping[str, str]

    def slips(self, file: ChangedFile, words: frozenset[str]) -> Iterator[Slip]:
        wrong = frozenset(word for word in words & self.rights.keys() if not self._stood(word))
        if len(wrong) > _MOST_WRONG:
            return
        called = name_of_file(file) if wrong else None
        if called is not None:
            for word in self._in_name(called.name.partition(".")[0]):
                yield Slip(file.path, 0, "", word, self.rights[word], Sort.FILE, called.name)
        page = page_of(file, self.head) if has_language(file.path) and file.added else None
        if page is None:
            return
        if wrong:
            yield from self._in_names(file, page)
            yield from self._in_prose(file, page, wrong)
        for number, word in islice(doubled(file, page), _MOST_LINES):
            if not page.is_foreign(number):
                line = page.lines[number - 1]
                yield Slip(file.path, number, line, f"{word} {word}", word, Sort.DOUBLED, "")

    def _in_names(self, file: ChangedFile, page: Page) -> Iterator[Slip]:
        for one in given(file, page.text):
            for word in self._in_name(one.name):
                sort = Sort.PUBLIC if one.is_public else Sort.NAME
                line = page.lines[one.line - 1]
                yield Slip(file.path, one.line, line, word, self.rights[word], sort, one.name)

    def _in_name(self, name: str) -> Iterator[str]:
        for word in parts_of_name(name):
            right = self.rights.get(word)
            if right is None or is_cut(word, right) or is_owners(word, right):
                continue
            if not self._stood(word):
                yield word

    def _in_prose(self, file: ChangedFile, page: Page, wrong: frozenset[str]) -> Iterator[Slip]:
        held = (
            (number, line) for number, line in file.added if not wrong.isdisjoint(_words_in([line]))
        )
        for number, line in islice(held, _MOST_LINES):
            for text in (page.prose(number), *page.messages(number)):
                for column, word in words_of(text):
                    right = self.rights.get(word.lower())
                    if right is None or self._stood(word.lower()):
                        continue
                    if is_meant(line, right) or is_name(text, column, word, right):
                        continue
                    if page.uses(word.lower()) or page.is_foreign(number):
                        continue
                    yield Slip(file.path, number, line, word, right, Sort.WORD, "")

    def _stood(self, word: str) -> bool:
        """Whether a line or a file name that the change takes away held the word."""
        return word in self._gone

    @cached_property
    def _gone(self) -> frozenset[str]:
        lines = (line for file in self.change.files for _, line in file.removed)
        names = (file.old_path for file in self.change.files if file.old_path)
        return _words_in([*lines, *names])
