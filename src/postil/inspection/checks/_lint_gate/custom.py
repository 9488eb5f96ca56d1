"""Learns from files that the change leaves alone which rules of a program the project keeps.

A build that runs the program is green at the base. So what the program has to say about several
files nobody touched is not asked for there, or is asked for by another version than ours.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from heapq import nsmallest
from itertools import islice, zip_longest

from postil.catalogue import Unit
from postil.domain.change import Change
from postil.domain.paths import is_fixture, is_generated, is_lockfile, is_minified, is_vendored
from postil.inspection.checks._lint_gate.novelty import News, is_agreed
from postil.inspection.checks._lint_gate.running import Spoken, run
from postil.inspection.linters import SYNTAX, UNFORMATTED, UNREAD, Desk, Job, Sheet
from postil.ports import Toolbox, Tree

_MOST_FILES = 8
_MOST_FOLDERS = 4
_MOST_READ = 24
_MOST_RANKED = 200
_LONGEST = 200_000
_SEVERAL = 2
_ENOUGH = 5
_MANY = 3
_FULL = 5


@dataclass(frozen=True, slots=True)
class Custom:
    """In how many of the files a rule is broken that were looked at."""

    files: int = 0
    broken: Counter[str] = field(default_factory=Counter)

    def keeps(self, rule: str, *, recent: bool) -> bool:
        """Whether a rule is kept, as far as these files show.

        One slip in a handful of files may be just that; a formatter is run on files one by one,
        and a rule that is younger than the project's version may be broken anywhere.
        """
        enough = recent or (self.files >= _ENOUGH and rule != UNFORMATTED)
        return self.broken[rule] < (1 if enough else _SEVERAL)


@dataclass(frozen=True, slots=True)
class House:
    """The project as it was before the change, for one program."""

    tools: Toolbox
    change: Change
    desk: Desk

    def unusual(self, spoken: Spoken, found: Sequence[News]) -> tuple[list[News], int]:
        """What the project's other files do not do as well, and how much they do."""
        found, usual = _kept(spoken, found)
        if not found:
            return [], usual
        custom = self._custom(spoken, found)
        left: list[News] = []
        for news in found:
            fresh = tuple(
                placed
                for placed in news.fresh
                if custom.keeps(placed.report.rule, recent=placed.report.rule in spoken.job.recent)
                # What was read before is no sample of another language.
                or (placed.report.rule == SYNTAX and news.file.old_path is not None)
            )
            if fresh:
                left.append(replace(news, fresh=fresh))
        told = sum(len(news.fresh) for news in left)
        return left, usual + sum(len(news.fresh) for news in found) - told

    def _custom(self, spoken: Spoken, found: Sequence[News]) -> Custom:
        sheets = tuple(self._untouched(spoken.unit, found))
        if not sheets:
            # What only the changed files do is not the custom of a house.
            return Custom()
        desk = replace(self.desk, sheets=sheets, head=self.desk.base)
        jobs = [job for job in spoken.unit.module.jobs(desk) if _is_alike(job, spoken.job)]
        files, broken = len(spoken.base), _long_standing(spoken)
        for job in jobs[:1]:
            said = run(self.tools, spoken.unit, job)
            if isinstance(said, Spoken):
                # What the build does not hand to it shows nothing.
                judged = [sheet for sheet in job.sheets if job.settled.get(sheet.path) != ()]
                files += len(judged)
                for sheet in judged:
                    broken.update(_rules(said, sheet))
        return Custom(files, broken)

    def _untouched(self, unit: Unit, found: Sequence[News]) -> Iterator[Sheet]:
        """Files of the same kind near those with news, the nearest first."""
        touched = {path for file in self.change.files for path in (file.path, file.old_path)}
        places = dict.fromkeys(
            (posixpath.dirname(news.file.path), posixpath.splitext(news.file.path)[1])
            for news in found
        )
        near = [
            _nearest(self.desk.base, folder, ending, touched)
            for folder, ending in islice(places, _MOST_FOLDERS)
        ]
        mixed = dict.fromkeys(path for row in zip_longest(*near) for path in row if path)
        yield from islice(_sheets(self.desk.base, unit, islice(mixed, _MOST_READ)), _MOST_FILES)


def _kept(spoken: Spoken, found: Sequence[News]) -> tuple[list[News], int]:
    """What is told of rules that were not broken many times in the same file, and how much is not.

    Nobody fails on a rule in a file that is full of it, whatever other files do.
    """
    left: list[News] = []
    for news in found:
        before = Counter(report.rule for report in spoken.base.get(news.file.path, ()))
        fresh = tuple(item for item in news.fresh if before[item.report.rule] < _FULL)
        if fresh:
            left.append(replace(news, fresh=fresh))
    told = sum(len(news.fresh) for news in left)
    return left, sum(len(news.fresh) for news in found) - told


def _long_standing(spoken: Spoken) -> Counter[str]:
    """In how many of the changed files a rule was broken before, and not just once."""
    found = Counter[str]()
    for said in spoken.base.values():
        counts = Counter(report.rule for report in said)
        found.update(rule for rule, count in counts.items() if count >= _MANY)
    return found


def _is_alike(job: object, other: Job) -> bool:
    """Whether a run has the same settings as another one."""
    return isinstance(job, Job) and (
        (job.arguments, job.loose, job.asked, job.enforced)
        == (other.arguments, other.loose, other.asked, other.enforced)
    )


def _nearest(base: Tree, folder: str, ending: str, touched: set[str | None]) -> list[str]:
    here = folder.split("/")

    def far(path: str) -> tuple[int, str]:
        there = posixpath.dirname(path).split("/")
        shared = len(posixpath.commonprefix([here, there]))
        return len(here) + len(there) - 2 * shared, path

    alike = (path for path in base.paths() if path.endswith(ending) and path not in touched)
    # What a path is for costs more to say than how far it is, so only the near ones are asked.
    near = nsmallest(_MOST_RANKED, alike, key=far)
    ours = (p for p in near if posixpath.splitext(p)[1] == ending and _is_ours(p))
    return list(islice(ours, _MOST_READ))


def _is_ours(path: str) -> bool:
    return not (is_vendored(path) or is_fixture(path) or is_lockfile(path))


def _sheets(base: Tree, unit: Unit, paths: Iterable[str]) -> Iterator[Sheet]:
    for path in paths:
        text = base.read(path)
        if (
            text
            and len(text) <= _LONGEST
            and path.isprintable()
            and "\\" not in path
            and unit.module.takes(path, text)
            and not is_minified(path, text)
            and not is_generated(path, text[:4_000].split("\n"))
        ):
            yield Sheet(path, text, None)


def _rules(said: Spoken, sheet: Sheet) -> set[str]:
    """The rules that a file breaks, as far as the versions agree about them."""
    return {
        report.rule
        for report in said.head.get(sheet.path, ())
        if report.rule != UNREAD and is_agreed(report, sheet, said.job)
    }
