"""What manifests ask for and what lock files hold, the same for every ecosystem."""

from __future__ import annotations

import json
import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate, pairwise
from typing import Any

from postil.inspection.outlines import Unreadable

LONGEST_LINE = 20_000
MOST_JSON = 20_000_000
MOST_CHARACTERS = 8_000_000
"""TOML is read by a parser written in Python, ten times as slow as that of JSON."""

UNKNOWN = "?"
"""The version of what has one that this file does not tell."""

_LONGEST_ENTRY = 400
_HOST = re.compile(r"\A[A-Za-z][A-Za-z0-9+.-]{0,30}://(?:[^/@\s]{0,200}@)?([^/:\s?#]{1,255})")
_LOGIN = re.compile(r"://[^/@\s\"']{1,200}@")
_HEADER = re.compile(r"\A\s{0,40}\[{1,2}\s{0,8}([^\[\]]{1,400}?)\s{0,8}\]{1,2}\s{0,40}(?:#|\Z)")
_KEY = re.compile(r"\A\s{0,40}(?:\"([^\"]{1,214})\"|'([^']{1,214})'|([\w.@/-]{1,214}))\s{0,40}=")


class Ecosystem(StrEnum):
    PYPI = "PyPI"
    NPM = "npm"
    CRATES = "crates.io"
    GO = "Go"
    RUBYGEMS = "RubyGems"
    PACKAGIST = "Packagist"
    NUGET = "NuGet"
    MAVEN = "Maven"


class Source(StrEnum):
    """Where the code of a dependency comes from."""

    REGISTRY = "registry"
    GIT = "git"
    URL = "url"
    FOLDER = "folder"
    OWN = "own"


class Group(StrEnum):
    """Why a manifest names a dependency; a peer only says what would fit."""

    DIRECT = "direct"
    EXTRA = "extra"
    PEER = "peer"
    INDIRECT = "indirect"


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirement:
    """One line of a manifest that asks for a package; `span` is its first and last line.

    `origin` is the address or folder of what comes from outside of the registry; for a package
    of the registry that goes by another name here, it is the name the registry knows.
    `for_makers` is one that only those who work on the project install.
    """

    name: str
    version: str
    span: tuple[int, int]
    source: Source = Source.REGISTRY
    origin: str = ""
    group: Group = Group.DIRECT
    digests: frozenset[str] = frozenset()
    for_makers: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Locked:
    """One package a lock file holds; `origin` is the address it is taken from, where it says.

    `conditional` is one that only some systems install, for which not every tool keeps a digest.
    `presumed` is where the tool says that it `installs` something of packages it did not look into.
    """

    name: str
    version: str
    span: tuple[int, int]
    source: Source = Source.REGISTRY
    origin: str = ""
    digests: frozenset[str] = frozenset()
    installs: bool = False
    conditional: bool = False
    presumed: bool = False


@dataclass(frozen=True, slots=True)
class Registry:
    """A place packages may be taken from, as a manifest or a settings file names it."""

    url: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What one manifest asks for; `whole` is False when other files may ask for more.

    `name` is what the manifest calls its own package, where it says; `takes_unfinished` is whether
    it says that versions before a release will do; `published` is False where it says that its
    package is for nobody else.
    """

    ecosystem: Ecosystem
    name: str = ""
    requirements: tuple[Requirement, ...] = ()
    registries: tuple[Registry, ...] = ()
    whole: bool = True
    takes_unfinished: bool = False
    published: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """What one lock file holds; `needed` are the names its packages ask for among themselves.

    `needed` is None where the file does not say who asks for what. `claimed` are the names that it
    says the manifest asks for. `linked` are names it settles without an entry of their own, such
    as members of the same workspace; `direct` those that it says some manifest asks for.
    """

    entries: tuple[Locked, ...] = ()
    linked: frozenset[str] = frozenset()
    needed: frozenset[str] | None = None
    claimed: frozenset[str] = frozenset()
    direct: frozenset[str] = frozenset()
    has_digests: bool = True


def once(found: Requirement, told: set[str], written: str) -> Requirement:
    """A version that several entries take from one name, as `written`, is one choice: the first
    of them stands for all.
    """
    if "$" not in written:
        return found
    if written in told:
        return replace(found, version=UNKNOWN)
    told.add(written)
    return found


def host_of(url: str) -> str:
    """The host of an address in lower case; empty when it is none."""
    found = _HOST.match(url[:2_000])
    return found[1].lower() if found else ""


_FEEDS_BY_HOST = ".pkgs.visualstudio.com"
_FEEDS_BY_FOLDER = "pkgs.dev.azure.com"


def keeper_of(url: str) -> str:
    """The address as far as it says whose the packages are: its scheme, its host and the first folder.

    One who keeps many feeds at a host they share with others is who already had the say.
    """
    scheme, _, rest = url[:2_000].partition("://")
    host, _, path = without_login(f"://{rest}")[3:].partition("/")
    if host.endswith(_FEEDS_BY_HOST):
        # The same feeds have two addresses, and the older one names their keeper in front.
        keeper, _, _ = host.partition(".")
        return f"{scheme}://{_FEEDS_BY_FOLDER}/{keeper}".lower()
    return f"{scheme}://{host}/{path.partition('/')[0]}".lower()


def without_login(text: str) -> str:
    """The text with names and passwords taken out of its addresses."""
    return _LOGIN.sub("://", text[:LONGEST_LINE]) if "://" in text else text


def text_lines(text: str) -> list[str]:
    """The lines of a file, each cut to a length that is safe to match."""
    return [line[:LONGEST_LINE].removesuffix("\r") for line in text.split("\n")]


def json_table(text: str) -> dict[str, Any]:
    """The object a large JSON file holds; raises Unreadable for anything else."""
    if len(text) > MOST_JSON:
        raise Unreadable(f"larger than {MOST_JSON} characters")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"is not JSON: {error}", 1) from None
    if not isinstance(value, dict):
        raise Unreadable("holds no table of keys", 1)
    return value


def toml_table(text: str) -> dict[str, Any]:
    """The table a TOML file holds; raises Unreadable for anything else."""
    if len(text) > MOST_CHARACTERS:
        raise Unreadable(f"larger than {MOST_CHARACTERS} characters")
    if any(len(line) > LONGEST_LINE for line in text.split("\n")):
        raise Unreadable("holds a line that is too long", 1)
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Unreadable(f"is not TOML: {error}", 1) from None


def below(table: object, *keys: str) -> Any:
    """The value below these keys, or None where one is missing."""
    node: Any = table
    for key in keys:
        node = node.get(key) if isinstance(node, dict) else None
    return node


def pairs(table: object, *keys: str) -> Iterator[tuple[str, Any]]:
    """The keys and values of the table below these keys."""
    node = below(table, *keys)
    if isinstance(node, dict):
        yield from node.items()


def texts(node: object) -> list[str]:
    """The texts of a list; empty where there is none."""
    return [item for item in node if isinstance(item, str)] if isinstance(node, list) else []


def tables_of(node: object) -> list[dict[str, Any]]:
    """The tables of a list; empty where there is none."""
    return [item for item in node if isinstance(item, dict)] if isinstance(node, list) else []


def word(table: Mapping[str, Any], key: str) -> str:
    """The text at a key; empty where there is none."""
    value = table.get(key)
    return value if isinstance(value, str) else ""


def closing(lines: list[str], start: int) -> int:
    """The line that closes the JSON object opened on line `start`, told by its indentation."""
    opening = lines[start - 1]
    indent = opening[: len(opening) - len(opening.lstrip())]
    for number in range(start + 1, min(len(lines), start + _LONGEST_ENTRY) + 1):
        if lines[number - 1].rstrip(",") == f"{indent}}}":
            return number
    return start


class TomlPlaces:
    """Where the tables and keys of a TOML file stand, by header and key as they are spelled."""

    def __init__(self, text: str) -> None:
        self.lines = text_lines(text)
        self.text = "\n".join(self.lines)
        self.starts = [0, *accumulate(len(line) + 1 for line in self.lines[:-1])]
        self.keys: dict[tuple[str, str], int] = {}
        self.headers: dict[str, list[int]] = {}
        header = ""
        for number, line in enumerate(self.lines, start=1):
            opened = _HEADER.match(line)
            if opened is not None and "=" not in line.partition("]")[0]:
                header = opened[1].replace('"', "").replace("'", "")
                self.headers.setdefault(header, []).append(number)
                continue
            found = _KEY.match(line)
            if found is not None:
                key = found[1] or found[2] or found[3]
                self.keys.setdefault((header, key), number)

    def key(self, header: str, name: str) -> tuple[int, int]:
        """The line a key of a table stands on, or the lines of the table of that name."""
        line = self.keys.get((header, name))
        if line is not None:
            return line, line
        return next(iter(self.blocks(f"{header}.{name}")), None) or self.value(name)

    def value(self, text: str) -> tuple[int, int]:
        """The first line that holds the text, if possible in quotes, else the first of the file."""
        for wanted in (f'"{text}"', f"'{text}'", text):
            position = self.text.find(wanted)
            if position >= 0:
                line = bisect_right(self.starts, position)
                return line, line
        return 1, 1

    def blocks(self, header: str) -> list[tuple[int, int]]:
        """First and last line of each `[[header]]` with its sub-tables, in order."""
        starts = self.headers.get(header, [])
        inner = f"{header}."
        others = sorted(
            line
            for name, lines in self.headers.items()
            if name != header and not name.startswith(inner)
            for line in lines
        )
        edges = sorted((*starts, *others, len(self.lines) + 1))
        ends = dict(pairwise(edges))
        return [(start, ends[start] - 1) for start in starts]
