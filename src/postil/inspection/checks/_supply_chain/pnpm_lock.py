"""Reads the lock file of pnpm."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from postil.inspection.checks._supply_chain.entries import (
    Lock,
    Locked,
    Source,
    text_lines,
)
from postil.inspection.checks._supply_chain.package_json import resolved

_GROUP = "dependencies"
"""What every table of things asked for ends with, those for the package tool itself too."""
_OF_MANIFEST = frozenset(
    {"dependencies", "devDependencies", "optionalDependencies", "peerDependencies"}
)
_ALIASED = "aliased"
_PNPM_SECTIONS = ("importers", "packages", "snapshots")
_PNPM_FIELD = 4
_PNPM_KEY = re.compile(r"\A/?((?:@[^/@\s]{1,100}/)?[^/@\s(]{1,214})[@/]([^(_\s]{1,300})")


def read_pnpm_lock(text: str) -> Lock:
    """The shape pnpm writes: sections, entries, fields and names, two blanks deeper each."""
    entries: list[Locked] = []
    needed: set[str] = set()
    linked: list[str] = []
    direct: set[str] = set()
    for section, key, lines, start in _pnpm_blocks(text_lines(text)):
        fields, groups = _pnpm_fields(lines)
        for group, names in groups.items():
            if section == "importers":
                direct.update(names)
            if (section, key) == ("importers", ".") and group in _OF_MANIFEST:
                linked += names
            else:
                needed.update(names)
        found = _pnpm_entry(key, fields, (start, start + len(lines)))
        if section == "packages" and found is not None:
            entries.append(found)
    return Lock(
        entries=tuple(entries),
        linked=frozenset(linked),
        needed=frozenset(needed),
        direct=frozenset(direct),
    )


def _pnpm_blocks(lines: list[str]) -> Iterator[tuple[str, str, list[str], int]]:
    """Section, key, inner lines and line number of each entry."""
    section, key, start, inner = "", "", 0, list[str]()
    for number, line in enumerate([*lines, "end:"], start=1):
        depth = len(line) - len(line.lstrip(" "))
        if not line.strip() or depth > len("  "):
            inner.append(line)
            continue
        if key:
            yield section, key, [kept for kept in inner if kept], start
        key, start, inner = "", number, []
        if depth == 0:
            section = line.partition(":")[0]
        elif section in _PNPM_SECTIONS:
            key = line.strip().removesuffix(": {}").removesuffix(":").strip("'\"")


def _pnpm_fields(lines: list[str]) -> tuple[dict[str, str], dict[str, list[str]]]:
    """The fields of an entry, those of its resolution among them, and the names it asks for.

    The names stand by their group; those that the registry knows others by are a group as well.
    """
    fields: dict[str, str] = {}
    groups: dict[str, list[str]] = {}
    field = ""
    for line in lines:
        depth = len(line) - len(line.lstrip(" "))
        key, _, value = line.strip().partition(": ")
        key = key.removesuffix(":").strip("'\"")
        if depth == _PNPM_FIELD:
            field = key
            fields[key] = value
            if key == "resolution" and value.startswith("{"):
                fields.update(_flow(value))
        elif field.lower().endswith(_GROUP) and depth == _PNPM_FIELD + 2:
            groups.setdefault(field, []).append(key)
            groups.setdefault(_ALIASED, []).extend(_aliased(value))
        elif field.lower().endswith(_GROUP) and key == "version":
            groups.setdefault(_ALIASED, []).extend(_aliased(value))
        elif field == "resolution":
            # A formatter may spread the table over lines, with commas that belong to nothing.
            fields[key] = value.rstrip(",").strip("'\"")
    return fields, groups


def _aliased(version: str) -> list[str]:
    """The name that the registry knows, where a package is asked for under another one."""
    found = _PNPM_KEY.match(version.strip("'\"")[:1_000]) if "@" in version else None
    return [] if found is None else [found[1]]


def _flow(text: str) -> Iterator[tuple[str, str]]:
    """The pairs of a one-line table such as `{integrity: x, tarball: y}`."""
    for part in text.strip("{} ").split(", "):
        key, mark, value = part.partition(": ")
        if mark:
            yield key, value.strip("'\"")


def _pnpm_entry(entry: str, fields: Mapping[str, str], span: tuple[int, int]) -> Locked | None:
    key = _PNPM_KEY.match(entry[:1_000])
    if key is None:
        return None
    address = fields.get("tarball") or fields.get("repo") or ""
    source, origin = resolved(address) if address else (Source.REGISTRY, "")
    if fields.get("type") == "git":
        source = Source.GIT
    elif key[2].startswith(("file:", "link:")) or fields.get("type") == "directory":
        source, origin = Source.OWN, ""
    return Locked(
        name=key[1],
        version=key[2],
        span=span,
        source=source,
        origin=origin,
        digests=frozenset(fields.get("integrity", "").split()),
        installs=fields.get("requiresBuild") == "true",
        # It is set as well where an optional package was passed over, and spreads from there,
        # which is why later versions of the file leave it out.
        presumed=True,
    )
