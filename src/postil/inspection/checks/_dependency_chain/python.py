"""Breaks in `pyproject.toml`: entry points, path dependencies and named files that are not there."""

from __future__ import annotations

import posixpath
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from postil.inspection.breaks import CERTAIN, LIKELY, Break
from postil.inspection.outlines import MOST_CHARACTERS, Unreadable
from postil.inspection.standing import Ground, Standing, join

_REFERENCE = re.compile(r"\A([A-Za-z_][\w.]*)\s*:\s*([A-Za-z_]\w*)")
_WHOLE_MODULE = re.compile(r"\A([A-Za-z_][\w.]*)\s*(?:\[[^\[\]]{0,200}\]\s*)?\Z")
"""What a plugin may be as well, where a program has to name what is called in it."""
_BOUND = re.compile(
    r"\A[ \t]*(?:(?:async[ \t]+def|def|class)[ \t]+(\w+)|(\w+)[ \t]*(?::[^=\n]{0,500})?=(?!=))"
)
_WORD = re.compile(r"\w+")
_IMPORT = re.compile(r"\A[ \t]*(?:from[ \t]+[\w.]+[ \t]+import\b|import\b)")
_PLACE = re.compile(r"at line (\d{1,7})")
_ROOTS = ("", "src", "lib", "python")
_MOST_DEPTH = 40
_LONGEST_LINE = 20_000
_LOST = (Standing.REMOVED, Standing.ABSENT)
_COMPILED = (".pyx", ".pyi", ".so", ".pyd", ".c", ".cpp", ".rs")
"""Endings of what a module may be built of or be as well."""


@dataclass(frozen=True, slots=True)
class _Reference:
    """What one key takes from a module: a name in it, or with an empty name the module itself."""

    owner: str
    written: str
    module: str
    name: str
    verb: str = "starts at"
    failure: str = "stops with an import error as soon as it is started"

    @property
    def shown(self) -> str:
        return f"{self.module}:{self.name}" if self.name else self.module


def pyproject_breaks(path: str, text: str, ground: Ground) -> Iterator[Break]:
    """Every break of a `pyproject.toml`; raises Unreadable where it is not TOML."""
    table = _read(text)
    lines = text.split("\n")
    for reference in _references(table):
        yield from _entry_point(path, reference, ground, lines)
    for owner, target in _named_files(table):
        where = join(posixpath.dirname(path), target)
        standing = ground.standing(where)
        if standing in _LOST:
            yield Break(
                path=path,
                lines=(_line(lines, owner, target),),
                slug="missing-path",
                subject=target,
                owner=owner,
                title=f"`{owner}` names `{target}`, which does not exist",
                failure="Building or installing the package fails",
                mitigation=f"Name the file that took its place, or restore `{target}`",
                origin=where,
                confidence=CERTAIN if standing is Standing.REMOVED else LIKELY,
            )


def _read(text: str) -> dict[str, Any]:
    if len(text) > MOST_CHARACTERS or text.count("[") > MOST_CHARACTERS // 20:
        raise Unreadable("larger than a million characters")
    if any(
        line.count("[") > _MOST_DEPTH and len(line) > _LONGEST_LINE for line in text.split("\n")
    ):
        raise Unreadable("holds a line that is too long")
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        place = _PLACE.search(str(error))
        raise Unreadable(f"is not TOML: {error}", int(place[1]) if place else None) from None


def _at(table: Mapping[str, Any], *keys: str) -> Any:
    node: Any = table
    for key in keys:
        node = node.get(key) if isinstance(node, dict) else None
    return node


def _pairs(table: Mapping[str, Any], *keys: str) -> Iterator[tuple[str, Any]]:
    node = _at(table, *keys)
    if isinstance(node, dict):
        yield from node.items()


def _references(table: Mapping[str, Any]) -> Iterator[_Reference]:
    """Every module that an installed program or plugin starts from, or a version is read from."""
    for place in (
        ("project", "scripts"),
        ("project", "gui-scripts"),
        ("tool", "poetry", "scripts"),
        ("tool", "flit", "scripts"),
    ):
        for owner, value in _pairs(table, *place):
            written = value.get("reference") if isinstance(value, dict) else value
            matched = _REFERENCE.match(written) if isinstance(written, str) else None
            if matched is not None:
                yield _Reference(owner, matched[0], matched[1], matched[2])
    for outer in (
        ("project", "entry-points"),
        ("tool", "poetry", "plugins"),
        ("tool", "flit", "entrypoints"),
    ):
        for group, _ in _pairs(table, *outer):
            yield from _plugins(_pairs(table, *outer, group))
    attribute = _at(table, "tool", "setuptools", "dynamic", "version", "attr")
    module, dot, name = attribute.rpartition(".") if isinstance(attribute, str) else ("", "", "")
    if dot and _REFERENCE.match(f"{module}:{name}"):
        failure = "cannot be read, so that the package cannot be built"
        yield _Reference("version", attribute, module, name, verb="is read from", failure=failure)


def _plugins(pairs: Iterator[tuple[str, Any]]) -> Iterator[_Reference]:
    """What other programs load by its group: a name in a module, or a whole module."""
    for owner, value in pairs:
        if not isinstance(value, str):
            continue
        matched = _REFERENCE.match(value)
        if matched is not None:
            yield _Reference(owner, matched[0], matched[1], matched[2])
        elif (whole := _WHOLE_MODULE.match(value)) is not None:
            failure = "cannot be loaded, and the program that asks for its plugins may stop"
            yield _Reference(owner, whole[1], whole[1], "", verb="loads", failure=failure)


def _named_files(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Files and folders that packaging reads, by the key that names them."""
    for owner, place in (
        ("readme", ("project", "readme")),
        ("license", ("project", "license")),
        ("readme", ("tool", "poetry", "readme")),
        ("version", ("tool", "hatch", "version")),
    ):
        value = _at(table, *place)
        if isinstance(value, dict):
            value = value.get("file") or value.get("path")
        elif owner == "license":
            continue
        if isinstance(value, str):
            yield owner, value
    for group in ("dependencies", "dev-dependencies"):
        yield from _path_sources(_pairs(table, "tool", "poetry", group))
    for group, _ in _pairs(table, "tool", "poetry", "group"):
        yield from _path_sources(_pairs(table, "tool", "poetry", "group", group, "dependencies"))
    yield from _path_sources(_pairs(table, "tool", "uv", "sources"))
    members = _at(table, "tool", "uv", "workspace", "members")
    for member in members if isinstance(members, list) else ():
        if isinstance(member, str):
            yield "members", member


def _path_sources(pairs: Iterator[tuple[str, Any]]) -> Iterator[tuple[str, str]]:
    for name, value in pairs:
        if isinstance(value, dict) and isinstance(value.get("path"), str):
            yield name, value["path"]


def _entry_point(
    path: str, wanted: _Reference, ground: Ground, lines: list[str]
) -> Iterator[Break]:
    module, owner, shown = wanted.module, wanted.owner, wanted.shown
    folder = posixpath.dirname(path)
    roots = [root for name in _ROOTS if (root := join(folder, name)) == "" or ground.has(root)]
    places = [
        f"{root}/{module.replace('.', '/')}{ending}".lstrip("/")
        for root in roots
        for ending in (".py", "/__init__.py")
    ]
    origin = next((place for place in places if ground.read(place) is not None), None)
    lost = Break(
        path=path,
        lines=(_line(lines, owner, wanted.written),),
        slug="missing-entry-point",
        subject=shown,
        owner=owner,
        title=f"`{owner}` {wanted.verb} `{shown}`, but there is no such module",
        failure=f"`{owner}` {wanted.failure}",
        mitigation="Point it at what took its place",
    )
    if origin is None:
        gone = [place for place in places if ground.standing(place) is Standing.REMOVED]
        if _is_lost(module, roots, places, ground) and not _is_otherwise(wanted, places, ground):
            yield replace(lost, origin=(gone or places)[0])
    elif wanted.name and not binds(ground.read(origin) or "", wanted.name):
        title = f"`{owner}` {wanted.verb} `{shown}`, but `{origin}` has no `{wanted.name}`"
        yield replace(lost, subject=wanted.name, title=title, origin=origin)


def _is_otherwise(wanted: _Reference, places: list[str], ground: Ground) -> bool:
    """Whether the module is there in another shape: compiled, or as a folder without a file of its own."""
    stems = [place.removesuffix(".py") for place in places if not place.endswith("/__init__.py")]
    if not wanted.name and any(ground.tree.exists(stem) for stem in stems):
        return True
    return any(ground.tree.exists(stem + ending) for stem in stems for ending in _COMPILED)


def _is_lost(module: str, roots: list[str | None], places: list[str], ground: Ground) -> bool:
    """Whether the module belongs to this repository and is nowhere in it."""
    standings = {ground.standing(place) for place in places}
    if Standing.PRESENT in standings or Standing.UNKNOWN in standings:
        return False
    if Standing.REMOVED in standings:
        return True
    top = module.partition(".")[0]
    return "." in module and any(
        ground.read(f"{root}/{top}/__init__.py".lstrip("/")) is not None for root in roots
    )


def binds(text: str, name: str) -> bool:
    """Whether a module gives the name a meaning anywhere, or may do so in ways not seen here."""
    importing = False
    for line in text.split("\n"):
        if len(line) > _LONGEST_LINE:
            return True
        code = line.partition("#")[0]
        if importing or _IMPORT.match(code):
            if "*" in code or name in _WORD.findall(code):
                return True
            importing = (("(" in code or importing) and ")" not in code) or code.rstrip().endswith(
                "\\"
            )
            continue
        bound = _BOUND.match(code)
        if bound is not None and {bound[1], bound[2]} & {name, "__getattr__"}:
            return True
        if bound is None and "globals()" in code:
            return True
    return False


def _line(lines: list[str], owner: str, value: str) -> int:
    """The line that holds both the key and the value, else the value, else the first."""
    holding = [number for number, line in enumerate(lines, start=1) if value in line]
    both = [number for number in holding if owner in lines[number - 1]]
    return (both or holding or [1])[0]
