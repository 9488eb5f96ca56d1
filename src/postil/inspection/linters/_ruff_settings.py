"""What ruff reads besides the files it looks at: settings, package markers, our own packages."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from postil.domain.observation import Gap
from postil.inspection.linters import Desk, Refused, Sheet
from postil.inspection.linters._commands import Program
from postil.inspection.linters._ruff_version import Version
from postil.inspection.linters._settings import Ruled, extended, inside, refused, ruled
from postil.inspection.linters._tables import below, texts, toml_table

NAMES = (".ruff.toml", "ruff.toml", "pyproject.toml")
UNFIT = (
    *("Required version", "unknown field", "Unknown rule selector", "unknown variant"),
    *("was removed and cannot be selected", "Selection of"),
)
_HOOK = "ruff-pre-commit"
_ACTIONS = ("ruff-action", "/ruff@")
_VALUED = frozenset(
    {
        *("--config", "--output-format", "--format", "--select", "--ignore", "--extend-select"),
        *("--extend-ignore", "--exclude", "--extend-exclude", "--target-version", "-o"),
        *("--line-length", "--per-file-ignores", "--cache-dir", "--output-file", "--range"),
    }
)
_ELSE = frozenset({"rule", "config", "linter", "clean", "server", "analyze", "version", "help"})
CHECKS = Program(
    name="ruff",
    verbs=frozenset({"check", ""}),
    others=_ELSE | {"format"},
    valued=_VALUED,
    hook=_HOOK,
    ids=frozenset({"ruff", "ruff-check"}),
    actions=_ACTIONS,
)
FORMATS = Program(
    name="ruff",
    verbs=frozenset({"format"}),
    others=_ELSE | {"check"},
    valued=_VALUED,
    hook=_HOOK,
    ids=frozenset({"ruff-format"}),
    actions=_ACTIONS,
)
_PYPROJECT = "pyproject.toml"
_MARKER = "__init__.py"
_SOURCES = (".", "src")
_OLD_SOURCES = (".",)
_SECOND_SOURCE: Version = (0, 6)
"""The release since which our own code is also looked for in `src`."""
_IMPORT = re.compile(r"^[ \t]*(?:from|import)[ \t]+([\w.]{1,200})", re.MULTILINE)
_MOST_IMPORTS = 2_000
_ORDER = frozenset({"I001"})
_PYLINT = ("PLC", "PLE", "PLR", "PLW")
ALWAYS = ("E4", "E7", "E9", "F")
"""What every version checks when the settings select nothing; newer ones check more."""


def is_python(path: str, text: str) -> bool:
    del text
    return path.endswith((".py", ".pyi"))


@dataclass(frozen=True, slots=True)
class Says:
    """What one settings file tells ruff; `python` is the version the project asks for."""

    settings: Mapping[str, object]
    python: object


@dataclass(frozen=True, slots=True)
class Setting:
    """Sheets with the files that must stand beside them, and rules that stay undecided.

    `selected` are the rules that count whatever the version; None when the settings select.
    """

    ruled: Ruled[Says]
    files: Mapping[str, str]
    unsure: frozenset[str]
    selected: tuple[str, ...] | None


def settings_at(desk: Desk, linter: str, asked: Version | None = None) -> Iterator[Setting | Gap]:
    """Each settings file that decides for a sheet, ready to be laid out for a version."""
    usual = _OLD_SOURCES if asked and asked < _SECOND_SOURCE else _SOURCES
    for item in ruled(desk, linter, NAMES, _view):
        if isinstance(item, Gap):
            yield item
            continue
        try:
            yield _setting(desk, item, usual)
        except Refused as refusal:
            yield refused(linter, refusal)


def _view(path: str, text: str) -> Says | None:
    if posixpath.basename(path) != _PYPROJECT:
        return Says(toml_table(path, text), None)
    if "ruff" not in text:
        return None
    table = toml_table(path, text)
    settings = below(table, "tool", "ruff")
    if not isinstance(settings, dict):
        return None
    return Says(settings, below(table, "project", "requires-python"))


def _setting(desk: Desk, item: Ruled[Says], usual: Sequence[str]) -> Setting:
    chain = extended(desk.base, item.path, _targets)
    files = dict(chain)
    files |= _python_version(desk, item.folder)
    files |= dict.fromkeys(_markers(desk, item.sheets), "")
    start, sources = _told_sources(chain) or (item.folder, usual)
    known = [folder for source in sources if (folder := _source(start, source)) is not None]
    files |= dict.fromkeys(_own_packages(desk, item, known), "")
    unsure = frozenset[str]() if len(known) == len(sources) else _ORDER
    return Setting(item, files, unsure, _selected(chain))


def _told_sources(chain: Mapping[str, str]) -> tuple[str, Sequence[str]] | None:
    """Where the nearest settings that tell it look for our own code, seen from their folder."""
    for path, text in chain.items():
        told = texts(below(_ruff_table(path, text), "src"))
        if told:
            return posixpath.dirname(path), told
    return None


def _selected(chain: Mapping[str, str]) -> tuple[str, ...] | None:
    """The rules that count where nothing selects any: the oldest default and what is added."""
    added: list[str] = []
    for path, text in chain.items():
        table = _ruff_table(path, text)
        for part in (table, below(table, "lint")):
            if below(part, "select") is not None:
                return None
            added += texts(below(part, "extend-select"))
    # Of all groups only this one is made of others.
    parts = _PYLINT if "PL" in added else ()
    return (*ALWAYS, *added, *parts)


def _targets(path: str, text: str) -> list[str]:
    return texts(below(_ruff_table(path, text), "extend"))


def _ruff_table(path: str, text: str) -> object:
    table = toml_table(path, text)
    return below(table, "tool", "ruff") if posixpath.basename(path) == _PYPROJECT else table


def _python_version(desk: Desk, folder: str) -> dict[str, str]:
    """The nearest project file: ruff takes the oldest Python from it when its settings do not say."""
    while True:
        path = posixpath.join(folder, _PYPROJECT)
        text = desk.base.read(path)
        if text is not None:
            return {path: text}
        if not folder:
            return {}
        folder = posixpath.dirname(folder)


def _markers(desk: Desk, sheets: tuple[Sheet, ...]) -> set[str]:
    """The `__init__.py` files above the sheets, which tell packages from loose files."""
    folders = set()
    for sheet in sheets:
        folder = posixpath.dirname(sheet.path)
        while folder and folder not in folders:
            folders.add(folder)
            folder = posixpath.dirname(folder)
    return {
        path
        for path in (posixpath.join(folder, _MARKER) for folder in folders)
        if desk.head.exists(path)
    }


def _source(folder: str, source: str) -> str | None:
    """The folder of our own code that settings mean; None where that cannot be told."""
    if source in (".", ""):
        return folder
    try:
        return None if "*" in source else inside(folder, source)
    except Refused:
        return None


def _own_packages(desk: Desk, item: Ruled[Says], folders: list[str]) -> Iterator[str]:
    """A stand-in for each imported module of our own, so that it is sorted as such."""
    for name in _imported(item.sheets):
        for folder in folders:
            place = posixpath.join(folder, name)
            if desk.head.exists(f"{place}.py"):
                yield f"{place}.py"
            elif desk.head.exists(f"{place}/{_MARKER}"):
                yield f"{place}/{_MARKER}"
            elif desk.head.exists(place):
                yield f"{place}/own.txt"


def _imported(sheets: tuple[Sheet, ...]) -> list[str]:
    """Every imported module and the packages around it, as paths without ending."""
    names: set[str] = set()
    for sheet in sheets:
        for text in (sheet.head, sheet.base or ""):
            for found in _IMPORT.finditer(text):
                parts = found[1].strip(".").split(".") if found[1][:1] != "." else []
                names |= {"/".join(parts[:count]) for count in range(1, len(parts) + 1)}
    return sorted(name for name in names if name and "//" not in name)[:_MOST_IMPORTS]
