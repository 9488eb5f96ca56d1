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
from postil.inspection.linters._settings import arriving, ruled
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
# A list that a search has filled is handed over, whatever it is called.
_LISTED = re.compile(r"\bshellcheck(?: {1,4}-[^\s;|&]{1,80}){0,6} {1,4}\"?\$\{?[A-Za-z_]")
_SEARCH = re.compile(r"(?m)(?:^|[\s(`|;])find\s")
_BATS, _QUOTES = ".bats", "'\""
_CODE = re.compile(r"\bSC[1-3]\d{3}\b")
_LONGEST = 2_000
_TELLS, _TEMPLATE = "--version", "{{"
_PLAIN = re.compile(r"\A[\w./*-]{1,200}\Z")
_LEVELS = ("error", "warning", "info", "style")
_CLEAN, _FOUND = 0, 1
_NOT_FOLLOWED = frozenset({"SC1090", "SC1091"})
_RECENT = frozenset(f"SC{number}" for number in range(2283, 2340))
"""Rules since 0.8, which many a build does not have yet."""
_NEVER_CALLED = "SC2329"
_FUNCTION = re.compile(r"\A\s{0,80}(?:function\s{1,8})?([\w:.-]{1,200})")
_AROUND = "'\"();"
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
    brought = arriving(desk, NAME, _RC, _harmless) if desk.scripts else ()
    for item in (*brought, *ruled(desk, NAME, _RC, _harmless)):
        if isinstance(item, Gap):
            settled = False
            yield item
        else:
            beside[item.path] = str(item.says)
            sheets += item.sheets
    if desk.scripts and settled:
        named = _named(desk)
        skipped = _skipped(desk)
        sheets = [
            sheet
            for sheet in desk.sheets
            if (_is_named(sheet.path, named) if named else not sheet.path.endswith(skipped))
        ]
    if sheets:
        level = _level(desk)
        arguments = ("--format=json1", "--color=never", f"--severity={level}")
        yield Job(
            arguments=arguments,
            sheets=tuple(sheets),
            beside=beside,
            unsure=_left_out(desk),
            recent=_RECENT,
        )


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
            words = [word.strip(_QUOTES) for word in command[1].split()]
            files = [word for word in words if "." in word or "/" in word]
            if words == [_TELLS]:
                continue
            if not files or _TEMPLATE in command[1] or not all(map(_PLAIN.match, files)):
                return ()
            named.update(f"/{word.removeprefix('./')}" for word in files)
    return tuple(sorted(named))


def _skipped(desk: Desk) -> tuple[str, ...]:
    """The endings that a search for scripts leaves out: tests for bats, where it does not say so."""
    texts = desk.scripts.values()
    searched = any(_LISTED.search(text) and _SEARCH.search(text) for text in texts)
    return (_BATS,) if searched and not any(_BATS in text for text in texts) else ()


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
    texts = job.files()
    must_have_ended(run, well=(_CLEAN, _FOUND), unfit=("Bad configuration", "unknown option"))
    found = [_report(entry) for entry in entries(at(payload(run.stdout), "comments"))]
    reading = {report.name for report in found if report.rule in _NOT_FOLLOWED}
    for report in found:
        unsure = report.rule in _UNSURE and report.name in reading
        called = report.rule == _NEVER_CALLED and _is_handed_on(report, texts.get(report.name, ""))
        if report.rule not in _NOT_FOLLOWED and not unsure and not called:
            yield report


def _is_handed_on(report: Report, text: str) -> bool:
    """Whether a function that seems unused is an argument of some command, which may call it."""
    lines = text.split("\n")
    defined = (
        _FUNCTION.match(lines[report.line - 1][:_LONGEST]) if report.line <= len(lines) else None
    )
    return defined is not None and any(
        defined[1] in (word.strip(_AROUND) for word in line.split()[1:])
        for number, line in enumerate(lines, 1)
        if number != report.line and not line.lstrip().startswith("#")
    )


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
