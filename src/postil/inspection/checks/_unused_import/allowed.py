"""Whether the project's linter settings at the base let unused imports of a Python file be."""

from __future__ import annotations

import configparser
import posixpath
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping

from postil.domain.paths import matches
from postil.inspection.standing import ancestors
from postil.ports import Tree

_RULE = "F401"
_LONGEST = 400_000
_TABLES = ("ruff.toml", ".ruff.toml", "pyproject.toml")
_INI = (".flake8", "setup.cfg", "tox.ini")
_IGNORES = ("ignore", "extend-ignore")
_PER_FILE = ("per-file-ignores", "extend-per-file-ignores")
_LISTED = re.compile(r"[^\s,]+")


def is_allowed(path: str, base: Tree) -> bool:
    """The nearest settings of ruff decide, and those of flake8 at the root."""
    for folder in ancestors(posixpath.dirname(path)):
        for name in _TABLES:
            table = _ruff(base.read(posixpath.join(folder, name)) or "", name)
            if table is not None:
                return _lets_be(table, posixpath.relpath(path, folder or "."))
    return any(_flake8(base.read(name) or "", path) for name in _INI)


def _ruff(text: str, name: str) -> Mapping[str, object] | None:
    """The table that ruff reads of a file, None where it has none."""
    if not 0 < len(text) <= _LONGEST:
        return None
    try:
        read: object = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    for key in ("tool", "ruff") if name == "pyproject.toml" else ():
        read = read.get(key) if isinstance(read, dict) else None
    return read if isinstance(read, dict) else None


def _lets_be(table: Mapping[str, object], path: str) -> bool:
    lint = table.get("lint")
    for part in (table, lint if isinstance(lint, dict) else {}):
        if any(_holds(part.get(key)) for key in _IGNORES):
            return True
        for key in _PER_FILE:
            listed = part.get(key)
            for glob, rules in listed.items() if isinstance(listed, dict) else ():
                if _holds(rules) and matches(str(glob), path):
                    return True
    return False


def _holds(rules: object) -> bool:
    """Whether a list of rules, or of the beginnings of rules, has the one about imports."""
    listed = rules if isinstance(rules, list) else []
    return any(isinstance(rule, str) and _is_rule(rule) for rule in listed)


def _is_rule(rule: str) -> bool:
    return bool(rule) and _RULE.startswith(rule.strip())


def _flake8(text: str, path: str) -> bool:
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read_string(text[:_LONGEST])
        section = dict(parser["flake8"])
    except (configparser.Error, KeyError):
        return False
    listed = (_LISTED.findall(section.get(key, "")) for key in _IGNORES)
    if any(_is_rule(rule) for rules in listed for rule in rules):
        return True
    return any(
        _is_rule(rule) and any(matches(glob, path) for glob in globs)
        for globs, rules in _per_file(section.get(_PER_FILE[0], ""))
        for rule in rules
    )


def _per_file(text: str) -> Iterator[tuple[Iterable[str], Iterable[str]]]:
    """Each `glob,glob: rule,rule` of a setting, one to a line or one after another."""
    for line in text.splitlines():
        globs, colon, rules = line.partition(":")
        if colon:
            yield _LISTED.findall(globs), _LISTED.findall(rules)
