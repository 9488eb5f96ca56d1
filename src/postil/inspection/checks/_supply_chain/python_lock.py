"""Reads the lock files that are TOML: those of Poetry, uv and PDM."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from postil.inspection.checks._supply_chain.entries import (
    Lock,
    Locked,
    Source,
    TomlPlaces,
    pairs,
    tables_of,
    texts,
    toml_table,
    word,
)
from postil.inspection.checks._supply_chain.requirements import canonical
from postil.inspection.outlines import Unreadable

_NAME = re.compile(r"\A([A-Za-z0-9][A-Za-z0-9._-]{0,213})")


def read_toml_lock(text: str) -> Lock:
    """`uv.lock` and `poetry.lock`, which both list `[[package]]` tables."""
    packages = tables_of(toml_table(text).get("package"))
    spans = TomlPlaces(text).blocks("package")
    if len(spans) != len(packages):
        raise Unreadable("has packages in unusual places")
    entries = tuple(_package(package, span) for package, span in zip(packages, spans, strict=True))
    own = {entry.name for entry in entries if entry.source is Source.OWN}
    needed = {
        canonical(name)
        for package, entry in zip(packages, entries, strict=True)
        if not (len(own) == 1 and entry.source is Source.OWN)
        for name in _asked(package)
    }
    return Lock(entries=entries, needed=frozenset(needed))


def _package(package: dict[str, Any], span: tuple[int, int]) -> Locked:
    source = package.get("source")
    told = source if isinstance(source, dict) else {}
    kind, origin = Source.REGISTRY, word(told, "registry")
    if told.get("type") in ("git", "url", "file", "directory"):
        kinds = {"git": Source.GIT, "url": Source.URL}
        kind, origin = kinds.get(str(told["type"]), Source.FOLDER), word(told, "url")
    elif told.get("type") == "legacy":
        origin = word(told, "url")
    for key, value in (
        ("git", Source.GIT),
        ("url", Source.URL),
        ("path", Source.FOLDER),
        ("directory", Source.FOLDER),
        ("editable", Source.OWN),
        ("virtual", Source.OWN),
    ):
        if key in told and "type" not in told:
            kind, origin = value, word(told, key)
    files = [*tables_of(package.get("files")), *tables_of(package.get("wheels"))]
    if isinstance(package.get("sdist"), dict):
        files.append(package["sdist"])
    return Locked(
        name=canonical(word(package, "name")),
        version=word(package, "version"),
        span=span,
        source=kind,
        origin=origin,
        digests=frozenset(digest for file in files if (digest := word(file, "hash"))),
    )


def _asked(package: dict[str, Any]) -> Iterator[str]:
    """The names a locked package asks for, extras and groups included."""
    yield from (name for name, _ in pairs(package, "dependencies"))
    lists = [package.get("dependencies")]
    for key in ("optional-dependencies", "dev-dependencies"):
        lists += [group for _, group in pairs(package, key)]
    for group in lists:
        yield from (word(item, "name") for item in tables_of(group))
    for _, extras in pairs(package, "extras"):
        for extra in texts(extras):
            named = _NAME.match(extra)
            if named is not None:
                yield named[1]
