"""Resolves what an import statement names to a file of the repository."""

from __future__ import annotations

import posixpath
import sys

from postil.domain.paths import language_of
from postil.ports import Tree
from postil.syntax import Import

JAVASCRIPT = frozenset({"javascript", "typescript", "tsx", "vue", "svelte"})
ENDINGS = (".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts", ".d.ts", ".vue", ".svelte")
_ALIASES = frozenset({"@", "~", "#", "~~", "@@"})
ROOTS = frozenset({"", "src", "lib", "python", "source", "app", "backend", "server"})
_JVM = frozenset({"java", "kt", "groovy", "scala"})
_JVM_FOLDERS = frozenset({"java", "kotlin", "groovy", "scala"})
_FAMILIES = {
    **dict.fromkeys(JAVASCRIPT, "javascript"),
    "c": "c",
    "cpp": "c",
}


def family_of(path: str) -> str:
    """The language whose names a file shares; empty for files without one."""
    language = language_of(path) or ""
    return _FAMILIES.get(language, language)


def module_name(path: str) -> str:
    """A Python file as a dotted path from the root; empty for other files."""
    if not path.endswith((".py", ".pyi")):
        return ""
    stem = path.rpartition(".")[0].removesuffix("/__init__")
    return stem.replace("/", ".")


def class_name(path: str) -> str:
    """A file of the Java platform as its class is called with its package; empty where none shows."""
    stem, _, ending = path.rpartition(".")
    if ending not in _JVM:
        return ""
    folders = stem.split("/")
    sources = folders.index("src") if "src" in folders[:-1] else 0
    roots = [
        at for at, folder in enumerate(folders[:-1]) if at >= sources and folder in _JVM_FOLDERS
    ]
    if not roots and "src" not in folders[:-1]:
        return ""
    below = folders[(roots[0] if roots else sources) + 1 :]
    # Without a package it would be a plain word.
    return ".".join(below) if len(below) > 1 else ""


def is_module(folder: str, head: Tree) -> bool:
    """Whether a file of code stands where a folder stood, and answers to the same imports."""
    return any(head.exists(f"{folder}{ending}") for ending in (*ENDINGS, ".py", ".rb", ".rs"))


def without_ending(path: str) -> str:
    """A JavaScript file as imports spell it, neither ending nor `index`."""
    for ending in sorted(ENDINGS, key=len, reverse=True):
        if path.endswith(ending):
            return path.removesuffix(ending).removesuffix("/index")
    return path


def names_module(source: str, target: str, *, from_path: str) -> bool:
    """Whether an import source, written in one file, is another file of the repository."""
    if family_of(from_path) == "javascript":
        return _names_script(source, target, from_path)
    if language_of(from_path) == "python":
        return _names_python(source, target, from_path)
    return False


def _names_script(source: str, target: str, from_path: str) -> bool:
    plain = without_ending(target)
    if source.startswith("."):
        joined = posixpath.normpath(posixpath.join(posixpath.dirname(from_path), source))
        return joined == target or without_ending(joined) == plain
    alias, slash, rest = source.partition("/")
    if alias not in _ALIASES or not slash:
        return False
    tail = without_ending(rest)
    root = plain.removesuffix(tail)
    # An alias stands for a folder of the importer's own package, with or without its sources.
    own = root.removesuffix("src/").removesuffix("app/")
    return plain == tail or (root.endswith("/") and from_path.startswith(own))


def _names_python(source: str, target: str, from_path: str) -> bool:
    module = module_name(target)
    if not module:
        return False
    wanted = absolute(source, from_path)
    if wanted is None:
        return False
    if wanted == module or source.startswith("."):
        # Dots say from where, so that nothing is left open.
        return wanted == module
    root = module.removesuffix("." + wanted)
    if root == module:
        return False
    beside = posixpath.dirname(from_path).replace("/", ".")
    # A file named after a standard module does not take its place for the files beside it.
    is_neighbour = root == beside and wanted not in sys.stdlib_module_names
    return "." in wanted or root in ROOTS or is_neighbour or root.endswith(".src")


def absolute(source: str, from_path: str) -> str | None:
    """A Python import source with its leading dots resolved; None when they lead outside."""
    dots = len(source) - len(source.lstrip("."))
    if not dots:
        return source
    folders = from_path.split("/")[:-1]
    if dots - 1 > len(folders):
        return None
    kept = folders[: len(folders) - (dots - 1)]
    return ".".join([*kept, source[dots:]] if source[dots:] else kept)


def binds_module(entry: Import, target: str, *, from_path: str) -> bool:
    """Whether an import makes that very module a name, also as `from package import module`."""
    if not entry.name:
        return names_module(entry.source, target, from_path=from_path)
    if language_of(from_path) != "python" or entry.name == "*":
        return False
    joined = entry.source + ("" if entry.source.endswith(".") else ".") + entry.name
    return names_module(joined, target, from_path=from_path)


def is_in_package(token: str, folder: str, head: Tree) -> bool:
    """Whether a path is that of a name in a Go package, as linkers are told of variables."""
    if f"/{folder}." not in token:
        return False
    package = go_package(head, folder)
    return "/" in package and token.startswith(f"{package}.")


def go_package(head: Tree, folder: str) -> str:
    """What imports call a Go folder: the nearest module above it and the way down; else empty."""
    root = folder
    while True:
        text = head.read(posixpath.join(root, "go.mod"))
        if text is not None:
            module = text.partition("module ")[2].partition("\n")[0].strip()
            below = posixpath.relpath(folder or ".", root or ".")
            return posixpath.normpath(posixpath.join(module, below)) if module else ""
        if not root:
            return ""
        root = posixpath.dirname(root)
