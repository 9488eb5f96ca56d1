"""A rule a team wrote down for itself: what no change may add, must keep, or must come with."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from postil.domain.paths.names import words
from postil.domain.severity import Severity

SYNTAX_LANGUAGES = frozenset(
    words(
        "bash c cpp csharp css elixir go haskell hcl html java javascript json kotlin lua nix php"
        " python ruby rust scala solidity swift tsx typescript yaml"
    )
)
"""The languages whose syntax a rule can speak of."""


class Demand(StrEnum):
    """What a rule asks of a change."""

    FORBID = "forbid"
    REQUIRE = "require"
    NEEDS = "needs"


class Match(StrEnum):
    """How a rule's pattern is read: as plain text, as a regular expression, or as syntax."""

    TEXT = "text"
    REGEX = "regex"
    SYNTAX = "syntax"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRule:
    """One rule of the repository's own file.

    `pattern` is what may not be added (forbid) or must stand in a file (require); `partners`
    are the globs of which one must change too (needs). `paths` and `exclude` say which files
    it is about, empty `paths` meaning all; an empty `language` means any.
    """

    name: str
    message: str
    demand: Demand
    severity: Severity = Severity.MEDIUM
    pattern: str = ""
    match: Match = Match.TEXT
    partners: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    language: str = ""
