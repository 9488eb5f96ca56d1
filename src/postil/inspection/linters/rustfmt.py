"""Runs `rustfmt --check` with the edition of the package and the nearest `rustfmt.toml`."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import replace

from postil.domain.observation import Gap
from postil.inspection.linters import SYNTAX, UNREAD, Desk, Garbled, Job, Report, Sheet, Unfit
from postil.inspection.linters._endings import must_have_ended
from postil.inspection.linters._rewrites import runs
from postil.inspection.linters._rust_modules import Crates, stand_ins
from postil.inspection.linters._rust_packages import Packages, names_files
from postil.inspection.linters._settings import Lookup, arriving, ruled
from postil.inspection.linters._tables import below, toml_table
from postil.ports import ToolRun

NAME = "rustfmt"
PROGRAM = "rustfmt"
REMEDY = "install Rust with `rustfmt`, or put it on the path"
MENTIONS = ("cargo fmt", "rustfmt")
PINS: tuple[str, ...] = ()
_SAMPLES = frozenset({"ui", "pass", "fail", "compile-fail", "trybuild", "fixtures", "testdata"})
_SETTINGS = ("rustfmt.toml", ".rustfmt.toml")
_OLDEST = "2015"
_EDITIONS = frozenset({"2015", "2018", "2021", "2024"})
_CLEAN, _FOUND = 0, 1
_DIFF = re.compile(r"\ADiff in (.{1,4000}?)(?::| at line )(\d{1,9}):\Z")
_PLACE = re.compile(r"\A *--> (.{1,4000}?):(\d{1,9}):\d{1,9}\Z")
_MISSING = re.compile(r"\AError writing files: failed to resolve mod `[^`]{1,200}`: (.{1,4000})")
_ABSENT = ("couldn't read", "file not found for module")
_UNFIT = ("rustup could not", "version mismatch", "not installed for the toolchain")
_NIGHTLY = "unstable features are only available in nightly"


def takes(path: str, text: str) -> bool:
    """Sources that `cargo fmt` would reach; samples for the compiler's own tests are not."""
    del text
    return path.endswith(".rs") and not _SAMPLES.intersection(path.split("/")[:-1])


def jobs(desk: Desk) -> Iterator[Job | Gap]:
    beside: dict[str, str] = {}
    styled: set[str] = set()
    brought = tuple(arriving(desk, NAME, _SETTINGS, _style))
    yield from brought
    for item in ruled(desk, NAME, _SETTINGS, _style):
        if isinstance(item, Gap):
            yield item
            return
        beside[item.path] = item.says
        styled |= {sheet.path for sheet in item.sheets}
    crates = Crates(desk.head)
    packages = Packages(desk.base, desk.scripts)
    by_hand = names_files(desk.scripts)
    groups: dict[tuple[str, bool, bool], list[Sheet]] = {}
    for found in ruled(desk, NAME, ("Cargo.toml",), _edition):
        if isinstance(found, Gap):
            yield found
            continue
        edition = found.says or _workspace_edition(desk, found.folder)
        formatted = by_hand or packages.are_formatted(found.folder)
        for sheet in found.sheets:
            asked = not brought and (bool(desk.scripts) or sheet.path in styled)
            enforced = formatted and (by_hand or crates.are_walked_to(sheet.path))
            enforced = enforced and bool(desk.scripts)
            if asked or edition != _OLDEST:
                # Unasked, only broken syntax is told, and that of the oldest edition was another once.
                groups.setdefault((edition, asked, enforced), []).append(sheet)
    for (edition, asked, enforced), sheets in groups.items():
        yield Job(
            arguments=("--check", "--color", "never", "--edition", edition),
            sheets=tuple(sheets),
            beside=beside | _modules(sheets),
            asked=asked,
            enforced=enforced,
        )


def _style(path: str, text: str) -> str:
    toml_table(path, text)
    return text


def _edition(path: str, text: str) -> str | None:
    """The package's edition; empty where the workspace decides; None where it is no package."""
    package = toml_table(path, text).get("package")
    if not isinstance(package, dict):
        return None
    edition = package.get("edition", _OLDEST)
    return edition if isinstance(edition, str) and edition in _EDITIONS else ""


def _workspace_edition(desk: Desk, folder: str) -> str:
    def view(path: str, text: str) -> str | None:
        edition = below(toml_table(path, text), "workspace", "package", "edition")
        return edition if isinstance(edition, str) and edition in _EDITIONS else None

    found = Lookup(desk.base, ("Cargo.toml",), view).nearest(folder)
    return found[1] if found else _OLDEST


def _modules(sheets: list[Sheet]) -> dict[str, str]:
    """An empty stand-in for each module a file declares: rustfmt stops where one is missing."""
    stubs = set[str]().union(
        *(
            stand_ins(sheet.path, text)
            for sheet in sheets
            for text in (sheet.head, sheet.base or "")
        )
    )
    return dict.fromkeys(sorted(stubs), "")


def read(run: ToolRun, job: Job) -> Iterator[Report]:
    if _NIGHTLY in run.stderr:
        raise Unfit("its settings need the nightly `rustfmt`")
    must_have_ended(run, well=(_CLEAN, _FOUND), unfit=_UNFIT)
    if run.exit == _FOUND and not run.stdout.strip() and any(w in run.stderr for w in _UNFIT):
        raise Unfit("no toolchain is set up for it")
    broken = [*_broken(run.stderr), *_given_up(run.stderr, job)]
    if run.exit == _FOUND and not broken and "Diff in " not in run.stdout:
        raise Garbled(f"it stopped: {' '.join(run.stderr.split())[:200]}")
    yield from broken
    # A file that another one declares is visited twice.
    yield from dict.fromkeys(_rewritten(run.stdout))


def _rewritten(printed: str) -> Iterator[Report]:
    name, start = "", 0
    body: list[str] = []
    for line in (*printed.split("\n"), "Diff in :0:"):
        if not line.startswith("Diff in "):
            body.append(line)
            continue
        yield from runs(name, start, body)
        found = _DIFF.match(line)
        name, start, body = (found[1], int(found[2]), []) if found else ("", 0, [])


def _broken(said: str) -> Iterator[Report]:
    """Files that do not parse, told once each."""
    message, told = "", set()
    for line in said.split("\n"):
        if line.startswith("error"):
            message = line.partition(":")[2].strip()
        found = _PLACE.match(line[:5_000])
        if found and message and found[1] not in told:
            told.add(found[1])
            at = int(found[2])
            report = Report(name=found[1], line=at, end=at, rule=SYNTAX, message=message[:300])
            absent = message.startswith(_ABSENT)
            yield replace(report, rule=UNREAD) if absent else replace(report, slug=SYNTAX)


def _given_up(said: str, job: Job) -> Iterator[Report]:
    """Files whose modules have no stand-in; only the place where one was looked for is told."""
    for line in said.split("\n"):
        found = _MISSING.match(line[:5_000])
        for name in job.names() if found else ():
            if found and posixpath.splitext(name)[0] + "/" in found[1]:
                yield Report(name=name, line=1, end=1, rule=UNREAD)
