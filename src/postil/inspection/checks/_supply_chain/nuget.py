"""Reads the projects, package lists and settings of NuGet."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.inspection.checks._supply_chain.entries import (
    UNKNOWN,
    Ecosystem,
    Manifest,
    Registry,
    Requirement,
    once,
)
from postil.inspection.checks._supply_chain.markup import Element, read_markup

_ASKING = frozenset(
    {
        *("PackageReference", "PackageVersion", "GlobalPackageReference"),
        *("DotNetCliToolReference", "package"),
    }
)
_PROPERTY = re.compile(r"\A\$\(([\w.-]{1,100})\)\Z")
_SOURCES = frozenset({"RestoreSources", "RestoreAdditionalProjectSources"})


def is_nuget(name: str) -> bool:
    """Whether a file of that name says which packages a project of .NET needs."""
    plain = name.lower()
    return plain.endswith((".csproj", ".fsproj", ".vbproj")) or plain in (
        *("directory.packages.props", "directory.build.props", "packages.config"),
        *("directory.build.targets", "nuget.config", "packages.props"),
    )


def read_nuget(text: str) -> Manifest:
    root = read_markup(text)
    elements = list(root.walk())
    properties = _properties(root)
    told: set[str] = set()
    requirements = [
        once(found, told, version)
        for element in elements
        if element.name in _ASKING
        for version, found in _asked(element, properties)
    ]
    return Manifest(
        ecosystem=Ecosystem.NUGET,
        requirements=tuple(requirements),
        registries=tuple(_registries(elements)),
        whole=False,
    )


def _properties(root: Element) -> dict[str, Element]:
    groups = (child for child in root.children if child.name == "PropertyGroup")
    return {one.name: one for group in groups for one in group.children}


def _asked(element: Element, properties: dict[str, Element]) -> Iterator[tuple[str, Requirement]]:
    """What one element asks for, with its version as it is written there."""
    given = element.attributes
    name = given.get("Include") or given.get("Update") or given.get("id") or ""
    if not name or "$" in name or "@" in name:
        return
    written = given.get("Version") or given.get("VersionOverride") or given.get("version")
    written = (written or element.said("Version")).strip()
    span = (element.line, element.last)
    version = written or UNKNOWN
    named = _PROPERTY.match(written)
    if named is not None and named[1] in properties:
        held = properties[named[1]]
        version, span = held.text.strip(), (held.line, held.last)
    elif "$" in written:
        version = UNKNOWN
    yield (
        written,
        Requirement(name=name.lower(), version=version, span=span, for_makers=_is_tool(element)),
    )


def _is_tool(element: Element) -> bool:
    """Whether only those who build the project get it."""
    kept = element.attributes.get("PrivateAssets") or element.said("PrivateAssets")
    return kept.lower() == "all"


def _registries(elements: list[Element]) -> Iterator[Registry]:
    for element in elements:
        if element.name == "packageSources":
            for one in element.children:
                yield Registry(one.attributes.get("value", ""), one.line)
        elif element.name in _SOURCES:
            for part in element.text.split(";"):
                yield Registry(part.strip(), element.line)
