"""Paths of Rust that lead through a module whose file is gone."""

from __future__ import annotations

import posixpath
import re
import tomllib

from postil.inspection.checks._stale_reference.gone import Gone
from postil.ports import Hit, Tree

_LONGEST = 2_000
_MANIFEST = 200_000
_SOURCES = "src"
_ROOTS = ("lib.rs", "main.rs")
_BESIDE = ("tests/", "benches/", "examples/", "src/bin/", "src/main.rs")
"""Where a package has programs of its own, which see its library by its name."""
_COMMENT = re.compile(r"^\s{0,200}//.{0,2000}$", re.MULTILINE)
_PASSES_ON = re.compile(r"\bpub(?:\([^()\n]{1,40}\))?\s{1,8}use\s[^;\n]{1,200}::\*")
"""Takes in all that another module or package has, modules among it."""


def leads_through(gone: Gone, hit: Hit, head: Tree) -> bool:
    """Whether the line spells the whole path of a module from its package on, and nothing has it."""
    package, module = _taken_apart(gone.path)
    if not module or f"::{gone.stem}" not in hit.text:
        return False
    if not hit.path.startswith(f"{package}/" if package else ""):
        return False
    below = hit.path.removeprefix(f"{package}/" if package else "")
    roots = _roots(package, below, head)
    way = re.escape("::".join(module))
    return any(
        re.search(rf"(?<![\w:]){re.escape(root)}::{way}(?!\w)", hit.text[:_LONGEST])
        for root in roots
    ) and not _is_there(package, module, head)


def _taken_apart(path: str) -> tuple[str, list[str]]:
    """The folder of the package, and the way from its root to the module; no way where none is plain."""
    *folders, name = path.split("/")
    if _SOURCES not in folders or name in (*_ROOTS, "mod.rs") or not name.endswith(".rs"):
        # A module that is a folder goes by the folder's name, for which nobody searched.
        return "", []
    at = folders.index(_SOURCES)
    below = folders[at + 1 :]
    if below[:1] == ["bin"]:
        return "", []
    return "/".join(folders[:at]), [*below, name.removesuffix(".rs")]


def _roots(package: str, below: str, head: Tree) -> list[str]:
    """What a file of a package may call its root."""
    inside = below.startswith(f"{_SOURCES}/") and not below.startswith(_BESIDE)
    if inside:
        return ["crate"]
    if not below.startswith(_BESIDE):
        return []
    try:
        manifest = tomllib.loads(
            (head.read(posixpath.join(package, "Cargo.toml")) or "")[:_MANIFEST]
        )
    except (ValueError, RecursionError):
        return []
    tables = (manifest.get("lib"), manifest.get("package"))
    names = [table.get("name") for table in tables if isinstance(table, dict)]
    return [str(name).replace("-", "_") for name in names if name][:1]


def _is_there(package: str, module: list[str], head: Tree) -> bool:
    """Whether the module stands elsewhere, or what holds it still speaks of one that is called so."""
    source = posixpath.join(package, _SOURCES)
    *above, name = module
    folder = posixpath.join(source, *above)
    if any(head.exists(f"{folder}/{name}{end}") for end in (".rs", "/mod.rs")):
        return True
    holders = (
        [f"{folder}/mod.rs", f"{folder}.rs"] if above else [f"{source}/{root}" for root in _ROOTS]
    )
    texts = [_COMMENT.sub("", text) for holder in holders if (text := head.read(holder))]
    word = re.compile(rf"\b{re.escape(name)}\b")
    return not texts or any(word.search(text) or _PASSES_ON.search(text) for text in texts)
