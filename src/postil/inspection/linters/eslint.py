"""Runs ESLint's own rules as a data-only configuration of the base sets them; never code."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator
from typing import Any

from postil.domain.observation import Gap
from postil.domain.paths import matches
from postil.inspection.linters import SYNTAX, Desk, Job, Refused, Report
from postil.inspection.linters._endings import must_have_ended
from postil.inspection.linters._payloads import at, entries, number, payload, words
from postil.inspection.linters._settings import Ruled, ruled
from postil.inspection.linters._tables import below, json_table, texts, yaml_table
from postil.ports import ToolRun

NAME = "eslint"
PROGRAM = "eslint"
REMEDY = "put `eslint` 9 or newer on the path"
MENTIONS: tuple[str, ...] = ()
PINS: tuple[str, ...] = ()
_SCRIPTS = (".js", ".jsx", ".mjs", ".cjs")
_FLAT = tuple(f"eslint.config.{kind}" for kind in ("js", "mjs", "cjs", "ts", "mts", "cts"))
_CODE = (*_FLAT, ".eslintrc.js", ".eslintrc.cjs")
_DATA = (".eslintrc.yaml", ".eslintrc.yml", ".eslintrc.json", ".eslintrc", "package.json")
_CLEAN, _FOUND, _ERROR = 0, 1, 2
# What other files or plugins declare is not known here.
_UNSURE = frozenset({"no-undef", "no-unused-vars", "no-redeclare"})
_SETTINGS, _CONFIG = "rules.json", "eslint.config.mjs"
# Ours, and all of the code that runs: it keeps the rules that this ESLint has.
_OURS = """\
import { readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
const own = createRequire(realpathSync(process.argv[1]));
const { builtinRules } = own("eslint/use-at-your-own-risk");
const asked = JSON.parse(readFileSync(new URL("./rules.json", import.meta.url), "utf8"));
const rules = Object.fromEntries(Object.entries(asked).filter(([name]) => builtinRules.has(name)));
const languageOptions = { parserOptions: { ecmaFeatures: { jsx: true } } };
export default [{ files: ["**/*"], languageOptions, rules }];
"""


def takes(path: str, text: str) -> bool:
    del text
    return path.endswith((*_SCRIPTS, ".ts", ".tsx", ".mts", ".cts", ".vue"))


def jobs(desk: Desk) -> Iterator[Job | Gap]:
    for item in ruled(desk, NAME, (*_CODE, *_DATA), _view):
        if isinstance(item, Gap):
            yield item
            continue
        job = _job(item)
        if len(job.sheets) < len(item.sheets):
            yield Gap(
                subject=f"linter `{NAME}`",
                reason="files that need the project's own parser are not given to it",
                required=False,
                remedy="rely on the project's own build for them",
            )
        if job.sheets and json.loads(job.loose[_SETTINGS]):
            yield job


def _view(path: str, text: str) -> dict[str, Any] | None:
    name = posixpath.basename(path)
    if name in _CODE:
        raise _code(f"`{path}` is code")
    if name == "package.json":
        table = json_table(path, text).get("eslintConfig") if "eslintConfig" in text else None
    else:
        is_json = name.endswith(".json") or text.lstrip().startswith(("{", "/"))
        table = (json_table if is_json else yaml_table)(path, text)
    if not isinstance(table, dict):
        return None
    if "parser" in table:
        raise _code(f"`{path}` names a parser, which is code")
    return table


def _code(why: str) -> Refused:
    return Refused(f"{why}, and settings that are code are not run", "rely on the project's build")


def _job(item: Ruled[dict[str, Any]]) -> Job:
    """The rules that the nearest file sets itself, as errors, and that no override touches."""
    rules = item.says.get("rules")
    lifted = _UNSURE.union(*(_names(below(each, "rules")) for each in _overrides(item.says)))
    kept = {
        name: value
        for name, value in (rules if isinstance(rules, dict) else {}).items()
        if "/" not in name and name not in lifted and _is_error(value)
    }
    ignored = texts(item.says.get("ignorePatterns"))
    sheets = [
        sheet
        for sheet in item.sheets
        if sheet.path.endswith(_SCRIPTS)
        and not any(
            matches(glob, posixpath.relpath(sheet.path, item.folder or ".")) for glob in ignored
        )
    ]
    return Job(
        arguments=("--no-config-lookup", "--config", _CONFIG, "--format", "json", "--no-ignore"),
        sheets=tuple(sheets),
        loose={_CONFIG: _OURS, _SETTINGS: json.dumps(kept)},
        # What it extends may name a parser that reads more than JavaScript.
        unsure=frozenset({SYNTAX}) if "extends" in item.says else frozenset(),
    )


def _overrides(table: dict[str, Any]) -> list[Any]:
    overrides = table.get("overrides")
    return overrides if isinstance(overrides, list) else []


def _names(rules: object) -> set[str]:
    return {str(name) for name in rules} if isinstance(rules, dict) else set()


def _is_error(value: object) -> bool:
    level = value[0] if isinstance(value, list) and value else value
    return level in ("error", 2)


def read(run: ToolRun, job: Job) -> Iterator[Report]:
    del job
    unfit = ("Invalid option", 'Key "rules"', "MODULE_NOT_FOUND")
    must_have_ended(run, well=(_CLEAN, _FOUND), unfit=unfit)
    for entry in entries(payload(run.stdout)):
        for message in entries(at(entry, "messages")):
            rule = words(message, "ruleId")
            broken = at(message, "fatal") is True
            line = number(message, "line")
            last = number(message, "endLine") if at(message, "endLine") else line
            if rule or broken:
                yield Report(
                    name=str(at(entry, "filePath")),
                    line=line,
                    end=last,
                    rule=SYNTAX if broken else rule,
                    message=words(message, "message"),
                )
