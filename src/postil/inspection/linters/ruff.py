"""Runs `ruff check` with the nearest ruff settings of the base."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from postil.domain.observation import Gap
from postil.inspection.linters import SYNTAX, Desk, Job, Report
from postil.inspection.linters._commands import handed
from postil.inspection.linters._endings import must_have_ended
from postil.inspection.linters._payloads import at, entries, number, payload, words
from postil.inspection.linters._ruff_rules import OLDEST, SINCE, younger_than
from postil.inspection.linters._ruff_settings import (
    ALWAYS,
    CHECKS,
    UNFIT,
    Setting,
    is_python,
    settings_at,
)
from postil.inspection.linters._ruff_version import WORDS, Version, asked_version
from postil.ports import ToolRun

NAME = "ruff"
PROGRAM = "ruff"
REMEDY = "install `postil[lint]`, or put `ruff` on the path"
MENTIONS = (
    *("ruff check", "run ruff", "-m ruff", "ruff --fix", "ruff $(", "ruff .", '"ruff", "check"'),
    *("ruff-pre-commit", "ruff-check", "ruff-action"),
)
PINS = WORDS
_ARGUMENTS = (
    *("check", "--output-format", "json", "--no-cache", "--no-fix", "--no-fix-only"),
    *("--no-show-fixes", "--force-exclude", "--quiet"),
)
# Whether a file may be executed is not part of its copy; codes that we do not know may be newer.
_UNSURE = frozenset({"EXE001", "EXE002", "RUF102"})
_EXCUSE, _UNUSED = "RUF100", "unused:"
_ORDER = "I001"
_PRAGMAS = ("# type:", "# noqa", "# pyright:", "# pylint:", "# mypy:")
_CLEAN, _FOUND = 0, 1
takes = is_python


def jobs(desk: Desk) -> Iterator[Job | Gap]:
    found: list[Setting] = []
    asked = asked_version(desk.pins.values())
    for item in settings_at(desk, NAME, asked):
        if isinstance(item, Gap):
            yield item
        else:
            found.append(item)
    if found:
        unsure = _UNSURE.union(*(setting.unsure for setting in found))
        yield Job(
            arguments=_ARGUMENTS,
            sheets=tuple(sheet for setting in found for sheet in setting.ruled.sheets),
            beside={path: text for setting in found for path, text in setting.files.items()},
            unsure=unsure | younger_than(asked) if asked else unsure,
            # Where the version is left open, some get the newest and some keep what they have; what
            # belongs to the standard library, and so the order of imports, differs by version.
            recent=frozenset({_ORDER}) if asked else frozenset(SINCE),
            settled=_settled(desk, found, asked),
        )


def _settled(
    desk: Desk, found: Sequence[Setting], asked: Version | None
) -> dict[str, tuple[str, ...]]:
    """The rules that count by file: none at all where the build does not hand it the file."""
    over = handed(CHECKS, desk.scripts, desk.head)
    settled: dict[str, tuple[str, ...]] = {}
    for setting in found:
        selected = ALWAYS if asked and asked < OLDEST else setting.selected
        for sheet in setting.ruled.sheets:
            if not over.holds(sheet.path):
                settled[sheet.path] = ()
            elif selected:
                settled[sheet.path] = selected
    return settled


def read(run: ToolRun, job: Job) -> Iterator[Report]:
    must_have_ended(run, well=(_CLEAN, _FOUND), unfit=UNFIT)
    laid = job.files()
    for report in _reports(run):
        if report.rule != _ORDER or not _has_pragma(report, laid):
            yield report


def _has_pragma(report: Report, laid: Mapping[str, str]) -> bool:
    """Whether a comment for tools ends an import: versions differ in how long the line is then."""
    lines = laid.get(report.name, "").split("\n")[report.line - 1 : report.end]
    return any(pragma in line for line in lines for pragma in _PRAGMAS)


def _reports(run: ToolRun) -> Iterator[Report]:
    for entry in entries(payload(run.stdout)):
        code = words(entry, "code")
        name = words(entry, "name")
        message = words(entry, "message")
        # Which rules are known and on without a word differs from version to version.
        if code == _EXCUSE and _UNUSED not in message:
            continue
        # Newer rules have a name and no code; what has neither could not be parsed.
        broken = "invalid-syntax" in (code, name) or not code + name
        yield Report(
            name=str(at(entry, "filename")),
            line=number(entry, "location", "row"),
            end=number(entry, "end_location", "row"),
            rule=SYNTAX if broken else code or name,
            message=message,
            slug=SYNTAX if broken else name,
            url=words(entry, "url"),
        )
