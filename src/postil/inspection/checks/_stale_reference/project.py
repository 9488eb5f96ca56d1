"""What the project itself is called, so that a word for it is not taken for a class of that name."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise

from postil.inspection.checks._stale_reference.subjects import Stale
from postil.ports import Tree

_LONGEST = 20_000
_LONGEST_LINE = 400
_TOP = 40
_MANIFESTS = frozenset(
    {
        *("package.json", "Cargo.toml", "composer.json", "pyproject.toml", "setup.py", "setup.cfg"),
        *("pom.xml", "settings.gradle", "settings.gradle.kts", "gradle.properties", "go.mod"),
        *("mix.exs", "pubspec.yaml", "build.sbt"),
    }
)
_NAMED = re.compile(
    r"\A\s{0,8}[\"']?(?:rootProject\.)?(?:name|POM_NAME|POM_ARTIFACT_ID|app)[\"']?\s{0,8}[:=]{1,2}\s{0,8}"
    r"[:\"']?@?(?:[\w.-]{1,80}/)?([\w. -]{1,80}?)[\"']?,?\s{0,8}\Z"
    r"|\A\s{0,8}<(?:artifactId|name)>([\w. -]{1,80})</|\Amodule\s{1,8}(?:[\w.-]{1,80}/){0,8}([\w.-]{1,80})\s{0,8}\Z"
)
_ASIDE = re.compile(
    r"\A\s{0,8}(?:<(?:dependencies|build|profiles)>|\[dependencies|\"dependencies\")"
)
"""Where a manifest goes on to speak of others."""
_DESCRIPTIONS = (".gemspec", ".podspec", ".cabal", ".sln", ".csproj", ".opam")
_SOURCES = re.compile(
    r"\A(?:src/|lib/|source/)?([\w-]{1,80})/(?:__init__\.py|lib\.rs|[\w-]{1,80}\.csproj)\Z"
)
_SHOWN = re.compile(
    r"!?\[(?:!\[[^\]\n]{0,200}\]\([^)\n]{0,400}\)|[^\[\]\n]{0,200})\]\([^)\n]{0,400}\)"
)
_LABEL = re.compile(r"\A\[([^\[\]\n]{1,80})\]\(")
_TAG = re.compile(r"<[^<>\n]{1,300}>")
_HEADING = re.compile(
    r"\A\s{0,8}(?:#{1,2} {0,4}|= )(\S.{0,300})|\A\s{0,8}<h1[^>\n]{0,200}>(.{0,300})"
)
_RULE = re.compile(r"\A[=-]{3,}\s{0,8}\Z")
_TAIL = re.compile(r"\s[-–—|]\s|[:,(|]\s")
_AS_CODE = re.compile(
    r"\A(?:\(|::|#\w|\.(?!(?:js|ts|jl|py|rb|rs|net|io|com|org|dev|sh|app|md)\b)[A-Za-z_])",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"(?:\bnew |\{@(?:link|see) |@see |:(?:class|func|exc|obj):`[~\w.]{0,80}|[\w)]\.|::)\Z"
)
_TAKEN = re.compile(r"\A\s{0,40}(?:import|from|use|using|require|include|const|var|let)\b")


@dataclass(frozen=True)
class Project:
    """A tree whose papers say what it is called."""

    head: Tree

    def is_meant(self, entry: Stale) -> bool:
        """Whether words only say the project's name where a thing of that name is gone."""
        if entry.is_code or _squeezed(entry.subject.name) not in self._names:
            return False
        text = entry.text[:_LONGEST]
        if _TAKEN.match(text):
            return False
        pieces = re.split(rf"(?<!\w){re.escape(entry.subject.name)}(?!\w)", text)
        return not any(
            _LEADS.search(before[-_LONGEST_LINE:]) or _AS_CODE.match(after)
            for before, after in pairwise(pieces)
        )

    @cached_property
    def _names(self) -> frozenset[str]:
        found = {_squeezed(name) for name in self._spelled()}
        return frozenset(found - {""})

    def _spelled(self) -> Iterator[str]:
        for path in self.head.paths():
            sources = _SOURCES.match(path)
            if sources is not None:
                yield sources[1]
            elif "/" in path:
                continue
            elif path in _MANIFESTS:
                yield from self._stated_in(path)
            elif path.endswith(_DESCRIPTIONS):
                yield posixpath.splitext(path)[0]
            elif path.lower().startswith("readme"):
                yield from _headed(self._lines(path))

    def _stated_in(self, path: str) -> Iterator[str]:
        for line in self._lines(path):
            if _ASIDE.match(line):
                return
            named = _NAMED.match(line)
            if named is not None:
                yield named[1] or named[2] or named[3]

    def _lines(self, path: str) -> list[str]:
        text = (self.head.read(path) or "")[:_LONGEST]
        return [line[:_LONGEST_LINE].rstrip() for line in text.split("\n")]


def _headed(lines: list[str]) -> Iterator[str]:
    """What the first heading of a readme says, without pictures and what explains it."""
    for number, line in enumerate(islice(lines, _TOP)):
        heading = _HEADING.match(line)
        below = lines[number + 1] if number + 1 < len(lines) else ""
        underlined = line.strip() and _RULE.match(below)
        if heading is None and not underlined:
            continue
        title = (heading[1] or heading[2]) if heading is not None else line
        label = _LABEL.match(title.strip())
        plain = label[1] if label is not None else _TAG.sub(" ", _SHOWN.sub(" ", title))
        if plain.strip():
            yield _TAIL.split(plain.strip())[0]
            return


def _squeezed(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())
