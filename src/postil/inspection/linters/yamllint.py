"""Runs yamllint with the nearest `.yamllint` of the base, its own rules only."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from typing import Any

from postil.domain.observation import Gap
from postil.domain.paths import matches
from postil.inspection.linters import SYNTAX, Desk, Job, Refused, Report
from postil.inspection.linters._endings import must_have_ended
from postil.inspection.linters._settings import Ruled, extended, refused, ruled
from postil.inspection.linters._tables import merged, texts, yaml_table
from postil.ports import ToolRun

NAME = "yamllint"
PROGRAM = "yamllint"
REMEDY = "put `yamllint` on the path"
MENTIONS: tuple[str, ...] = ()
PINS: tuple[str, ...] = ()
_NAMES = (".yamllint", ".yamllint.yaml", ".yamllint.yml")
_BUILT_IN = ("default", "relaxed")
_CONFIG = "yamllint-settings.yaml"
_CLEAN, _FOUND, _WARNED = 0, 1, 2
_LINE = re.compile(r"\A(.{1,4000}?):(\d{1,9}):\d{1,9}: \[(error|warning)\] (.{0,2000})\Z")
_RULE = re.compile(r"\A(.{0,2000}) \(([a-z-]{1,60})\)\Z")


def takes(path: str, text: str) -> bool:
    del text
    return path.endswith((".yml", ".yaml"))


def jobs(desk: Desk) -> Iterator[Job | Gap]:
    for item in ruled(desk, NAME, _NAMES, yaml_table):
        if isinstance(item, Gap):
            yield item
            continue
        try:
            job = _job(desk, item)
        except Refused as refusal:
            yield refused(NAME, refusal)
            continue
        if job.sheets:
            yield job


def _job(desk: Desk, item: Ruled[dict[str, Any]]) -> Job:
    settings: dict[str, Any] = {}
    starts: list[str] = []
    for path, text in extended(desk.base, item.path, _targets).items():
        table = yaml_table(path, text)
        starts += [each for each in texts(table.get("extends")) if each in _BUILT_IN]
        settings = merged(table, settings)
    ignored = "\n".join(texts(settings.get("ignore"))).split("\n")
    for path in texts(settings.get("ignore-from-file")):
        ignored += (desk.base.read(posixpath.join(item.folder, path)) or "").split("\n")
    globs = [glob for glob in map(str.strip, ignored) if glob and not glob.startswith("#")]
    sheets = tuple(
        sheet
        for sheet in item.sheets
        if not any(
            matches(glob, posixpath.relpath(sheet.path, item.folder or ".")) for glob in globs
        )
    )
    # A rule's own paths are written for another folder than the one the copies stand in.
    rules = {
        str(name): rule if not _has_paths(rule) else "disable"
        for name, rule in _rules(settings).items()
    }
    clean = {"rules": rules} | ({"extends": starts[0]} if starts else {})
    return Job(
        arguments=("-f", "parsable", "--no-warnings", "-c", _CONFIG),
        sheets=sheets,
        loose={_CONFIG: json.dumps(clean, default=str)},
    )


def _rules(settings: dict[str, Any]) -> dict[str, Any]:
    rules = settings.get("rules")
    return rules if isinstance(rules, dict) else {}


def _has_paths(rule: object) -> bool:
    return isinstance(rule, dict) and not rule.keys().isdisjoint({"ignore", "ignore-from-file"})


def _targets(path: str, text: str) -> list[str]:
    return [each for each in texts(yaml_table(path, text).get("extends")) if each not in _BUILT_IN]


def read(run: ToolRun, job: Job) -> Iterator[Report]:
    del job
    must_have_ended(run, well=(_CLEAN, _FOUND, _WARNED), unfit=("invalid config",))
    for line in run.stdout.split("\n"):
        found = _LINE.match(line[:6_500])
        if found is None or found[3] != "error":
            continue
        told = _RULE.match(found[4])
        message, rule = (told[1], told[2]) if told else (found[4], SYNTAX)
        broken = rule == "syntax"
        at = int(found[2])
        yield Report(
            name=found[1], line=at, end=at, rule=SYNTAX if broken else rule, message=message[:300]
        )
