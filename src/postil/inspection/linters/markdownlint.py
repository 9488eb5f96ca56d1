"""Runs markdownlint with the nearest settings of the base, without rules or plugins of its own."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator
from typing import Any

from postil.domain.observation import Gap
from postil.domain.paths import matches
from postil.inspection.linters import Desk, Job, Refused, Report
from postil.inspection.linters._endings import must_have_ended
from postil.inspection.linters._payloads import at, entries, number, payload, words
from postil.inspection.linters._settings import Ruled, extended, refused, ruled
from postil.inspection.linters._tables import merged, table_of, texts
from postil.ports import ToolRun

NAME = "markdownlint"
PROGRAM = "markdownlint"
REMEDY = "put `markdownlint` (the package markdownlint-cli) on the path"
MENTIONS: tuple[str, ...] = ()
PINS: tuple[str, ...] = ()
_CODE = (
    ".markdownlint-cli2.cjs",
    ".markdownlint-cli2.mjs",
    ".markdownlint.cjs",
    ".markdownlint.mjs",
)
_OF_CLI2 = (".markdownlint-cli2.jsonc", ".markdownlint-cli2.yaml")
_PLAIN = (".markdownlint.jsonc", ".markdownlint.json", ".markdownlint.yaml", ".markdownlint.yml")
_CONFIG = "markdownlint-settings.json"
_CLEAN, _FOUND = 0, 1


def takes(path: str, text: str) -> bool:
    del text
    return path.endswith((".md", ".markdown"))


def jobs(desk: Desk) -> Iterator[Job | Gap]:
    for item in ruled(desk, NAME, (*_CODE, *_OF_CLI2, *_PLAIN), _view):
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


def _view(path: str, text: str) -> dict[str, Any]:
    if path.endswith(_CODE):
        raise Refused(
            f"`{path}` is code, and settings that are code are not run",
            "keep the settings in `.markdownlint.json`",
        )
    return table_of(path, text)


def _job(desk: Desk, item: Ruled[dict[str, Any]]) -> Job:
    settings: dict[str, Any] = {}
    for path, text in extended(desk.base, item.path, _targets).items():
        settings = merged(_rules(path, _view(path, text)), settings)
    settings.pop("extends", None)
    wanted, unwanted = _globs(desk, item)
    sheets = []
    for sheet in item.sheets:
        path = posixpath.relpath(sheet.path, item.folder or ".")
        chosen = not wanted or any(matches(glob, path) for glob in wanted)
        if chosen and not any(matches(glob, path) for glob in unwanted):
            sheets.append(sheet)
    return Job(
        arguments=("--json", "--config", _CONFIG),
        sheets=tuple(sheets),
        loose={_CONFIG: json.dumps(settings, default=str)},
    )


def _rules(path: str, table: dict[str, Any]) -> dict[str, Any]:
    if not path.endswith(_OF_CLI2):
        return table
    rules = table.get("config")
    return rules if isinstance(rules, dict) else {}


def _targets(path: str, text: str) -> list[str]:
    found = texts(_rules(path, _view(path, text)).get("extends"))
    for target in found:
        if not target.startswith("."):
            raise Refused(
                f"its settings extend the package `{target[:100]}`, which is not in the repository",
                "keep shared settings in the repository",
            )
    return found


def _globs(desk: Desk, item: Ruled[dict[str, Any]]) -> tuple[list[str], list[str]]:
    """Which files the project gives it, and which it keeps from it."""
    listed = texts(item.says.get("globs")) if item.path.endswith(_OF_CLI2) else []
    ignored = texts(item.says.get("ignores")) if item.path.endswith(_OF_CLI2) else []
    beside = desk.base.read(posixpath.join(item.folder, ".markdownlintignore")) or ""
    ignored += [line for line in beside.split("\n") if line.strip() and line[:1] != "#"]
    ignored += [glob[1:] for glob in listed if glob[:1] in ("!", "#")]
    return [glob for glob in listed if glob[:1] not in ("!", "#")], ignored


def read(run: ToolRun, job: Job) -> Iterator[Report]:
    del job
    must_have_ended(run, well=(_CLEAN, _FOUND))
    if run.exit == _CLEAN and not run.stderr.strip():
        return
    for entry in entries(payload(run.stderr)):
        names = at(entry, "ruleNames")
        code, *others = names if isinstance(names, list) and names else ["rule"]
        line = number(entry, "lineNumber")
        told = (words(entry, "ruleDescription"), words(entry, "errorDetail"))
        yield Report(
            name=str(at(entry, "fileName")),
            line=line,
            end=line,
            rule=str(code),
            message=": ".join(part for part in told if part),
            slug=str(others[0]) if others else "",
            url=words(entry, "ruleInformation"),
        )
