"""Runs `biome lint` with a clean copy of the nearest Biome settings of the base."""

from __future__ import annotations

from collections.abc import Iterator

from postil.domain.observation import Gap
from postil.inspection.linters import SYNTAX, Desk, Job, Report
from postil.inspection.linters._biome_settings import UNFIT, is_biome_file, settings_at
from postil.inspection.linters._endings import must_have_ended
from postil.inspection.linters._payloads import at, entries, number, payload, words
from postil.ports import ToolRun

NAME = "biome lint"
PROGRAM = "biome"
REMEDY = "put `biome` on the path"
MENTIONS: tuple[str, ...] = ()
PINS: tuple[str, ...] = ()
_ARGUMENTS = ("lint", "--reporter=json", "--max-diagnostics=none", "--no-errors-on-unmatched")
_CLEAN, _FOUND = 0, 1
_LINT, _PARSE = "lint/", "parse"
# These need the rest of the repository.
_UNSURE = frozenset(
    {
        *("lint/correctness/noUndeclaredDependencies", "lint/correctness/noUnresolvedImports"),
        *("lint/correctness/noPrivateImports", "lint/suspicious/noImportCycles"),
        *("lint/nursery/noImportCycles", "lint/correctness/useImportExtensions"),
    }
)
takes = is_biome_file


def jobs(desk: Desk) -> Iterator[Job | Gap]:
    for item in settings_at(desk, NAME):
        found = item if isinstance(item, Gap) else item.job("linter", _ARGUMENTS)
        if found is not None:
            yield found


def read(run: ToolRun, job: Job) -> Iterator[Report]:
    """Its errors; it does not fail on warnings."""
    del job
    must_have_ended(run, well=(_CLEAN,) if not run.stdout.strip() else (0, _FOUND), unfit=UNFIT)
    if not run.stdout.strip():
        return
    for entry in entries(at(payload(run.stdout), "diagnostics")):
        rule = words(entry, "category")
        if rule in _UNSURE or at(entry, "severity") not in ("error", "fatal"):
            continue
        if rule.startswith((_LINT, _PARSE)):
            broken = rule.startswith(_PARSE)
            yield Report(
                name=str(at(entry, "location", "path")),
                line=number(entry, "location", "start", "line"),
                end=number(entry, "location", "end", "line"),
                rule=SYNTAX if broken else rule,
                message=words(entry, "message"),
            )
