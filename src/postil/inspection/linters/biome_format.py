"""Runs `biome format` with a clean copy of the nearest Biome settings of the base."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.domain.observation import Gap
from postil.inspection.linters import UNFORMATTED, Desk, Garbled, Job, Report
from postil.inspection.linters._biome_settings import UNFIT, is_biome_file, settings_at
from postil.inspection.linters._endings import must_have_ended
from postil.ports import ToolRun

NAME = "biome format"
PROGRAM = "biome"
REMEDY = "put `biome` on the path"
MENTIONS: tuple[str, ...] = ()
PINS: tuple[str, ...] = ()
_ARGUMENTS = ("format", "--max-diagnostics=none", "--no-errors-on-unmatched")
_CLEAN, _FOUND = 0, 1
_FILE = re.compile(r"\A(\S.{0,4000}?) format [━ ]{3}")
_ROW = re.compile(r"\A {0,12}(\d{1,9})? {1,12}(\d{1,9})? {0,12}│ ([-+ ])(?: |\Z)")
# A line of which only a part changes is shown once, with marks below it.
_WITHIN = re.compile(r"\A {0,12}(\d{1,9}) │ ")
_MARKS = re.compile(r"\A {1,24}│ [ +-]{1,9999}\Z")
_DONE = re.compile(r"\b(?:Checked|Formatted) \d")
takes = is_biome_file


def jobs(desk: Desk) -> Iterator[Job | Gap]:
    for item in settings_at(desk, NAME):
        if isinstance(item, Gap):
            # The linter of the same settings tells the same gap.
            continue
        found = item.job("formatter", _ARGUMENTS)
        if found is not None:
            yield found


def read(run: ToolRun, job: Job) -> Iterator[Report]:
    del job
    must_have_ended(run, well=(_CLEAN, _FOUND))
    said = run.stdout + run.stderr
    # What does not parse is told by the linter.
    if (
        run.exit == _FOUND
        and " parse ━" not in said
        and not any(_FILE.match(line[:5_000]) for line in said.split("\n"))
    ):
        must_have_ended(run, well=(), unfit=UNFIT)
    if run.exit == _CLEAN and _DONE.search(said) is None:
        raise Garbled("it does not say that it looked at anything")
    yield from _rewritten(said)


def _rewritten(said: str) -> Iterator[Report]:
    """The replaced lines of each file; a file without any is one whose report is not understood."""
    name, found = "", [Report("", 0, 0, UNFORMATTED)]
    within = 0
    start, removed, added = 0, 0, 0
    for line in (*said.split("\n"), "end format ━━━"):
        opened, row = _FILE.match(line[:5_000]), _ROW.match(line[:200])
        if _MARKS.match(line[:10_000]) and within:
            found.append(Report(name, within, within, UNFORMATTED))
        elif row and row[3] == "-":
            start = start if removed or added else int(row[1] or 0)
            removed += 1
        elif row and row[3] == "+":
            added += 1
        else:
            if removed or added:
                found.append(Report(name, start, start + removed - 1, UNFORMATTED))
            removed = added = 0
            start = int(row[1]) + 1 if row and row[1] else start
        shown = _WITHIN.match(line[:200])
        within = int(shown[1]) if shown else 0
        if opened:
            if not found:
                raise Garbled("the lines that it would rewrite cannot be read from its report")
            yield from (report for report in found if report.name)
            name, found, start = opened[1], [], 0
