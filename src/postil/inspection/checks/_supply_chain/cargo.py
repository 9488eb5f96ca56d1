"""Reads `Cargo.toml` and `Cargo.lock`."""

from __future__ import annotations

from postil.inspection.checks._supply_chain.entries import (
    Ecosystem,
    Lock,
    Locked,
    Manifest,
    Requirement,
    Source,
    TomlPlaces,
    pairs,
    tables_of,
    texts,
    toml_table,
    word,
)

_CARGO_GROUPS = ("dependencies", "dev-dependencies", "build-dependencies")
_FOR_MAKERS = _CARGO_GROUPS[1:]


def read_cargo(text: str) -> Manifest:
    table = toml_table(text)
    places = TomlPlaces(text)
    headers = [*_CARGO_GROUPS, "workspace.dependencies"]
    requirements = [
        _crate(name, value, places.key(header, name), for_makers=header in _FOR_MAKERS)
        for header in headers
        for name, value in pairs(table, *header.split("."))
    ]
    for target, groups in pairs(table, "target"):
        for group in _CARGO_GROUPS:
            requirements += [
                _crate(
                    name,
                    value,
                    places.key(f"target.{target}.{group}", name),
                    for_makers=group in _FOR_MAKERS,
                )
                for name, value in pairs(groups, group)
            ]
    package = dict(pairs(table, "package"))
    return Manifest(
        ecosystem=Ecosystem.CRATES,
        name=word(package, "name"),
        requirements=tuple(requirements),
        whole="workspace" not in table,
        published=package.get("publish", True) not in (False, []),
    )


def _crate(name: str, value: object, span: tuple[int, int], *, for_makers: bool) -> Requirement:
    if not isinstance(value, dict):
        return Requirement(name=name, version=str(value), span=span, for_makers=for_makers)
    real = word(value, "package") or name
    for key, source in (("path", Source.FOLDER), ("git", Source.GIT), ("workspace", Source.OWN)):
        if value.get(key):
            origin = str(value[key])
            return Requirement(name=real, version="", span=span, source=source, origin=origin)
    version = word(value, "version") or "*"
    return Requirement(name=real, version=version, span=span, for_makers=for_makers)


def read_cargo_lock(text: str) -> Lock:
    packages = tables_of(toml_table(text).get("package"))
    spans = TomlPlaces(text).blocks("package")
    entries = []
    needed: set[str] = set()
    own = [package for package in packages if "source" not in package]
    for package, span in zip(packages, spans, strict=False):
        if len(own) != 1 or package is not own[0]:
            needed.update(name.split(" ")[0] for name in texts(package.get("dependencies")))
        address = word(package, "source")
        source = Source.GIT if address.startswith("git+") else Source.REGISTRY
        entries.append(
            Locked(
                name=word(package, "name"),
                version=word(package, "version"),
                span=span,
                source=source if address else Source.OWN,
                origin=address.removeprefix("registry+").removeprefix("sparse+"),
                digests=frozenset({f"sha256:{word(package, 'checksum')}"} - {"sha256:"}),
            )
        )
    return Lock(entries=tuple(entries), needed=frozenset(needed))
