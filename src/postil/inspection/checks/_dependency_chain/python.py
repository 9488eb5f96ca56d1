"""Breaks in `pyproject.toml`: entry points, path dependencies and named files that are not there."""

from __future__ import annotations

import posixpath
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from postil.inspection.breaks import CERTAIN, LIKELY, Break
from postil.inspection.outlines import MOST_CHARACTERS, Unreadable
from postil.inspection.standing import Ground, Standing, join

_REFERENCE = re.compile(r"\A([A-Za-z_][\w.]*)\s*:\s*([A-Za-z_]\w*)")
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


def pyproject_breaks(path: str, text: str, ground: Ground) -> Iterator[Break]:
    """Every break of a `pyproject.toml`; raises Unreadable where it is not TOML."""
    table = _read(text)
    lines = text.split("\n")
    for owner, reference in _references(table):
        yield from _entry_point(path, owner, reference, ground, lines)
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


def _references(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every `module:name` that an installed program or plugin starts from."""
    places = [("project", "scripts"), ("project", "gui-scripts"), ("tool", "poetry", "scripts")]
    places += [
        ("project", "entry-points", group) for group, _ in _pairs(table, "project", "entry-points")
    ]
    places += [
        ("tool", "poetry", "plugins", group)
        for group, _ in _pairs(table, "tool", "poetry", "plugins")
    ]
    for place in places:
        for name, value in _pairs(table, *place):
            reference = value.get("reference") if isinstance(value, dict) else value
            if isinstance(reference, str):
                yield name, reference


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
    path: str, owner: str, reference: str, ground: Ground, lines: list[str]
) -> Iterator[Break]:
    matched = _REFERENCE.match(reference)
    if matched is None:
        return
    module, name = matched[1], matched[2]
    folder = posixpath.dirname(path)
    roots = [root for name in _ROOTS if (root := join(folder, name)) == "" or ground.has(root)]
    places = [
        f"{root}/{module.replace('.', '/')}{ending}".lstrip("/")
        for root in roots
        for ending in (".py", "/__init__.py")
    ]
    origin = next((place for place in places if ground.read(place) is not None), None)
    reference, line = f"{module}:{name}", _line(lines, owner, reference)
    lost = Break(
        path=path,
        lines=(line,),
        slug="missing-entry-point",
        subject=reference,
        owner=owner,
        title=f"`{owner}` starts at `{reference}`, but there is no such module",
        failure=f"`{owner}` stops with an import error as soon as it is started",
        mitigation="Point it at the function that took its place",
    )
    if origin is None:
        gone = [place for place in places if ground.standing(place) is Standing.REMOVED]
        if _is_lost(module, roots, places, ground):
            yield replace(lost, origin=(gone or places)[0])
    elif not binds(ground.read(origin) or "", name):
        title = f"`{owner}` starts at `{reference}`, but `{origin}` has no `{name}`"
        yield replace(lost, subject=name, title=title, origin=origin)


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
