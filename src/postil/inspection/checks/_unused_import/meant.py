"""Tells imports that are kept on purpose although nothing in the file names them."""

from __future__ import annotations

import posixpath
import re
import sys

from postil.domain import paths
from postil.inspection.checks._unused_import.reading import LONGEST_LINE, SCRIPTS, Reading
from postil.inspection.standing import ancestors, join
from postil.ports import Tree
from postil.syntax import Brought, definitions

_FIRST_LINES = 20
_PYTHON_ENDS = (".py", ".pyw")
_PYTHON_NAMES = frozenset({"__init__.py", "conftest.py", "settings.py", "setup.py", "conf.py"})
_COMPAT = re.compile(r"(?:\A|_)(?:py2|py3|py23|compat\w{0,20}|six|backports?|typing)(?:\Z|_)")
_SETTINGS = re.compile(r"(?:\A|/)(?:settings|config/environments)/")
_MADE_AT_RUN_TIME = re.compile(
    r"(?<![\w.])(?:(?:globals|locals|eval|exec|execfile)\(|(?:vars|dir)\(\))"
    r"|^def __getattr__\b|\bsys\.modules\[__name__\]",
    re.MULTILINE,
)
_EXCUSED_FILE = re.compile(
    r"flake8[:=] ?noqa|ruff: ?noqa|pylint: ?(?:disable|skip-file)|pyflakes|nopycln: ?file|autoflake"
    r"|eslint-disable(?!-)|no-?unused-?(?:vars|imports)|@ts-nocheck|biome-ignore-all|NOSONAR",
    re.IGNORECASE,
)
_EXCUSED_BELOW = re.compile(
    r"disable|ignore|noqa|noinspection|suppress|nosonar|no-?check|compat|backward|re-?export"
    r"|side.?effect|regist|legacy|deprecat|\bkeep|\bkept\b|public api",
    re.IGNORECASE,
)
_MOST_ABOVE = 40
_AUGMENTS = re.compile(
    r"\bdeclare\s{1,8}(?:module|global|namespace)\b|<template\s[^>]{0,400}\bsrc="
)
_WITH_MARKUP = re.compile(r"</|/>")
_MARKUP_NAMES = frozenset(
    {
        *("React", "Preact", "preact", "h", "jsx", "jsxs", "Fragment", "createElement", "dom", "m"),
        *("Inferno", "Vue", "hyper", "jsxDEV", "JSX"),
    }
)
_FOR_EFFECT = frozenset({"readline", "rlcompleter", "antigravity", "this", "site", "cgitb"})
_PLAIN_PACKAGES = frozenset({"pytest", "numpy", "pandas", "requests", "httpx", "yaml", "click"})
"""Packages from elsewhere that do nothing when they are imported."""
_ASSETS = (
    *(".css", ".scss", ".sass", ".less", ".styl", ".pcss", ".svg", ".png", ".jpg", ".html"),
    *(".json", ".wasm", "?raw", "?url", "?worker"),
)
_TYPES = re.compile(
    r"(?:\A|/)(?:typings?|typescript|types|dtslint|tsd|test-d)/|\.test-d\.|(?:\A|[./-])types?\.test\."
)
_ROOTS = ("", "src", "lib", "python")
_TRIED_OUT = re.compile(
    r"(?:\A|/)(?:examples?|demos?|playgrounds?|sandbox|scratch)/(?:[a-z]|play|scratch|temp|tmp|try)\d?\.\w{1,4}\Z"
)
"""Where authors try out what they work on, anew with each change."""
_SKELETONS = frozenset({"templates", "template", "skeleton", "skeletons", "stubs", "boilerplate"})


def is_left_alone(path: str) -> bool:
    """Whether nobody writes the file by hand, or it is input of a test or of a generator."""
    return (
        paths.is_vendored(path)
        or paths.is_generated(path)
        or paths.is_minified(path)
        or paths.is_fixture(path)
        or paths.is_specimen(path)
        or _TRIED_OUT.search(path) is not None
        or not _SKELETONS.isdisjoint(path.lower().split("/")[:-1])
    )


def is_open(reading: Reading) -> bool:
    """Whether names of the file may be used in ways that its text does not show."""
    if paths.is_generated(reading.path, reading.lines[:_FIRST_LINES]):
        return True
    if reading.imported is None or reading.imported.is_bare:
        return True
    if _EXCUSED_FILE.search(reading.text):
        return True
    if reading.language == "python":
        return _is_open_python(reading)
    if reading.language in SCRIPTS:
        return ".d." in posixpath.basename(reading.path) or bool(_AUGMENTS.search(reading.text))
    return False


def _is_open_python(reading: Reading) -> bool:
    path, name = reading.path, posixpath.basename(reading.path)
    return (
        not name.endswith(_PYTHON_ENDS)
        or name in _PYTHON_NAMES
        or paths.is_migration(path)
        or _SETTINGS.search(path) is not None
        or _COMPAT.search(name.rpartition(".")[0]) is not None
        or _MADE_AT_RUN_TIME.search(reading.text) is not None
    )


def is_kept(reading: Reading, entry: Brought) -> bool:
    """Whether the import itself says that it stays, or stands where it may or may not happen."""
    if entry.local.startswith("_") or _is_commented(reading, entry):
        return True
    if reading.language == "python":
        said_twice = entry.is_renamed and entry.local == (entry.name or entry.source)
        return said_twice or not all(map(_always_happens, entry.around))
    if reading.language in SCRIPTS and entry.local in _MARKUP_NAMES:
        return _WITH_MARKUP.search(reading.text) is not None
    return False


def _always_happens(head: str) -> bool:
    """Whether what stands below the head of a statement is there like any other code."""
    return head.startswith(("def ", "async def ", "class ")) or "TYPE_CHECKING" in head


def _is_commented(reading: Reading, entry: Brought) -> bool:
    if any(reading.roles.comment(line) for line in {entry.first, entry.line, entry.last}):
        return True
    beside = reading.roles.comment(entry.line - 1)
    return any(map(_EXCUSED_BELOW.search, (beside[:LONGEST_LINE], _said_above(reading, entry))))


def _said_above(reading: Reading, entry: Brought) -> str:
    """The comment that heads the imports among which one stands, without a blank line between."""
    for line in range(entry.first - 1, max(0, entry.first - _MOST_ABOVE), -1):
        if not reading.covers(line):
            return reading.roles.comment(line)[:LONGEST_LINE]
    return ""


def is_for_effect(reading: Reading, entry: Brought, before: Reading, head: Tree) -> bool:
    """Whether a new import may be there for what it does, or for those who import this file."""
    if reading.language in SCRIPTS:
        return entry.source.endswith(_ASSETS) or _is_loaded_by_test(reading.path, entry)
    if reading.language != "python":
        return False
    if before.text and any(
        one.name == entry.local and not one.owner for one in definitions(before.path, before.text)
    ):
        return True
    if not entry.name and not entry.is_renamed:
        known = entry.source in sys.stdlib_module_names or entry.source in _PLAIN_PACKAGES
        return not known or entry.source in _FOR_EFFECT
    if not _is_own(reading.path, entry.source, head):
        return False
    is_module = not entry.name or _is_module(reading.path, entry, head)
    return is_module or paths.is_test(reading.path)


def _is_loaded_by_test(path: str, entry: Brought) -> bool:
    """Whether a test may only want a module of the project loaded, or a type to be there at all."""
    is_whole = not entry.name and entry.source.startswith(".")
    return paths.is_test(path) and (is_whole or _TYPES.search(path) is not None)


def _is_own(path: str, source: str, head: Tree) -> bool:
    """Whether the project itself has the module."""
    if source.startswith("."):
        return True
    first = source.partition(".")[0]
    if first in sys.stdlib_module_names:
        return False
    return any(
        head.exists(f"{place}{ending}")
        for folder in (*_ROOTS, *ancestors(posixpath.dirname(path)))
        for place in [posixpath.join(folder, first)]
        for ending in ("", ".py")
    )


def _is_module(path: str, entry: Brought, head: Tree) -> bool:
    """Whether a name that is imported from a package of the project is a module of it."""
    dots = len(entry.source) - len(entry.source.lstrip("."))
    inside = posixpath.join(*entry.source[dots:].split("."), entry.name)
    folder = posixpath.dirname(path)
    near = join(folder, "../" * (dots - 1)) or ""
    folders = [near] if dots else [*_ROOTS, *ancestors(folder)]
    places = [posixpath.join(each, inside) for each in folders]
    return any(head.exists(place) or head.exists(f"{place}.py") for place in places)
