"""Runs `ruff check` with the nearest ruff settings of the base."""

from __future__ import annotations

from collections.abc import Iterator

from postil.domain.observation import Gap
from postil.inspection.linters import SYNTAX, Desk, Job, Report
from postil.inspection.linters._endings import must_have_ended
from postil.inspection.linters._payloads import at, entries, number, payload, words
from postil.inspection.linters._ruff_rules import OLDEST, SINCE, younger_than
from postil.inspection.linters._ruff_settings import (
    ALWAYS,
    UNFIT,
    Setting,
    is_python,
    settings_at,
)
from postil.inspection.linters._ruff_version import WORDS, asked_version
from postil.ports import ToolRun

NAME = "ruff"
PROGRAM = "ruff"
REMEDY = "install `postil[lint]`, or put `ruff` on the path"
MENTIONS: tuple[str, ...] = ()
PINS = WORDS
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
        asked = asked_version(desk.pins.values())
        unsure = _UNSURE.union(*(setting.unsure for setting in found))
        yield Job(
            arguments=_ARGUMENTS,
            sheets=tuple(sheet for setting in found for sheet in setting.ruled.sheets),
            beside={path: text for setting in found for path, text in setting.files.items()},
            unsure=unsure | younger_than(asked) if asked else unsure,
            # Where the version is left open, some get the newest and some keep what they have.
            recent=frozenset() if asked else frozenset(SINCE),
            settled={
                sheet.path: selected
                for setting in found
                if (selected := ALWAYS if asked and asked < OLDEST else setting.selected)
                for sheet in setting.ruled.sheets
            },
        )


def read(run: ToolRun, job: Job) -> Iterator[Report]:
    del job
    must_have_ended(run, well=(_CLEAN, _FOUND), unfit=UNFIT)
    for entry in entries(payload(run.stdout)):
        code = words(entry, "code")
        name = words(entry, "name")
        # Newer rules have a name and no code; what has neither could not be parsed.
        broken = "invalid-syntax" in (code, name) or not code + name
        yield Report(
            name=str(at(entry, "filename")),
            line=number(entry, "location", "row"),
            end=number(entry, "end_location", "row"),
            rule=SYNTAX if broken else code or name,
            message=words(entry, "message"),
            slug=SYNTAX if broken else name,
            url=words(entry, "url"),
        )
