"""Reads the build files of Gradle and its catalogue of versions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from postil.inspection.checks._supply_chain.entries import (
    UNKNOWN,
    Ecosystem,
    Manifest,
    Registry,
    Requirement,
    TomlPlaces,
    below,
    once,
    pairs,
    text_lines,
    toml_table,
)

_COORDINATES = re.compile(
    r"[\"']([A-Za-z][\w.-]{1,150}):([\w.-]{1,150}):([^\"':@\s]{1,100})(?::[\w-]{1,60})?(?:@\w{1,20})?[\"']"
)
_BY_KEYS = re.compile(
    r"\bgroup\s{0,4}[:=]\s{0,4}[\"']([\w.-]{1,150})[\"'],\s{0,4}name\s{0,4}[:=]\s{0,4}[\"']([\w.-]{1,150})[\"']"
    r",\s{0,4}version\s{0,4}[:=]\s{0,4}[\"']([^\"'\s]{1,100})[\"']"
)
_PLUGIN = re.compile(
    r"\bid[\s(]{1,4}[\"']([\w.-]{1,150})[\"']\)?\s{1,8}version[\s(]{1,4}[\"']([^\"'\s]{1,100})[\"']"
)
_SET = re.compile(r"\b([A-Za-z_]\w{0,60})\s{0,8}[=:]\s{0,8}[\"']([\w.+-]{1,60})[\"']")
_VARIABLE = re.compile(r"\A\$\{?(?:[\w]{1,40}\.){0,4}([A-Za-z_]\w{0,60})\}?\Z")
_FILLED = re.compile(r"\$\{[^{}]{0,200}\}")
_BRACE = re.compile(r"[{}]")
_NOT_NAMING = re.compile(r"[^\w.]")
_ADDRESS = re.compile(r"\b(?:url|maven|setUrl)\b[^\"'\n]{0,40}[\"'](https?://[^\"'\s]{1,500})[\"']")
_TESTING = re.compile(
    r"\A\s{0,40}(?:\w{0,30}[tT]est\w{0,30}|classpath|checkstyle|ksp|kapt|\w{0,30}[aA]nnotationProcessor)\b"
)
_PUBLISHING = frozenset({"publishing", "uploadArchives", "publications", "mavenDeployer"})
_MOST_DEEP = 60
_BEFORE = 200


def read_gradle(text: str) -> Manifest:
    lines = [_code(line) for line in text_lines(text)]
    known: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(lines, start=1):
        for name, value in _SET.findall(line):
            known.setdefault(name, (value, number))
    told: set[str] = set()
    requirements = [
        once(found, told, written)
        for number, line in enumerate(lines, start=1)
        for written, found in _asked(line, number, known)
    ]
    return Manifest(
        ecosystem=Ecosystem.MAVEN,
        requirements=tuple(requirements),
        registries=tuple(_registries(lines)),
        whole=False,
    )


def _code(line: str) -> str:
    """A line without what is a comment as a whole, and without the end that is one."""
    plain = line.lstrip()
    return "" if plain.startswith(("//", "*", "/*")) else line.partition(" //")[0]


def _asked(
    line: str, number: int, known: Mapping[str, tuple[str, int]]
) -> Iterator[tuple[str, Requirement]]:
    found = [(f"{a}:{b}", c) for a, b, c in _COORDINATES.findall(line) + _BY_KEYS.findall(line)]
    plugins = [(f"{name}:{name}.gradle.plugin", version) for name, version in _PLUGIN.findall(line)]
    for name, written in found + plugins:
        version, place = written, number
        if "$" in written:
            named = _VARIABLE.match(written)
            version, place = known.get(named[1] if named else "", (UNKNOWN, number))
        tool = bool(plugins) or _TESTING.match(line) is not None
        yield (
            written,
            Requirement(name=name.lower(), version=version, span=(place, place), for_makers=tool),
        )


def _registries(lines: list[str]) -> Iterator[Registry]:
    """The places named in a block of repositories, as against those that releases are sent to."""
    inside: list[str] = []
    for number, line in enumerate(lines, start=1):
        braces = list(_braces(_FILLED.sub("", line)))
        opened = [name for name, brace in braces if brace == "{"]
        blocks = {*inside, *opened}
        address = _ADDRESS.search(line)
        if address is not None and "repositories" in blocks and blocks.isdisjoint(_PUBLISHING):
            yield Registry(address[1], number)
        for name, brace in braces:
            if brace == "{":
                inside.append(name)
            elif inside:
                inside.pop()
        del inside[_MOST_DEEP:]


def _braces(line: str) -> Iterator[tuple[str, str]]:
    """Each brace of a line with the name that stands before it and what it is given."""
    for brace in _BRACE.finditer(line):
        before = line[max(0, brace.start() - _BEFORE) : brace.start()].rstrip()
        if before.endswith(")"):
            before = before.rpartition("(")[0].rstrip()
        yield _NOT_NAMING.split(before)[-1], brace[0]


def read_catalog(text: str) -> Manifest:
    """The table of versions, libraries and plugins that the build files refer to."""
    table = toml_table(text)
    places = TomlPlaces(text)
    told: set[str] = set()
    requirements = [
        once(
            Requirement(
                name=name.lower(),
                version=version,
                span=places.key("versions", held) if held else places.key(header, key),
                for_makers=header == "plugins",
            ),
            told,
            f"${held}" if held else version,
        )
        for header in ("libraries", "plugins")
        for key, value in pairs(table, header)
        for name, version, held in _entry(value, table)
    ]
    return Manifest(ecosystem=Ecosystem.MAVEN, requirements=tuple(requirements), whole=False)


def _entry(value: Any, table: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Name and version of an entry, and the key of the table of versions that it refers to."""
    if isinstance(value, str):
        name, _, version = value.rpartition(":")
        yield name, version, ""
        return
    module = below(value, "module") or below(value, "id")
    if not module and below(value, "name"):
        module = f"{below(value, 'group')}:{below(value, 'name')}"
    held = below(value, "version", "ref")
    version = below(table, "versions", held) if isinstance(held, str) else below(value, "version")
    if isinstance(module, str):
        yield module, _plain(version), held if isinstance(held, str) else ""


def _plain(version: object) -> str:
    """A version as it is written, or the one that a table of conditions keeps to."""
    told = version
    for key in ("strictly", "require", "prefer"):
        told = below(version, key) or told
    return told if isinstance(told, str) else UNKNOWN
