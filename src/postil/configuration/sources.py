"""Where settings come from and what loading them gives: values, origins and problems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from postil.domain.policy import Policy

CONFIGURATION = "the configuration"
"""What a gap is about when a setting could not be used."""


class SourceKind(StrEnum):
    """Who speaks: the repository's own file, a file the operator named, the environment, a flag."""

    REPOSITORY = "repository"
    FILE = "file"
    ENVIRONMENT = "environment"
    FLAG = "flag"


ANYONE = frozenset(SourceKind)
FILES = frozenset({SourceKind.REPOSITORY, SourceKind.FILE})
OPERATOR = frozenset(SourceKind) - {SourceKind.REPOSITORY}
FLAG_ONLY = frozenset({SourceKind.FLAG})


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One place settings are read from: the text of a file, or names with their values.

    `name` is what people call it (`.postil.toml`). A value of None means not given.
    """

    kind: SourceKind
    name: str
    text: str = ""
    mapping: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where an effective value came from; `line` is 0 where lines mean nothing."""

    kind: str
    name: str
    line: int = 0

    def __str__(self) -> str:
        place = f"{self.name}:{self.line}" if self.line else self.name
        return f"{self.kind} {place}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something in a source that was left out, where it stands, and what to do about it."""

    file: str
    line: int
    key: str
    message: str
    remedy: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.message} {self.remedy}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The policy of the run, the value and origin of every key, and what could not be used."""

    policy: Policy
    values: Mapping[str, object]
    origins: Mapping[str, Origin]
    problems: tuple[Problem, ...] = ()
