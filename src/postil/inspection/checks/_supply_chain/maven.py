"""Reads the `pom.xml` of Maven."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.inspection.checks._supply_chain.entries import (
    UNKNOWN,
    Ecosystem,
    Group,
    Manifest,
    Registry,
    Requirement,
    Source,
    once,
)
from postil.inspection.checks._supply_chain.markup import Element, read_markup

_ASKING = frozenset({"dependency", "plugin", "extension", "parent"})
_PROPERTY = re.compile(r"\A\$\{([\w.-]{1,100})\}\Z")
_PLACES = frozenset({"repositories", "pluginRepositories"})
_PLUGINS = "org.apache.maven.plugins"
_MAKERS = 2
"""So many parts of a group say whose it is, as in `org.example.tools`."""
_FOR_MAKERS = frozenset({"test", "provided"})


def read_pom(text: str) -> Manifest:
    root = read_markup(text)
    own = root.said("groupId") or _of_parent(root)
    held = root.child("properties")
    properties = {one.name: one for one in held.children} if held is not None else {}
    told: set[str] = set()
    requirements = [
        _requirement(element, own, properties, told)
        for element in root.walk()
        if element.name in _ASKING and element.said("artifactId")
    ]
    return Manifest(
        ecosystem=Ecosystem.MAVEN,
        name=f"{own}:{root.said('artifactId')}",
        requirements=tuple(requirements),
        registries=tuple(_registries(root)),
        whole=False,
    )


def _of_parent(root: Element) -> str:
    parent = root.child("parent")
    return parent.said("groupId") if parent is not None else ""


def _requirement(
    element: Element, own: str, properties: dict[str, Element], told: set[str]
) -> Requirement:
    group = element.said("groupId") or _PLUGINS
    written = element.said("version")
    version, span = written or UNKNOWN, (element.line, element.last)
    named = _PROPERTY.match(written)
    if named is not None and named[1] in properties:
        one = properties[named[1]]
        version, span = one.text.strip(), (one.line, one.last)
    elif "$" in written:
        version = UNKNOWN
    is_own = is_own_group(own, group) or (element.name == "parent" and _is_above(own, group))
    found = Requirement(
        name=f"{group}:{element.said('artifactId')}".lower(),
        version=version,
        span=span,
        source=Source.OWN if is_own else Source.REGISTRY,
        group=Group.DIRECT,
        for_makers=element.name == "plugin" or element.said("scope") in _FOR_MAKERS,
    )
    return once(found, told, written)


def is_own_group(own: str, group: str) -> bool:
    """Whether a group of packages is the project's own, or one beside it below the same name."""
    if "$" in group:
        return True
    parts = own.split(".")[:3]
    return bool(own) and group.split(".")[: len(parts)] == parts


def _is_above(own: str, group: str) -> bool:
    """Whether the parent of a part is of the same makers, who build both together."""
    return own.split(".")[:_MAKERS] == group.split(".")[:_MAKERS]


def _registries(root: Element) -> Iterator[Registry]:
    for element in root.walk():
        if element.name in _PLACES:
            for place in element.children:
                url = place.child("url")
                if url is not None:
                    yield Registry(url.text.strip(), url.line)
