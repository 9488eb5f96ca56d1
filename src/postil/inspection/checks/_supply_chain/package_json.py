"""Reads `package.json` and `.npmrc`, and tells where an npm package comes from."""

from __future__ import annotations

import re

from postil.inspection.checks._supply_chain.entries import (
    Ecosystem,
    Group,
    Manifest,
    Registry,
    Requirement,
    Source,
    text_lines,
)
from postil.inspection.outlines import Entry, Scalar, read_json

_GROUPS = {
    "dependencies": Group.DIRECT,
    "devDependencies": Group.DIRECT,
    "optionalDependencies": Group.DIRECT,
    "peerDependencies": Group.PEER,
}
_OWN = ("workspace:", "portal:", "patch:", "catalog:", "jsr:")
_GIT = ("git+", "git://", "git@", "github:", "gitlab:", "bitbucket:", "gist:", "ssh://")
_GIT_HOSTS = re.compile(r"\Ahttps?://(?:github|gitlab|bitbucket)\.(?:com|org)/[^/\s]+/[^/\s]+\Z")
_SHORT = re.compile(r"\A[A-Za-z0-9][\w.-]{0,100}/[\w.-]{1,100}(?:#\S{0,200})?\Z")
_RC = re.compile(r"\A\s{0,20}registry\s{0,20}=\s{0,20}(\S{1,1000})")


def read_package(text: str) -> Manifest:
    table = read_json(text)
    requirements = [
        _requirement(entry, group, for_makers=key == "devDependencies")
        for key, group in _GROUPS.items()
        for entry in table.table(key)
        if isinstance(entry.value, Scalar)
    ]
    return Manifest(
        ecosystem=Ecosystem.NPM,
        name=table.text("name") or "",
        requirements=tuple(requirements),
        whole=table.get("workspaces") is None and table.get("bundleDependencies") is None,
        published=table.text("private") != "true",
    )


def _requirement(entry: Entry, group: Group, *, for_makers: bool) -> Requirement:
    version = entry.value.text.strip() if isinstance(entry.value, Scalar) else ""
    source, origin = _source(version)
    if version.startswith("npm:"):
        real, _, version = version.removeprefix("npm:").rpartition("@")
        origin = real or version
    return Requirement(
        name=entry.key,
        version=version if source is Source.REGISTRY else "",
        span=(entry.line, entry.line),
        source=source,
        origin=origin,
        group=group,
        for_makers=for_makers,
    )


def _source(version: str) -> tuple[Source, str]:
    if version.startswith(_OWN):
        return Source.OWN, ""
    for mark in ("file:", "link:"):
        if version.startswith(mark):
            return Source.FOLDER, version.removeprefix(mark).removeprefix("//")
    if version.startswith(("./", "../", "/", "~/")):
        return Source.FOLDER, version
    if version.startswith(_GIT) or _SHORT.match(version) or _GIT_HOSTS.match(version):
        return Source.GIT, version
    if version.startswith(("http://", "https://")):
        return Source.URL, version
    return Source.REGISTRY, ""


def read_npmrc(text: str) -> Manifest:
    """The default registry; one for a single scope is how private packages are meant to be had."""
    found = ((number, _RC.match(line)) for number, line in enumerate(text_lines(text), start=1))
    return Manifest(
        ecosystem=Ecosystem.NPM,
        registries=tuple(Registry(rule[1], number) for number, rule in found if rule is not None),
        whole=False,
    )


def resolved(address: str) -> tuple[Source, str]:
    """Where a locked package comes from; an archive at a registry is the usual case."""
    source, origin = _source(address)
    if source is Source.URL and "codeload.github.com" in address:
        return Source.GIT, address
    if source is Source.URL and (
        address.split("#", maxsplit=1)[0].endswith(".tgz") or "/-/" in address
    ):
        return Source.REGISTRY, address
    return source, origin or address
