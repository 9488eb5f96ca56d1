"""The words that a project accepts: what it told its own spell checkers at the base commit."""

from __future__ import annotations

import configparser
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any

import yaml

from postil.domain.paths import matches
from postil.ports import Tree

_TYPOS = ("typos.toml", "_typos.toml", ".typos.toml")
_CODESPELL = (".codespellrc", "setup.cfg")
_CSPELL = (
    *(
        "cspell.json",
        ".cspell.json",
        "cspell.config.json",
        ".cspell.config.json",
        ".vscode/cspell.json",
    ),
    *("cspell.yaml", "cspell.yml", ".cspell.yaml", ".cspell.yml", "cspell.config.yaml"),
)
_OTHERS = ("pyproject.toml", "Cargo.toml", ".pre-commit-config.yaml")
_IN_HOOKS = re.compile(r"(?:--ignore-words-list|-L)[=\s,\"']{1,6}([\w,.' -]{1,2000})")
_WORD = re.compile(r"[A-Za-z]{3,60}")
_COMMENTS = re.compile(r"(?<![:\"])//[^\n]{0,400}|^\s{0,40}#[^\n]{0,400}", re.MULTILINE)
_LONGEST = 200_000
_DEPTH = 8


class Accepted:
    """Words in small letters, and globs of files that are not looked at."""

    def __init__(self, words: Iterable[str], globs: Iterable[str]) -> None:
        self.words = frozenset(words)
        self._globs = tuple(globs)

    def leaves_out(self, path: str) -> bool:
        return any(matches(glob, path) for glob in self._globs)


def accepted_at(base: Tree) -> Accepted:
    """What the settings of spell checkers name; one that cannot be read names nothing."""
    words: set[str] = set()
    globs: list[str] = []
    for settings in _settings(base):
        for text in _named(settings, base):
            words.update(word.lower() for word in _WORD.findall(text))
        globs += _left_out(settings)
    return Accepted(words, globs)


def _settings(base: Tree) -> Iterator[dict[str, Any]]:
    """Tables of words, whatever their program and format."""
    for name in (*_TYPOS, *_CODESPELL, *_CSPELL, *_OTHERS):
        text = base.read(name) if base.exists(name) else None
        if text is None or len(text) > _LONGEST:
            continue
        if name == ".pre-commit-config.yaml":
            yield {"ignore-words-list": " ".join(_IN_HOOKS.findall(text))}
            continue
        try:
            read = _read(name, text)
        except (ValueError, RecursionError, configparser.Error, yaml.YAMLError):
            continue
        yield from _tables(name, read)


def _read(name: str, text: str) -> Any:
    if name in _CODESPELL:
        parser = configparser.RawConfigParser(strict=False)
        parser.read_string(text)
        return dict(parser["codespell"]) if parser.has_section("codespell") else {}
    if name.endswith(".toml"):
        return tomllib.loads(text)
    if name.endswith(".json"):
        return json.loads(_COMMENTS.sub("", text))
    return yaml.safe_load(text)


def _tables(name: str, read: Any) -> Iterator[dict[str, Any]]:
    places: list[tuple[str, ...]] = [()]
    if name == "pyproject.toml":
        places = [("tool", "typos"), ("tool", "codespell")]
    elif name == "Cargo.toml":
        places = [("workspace", "metadata", "typos"), ("package", "metadata", "typos")]
    for place in places:
        table = read
        for key in place:
            table = table.get(key) if isinstance(table, dict) else None
        if isinstance(table, dict):
            yield table


def _named(settings: dict[str, Any], base: Tree, depth: int = _DEPTH) -> Iterator[str]:
    """The words of a table: keys of what typos extends, lists of the others, files they name."""
    for key, value in settings.items():
        plain = str(key).replace("_", "-")
        if plain in ("extend-words", "extend-identifiers") and isinstance(value, dict):
            yield " ".join(map(str, value))
        elif plain in (
            "ignore-words-list",
            "words",
            "ignoreWords",
            "userWords",
            "uri-ignore-words-list",
        ):
            yield " ".join(map(str, value)) if isinstance(value, list) else str(value)
        elif plain in ("ignore-words", "path") and isinstance(value, str):
            yield (base.read(value.removeprefix("./")) or "")[:_LONGEST]
        elif isinstance(value, dict) and depth:
            yield from _named(value, base, depth - 1)
        elif plain == "dictionaryDefinitions" and isinstance(value, list):
            for entry in filter(lambda item: isinstance(item, dict), value):
                yield from _named(entry, base, 0)


def _left_out(settings: dict[str, Any]) -> Iterator[str]:
    files = settings.get("files")
    listed = [
        files.get("extend-exclude") if isinstance(files, dict) else None,
        settings.get("ignorePaths"),
    ]
    for entry in listed:
        yield from (str(glob) for glob in entry) if isinstance(entry, list) else ()
    skipped = settings.get("skip")
    if isinstance(skipped, str):
        yield from filter(None, (glob.strip() for glob in skipped.split(",")))
