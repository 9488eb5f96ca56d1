"""Runs `rustfmt --check` with the edition of the package and the nearest `rustfmt.toml`."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import replace

from postil.domain.observation import Gap
from postil.inspection.linters import SYNTAX, Desk, Garbled, Job, Report, Sheet, Unfit
from postil.inspection.linters._endings import must_have_ended
from postil.inspection.linters._rewrites import runs
from postil.inspection.linters._settings import Lookup, ruled
from postil.inspection.linters._tables import below, toml_table
from postil.ports import ToolRun

NAME = "rustfmt"
PROGRAM = "rustfmt"
REMEDY = "install Rust with `rustfmt`, or put it on the path"
MENTIONS = ("cargo fmt", "rustfmt")
PINS: tuple[str, ...] = ()
_SAMPLES = frozenset({"ui", "pass", "fail", "compile-fail", "trybuild", "fixtures", "testdata"})
_OLDEST = "2015"
_EDITIONS = frozenset({"2015", "2018", "2021", "2024"})
_CLEAN, _FOUND = 0, 1
_DIFF = re.compile(r"\ADiff in (.{1,4000}?)(?::| at line )(\d{1,9}):\Z")
_PLACE = re.compile(r"\A *--> (.{1,4000}?):(\d{1,9}):\d{1,9}\Z")
_MODULE = re.compile(
    r"^[ \t]*(?:pub(?:\([a-z: ]{1,40}\))?[ \t]+)?mod[ \t]+(\w{1,100})[ \t]*;", re.MULTILINE
)
_UNFIT = ("rustup could not", "version mismatch", "not installed for the toolchain")
_NIGHTLY = "unstable features are only available in nightly"


def takes(path: str, text: str) -> bool:
    """Sources that `cargo fmt` would reach; samples for the compiler's own tests are not."""
    del text
    return path.endswith(".rs") and not _SAMPLES.intersection(path.split("/")[:-1])


def jobs(desk: Desk) -> Iterator[Job | Gap]:
    beside: dict[str, str] = {}
    styled: set[str] = set()
    for item in ruled(desk, NAME, ("rustfmt.toml", ".rustfmt.toml"), _style):
        if isinstance(item, Gap):
            yield item
            return
        beside[item.path] = item.says
        styled |= {sheet.path for sheet in item.sheets}
    groups: dict[tuple[str, bool], list[Sheet]] = {}
    for found in ruled(desk, NAME, ("Cargo.toml",), _edition):
        if isinstance(found, Gap):
            yield found
            continue
        edition = found.says or _workspace_edition(desk, found.folder)
        for sheet in found.sheets:
            asked = bool(desk.scripts) or sheet.path in styled
            if asked or edition != _OLDEST:
                # Unasked, only broken syntax is told, and that of the oldest edition was another once.
                groups.setdefault((edition, asked), []).append(sheet)
    for (edition, asked), sheets in groups.items():
        yield Job(
            arguments=("--check", "--color", "never", "--edition", edition),
            sheets=tuple(sheets),
            beside=beside | _modules(sheets),
            asked=asked,
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
    stubs: dict[str, str] = {}
    for sheet in sheets:
        folder = posixpath.splitext(sheet.path)[0]
        for text in (sheet.head, sheet.base or ""):
            for found in _MODULE.finditer(text):
                stubs[f"{folder}/{found[1]}.rs"] = ""
    return stubs


def read(run: ToolRun, job: Job) -> Iterator[Report]:
    del job
    if _NIGHTLY in run.stderr:
        raise Unfit("its settings need the nightly `rustfmt`")
    must_have_ended(run, well=(_CLEAN, _FOUND), unfit=_UNFIT)
    if run.exit == _FOUND and not run.stdout.strip() and any(w in run.stderr for w in _UNFIT):
        raise Unfit("no toolchain is set up for it")
    broken = list(_broken(run.stderr))
    if run.exit == _FOUND and not broken and "Diff in " not in run.stdout:
        raise Garbled(f"it stopped: {' '.join(run.stderr.split())[:200]}")
    yield from broken
    name, start = "", 0
    body: list[str] = []
    for line in (*run.stdout.split("\n"), "Diff in :0:"):
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
            yield replace(report, slug=SYNTAX)
