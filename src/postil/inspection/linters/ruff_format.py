"""Runs `ruff format --diff` where the base says that it formats with ruff."""

from __future__ import annotations

from collections.abc import Iterator

from postil.domain.observation import Gap
from postil.inspection.linters import Desk, Job, Report
from postil.inspection.linters._commands import handed
from postil.inspection.linters._endings import must_have_ended
from postil.inspection.linters._rewrites import rewrites
from postil.inspection.linters._ruff_settings import FORMATS, UNFIT, Setting, is_python, settings_at
from postil.inspection.linters._ruff_version import WORDS, Version, asked_version
from postil.ports import ToolRun

NAME = "ruff format"
PROGRAM = "ruff"
REMEDY = "install `postil[lint]`, or put `ruff` on the path"
MENTIONS = ("ruff format", "ruff-format")
PINS = WORDS
_ARGUMENTS = ("format", "--diff", "--no-cache", "--force-exclude")
_NEWEST_STYLE: Version = (0, 15)
"""The release since which code is written as it is now."""
_CLEAN, _FOUND, _BROKEN = 0, 1, 2
_UNPARSED = "error: Failed to parse "
_SUMMARY = ("would be reformatted", "already formatted", "warning:")
takes = is_python


def jobs(desk: Desk) -> Iterator[Job | Gap]:
    found: list[Setting] = []
    for item in settings_at(desk, NAME):
        if isinstance(item, Gap):
            # Where nothing else asks for the formatter, the linter tells the same gap.
            yield from (item,) if desk.scripts else ()
        elif desk.scripts or "format" in item.ruled.says.settings:
            found.append(item)
    over = handed(FORMATS, desk.scripts, desk.head)
    sheets = tuple(
        sheet for setting in found for sheet in setting.ruled.sheets if over.holds(sheet.path)
    )
    if sheets:
        yield Job(
            arguments=_ARGUMENTS,
            sheets=sheets,
            beside={path: text for setting in found for path, text in setting.files.items()},
            same_style=_is_newest_style(asked_version(desk.pins.values())),
        )


def _is_newest_style(asked: Version | None) -> bool:
    return asked is None or asked[:2] >= _NEWEST_STYLE


def read(run: ToolRun, job: Job) -> Iterator[Report]:
    del job
    if run.exit != _BROKEN or not _only_unparsed(run.stderr):
        must_have_ended(run, well=(_CLEAN, _FOUND), unfit=UNFIT)
    yield from rewrites(run.stdout)


def _only_unparsed(said: str) -> bool:
    """Whether all that went wrong is that some files do not parse, which `ruff check` reports."""
    lines = [line for line in said.split("\n") if line and not any(w in line for w in _SUMMARY)]
    return bool(lines) and all(line.startswith(_UNPARSED) for line in lines)
