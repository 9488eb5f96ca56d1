"""The custom of the house: what a project does already in places that a change leaves alone."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from postil.domain import paths
from postil.domain.change import Change, ChangedFile
from postil.domain.finding import Remark
from postil.inspection.checks._comment_hygiene import tests as _tests
from postil.inspection.checks._comment_hygiene.before import code_ran, test_ran, was_off
from postil.inspection.checks._comment_hygiene.debug import Sight
from postil.inspection.checks._comment_hygiene.sheet import Sheet
from postil.inspection.checks._comment_hygiene.todos import stamp
from postil.ports import Hits, Tree

LEAST = 3
"""Files elsewhere, or places in the file itself, that make a custom; fewer are slips like this one."""
_OF_NAMESAKES, _OF_NEIGHBOURS = 2, 4
"""One of so many has to do it, or it is the habit of another corner."""
_MOST_READ = 24
_DEAD = "commented-out-code"
_SHORTEST, _LONGEST = 16, 200
_COMMANDING = frozenset({"yaml", "toml", "make", "bash", "dockerfile", None})
_UNMARKED = re.compile(r"\A\s{0,200}(?://|#)\s{0,40}")

_Same = Callable[[Sheet, int], bool]


@dataclass(frozen=True)
class Custom:
    """What was seen in a change, and the tree to be asked whether it is usual there."""

    change: Change
    head: Tree
    base: Tree
    seen: Sequence[Remark]
    _sheets: dict[str, Sheet] = field(default_factory=dict)
    _families: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    _olds: dict[str, Sheet] = field(default_factory=dict)
    _answers: dict[tuple[object, ...], bool] = field(default_factory=dict)

    @cached_property
    def _beginnings(self) -> Counter[str]:
        """How often code in comments begins with a line: three that begin alike are a pattern."""
        dead = (remark.quotes[0].text for remark in self.seen if remark.slug == _DEAD)
        return Counter(text.partition("\n")[0].strip() for text in dead)

    @cached_property
    def needles(self) -> frozenset[str]:
        return frozenset[str]().union(*map(self._spelled, self.seen))

    def departures(self, found: Mapping[str, Hits]) -> list[Remark]:
        """What was seen and is not usual here."""
        told = [remark for remark in self.seen if not self._is_usual(remark, found)]
        deepest: dict[tuple[str, str], int] = {}
        for remark in told:
            key, depth = _held(remark), remark.quotes[0].path.count("/")
            deepest[key] = max(depth, deepest.get(key, depth))
        # What is put together from files deeper in the tree holds what they hold.
        return [
            remark
            for remark in told
            if remark.slug != _DEAD or remark.quotes[0].path.count("/") == deepest[_held(remark)]
        ]

    def _spelled(self, remark: Remark) -> frozenset[str]:
        """How the same thing is written in other files; empty where that makes no difference."""
        path, line = _place(remark)
        sheet = self._sheet(path)
        match remark.slug:
            case _tests.Defect.SKIPPED | _tests.Defect.FOCUSED:
                own = _tests.spellings(sheet.language, remark.slug)
                return own.union(_tests.makings(sheet.language), _tests.runnings(sheet.language))
            case "debug-leftover":
                sight = sheet.leftover(line)
                return sight.makings | {sight.spelled} if sight else frozenset()
            case "stale-todo":
                return frozenset(filter(None, [stamp(remark.quotes[0].text)]))
        return frozenset()

    def _is_usual(self, remark: Remark, found: Mapping[str, Hits]) -> bool:
        path, line = _place(remark)
        own = self._sheet(path)
        hits = {text: found.get(text, Hits()) for text in self._spelled(remark)}
        match remark.slug:
            case _tests.Defect.SKIPPED | _tests.Defect.FOCUSED:
                return self._is_usual_switch(own, remark, hits)
            case "debug-leftover":
                sight = own.leftover(line)
                return sight is not None and (
                    _is_made(own, hits, sight.makings)
                    or self._stands(own, hits, _alike(own, line, sight), tested=own.is_tested(line))
                )
            case "commented-out-code":
                block = remark.quotes[0].text.split("\n")
                repeated = self._beginnings[block[0].strip()] >= LEAST
                return repeated or self._is_usual_comment(own, block)
            case "stale-todo":
                return self._stands(own, hits, _is_stamped)
        return False

    def _is_usual_switch(self, own: Sheet, remark: Remark, hits: Mapping[str, Hits]) -> bool:
        runs = (hit.path for text in _tests.runnings(own.language) for hit in hits[text].hits)
        if any(map(_is_build, runs)):
            return True
        # What ran until now is a loss, however much else is switched off.
        if test_ran(self._before(own.path), own, _place(remark)[1]):
            return False
        spelled = {text: hits[text] for text in _tests.spellings(own.language, remark.slug)}
        return _is_made(own, hits, _tests.makings(own.language)) or self._stands(
            own, spelled, lambda sheet, number: _is_switched(sheet, number, remark.slug)
        )

    def _is_usual_comment(self, own: Sheet, block: Sequence[str]) -> bool:
        if self._is_pattern(own.path, _telling(block)):
            return True
        file = self.change.by_path[own.path]
        # Who edits dead code holds it in the hand and could have dropped it.
        is_older = code_ran(file, own, self._before(own.path)) or was_off(
            self._before(own.path), file, block
        )
        return not is_older and self._is_habit(file, own)

    @cached_property
    def _added(self) -> dict[str, frozenset[int]]:
        return {file.path: frozenset(file.added_numbers) for file in self.change.files}

    def _sheet(self, path: str) -> Sheet:
        if path not in self._sheets:
            self._sheets[path] = Sheet(path, self.head.read(path) or "")
        return self._sheets[path]

    def _before(self, path: str) -> Sheet:
        """The file as it was; empty when the change brings it."""
        if path not in self._olds:
            old = self.change.by_path[path].old_path
            self._olds[path] = Sheet(path, (self.base.read(old) if old else None) or "")
        return self._olds[path]

    def _stands(
        self, own: Sheet, hits: Mapping[str, Hits], is_same: _Same, *, tested: bool = True
    ) -> bool:
        """Whether the same stands in enough other files, or often enough in the file itself.

        A change may hold thousands of one kind, and for all of one file the answer is the same.
        """
        question = (own.path, tested, *sorted(hits))
        if question not in self._answers:
            self._answers[question] = self._is_enough(own, hits, is_same)
        return self._answers[question]

    def _is_enough(self, own: Sheet, hits: Mapping[str, Hits], is_same: _Same) -> bool:
        holding = 0
        for sheet, numbers in self._older(own, hits):
            same = sum(is_same(sheet, number) for number in numbers)
            if sheet.path == own.path and same >= LEAST:
                return True
            holding += sheet.path != own.path and same > 0
            if holding >= LEAST:
                return True
        return False

    def _older(self, own: Sheet, hits: Mapping[str, Hits]) -> Iterator[tuple[Sheet, Sequence[int]]]:
        """The files of the same languages that hold one of the texts, with lines not added here."""
        places: dict[str, set[int]] = defaultdict(set)
        for one in hits.values():
            for hit in one.hits:
                if hit.line not in self._added.get(hit.path, ()) and _is_kin(own, hit.path):
                    places[hit.path].add(hit.line)
        nearest = sorted(places, key=lambda path: (path != own.path, path))
        for path in nearest[:_MOST_READ]:
            yield self._sheet(path), sorted(places[path])

    def _is_pattern(self, path: str, line: str | None) -> bool:
        """Whether most files of its name beside it hold code in comments, or some the same line."""
        beside, near = self._untouched(_beside(path)), self._untouched(_near(path))
        if line is not None and sum(_comments(self._sheet(one), line) for one in beside + near) > 1:
            return True
        return self._is_shared(beside, one_of=_OF_NAMESAKES)

    def _is_habit(self, file: ChangedFile, own: Sheet) -> bool:
        """Whether the file, or a good part of its neighbours, held code in comments before."""
        older = [
            block
            for block in (own.switched_off if file.old_path else ())
            if file.added_numbers.isdisjoint(range(block.first, block.last + 1))
        ]
        return len(older) >= LEAST or self._is_shared(
            self._untouched(_near(own.path)), one_of=_OF_NEIGHBOURS
        )

    def _is_shared(self, others: Sequence[str], *, one_of: int) -> bool:
        holding = sum(bool(self._sheet(other).switched_off) for other in others)
        return holding >= LEAST and holding * one_of >= len(others)

    def _untouched(self, family: tuple[str, str]) -> list[str]:
        others = (path for path in self._family(family) if not self.change.touches(path))
        return list(islice(others, _MOST_READ))

    def _family(self, family: tuple[str, str]) -> list[str]:
        """The files of one family, from one look at the names of the tree."""
        if family not in self._families:
            start, ending = family[0], family[1].lstrip("*")
            belongs = _near if family[1].startswith("*.") else _beside
            self._families[family] = sorted(
                path
                for path in self.head.paths()
                if path.startswith(start) and path.endswith(ending) and belongs(path) == family
            )
        return self._families[family]


def _near(path: str) -> tuple[str, str]:
    """What the files of one folder and ending have in common."""
    folder, _, name = path.rpartition("/")
    return folder, f"*.{name.rpartition('.')[2]}"


def _beside(path: str) -> tuple[str, str]:
    """What the files of one name have in common whose folders stand side by side."""
    folder, _, name = path.rpartition("/")
    return folder.rpartition("/")[0], f"*/{name}" if folder else "*/"


def _held(remark: Remark) -> tuple[str, str]:
    """The quoted lines, and the ending of the file that holds them."""
    quote = remark.quotes[0]
    return quote.text, quote.path.rpartition(".")[2]


def _place(remark: Remark) -> tuple[str, int]:
    quote = remark.quotes[0]
    return quote.path, quote.line or 0


def _is_kin(own: Sheet, path: str) -> bool:
    """Whether the file is written in the same language, or one with the same switches."""
    language = paths.language_of(path) or ""
    return language == own.language or (
        bool(_tests.marks(language)) and _tests.marks(language) == _tests.marks(own.language)
    )


def _is_made(own: Sheet, hits: Mapping[str, Hits], makings: Collection[str]) -> bool:
    """Whether the project makes what was found, so that its code and tests show what it does."""
    return any(
        not paths.is_test(hit.path) and _is_kin(own, hit.path)
        for text in makings
        for hit in hits[text].hits
    )


def _is_build(path: str) -> bool:
    """Whether the file tells machines what to run, as documents and programs do not."""
    return not paths.is_doc(path) and paths.language_of(path) in _COMMANDING


def _is_switched(sheet: Sheet, number: int, defect: str) -> bool:
    """Whether a test is switched there in the same way, and without a word too."""
    switch = sheet.switch(number)
    if switch is None or switch.defect != defect or paths.is_fixture(sheet.path):
        return False
    return defect == _tests.Defect.FOCUSED or not sheet.has_reason(number)


def _alike(own: Sheet, line: int, sight: Sight) -> _Same:
    """The same debugging statement, among tests when it stands among tests."""

    def is_same(sheet: Sheet, number: int) -> bool:
        there = sheet.leftover(number)
        return (
            there is not None
            and there.word == sight.word
            and sheet.is_tested(number) == own.is_tested(line)
        )

    return is_same


def _is_stamped(sheet: Sheet, number: int) -> bool:
    return stamp(sheet.roles.comment(number)) is not None


def _telling(block: Sequence[str]) -> str | None:
    """The longest line of a block without its mark, when it is long enough to say something."""
    lines = [_UNMARKED.sub("", line).strip() for line in block]
    fit = [line for line in lines if _SHORTEST <= len(line) <= _LONGEST]
    return max(fit, key=len, default=None)


def _comments(sheet: Sheet, text: str) -> bool:
    """Whether a line of the file is that text, in a comment."""
    lines = (line for line in sheet.lines if text in line) if text in sheet.text else ()
    return any(_UNMARKED.sub("", line).strip() == text != line.strip() for line in lines)
