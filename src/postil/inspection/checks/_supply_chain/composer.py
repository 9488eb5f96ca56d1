"""Reads `composer.json` and its lock."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from postil.inspection.checks._supply_chain.entries import (
    Ecosystem,
    Lock,
    Locked,
    Manifest,
    Registry,
    Requirement,
    Source,
    below,
    closing,
    json_table,
    pairs,
    tables_of,
    text_lines,
    word,
)
from postil.inspection.outlines import Listing, Node, Scalar, Table, read_json, scalars

_STABLE = "stable"
_RUN = ("source", "bin", "autoload")
"""What makes a package one whose code is run."""
_PLATFORM = re.compile(r"\A(?:php|hhvm|(?:ext|lib)-[\w.-]{1,100}|composer[\w-]{0,40})\Z")


def read_composer(text: str) -> Manifest:
    table = read_json(text)
    requirements = [
        Requirement(
            name=entry.key.lower(),
            version=entry.value.text,
            span=(entry.line, entry.line),
            for_makers=key == "require-dev",
        )
        for key in ("require", "require-dev")
        for entry in table.table(key)
        if isinstance(entry.value, Scalar) and not _PLATFORM.match(entry.key[:200])
    ]
    registries = tuple(
        Registry(value.text, value.line)
        for place in _repositories(table.get("repositories"))
        if not _is_file(place)
        for value in scalars(place)
        if value.text.startswith(("http://", "https://"))
    )
    return Manifest(
        ecosystem=Ecosystem.PACKAGIST,
        name=(table.text("name") or "").lower(),
        requirements=tuple(requirements),
        registries=registries,
        takes_unfinished=(table.text("minimum-stability") or _STABLE).lower() != _STABLE,
    )


def _repositories(node: Node | None) -> Iterator[Node]:
    """The places that packages are looked for in, listed or under names."""
    if isinstance(node, Listing):
        yield from node.items
    elif isinstance(node, Table):
        yield from (entry.value for entry in node)


def _is_file(place: Node) -> bool:
    """Whether it gives nothing but one file to read the name of a package, such as data for tests."""
    if not isinstance(place, Table) or place.text("type") != "package":
        return False
    packages = place.get("package")
    listed = packages.items if isinstance(packages, Listing) else (packages,)
    return all(
        isinstance(package, Table)
        and package.text("dist", "type") == "file"
        and package.entries.keys().isdisjoint(_RUN)
        and _is_to_read(package.text("dist", "url") or "")
        for package in listed
    )


def _is_to_read(url: str) -> bool:
    return url.startswith("https://") and not url.lower().endswith((".phar", ".php"))


def read_composer_lock(text: str) -> Lock:
    table = json_table(text)
    lines = text_lines(text)
    starts: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        starts.setdefault(line.strip().rstrip(","), number)
    entries = []
    needed: set[str] = set()
    for key in ("packages", "packages-dev"):
        for package in tables_of(table.get(key)):
            needed.update(name.lower() for name, _ in pairs(package, "require"))
            start = max(1, starts.get(f'"name": "{word(package, "name")}"', 1) - 1)
            entries.append(_composer_entry(package, (start, closing(lines, start))))
    return Lock(entries=tuple(entries), needed=frozenset(needed), has_digests=False)


def _composer_entry(package: Mapping[str, Any], span: tuple[int, int]) -> Locked:
    kind = below(package, "dist", "type")
    return Locked(
        name=word(package, "name").lower(),
        version=word(package, "version"),
        span=span,
        source=Source.OWN if kind == "path" else Source.REGISTRY,
    )
