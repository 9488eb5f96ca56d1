"""Flags what should not survive the edit that added it: stale to-dos, dead code, debugging, markers.

Only added lines are looked at: to-dos whose date or version has passed or that say they are done,
code in comments, debugging statements, merge conflict markers, focused tests, and tests skipped
without a reason.

Why it matters: a conflict marker breaks the build, a focused test silently switches off all
others, and the rest is read for years by people who wonder whether it still counts.

Stays quiet when: the line was only moved; the text stands in a string or a document; the comment
is a usage example, a directive or a licence; the file is a script whose business is to print, or
input of what is tested; a skipped test, or another one of its file, says why; the title says that the
work goes on (code in comments and debugging only), or the message that something is switched off (code
in comments only); the project does the same in several places that the change leaves alone.

Silence it: `postil: allow comment-hygiene REASON` on or above the line at the base, or a
`[[suppress]]` entry with `check = "comment-hygiene"` and a path.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from postil.domain import paths
from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.arrivals import is_brought_in
from postil.inspection.checks import Inspection, asked
from postil.inspection.checks._comment_hygiene import conflicts as _conflicts
from postil.inspection.checks._comment_hygiene import debug as _debug
from postil.inspection.checks._comment_hygiene import tests as _tests
from postil.inspection.checks._comment_hygiene import todos as _todos
from postil.inspection.checks._comment_hygiene.before import (
    code_ran,
    is_carried,
    is_rewritten,
    is_swept,
    test_ran,
    was_off,
)
from postil.inspection.checks._comment_hygiene.custom import Custom
from postil.inspection.checks._comment_hygiene.dead_code import DeadCode
from postil.inspection.checks._comment_hygiene.gathering import leftovers
from postil.inspection.checks._comment_hygiene.neighbours import (
    goes_on,
    is_choice,
    stands_beside_code,
)
from postil.inspection.checks._comment_hygiene.ran import all_dead_code
from postil.inspection.checks._comment_hygiene.sheet import MAX_LINE, Sheet
from postil.inspection.checks._comment_hygiene.statement import Statement
from postil.inspection.copies import Copies
from postil.inspection.line_marks import lines_holding
from postil.inspection.line_roles import can_tell
from postil.ports import Tree

NAME = "comment-hygiene"
DIMENSION = Dimension.CONSISTENCY
SEVERITY = Severity.LOW
ROOT = Root.CODE
ASKS_TREE = True

_SPECIMENS = re.compile(
    r"(?:\A|[-_.])(?:only|skip(?:ped)?|focus(?:ed)?|pending|todo|disabled)(?:[-_.]|\Z)",
    re.IGNORECASE,
)
"""Files that say in their name which switch they show."""
_SCRATCH = re.compile(r"(?:\A|/)(?:play|playground|scratch|scratchpad|sandbox)\.\w{1,5}\Z")
"""Files to try things in, which are never tidy."""
_WITH_SAMPLES = re.compile(
    r"(?:\A|/)(?:docs?/(?:\w+/)?conf\.py|(?:spec|rails|test)_helper\.rb"
    r"|config/(?:environments|initializers)/[^/]{1,100}\.rb)\Z"
)
"""Settings in code, which tools hand out with what else can be set in comments."""
_HEADER = 4_000
_MANY = 10
"""Tests that come in with their file and are off: a list of what is still to be done."""
_MOST_COMPARED = 50
"""Blocks of dead code of one file that are compared with what stands around them."""
MOST_BLOCKS = 12
"""Blocks of dead code whose lines are named."""
_VERSION_FILES = (
    (
        "pyproject.toml",
        re.compile(r"^version\s{0,4}=\s{0,4}[\"']([^\"'\n]{1,40})[\"']", re.MULTILINE),
    ),
    (
        "package.json",
        re.compile(r"^\s{0,8}\"version\"\s{0,4}:\s{0,4}\"([^\"\n]{1,40})\"", re.MULTILINE),
    ),
    ("Cargo.toml", re.compile(r"^version\s{0,4}=\s{0,4}\"([^\"\n]{1,40})\"", re.MULTILINE)),
    ("VERSION", re.compile(r"\A\s{0,8}v?(\d[\w.+-]{0,40})\s{0,8}\Z")),
)


def activates(change: Change) -> str | None:
    count = sum(bool(file.hunks) and file.status is not FileStatus.DELETED for file in change.files)
    return f"looked at the added lines of {count} file(s)" if count else None


def inspect(change: Change, head: Tree, base: Tree, today: dt.date) -> Inspection:
    project = _Project(change, head, base, today)
    custom = Custom(change, head, base, tuple(_remarks(change, project)))
    found = (yield from asked(custom.needles)) if custom.needles else {}
    yield from leftovers(custom.departures(found))


def _remarks(change: Change, project: _Project) -> Iterator[Remark]:
    copies = Copies(project.head)
    for file in change.files:
        if file.added:
            reading = _Reading(file, project)
            yield from reading.conflicts()
            foreign = _is_foreign(file.path) or is_brought_in(change, file)
            if can_tell(reading.sheet.language) and not foreign:
                found = list(reading.remarks())
                # What a copy holds is told of the file that it was made from.
                yield from () if found and _is_made(file.path, copies) else found


def _is_made(path: str, copies: Copies) -> bool:
    """Whether a program wrote the file, or copied it from another one of the tree."""
    text = copies.head.read(path) or ""
    return paths.is_generated(path, text[:_HEADER].split("\n")) or copies.is_copy(path)


def _is_foreign(path: str) -> bool:
    return (
        paths.is_lockfile(path)
        or paths.is_vendored(path)
        or paths.is_generated(path)
        or paths.is_minified(path)
        or paths.is_snapshot(path)
        or paths.is_specimen(path)
        or _SCRATCH.search(path) is not None
    )


def _plain(line: str) -> str:
    """The line without blanks, so that one that was only laid out anew is known again."""
    return "".join(line.split())


@dataclass(frozen=True)
class _Project:
    """What all files share, each worked out when first asked for."""

    change: Change
    head: Tree
    base: Tree
    today: dt.date

    @cached_property
    def removed(self) -> frozenset[str]:
        """Lines the change takes away somewhere: what it adds elsewhere is only moved."""
        return frozenset(_plain(text) for file in self.change.files for _, text in file.removed)

    @cached_property
    def statement(self) -> Statement:
        return Statement.of(self.change)

    @cached_property
    def version(self) -> str | None:
        for name, pattern in _VERSION_FILES:
            match = pattern.search((self.head.read(name) or "")[:100_000])
            if match:
                return match[1]
        return None


@dataclass(frozen=True)
class _Reading:
    """One changed file and the questions asked of its added lines."""

    file: ChangedFile
    project: _Project

    @cached_property
    def sheet(self) -> Sheet:
        return Sheet(self.file.path, self.project.head.read(self.file.path) or "")

    def remarks(self) -> Iterator[Remark]:
        yield from self._dead_code()
        lines = self.file.added
        for index in lines_holding(self._marks(), [text for _, text in lines]):
            number, text = lines[index]
            if len(text) > MAX_LINE:
                continue
            remark = self._todo(number) or self._debug(number) or self._test(number)
            if remark is not None and _plain(text) not in self.project.removed:
                yield remark

    def _marks(self) -> tuple[str, ...]:
        language = self.sheet.language
        return (*_todos.MARKS, *_debug.marks(language), *_tests.marks(language))

    @cached_property
    def _added(self) -> dict[int, str]:
        return dict(self.file.added)

    def _quote(self, number: int) -> Quote:
        return Quote(path=self.file.path, text=self._added[number], line=number)

    def conflicts(self) -> Iterator[Remark]:
        found = _conflicts.conflicts(self.file, roles=lambda: self.sheet.roles)
        for places in found[:1]:
            others = ", ".join(str(one[0]) for one in found[1:MOST_BLOCKS])
            title, failure, mitigation = _conflicts.words(places)
            yield Remark(
                title=title,
                slug="merge-marker",
                severity=Severity.HIGH,
                dimension=Dimension.CORRECTNESS,
                quotes=tuple(self._quote(number) for number in places),
                failure_mode=failure,
                mitigation=mitigation,
                claim=Claim(Shape.OTHER, "merge conflict marker"),
                details=f"Further conflicts begin at lines {others}." if others else "",
            )

    def _todo(self, number: int) -> Remark | None:
        stale = _todos.overdue(
            self.sheet.roles.comment(number), today=self.project.today, version=self.project.version
        )
        if stale is None:
            return None
        return Remark(
            title=f"A to-do that {stale.reason}",
            slug="stale-todo",
            severity=Severity.LOW,
            dimension=DIMENSION,
            quotes=(self._quote(number),),
            failure_mode="Readers cannot tell whether the work was done, forgotten or given up.",
            mitigation="Do it, delete the comment, or give it a date that lies ahead.",
            claim=Claim(Shape.OTHER, stale.subject),
        )

    def _debug(self, number: int) -> Remark | None:
        sight = self.sheet.leftover(number)
        if sight is None or self.project.statement.is_unfinished or self._stays(sight.word):
            return None
        return Remark(
            title=f"The debugging statement `{sight.word}` is left in",
            slug="debug-leftover",
            severity=Severity.LOW,
            dimension=DIMENSION,
            quotes=(self._quote(number),),
            failure_mode="It stops the program or clutters its output wherever this line runs.",
            mitigation="Delete the line.",
            claim=Claim(Shape.OTHER, sight.word),
        )

    def _stays(self, word: str) -> bool:
        """Whether a statement is only laid out anew: as many of them leave as come in."""
        left = sum(word in text for _, text in self.file.removed)
        return left > 0 and left >= sum(word in text for _, text in self.file.added)

    def _test(self, number: int) -> Remark | None:
        if paths.is_fixture(self.file.path) or _SPECIMENS.search(self.file.name):
            return None
        switch = self.sheet.switch(number)
        if switch is None:
            return None
        defect = switch.defect
        if self._respells(defect) or self.sheet.is_conditional(number):
            return None
        if defect is _tests.Defect.SKIPPED and self._is_meant(number):
            return None
        focused = defect is _tests.Defect.FOCUSED
        remark = Remark(
            title="A focused test keeps the others from running"
            if focused
            else "A test is skipped without a reason",
            slug=defect.value,
            severity=Severity.MEDIUM,
            dimension=Dimension.TEST_COVERAGE,
            quotes=(self._quote(number),),
            failure_mode="The suite stays green while every other test of its scope is silently left out."
            if focused
            else "The behaviour is no longer tested and nobody will know when it may be again.",
            mitigation="Remove the focus."
            if focused
            else "Say why and until when, or repair or delete the test.",
            claim=Claim(Shape.OTHER, defect.value),
        )
        # A test that comes in switched off takes nothing away that was tested.
        ran = focused or test_ran(self._before, self.sheet, number)
        return remark if ran else remark.as_mild()

    def _is_meant(self, number: int) -> bool:
        """Whether something says why a test is off, or that a number of them is still to come."""
        statement = self.project.statement
        is_new = self.file.status is FileStatus.ADDED
        return (
            statement.speaks_of_skips
            or statement.is_ported
            or (is_new and len(self._switched(_tests.Defect.SKIPPED)) >= _MANY)
            or self._gives_reason
            or self.sheet.is_specimen(number)
        )

    def _switched(self, defect: _tests.Defect) -> list[int]:
        """The added lines that switch a test in this way."""
        return [
            number
            for number, text in self.file.added
            if self._is_switch(text, defect, code=partial(self.sheet.roles.code, number))
        ]

    def _is_switch(self, text: str, defect: _tests.Defect, *, code: Callable[[], str]) -> bool:
        if len(text) > MAX_LINE:
            return False
        switch = _tests.switched(self.sheet.language, line=text, code=code)
        return switch is not None and switch.defect is defect

    @cached_property
    def _gives_reason(self) -> bool:
        """Whether one of the tests that the change switches off here says why: it stands for all."""
        return any(map(self.sheet.has_reason, self._switched(_tests.Defect.SKIPPED)))

    def _respells(self, defect: _tests.Defect) -> bool:
        """Whether as many tests were switched on the lines that went: they are, in other words."""
        before = sum(
            self._is_switch(text, defect, code=partial(str, text)) for _, text in self.file.removed
        )
        return 0 < before >= len(self._switched(defect))

    def _dead_code(self) -> Iterator[Remark]:
        """One remark for a file, at the first block; a switched-off file is one thing to say."""
        statement = self.project.statement
        if statement.restores or statement.is_unfinished or statement.speaks_of_dead_code:
            return
        if statement.is_ported:
            return
        if _debug.is_example(self.file.path) or _WITH_SAMPLES.search(self.file.path):
            return
        blocks = list(self._dead_blocks())
        if not blocks:
            return
        first, text = blocks[0]
        lines = sum(found.lines for found, _ in blocks)
        others = ", ".join(str(found.first) for found, _ in blocks[1:MOST_BLOCKS])
        more = f" and {len(blocks) - MOST_BLOCKS} more" if len(blocks) > MOST_BLOCKS else ""
        remark = Remark(
            title="A line of code is commented out"
            if lines == 1
            else f"{lines} lines of code are commented out",
            slug="commented-out-code",
            severity=Severity.LOW,
            dimension=DIMENSION,
            quotes=(Quote(path=self.file.path, text=text, line=first.first),),
            failure_mode="It is read but never run or tested, and drifts away from the code around it.",
            mitigation="Delete it; version control keeps the old text.",
            claim=Claim(Shape.OTHER, "commented-out code"),
            details=f"Further blocks begin at lines {others}{more}." if others else "",
        )
        # What comes with one of several new files was never on: a sample, or somebody else's code.
        arrives = self.file.status is FileStatus.ADDED and self.project.change.new_files > 1
        beside = any(stands_beside_code(self.sheet, found.first, text) for found, text in blocks)
        yield remark.as_mild() if arrives and not beside else remark

    def _dead_blocks(self) -> Iterator[tuple[DeadCode, str]]:
        for index, found in enumerate(all_dead_code(self.file, self.sheet, self._before)):
            quoted = self.sheet.lines[found.first - 1 : found.last]
            carried = (found.is_block or is_rewritten(self._before, self.file)) and was_off(
                self._before, self.file, quoted
            )
            compared = index < _MOST_COMPARED and self._is_usual_here(found, quoted)
            if not (self._is_moved(found, quoted) or carried or compared):
                yield found, "\n".join(quoted)

    def _is_moved(self, block: DeadCode, quoted: Sequence[str]) -> bool:
        removed = self.project.removed
        if block.is_block:
            return is_carried(removed, quoted)
        return any(_plain(text) in removed for text in quoted)

    def _is_usual_here(self, block: DeadCode, quoted: Sequence[str]) -> bool:
        """Whether what is off is one more of what was off there, a choice, or a word of a sweep."""
        if is_swept(self.file, self.project.change, quoted):
            return True
        if self._code_ran or was_off(self._before, self.file, quoted):
            return False
        return goes_on(self.sheet, block, self.file.added_numbers) or is_choice(self.sheet, block)

    @cached_property
    def _code_ran(self) -> bool:
        return code_ran(self.file, self.sheet, self._before)

    @cached_property
    def _before(self) -> Sheet:
        old = self.file.old_path
        return Sheet(self.file.path, (self.project.base.read(old) if old else None) or "")
