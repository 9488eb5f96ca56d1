"""Runs `deno fmt --check` with the `fmt` settings of the nearest `deno.json` of the base."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from typing import Any

from postil.domain.observation import Gap
from postil.domain.paths import matches
from postil.inspection.linters import SYNTAX, UNFORMATTED, Desk, Garbled, Job, Report
from postil.inspection.linters._endings import must_have_ended
from postil.inspection.linters._settings import Ruled, ruled
from postil.inspection.linters._tables import below, chosen, json_table, texts
from postil.ports import ToolRun

NAME = "deno fmt"
PROGRAM = "deno"
REMEDY = "put `deno` on the path"
MENTIONS = ("deno fmt",)
PINS: tuple[str, ...] = ()
_ENDINGS = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json", ".jsonc", ".md")
_CONFIG = "deno-settings.json"
_KEPT = frozenset(
    {
        *("useTabs", "lineWidth", "indentWidth", "semiColons", "singleQuote", "proseWrap"),
        *("bracePosition", "jsx.bracketPosition", "nextControlFlowPosition", "operatorPosition"),
        *("quoteProps", "spaceAround", "spaceSurroundingProperties", "trailingCommas"),
        *("singleBodyPosition", "useBraces", "typeLiteral.separatorKind", "newLineKind"),
        *("jsx.forceNewLinesSurroundingContent", "jsx.multiLineParens"),
    }
)
_CLEAN, _FOUND = 0, 1
_FILE = re.compile(r"\Afrom (.{1,4000}):\Z")
_ROW = re.compile(r"\A *(\d{1,9})? \| ?([-+])?")
_BROKEN = re.compile(r"\A *at (?:file://)?(.{1,4000}):(\d{1,9}):\d{1,9}\Z")


def takes(path: str, text: str) -> bool:
    del text
    return path.endswith(_ENDINGS)


def jobs(desk: Desk) -> Iterator[Job | Gap]:
    asked = bool(desk.scripts)

    def view(path: str, text: str) -> dict[str, Any] | None:
        table = json_table(path, text)
        return table if asked or isinstance(table.get("fmt"), dict) else None

    for item in ruled(desk, NAME, ("deno.json", "deno.jsonc"), view):
        found = item if isinstance(item, Gap) else _job(item)
        if found is not None:
            yield found


def _job(item: Ruled[dict[str, Any]]) -> Job | None:
    settings = item.says.get("fmt")
    inside = texts(below(settings, "include")) + texts(below(settings, "files", "include"))
    outside = texts(below(settings, "exclude")) + texts(below(settings, "files", "exclude"))
    outside += texts(item.says.get("exclude"))
    sheets = []
    for sheet in item.sheets:
        path = posixpath.relpath(sheet.path, item.folder or ".")
        wanted = not inside or any(matches(f"/{glob.removeprefix('./')}", path) for glob in inside)
        if wanted and not any(matches(f"/{glob.removeprefix('./')}", path) for glob in outside):
            sheets.append(sheet)
    if not sheets:
        return None
    style = chosen(settings, _KEPT) | chosen(below(settings, "options"), _KEPT)
    return Job(
        arguments=("fmt", "--check", "--config", _CONFIG),
        sheets=tuple(sheets),
        loose={_CONFIG: json.dumps({"fmt": style})},
    )


def read(run: ToolRun, job: Job) -> Iterator[Report]:
    del job
    must_have_ended(run, well=(_CLEAN, _FOUND), unfit=("unknown field", "Unsupported"))
    said = run.stdout + "\n" + run.stderr
    if run.exit == _FOUND and "ot formatted file" not in said:
        raise Garbled(f"it stopped: {' '.join(run.stderr.split())[:200]}")
    for line in said.split("\n"):
        broken = _BROKEN.match(line[:5_000])
        if broken:
            at = int(broken[2])
            yield Report(name=broken[1], line=at, end=at, rule=SYNTAX, message="It does not parse")
    found = list(_rewritten(said))
    if {name[1] for line in said.split("\n") if (name := _FILE.match(line[:5_000]))} != {
        report.name for report in found
    }:
        raise Garbled("the lines that it would rewrite cannot be read from its report")
    yield from found


def _rewritten(said: str) -> Iterator[Report]:
    """The replaced lines. A removed line has its old number, an added one its new number."""
    name, first, removed, added, shift = "", 0, 0, 0, 0
    for line in (*said.split("\n"), ""):
        row = _ROW.match(line[:200])
        mark = row[2] if row else None
        number = int(row[1]) if row and row[1] else 0
        follows = (mark == "+" or number == first + removed) and (removed or added)
        if (removed or added) and not (mark and number and follows):
            yield Report(name=name, line=first, end=first + removed - 1, rule=UNFORMATTED)
            shift += added - removed
            removed = added = 0
        opened = _FILE.match(line[:5_000])
        if opened:
            name, shift = opened[1], 0
        elif mark and number:
            if not (removed or added):
                first = number if mark == "-" else number - shift
            removed += mark == "-"
            added += mark == "+"
