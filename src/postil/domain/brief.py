"""What understanding a change produced: its size, shape, risks, intent and what is left out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Tier(StrEnum):
    """How much effort the change deserves."""

    LITE = "lite"
    STANDARD = "standard"
    FULL = "full"


class Archetype(StrEnum):
    DOCS = "docs"
    STYLE = "style"
    BUGFIX = "bugfix"
    REFACTOR = "refactor"
    FEATURE = "feature"
    MIXED = "mixed"


class Layer(StrEnum):
    UI = "ui"
    API = "api"
    DOMAIN = "domain"
    STORAGE = "storage"
    INFRA = "infra"
    EXTERNAL = "external"


class Area(StrEnum):
    """The category a file counts under in summaries."""

    CORE_LOGIC = "core logic"
    TESTS = "tests"
    CONFIG = "config"
    DOCS = "docs"
    INFRASTRUCTURE = "infrastructure"


class Flag(StrEnum):
    """A risk area the change touches."""

    AUTH = "auth"
    SECRETS = "secrets"
    MIGRATION = "migration"
    PUBLIC_INTERFACE = "public-interface"
    CI = "ci"
    DEPENDENCIES = "dependencies"
    CRYPTOGRAPHY = "cryptography"
    ERROR_HANDLING = "error-handling"
    CONCURRENCY = "concurrency"
    UNTRUSTED_INPUT = "untrusted-input"


class Effort(StrEnum):
    """Which passes are forced; `quick` and `full-pass` come from the user."""

    AUTO = "auto"
    QUICK = "quick"
    FULL_PASS = "full-pass"  # noqa: S105 - a word of the trade, not a password


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """A changed file the noise filter left out of the size, and the rule that did it."""

    path: str
    rule: str
    lines: int


class ConcernResult(StrEnum):
    HOLDS = "holds"
    BROKEN = "broken"
    NOT_VERIFIED = "not verified"


@dataclass(frozen=True, slots=True, kw_only=True)
class Concern:
    """One row of the verification matrix: something the author or operator asked to be verified."""

    number: int
    text: str
    source: str
    result: ConcernResult = ConcernResult.NOT_VERIFIED


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """What the change is for, in its author's words; empty strings mean not stated."""

    what: tuple[str, ...] = ()
    why: str = ""
    goal: str = ""
    issues: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """Everything later stages need to know about a change besides its lines.

    `size` counts changed lines after the noise filter; `full_pass_reason` and `tier_reason`
    are sentences for people; `prior` counts earlier findings somebody must answer about.
    """

    size: int
    tier: Tier
    tier_reason: str
    archetype: Archetype
    archetype_reason: str = ""
    cross_stack: bool = False
    layers: tuple[Layer, ...] = ()
    areas: tuple[tuple[Area, int], ...] = ()
    flags: tuple[Flag, ...] = ()
    sensitive: tuple[str, ...] = ()
    noise: tuple[Noise, ...] = ()
    has_spec: bool = False
    has_repo: bool = True
    is_trivial: bool = False
    full_pass: bool = False
    full_pass_reason: str = ""
    concerns: tuple[Concern, ...] = ()
    intent: Intent = Intent()
    prior: int = 0
