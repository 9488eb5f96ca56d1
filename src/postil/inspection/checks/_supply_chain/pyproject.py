"""Reads the dependencies of `pyproject.toml`, of the standard and of Poetry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from postil.inspection.checks._supply_chain.entries import (
    Ecosystem,
    Group,
    Manifest,
    Registry,
    Requirement,
    Source,
    TomlPlaces,
    below,
    pairs,
    tables_of,
    texts,
    toml_table,
    word,
)
from postil.inspection.checks._supply_chain.requirements import as_requirement, canonical


def read_pyproject(text: str) -> Manifest:
    """PEP 621, dependency groups, Poetry and uv sources."""
    table = toml_table(text)
    places = TomlPlaces(text)
    found = [
        replace(requirement, group=group)
        for line, group in _listed(table)
        if (requirement := as_requirement(line, places.value(line))) is not None
    ]
    found += _poetry(table, places)
    sources = dict(pairs(table, "tool", "uv", "sources"))
    redirected = {canonical(name): (name, value) for name, value in sources.items()}
    requirements = [
        _redirected(requirement, *redirected[requirement.name], places)
        if requirement.name in redirected
        else requirement
        for requirement in found
    ]
    registries = [
        Registry(url, places.value(url)[0])
        for keys in (("tool", "poetry", "source"), ("tool", "uv", "index"))
        for source in tables_of(below(table, *keys))
        if (url := word(source, "url"))
    ]
    members = below(table, "tool", "uv", "workspace", "members")
    dynamic = "dependencies" in texts(below(table, "project", "dynamic"))
    return Manifest(
        ecosystem=Ecosystem.PYPI,
        name=canonical(word(dict(pairs(table, "project")), "name")),
        requirements=tuple(requirements),
        registries=tuple(registries),
        whole=not (members or dynamic or below(table, "tool", "pdm")),
    )


def _listed(table: dict[str, Any]) -> Iterator[tuple[str, Group]]:
    """Every PEP 508 text; extras and groups are often left open on purpose."""
    for line in texts(below(table, "project", "dependencies")):
        yield line, Group.DIRECT
    groups = [texts(below(table, "tool", "uv", "dev-dependencies"))]
    for place in (("project", "optional-dependencies"), ("dependency-groups",)):
        groups += [texts(group) for _, group in pairs(table, *place)]
    for group in groups:
        for line in group:
            yield line, Group.EXTRA


def _poetry(table: dict[str, Any], places: TomlPlaces) -> Iterator[Requirement]:
    groups = ["tool.poetry.dependencies", "tool.poetry.dev-dependencies"]
    groups += [
        f"tool.poetry.group.{name}.dependencies"
        for name, _ in pairs(table, "tool", "poetry", "group")
        if "." not in name
    ]
    for header in groups:
        for name, value in pairs(table, *header.split(".")):
            if name != "python":
                found = tabled(name, value, places.key(header, name))
                yield replace(found, for_makers=header != groups[0])


def tabled(name: str, value: object, span: tuple[int, int]) -> Requirement:
    """A requirement of Poetry or Pipenv: a range, or a table with a range or a source."""
    plain = canonical(name)
    if isinstance(value, list) and value:
        # One entry for each interpreter or system; the loosest of them speaks for all.
        each = [tabled(name, one, span) for one in value]
        return min(each, key=lambda one: bool(one.version.strip("*")))
    if not isinstance(value, dict):
        return Requirement(name=plain, version=value if isinstance(value, str) else "*", span=span)
    for key, source in (
        ("git", Source.GIT),
        ("url", Source.URL),
        ("file", Source.URL),
        ("path", Source.FOLDER),
        ("workspace", Source.OWN),
    ):
        if value.get(key):
            origin = str(value[key])
            return Requirement(name=plain, version="", span=span, source=source, origin=origin)
    version = word(value, "version") or "*"
    return Requirement(name=plain, version=version, span=span)


def _redirected(
    requirement: Requirement, name: str, value: object, places: TomlPlaces
) -> Requirement:
    """The requirement as uv's table of sources has it; an index is a registry like any other."""
    sourced = tabled(name, value, places.key("tool.uv.sources", name))
    return requirement if sourced.source is Source.REGISTRY else sourced
