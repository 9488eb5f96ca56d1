"""The nearest Biome settings of the base as one clean file, and the files they speak about."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from postil.domain.observation import Gap
from postil.domain.paths import matches
from postil.inspection.linters import Desk, Job, Refused, Sheet
from postil.inspection.linters._settings import Ruled, extended, refused, ruled
from postil.inspection.linters._tables import below, chosen, json_table, merged, texts

NAMES = ("biome.json", "biome.jsonc")
UNFIT = ("the configuration resulted in errors", "Found an unknown key")
CONFIG = "settings/biome.json"
_ENDINGS = (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".css", ".json", ".jsonc")
# Not among them: plugins, and what reads the ignore files of a version control system.
_KEPT = frozenset({"formatter", "linter", "javascript", "json", "css", "graphql", "overrides"})
_ROOT = "//"


def is_biome_file(path: str, text: str) -> bool:
    del text
    return path.endswith(_ENDINGS)


@dataclass(frozen=True, slots=True)
class Setting:
    """Sheets with the settings that decide for them, everything they extend included."""

    table: dict[str, Any]
    folder: str
    sheets: tuple[Sheet, ...]

    def job(self, part: str, arguments: tuple[str, ...]) -> Job | None:
        """A run for the linter or the formatter; None where the settings keep all files from it."""
        if below(self.table, part, "enabled") is False:
            return None
        spoken_of = tuple(
            sheet
            for sheet in self.sheets
            if all(
                _is_included(self.table.get(key), posixpath.relpath(sheet.path, self.folder or "."))
                for key in ("files", part)
            )
        )
        if not spoken_of:
            return None
        return Job(
            arguments=(*arguments, "--colors=off", "--config-path=settings"),
            sheets=spoken_of,
            loose={CONFIG: json.dumps(_clean(self.table))},
        )


def settings_at(desk: Desk, linter: str) -> Iterator[Setting | Gap]:
    for item in ruled(desk, linter, NAMES, json_table):
        if isinstance(item, Gap):
            yield item
            continue
        try:
            yield _setting(desk, item)
        except Refused as refusal:
            yield refused(linter, refusal)


def _setting(desk: Desk, item: Ruled[dict[str, Any]]) -> Setting:
    table: dict[str, Any] = {}
    for path, text in extended(desk.base, item.path, _targets).items():
        table = merged(json_table(path, text), table)
    if _ROOT in texts(item.says.get("extends")):
        for name in NAMES:
            root = desk.base.read(name)
            if root is not None and name != item.path:
                table = merged(json_table(name, root), table)
    return Setting(table, item.folder, item.sheets)


def _targets(path: str, text: str) -> list[str]:
    found = [each for each in texts(json_table(path, text).get("extends")) if each != _ROOT]
    for target in found:
        if not target.startswith("."):
            raise Refused(
                f"its settings extend the package `{target[:100]}`, which is not in the repository",
                "keep shared settings in the repository",
            )
    return found


def _is_included(part: object, path: str) -> bool:
    """Whether `includes` (the last pattern that fits decides) or the older two keys let it in."""
    verdict = not (texts(below(part, "includes")) or texts(below(part, "include")))
    for glob in (*texts(below(part, "include")), *texts(below(part, "includes"))):
        plain = glob.lstrip("!").removeprefix("./")
        if plain in ("**", "*") or matches(plain, path):
            verdict = not glob.startswith("!")
    return verdict and not any(matches(glob, path) for glob in texts(below(part, "ignore")))


def _clean(table: dict[str, Any]) -> dict[str, Any]:
    """Settings without anything that loads code or depends on the folder they stand in."""
    clean = {key: _without_paths(value) for key, value in chosen(table, _KEPT).items()}
    overrides = clean.get("overrides")
    if isinstance(overrides, list):
        clean["overrides"] = [_anywhere(entry) for entry in overrides if isinstance(entry, dict)]
    return clean


def _without_paths(value: object) -> object:
    gone = ("includes", "include", "ignore")
    return {k: v for k, v in value.items() if k not in gone} if isinstance(value, dict) else value


def _anywhere(override: dict[str, Any]) -> dict[str, Any]:
    """The copies stand deeper than the originals, so that patterns must fit at any depth."""
    moved = {
        key: [_deeper(glob) for glob in texts(override[key])]
        for key in ("includes", "include", "ignore")
        if key in override
    }
    return {key: value for key, value in override.items() if key != "plugins"} | moved


def _deeper(glob: str) -> str:
    plain = glob.lstrip("!").removeprefix("./")
    deep = plain if plain.startswith("**") else f"**/{plain}"
    return f"!{deep}" if glob.startswith("!") else deep
