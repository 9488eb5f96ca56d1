"""Tells whether a whole module is taken at once: by a barrel, a glob, or a name in a string."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from postil.domain.paths import is_doc
from postil.inspection.checks._dead_export.conventions import (
    family_of,
    is_followed,
    is_silent,
)
from postil.inspection.checks._dead_export.offers import Offer
from postil.inspection.checks._dead_export.users import Users, View, module_word
from postil.inspection.standing import join
from postil.ports import Hit, Hits
from postil.syntax import Role, role_at

_LONGEST_LINE = 20_000
_SCRIPT_GLOBS = ("import.meta.glob", "require.context", "readdirSync", "readdir")
_PYTHON_GLOBS = ("import_module", "iter_modules", "walk_packages")
_HERE = ("__dirname", "import.meta", "__file__", "__path__", "__name__")
_LITERAL = re.compile(r"[\"'`]([^\"'`]{1,300})[\"'`]")
_PATH = re.compile(r"[\w@.~#/-]+")
_PATH_WORD = re.compile(r"[\w-]+")
_TAKES_NAMES = re.compile(
    r"\bimport\b[^*(\n]{0,2000}\{|\bimport [\"'\w]|\} *from\b|\} *= *(?:await +)?import\(|\bfrom [\"']"
    r"|\brequire\("
)
_NOT_LOADING = ("jest.", "vi.mock", "vi.unmock", "vi.doMock", "mock.module")
_COMPILER_SETTINGS = ("tsconfig", "jsconfig")


def needles(offer: Offer) -> frozenset[str]:
    """What to search for to learn how the offering module is loaded."""
    word = module_word(offer.path)
    if not word:
        return frozenset()
    if offer.family == "javascript":
        return frozenset({f"/{word}'", f'/{word}"', f"/{word}`", f"/{word}.", *_SCRIPT_GLOBS})
    if offer.family == "python":
        whole = {f"{word} import *", f"({word},", f"({word})", f"{word}.__dict__"}
        return frozenset({*whole, f".{word}", *_PYTHON_GLOBS})
    return frozenset()


def is_loaded_whole(offer: Offer, found: Mapping[str, Hits], users: Users) -> bool:
    """Whether something takes the module without naming what it takes from it."""
    judge = {"javascript": _script, "python": _python}.get(offer.family)
    if judge is None:
        return False
    for needle in sorted(needles(offer)):
        hits = found.get(needle, Hits())
        gathers = needle in _SCRIPT_GLOBS or needle in _PYTHON_GLOBS
        if hits.total > len(hits.hits) and not gathers:
            return True
        for hit in hits.hits:
            if hit.path == offer.path or is_silent(hit.path):
                continue
            if gathers:
                if family_of(hit.path) == offer.family and _reaches(hit, offer):
                    return True
            elif judge(offer, needle, hit, users):
                return True
    return False


def _dotted(offer: Offer) -> str:
    """The last two words of a Python module's dotted path."""
    stem = offer.path.removesuffix(".py").removesuffix("/__init__")
    return ".".join(stem.split("/")[-2:])


def _reaches(hit: Hit, offer: Offer) -> bool:
    """Whether a line that loads many modules may load this one."""
    folder = hit.path.rpartition("/")[0]
    text = hit.text[:_LONGEST_LINE]
    literals = _LITERAL.findall(text)
    if any(_covers(literal, folder, offer) for literal in literals):
        return True
    here = any(word in text for word in _HERE)
    return here and not literals and offer.path.startswith(f"{folder}/" if folder else "")


def _covers(literal: str, folder: str, offer: Offer) -> bool:
    """Whether a glob or a folder, written in a file of `folder`, takes the offering file in."""
    fixed = literal.partition("*")[0].partition("{")[0]
    if offer.family == "javascript" and fixed.startswith("."):
        place = join(folder, fixed)
        return place is not None and f"{offer.path}/".startswith(f"{place}/" if place else "")
    words = _PATH_WORD.findall(fixed)
    return bool(words) and words[-1] in offer.folder.split("/")


def _script(offer: Offer, needle: str, hit: Hit, users: Users) -> bool:
    del needle
    text = hit.text[:_LONGEST_LINE]
    if not is_followed(hit.path):
        return _is_entry(offer, hit, text)
    view = users.view(hit.path)
    if view is None:
        return True
    if family_of(hit.path) != "javascript" or _is_comment(view, hit):
        return False
    if "export *" not in text:
        if next(_passed_on(view, offer), None) is not None:
            return True
        if _TAKES_NAMES.search(text) or any(mark in text for mark in _NOT_LOADING):
            return False
    return any(may_mean(literal, view.folder, offer) for literal in _LITERAL.findall(text))


def _is_entry(offer: Offer, hit: Hit, text: str) -> bool:
    """Whether a page, a manifest or a setting names the file as something to load."""
    folder, _, name = hit.path.rpartition("/")
    if is_doc(hit.path) or _TAKES_NAMES.search(text) or name.startswith(_COMPILER_SETTINGS):
        return False
    word = module_word(offer.path)
    paths = (path.rstrip("./-") for path in _PATH.findall(text) if "/" in path)
    for path in filter(None, paths):
        if name == "package.json" and path[0] == "." and _last_word(path) == word:
            return True
        if may_mean(path, folder, offer):
            return True
    return False


def _passed_on(view: View, offer: Offer) -> Iterator[int]:
    """The lines where the whole module, once imported, is handed on as a value."""
    for entry in view.imports:
        if entry.name or not entry.local or not may_mean(entry.source, view.folder, offer):
            continue
        for place in view.places(entry.local):
            rest = view.lines[place.line - 1][place.column + len(entry.local) :].lstrip()
            if place.role is Role.CODE and place.line != entry.line and rest[:1] not in (".", "?"):
                yield place.line


def _last_word(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]


def may_mean(path: str, folder: str, offer: Offer) -> bool:
    """Whether a path written in a file of `folder` is the offering file, as far as can be told.

    What starts at an alias or at an unknown root is compared by its last two parts.
    """
    stem = offer.path.rpartition(".")[0]
    meant = {stem, stem.removesuffix("/index")}
    parts = [part for part in path.lstrip("@~#/").split("/") if part not in ("", ".")]
    if not parts:
        return False
    *before, last = parts
    ends = {last, last.rpartition(".")[0]}
    if path.startswith("."):
        place = join(folder, path)
        return place is not None and bool(meant & {place, place.rpartition(".")[0]})
    for whole in meant:
        above, _, word = whole.rpartition("/")
        if word in ends and (not before or before[-1] == above.rpartition("/")[2]):
            return True
    return False


def _is_comment(view: View, hit: Hit) -> bool:
    column = len(hit.text) - len(hit.text.lstrip())
    return role_at(view.path, view.text, hit.line, column) is Role.COMMENT


def _python(offer: Offer, needle: str, hit: Hit, users: Users) -> bool:
    text = hit.text[:_LONGEST_LINE]
    if needle.startswith("."):
        return _names_module(_dotted(offer), hit, users)
    view = users.view(hit.path) if family_of(hit.path) == "python" else None
    if view is None:
        return False
    if needle.endswith("import *"):
        return text.lstrip().startswith("from ")
    word = module_word(offer.path)
    return any(entry.local == word for entry in view.imports)


def _names_module(dotted: str, hit: Hit, users: Users) -> bool:
    """Whether the dotted path stands as text: in a setting, a document, a string."""
    column = hit.text.find(dotted)
    if column < 0 or hit.text[column + len(dotted) :][:1] == ".":
        return False
    if not is_followed(hit.path):
        return True
    view = users.view(hit.path)
    return view is None or role_at(view.path, view.text, hit.line, column) is Role.STRING
