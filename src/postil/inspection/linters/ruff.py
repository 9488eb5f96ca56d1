"""Runs `ruff check` with the nearest ruff settings of the base."""

from __future__ import annotations

from collections.abc import Iterator

from postil.domain.observation import Gap
from postil.inspection.linters import SYNTAX, Desk, Job, Report
from postil.inspection.linters._endings import must_have_ended
from postil.inspection.linters._payloads import at, entries, number, payload, words
from postil.inspection.linters._ruff_settings import UNFIT, Setting, is_python, settings_at
from postil.ports import ToolRun

NAME = "ruff"
PROGRAM = "ruff"
REMEDY = "install `postil[lint]`, or put `ruff` on the path"
MENTIONS: tuple[str, ...] = ()
_ARGUMENTS = (
    *("check", "--output-format", "json", "--no-cache", "--no-fix", "--no-fix-only"),
    *("--no-show-fixes", "--force-exclude", "--quiet"),
)
# Whether a file may be executed is not part of its copy.
_UNSURE = frozenset({"EXE001", "EXE002"})
_CLEAN, _FOUND = 0, 1
takes = is_python


def jobs(desk: Desk) -> Iterator[Job | Gap]:
    found: list[Setting] = []
    for item in settings_at(desk, NAME):
        if isinstance(item, Gap):
            yield item
        else:
            found.append(item)
    if found:
        yield Job(
            arguments=_ARGUMENTS,
            sheets=tuple(sheet for setting in found for sheet in setting.ruled.sheets),
            beside={path: text for setting in found for path, text in setting.files.items()},
            unsure=_UNSURE.union(*(setting.unsure for setting in found)),
            settled={
                sheet.path: setting.selected
                for setting in found
                if setting.selected is not None
                for sheet in setting.ruled.sheets
            },
        )


def read(run: ToolRun, job: Job) -> Iterator[Report]:
    del job
    must_have_ended(run, well=(_CLEAN, _FOUND), unfit=UNFIT)
    for entry in entries(payload(run.stdout)):
        code = words(entry, "code")
        broken = code in ("", "invalid-syntax")
        yield Report(
            name=str(at(entry, "filename")),
            line=number(entry, "location", "row"),
            end=number(entry, "end_location", "row"),
            rule=SYNTAX if broken else code,
            message=words(entry, "message"),
            slug=SYNTAX if broken else words(entry, "name"),
            url=words(entry, "url"),
        )
