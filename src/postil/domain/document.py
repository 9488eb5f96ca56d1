"""The review document: the whole result of one review, from which everything else is made."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from postil.domain.brief import Brief
from postil.domain.change import Commit, FileStatus, Id, LeftOut
from postil.domain.conversation import Call
from postil.domain.finding import Finding
from postil.domain.judgement import Coverage, Outcome, SetAside, Verdict
from postil.domain.memory import Memory, Transition
from postil.domain.observation import Attendance, Clean, Gap
from postil.domain.panel import PanelRecord
from postil.domain.policy import Policy

DOCUMENT_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What was reviewed, without its lines."""

    target: str
    repository: str
    branch: str
    base_name: str
    base: Id
    head_name: str
    head: Id
    head_is_commit: bool
    title: str = ""
    commits: tuple[Commit, ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRecord:
    """One changed file in the delivery record: how much of it was looked at."""

    path: str
    status: FileStatus
    additions: int
    deletions: int
    hunks: int
    old_path: str | None = None
    left_out: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InspectorRecord:
    """One check or role in the delivery record."""

    name: str
    kind: str
    attendance: Attendance
    reason: str
    remarks: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What the run spent on models; None means no model was asked."""

    usd: float | None = None
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0


class Stand(StrEnum):
    """Where a finding is said on a forge; each is said at exactly one of them in full."""

    LINE = "line"
    FILE = "file"
    SUMMARY = "summary"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """How much one run wrote: notes, answers and summaries posted or edited, threads resolved."""

    notes: int = 0
    answers: int = 0
    posted: int = 0
    edited: int = 0
    resolved: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryRecord:
    """How a review reached its readers, as it was seen there afterwards.

    `stands` says for each open finding's id where it is said; `addresses` name what was posted
    (summary, review, check). `is_confirmed` says that everything was read back. `troubles` are
    sentences about what could not be posted, `edits` what people wrote into our summary. `owed`
    are findings that have no note because the forge failed to take it; another run tries again.
    `figures` say what this run wrote; in what is posted itself, what it is about to write.
    `label` is the one of the team's labels that goes with it, empty for none; one that the forge
    failed to take is none, and another run tries again.
    """

    stands: tuple[tuple[str, Stand], ...] = ()
    addresses: tuple[tuple[str, str], ...] = ()
    is_confirmed: bool = False
    troubles: tuple[str, ...] = ()
    edits: tuple[str, ...] = ()
    owed: tuple[str, ...] = ()
    figures: Figures = Figures()
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitCount:
    """How many units the change has, and how many of them no reviewer had to read again."""

    total: int
    carried: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewDocument:
    """Everything one review found, could not see, set aside and concluded.

    `panel` says whether any model reviewer read the change; without one no wording may
    approve. `reviewers` is what the panel left in the record, None when none was called.
    `memory` is what the next review starts from. `rewritten` is the sentence about a history
    that was rewritten since `previous_head`, empty when it was not. `units` is None where
    reviewers had no earlier review to go on from, `delivery` for what was not published.
    """

    version: int
    postil: str
    subject: Subject
    policy: Policy
    brief: Brief
    outcome: Outcome
    coverage: Coverage
    verdict: Verdict
    panel: bool
    findings: tuple[Finding, ...]
    set_aside: tuple[SetAside, ...]
    files: tuple[FileRecord, ...]
    left_out: tuple[LeftOut, ...]
    inspectors: tuple[InspectorRecord, ...]
    gaps: tuple[Gap, ...]
    clean: tuple[Clean, ...]
    reviewers: PanelRecord | None = None
    memory: Memory = field(default_factory=Memory)
    transition: Transition = Transition.FIRST
    previous_head: Id = ""
    rewritten: str = ""
    units: UnitCount | None = None
    calls: tuple[Call, ...] = ()
    cost: Cost = Cost()
    seconds: float = 0.0
    stages: tuple[tuple[str, float], ...] = ()
    delivery: DeliveryRecord | None = None

    @property
    def open_findings(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.is_open)

    @property
    def required_gaps(self) -> tuple[Gap, ...]:
        return tuple(gap for gap in self.gaps if gap.required)

    @property
    def checks_run(self) -> int:
        return sum(
            record.kind == "check" and record.attendance is Attendance.RAN
            for record in self.inspectors
        )
