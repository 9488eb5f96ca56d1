"""The whole configuration of one run, typed and frozen, and the four profiles it starts from."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from enum import StrEnum

from postil.domain.labels import Labels
from postil.domain.severity import Dimension, Severity
from postil.domain.team_rules import TeamRule


class Profile(StrEnum):
    PANEL = "panel"
    SECTIONS = "sections"
    GUIDED = "guided"
    THREADS = "threads"


class Layout(StrEnum):
    STICKY = "sticky"
    SECTIONS = "sections"
    TABLES = "tables"
    SUMMARY = "summary"
    NONE = "none"


class SummaryIdentity(StrEnum):
    UPDATE = "update"
    NEW = "new"


class OnClean(StrEnum):
    SUMMARY = "summary"
    NOTHING = "nothing"


class Event(StrEnum):
    COMMENT = "comment"
    HUMAN_CHOICE = "human-choice"


class Gate(StrEnum):
    NONE = "none"
    HUMAN = "human"


class Threads(StrEnum):
    LEAVE = "leave"
    RESOLVE_FIXED = "resolve_fixed"
    RESOLVE_UNRETAINED = "resolve_unretained"
    RESOLVE_ALL = "resolve_all"


class CiGate(StrEnum):
    OFF = "off"
    STATUS = "status"
    EXIT_CODE = "exit-code"


class Verify(StrEnum):
    QUOTE = "quote"
    QUESTIONS = "questions"
    CROSS_MODEL = "cross-model"


class Language(StrEnum):
    PR = "pr"
    FIXED = "fixed"
    ENGLISH = "english"


class ConfidenceRule(StrEnum):
    """What low confidence does: becomes a question, falls into bands, or is set aside."""

    TO_QUESTION = "to-question"
    BANDS = "bands"
    MINIMUM = "minimum"


class Scanner(StrEnum):
    """Programs of others that can be run by name on the changed files."""

    BANDIT = "bandit"
    GOSEC = "gosec"
    OPENGREP = "opengrep"
    SEMGREP = "semgrep"


@dataclass(frozen=True, slots=True, kw_only=True)
class Suppression:
    """A standing agreement not to hear about something; empty fields match everything."""

    reason: str
    check: str = ""
    slug: str = ""
    path: str = ""
    until: dt.date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Acceptance:
    """A risk the operator takes knowingly: a slug or a path glob, and why."""

    reason: str
    slug: str = ""
    path: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextRules:
    """The only part of the operator's context that may change a severity.

    `only` caps every finding of a dimension at a severity.
    """

    never_lower: frozenset[Dimension] = frozenset()
    only: tuple[tuple[Dimension, Severity], ...] = ()
    accept: tuple[Acceptance, ...] = ()
    with_changes: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caps:
    """How much is said at once; the rest is counted."""

    notes: int = 25
    lesser_notes: int = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelRules:
    """Which models read the change besides the main one, and what that may take.

    `roles` names a model for single roles; `fallback` is asked in order when a model fails.
    Money and time: None means no limit.
    """

    roles: tuple[tuple[str, str], ...] = ()
    fallback: tuple[str, ...] = ()
    second_opinion: str | None = None
    arbiter: str | None = None
    skeptic: str | None = None
    run_usd: float | None = 2.0
    change_usd: float | None = 10.0
    seconds: float = 600.0
    seat_seconds: float = 300.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Every setting of one run. The defaults are those of the `panel` profile."""

    profile: Profile = Profile.PANEL
    reviewers: tuple[str, ...] = ("security", "staff-engineer", "sdet", "spec-auditor")
    layout: Layout = Layout.STICKY
    summary: SummaryIdentity = SummaryIdentity.UPDATE
    on_clean: OnClean = OnClean.SUMMARY
    event: Event = Event.COMMENT
    gate: Gate = Gate.NONE
    tag_author: bool = True
    threads: Threads = Threads.LEAVE
    block_at: Severity | None = Severity.CRITICAL
    ci_gate: CiGate = CiGate.STATUS
    verify: tuple[Verify, ...] = (Verify.QUOTE,)
    language: Language = Language.PR
    confidence_rule: ConfidenceRule = ConfidenceRule.TO_QUESTION
    min_confidence: int = 50
    fail_on: Severity | None = None
    checks_off: frozenset[str] = frozenset()
    check_timeout: float = 60.0
    scanners: tuple[Scanner, ...] = ()
    model: str | None = None
    panel: PanelRules = PanelRules()
    context: ContextRules = ContextRules()
    suppress: tuple[Suppression, ...] = ()
    rules: tuple[TeamRule, ...] = ()
    noise: tuple[str, ...] = ()
    formatters: tuple[str, ...] = ()
    caps: Caps = Caps()
    labels: Labels = field(default_factory=Labels)
    allow_partial: bool = False


_GUIDED_REVIEWERS = (
    "code-reviewer",
    "comment-analyst",
    "silent-failure-hunter",
    "type-design",
    "test-analyst",
    "security-differential",
    "supply-chain",
    "actions-auditor",
)

PROFILES: dict[Profile, Policy] = {
    Profile.PANEL: Policy(),
    Profile.SECTIONS: Policy(
        profile=Profile.SECTIONS,
        reviewers=("generalist",),
        layout=Layout.SECTIONS,
        summary=SummaryIdentity.NEW,
        on_clean=OnClean.NOTHING,
        block_at=Severity.HIGH,
        ci_gate=CiGate.OFF,
        language=Language.FIXED,
        confidence_rule=ConfidenceRule.MINIMUM,
    ),
    Profile.GUIDED: Policy(
        profile=Profile.GUIDED,
        reviewers=_GUIDED_REVIEWERS,
        layout=Layout.TABLES,
        summary=SummaryIdentity.NEW,
        event=Event.HUMAN_CHOICE,
        gate=Gate.HUMAN,
        threads=Threads.RESOLVE_FIXED,
        block_at=Severity.HIGH,
        ci_gate=CiGate.OFF,
        verify=(Verify.QUOTE, Verify.CROSS_MODEL),
        language=Language.ENGLISH,
        confidence_rule=ConfidenceRule.BANDS,
    ),
    Profile.THREADS: Policy(
        profile=Profile.THREADS,
        reviewers=("generalist", "verifier"),
        layout=Layout.SUMMARY,
        threads=Threads.RESOLVE_UNRETAINED,
        block_at=None,
        ci_gate=CiGate.EXIT_CODE,
        verify=(Verify.QUOTE, Verify.QUESTIONS),
        language=Language.ENGLISH,
        confidence_rule=ConfidenceRule.MINIMUM,
    ),
}
