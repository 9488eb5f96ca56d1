"""Reads npm's own lock file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from postil.inspection.checks._supply_chain.entries import (
    Group,
    Lock,
    Locked,
    Source,
    closing,
    json_table,
    pairs,
    text_lines,
    word,
)
from postil.inspection.checks._supply_chain.package_json import resolved

_GROUPS = {
    "dependencies": Group.DIRECT,
    "devDependencies": Group.DIRECT,
    "optionalDependencies": Group.DIRECT,
    "peerDependencies": Group.PEER,
}


def read_npm_lock(text: str) -> Lock:
    """`package-lock.json` and `npm-shrinkwrap.json` of every version."""
    table = json_table(text)
    lines = text_lines(text)
    starts: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        starts.setdefault(line.strip(), number)
    entries: list[Locked] = []
    needed: set[str] = set()
    claimed: frozenset[str] = frozenset()
    bundlers = _bundlers(table)
    for path, value in _npm_packages(table):
        if not isinstance(value, dict):
            continue
        if path:
            needed.update(name for inner in _nested(value) for name in _needs(inner))
        else:
            claimed = frozenset(_needs(value))
        if not path.startswith("node_modules/") and "/node_modules/" not in path:
            continue
        start = starts.get(f'"{path}": {{') or starts.get(f'"{_plain(path)}": {{', 1)
        entry = _npm_entry(path, value, (start, closing(lines, start)))
        is_packed = not entry.origin and not entry.digests and _within(path, bundlers)
        entries.append(replace(entry, source=Source.OWN) if is_packed else entry)
    return Lock(entries=tuple(entries), needed=frozenset(needed), claimed=claimed)


def _npm_packages(table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Packages by their folder; the first format has them by name."""
    if "packages" in table:
        yield from pairs(table, "packages")
        return
    for name, value in pairs(table, "dependencies"):
        yield f"node_modules/{name}", value


def _bundlers(table: Mapping[str, Any]) -> frozenset[str]:
    """The folders of packages that are published together with what they need."""
    return frozenset(
        path
        for path, value in _npm_packages(table)
        if path and isinstance(value, dict) and value.get("bundleDependencies")
    )


def _within(path: str, folders: frozenset[str]) -> bool:
    outer = path.rpartition("/node_modules/")[0]
    while outer and outer not in folders:
        outer = outer.rpartition("/node_modules/")[0]
    return bool(outer)


def _nested(value: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """An entry and, in the first format, those that stand within it."""
    waiting = [value]
    while waiting:
        entry = waiting.pop()
        yield entry
        waiting += [inner for _, inner in pairs(entry, "dependencies") if isinstance(inner, dict)]


def _plain(path: str) -> str:
    return path.rpartition("node_modules/")[2]


def _needs(value: Mapping[str, Any]) -> Iterator[str]:
    for key in (*_GROUPS, "requires"):
        yield from (name for name, _ in pairs(value, key))


def _folder(version: str) -> str:
    """The folder that the first format writes in the place of a version."""
    return version if version.startswith(("file:", "link:")) else ""


def _npm_entry(path: str, value: Mapping[str, Any], span: tuple[int, int]) -> Locked:
    version = word(value, "version")
    source, origin = resolved(word(value, "resolved") or _folder(version))
    if value.get("link") or value.get("inBundle") or value.get("bundled"):
        source, origin = Source.OWN, ""
    integrity = word(value, "integrity")
    return Locked(
        name=_plain(path),
        version=version,
        span=span,
        source=source,
        origin=origin,
        digests=frozenset(integrity.split()),
        installs=value.get("hasInstallScript") is True,
    )
