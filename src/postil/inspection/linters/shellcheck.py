"""Runs shellcheck where the base has a `.shellcheckrc`, or a build script that runs it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from postil.domain.observation import Gap
from postil.domain.paths import matches
from postil.inspection.linters import SYNTAX, Desk, Job, Report, Sheet
from postil.inspection.linters._endings import must_have_ended
from postil.inspection.linters._matrices import spelled_out
from postil.inspection.linters._payloads import at, entries, number, payload, words
from postil.inspection.linters._settings import ruled
from postil.ports import ToolRun

NAME = "shellcheck"
PROGRAM = "shellcheck"
REMEDY = "install `postil[lint]`, or put `shellcheck` on the path"
MENTIONS = ("shellcheck",)
PINS: tuple[str, ...] = ()
_ENDINGS = (".sh", ".bash", ".ksh", ".dash", ".bats")
_SHELLS = re.compile(r"\A#!.{0,60}\b(?:ba|da|k|)sh\b")
_RC = (".shellcheckrc", "shellcheckrc")
# The other settings make it read files that the script names.
_HARMLESS = ("disable", "enable", "shell", "extended-analysis")
_SEVERITY = re.compile(r"(?:--severity[= ]|-S[ ]?)['\"]?(error|warning|info|style)\b")
_COMMAND = re.compile(r"(?<!install )\bshellcheck((?: {1,40}[^\s;|&]{1,200}){1,60})")
_CODE = re.compile(r"\bSC[1-3]\d{3}\b")
_LONGEST = 2_000
_TELLS, _TEMPLATE = "--version", "{{"
_PLAIN = re.compile(r"\A[\w./*-]{1,200}\Z")
_LEVELS = ("error", "warning", "info", "style")
_CLEAN, _FOUND = 0, 1
_NOT_FOLLOWED = frozenset({"SC1090", "SC1091"})
# A file that is read in may use or set what seems unused or unset.
_UNSURE = frozenset({"SC2034", "SC2154", "SC2153"})


def takes(path: str, text: str) -> bool:
    return path.endswith(_ENDINGS) or (
        "." not in posixpath.basename(path) and _SHELLS.match(text) is not None
    )


def jobs(desk: Desk) -> Iterator[Job | Gap]:
    beside: dict[str, str] = {}
    sheets: list[Sheet] = []
    settled = True
    for item in ruled(desk, NAME, _RC, _harmless):
        if isinstance(item, Gap):
            settled = False
            yield item
        else:
            beside[item.path] = str(item.says)
            sheets += item.sheets
    if desk.scripts and settled:
        named = _named(desk)
        sheets = [sheet for sheet in desk.sheets if not named or _is_named(sheet.path, named)]
    if sheets:
        level = _level(desk)
        arguments = ("--format=json1", "--color=never", f"--severity={level}")
        yield Job(arguments=arguments, sheets=tuple(sheets), beside=beside, unsure=_left_out(desk))


def _left_out(desk: Desk) -> frozenset[str]:
    """The rules that a build script names, which is how it does without them."""
    return frozenset(
        code
        for text in desk.scripts.values()
        for line in text.split("\n")
        if "include" not in line
        for code in _CODE.findall(line[:_LONGEST])
    )


def _named(desk: Desk) -> tuple[str, ...]:
    """The files that the build hands to it by name; none where it finds them in another way."""
    named: set[str] = set()
    for text in desk.scripts.values():
        for command in _COMMAND.finditer(spelled_out(text.replace("\\\n", " "))):
            words = command[1].split()
            files = [word for word in words if "." in word or "/" in word]
            if words == [_TELLS]:
                continue
            if not files or _TEMPLATE in command[1] or not all(map(_PLAIN.match, files)):
                return ()
            named.update(f"/{word.removeprefix('./')}" for word in files)
    return tuple(sorted(named))


def _is_named(path: str, named: tuple[str, ...]) -> bool:
    """Whether a file is among those; names and patterns may be told from another folder."""
    return any(
        matches(f"**{name}", path) if "*" in name else f"/{path}".endswith(name) for name in named
    )


def _harmless(path: str, text: str) -> str:
    """The settings without those that lead to other files."""
    del path
    kept = [line for line in text.split("\n") if line.partition("=")[0].strip() in _HARMLESS]
    return "\n".join(kept) + "\n"


def _level(desk: Desk) -> str:
    """The mildest complaint that counts: what a build script asks for, else all it prints.

    Settings alone do not show that anything fails on mere advice.
    """
    asked = [found[1] for text in desk.scripts.values() for found in _SEVERITY.finditer(text)]
    if asked:
        return min(asked, key=_LEVELS.index)
    return "style" if desk.scripts else "warning"


def read(run: ToolRun, job: Job) -> Iterator[Report]:
    del job
    must_have_ended(run, well=(_CLEAN, _FOUND), unfit=("Bad configuration", "unknown option"))
    found = [_report(entry) for entry in entries(at(payload(run.stdout), "comments"))]
    reading = {report.name for report in found if report.rule in _NOT_FOLLOWED}
    for report in found:
        unsure = report.rule in _UNSURE and report.name in reading
        if report.rule not in _NOT_FOLLOWED and not unsure:
            yield report


def _report(entry: object) -> Report:
    code = f"SC{number(entry, 'code')}"
    broken = code.startswith("SC10") and at(entry, "level") == "error"
    return Report(
        name=str(at(entry, "file")),
        line=number(entry, "line"),
        end=number(entry, "endLine"),
        rule=SYNTAX if broken else code,
        message=words(entry, "message"),
        slug=SYNTAX if broken else code,
        url=f"https://www.shellcheck.net/wiki/{code}",
    )
