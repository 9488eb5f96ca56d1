"""Where Rust declares a module whose file is gone, and paths that lead through it."""

from __future__ import annotations

import posixpath
import re
import tomllib
from collections.abc import Iterator

from postil.inspection.checks._stale_reference.gone import Gone
from postil.ports import Hit, Tree

_LONGEST = 2_000
_MANIFEST = 200_000
_SOURCES = "src"
_ROOTS = ("lib.rs", "main.rs")
_BESIDE = ("tests/", "benches/", "examples/", "src/bin/", "src/main.rs")
"""Where a package has programs of its own, which see its library by its name."""
_COMMENT = re.compile(r"^\s{0,200}//.{0,2000}$", re.MULTILINE)
_MODULE = re.compile(
    r"\A\s{0,80}(#\[.{0,400}\]\s{0,8})?(?:pub(?:\([^()]{1,80}\))?\s{1,8})?mod (\w{1,200});"
)
_REMARK = re.compile(r"//[^\n]{0,2000}")
_IN_FILE = re.compile(r"\bpath\s{0,8}=\s{0,8}\"")
_BRACKET = re.compile(r"#\[|[\[\]]")
_ONE_OF = re.compile(r"\A\s{0,80}cfg_attr\b")
_MOST_ABOVE = 200
_ALTERNATIVES = 2
_PASSES_ON = re.compile(r"\bpub(?:\([^()\n]{1,40}\))?\s{1,8}use\s[^;\n]{1,200}::\*")
"""Takes in all that another module or package has, modules among it."""


def declares(gone: Gone, hit: Hit, head: Tree) -> bool:
    """Whether a file beside the one that is gone says that it is a module, and no other file is."""
    found = _MODULE.match(hit.text[:_LONGEST])
    folder = posixpath.dirname(gone.path)
    if found is None or found[2] != gone.stem or posixpath.dirname(hit.path) != folder:
        return False
    own = posixpath.splitext(hit.path)[0]
    others = (f"{folder}/{gone.stem}/mod.rs".lstrip("/"), f"{own}/{gone.name}")
    return not (any(map(head.exists, others)) or _is_in_another_file(hit, found[1] or "", head))


def _is_in_another_file(hit: Hit, before: str, head: Tree) -> bool:
    """Whether attributes of a module say which file it stands in: always, or one here, one there.

    A single one that holds under a condition leaves the plain file for where it does not.
    """
    lines = (head.read(hit.path) or "").split("\n")
    above = lines[max(0, hit.line - _MOST_ABOVE) : hit.line - 1]
    text = "\n".join(line[:_LONGEST] for line in [*above, before])
    told = [one for one in _attributes(_REMARK.sub("", text)) if _IN_FILE.search(one)]
    sometimes = sum(_ONE_OF.match(one) is not None for one in told)
    return sometimes < len(told) or sometimes >= _ALTERNATIVES


def _attributes(text: str) -> Iterator[str]:
    """What stands between the brackets of each attribute that a text ends with, the last one first."""
    end = len(text)
    depth = 0
    for found in reversed(list(_BRACKET.finditer(text))):
        at = found.start()
        if not depth:
            if found[0] != "]" or text[at + 1 : end].strip():
                return
            end = at
        depth += 1 if found[0] == "]" else -1
        if not depth:
            yield text[found.end() : end]
            end = at


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
