"""Runs `gofmt -d` on the Go files of a module."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.domain.observation import Gap
from postil.inspection.linters import SYNTAX, Desk, Job, Report
from postil.inspection.linters._endings import must_have_ended
from postil.inspection.linters._rewrites import rewrites
from postil.inspection.linters._settings import Lookup
from postil.ports import ToolRun

NAME = "gofmt"
PROGRAM = "gofmt"
REMEDY = "install Go, or put `gofmt` on the path"
MENTIONS: tuple[str, ...] = ()
PINS: tuple[str, ...] = ()
_CLEAN, _FOUND, _BROKEN = 0, 1, 2
_UNPARSED = re.compile(r"\A([^\n:]{1,4000}):(\d{1,9}):\d{1,9}: (.{1,300})")


def takes(path: str, text: str) -> bool:
    del text
    return path.endswith(".go")


def jobs(desk: Desk) -> Iterator[Job | Gap]:
    """It has no settings; a module at the base is what makes it the project's formatter."""
    modules = Lookup(desk.base, ("go.mod",), lambda _path, _text: True)
    sheets = [sheet for sheet in desk.sheets if modules.nearest(sheet.path.rpartition("/")[0])]
    if sheets:
        yield Job(arguments=("-d",), sheets=tuple(sheets))


def read(run: ToolRun, job: Job) -> Iterator[Report]:
    del job
    unparsed = [found for line in run.stderr.split("\n") if (found := _UNPARSED.match(line))]
    if run.exit != _BROKEN or not unparsed:
        must_have_ended(run, well=(_CLEAN, _FOUND))
    for found in unparsed:
        line = int(found[2])
        yield Report(name=found[1], line=line, end=line, rule=SYNTAX, message=found[3])
    yield from rewrites(run.stdout)
