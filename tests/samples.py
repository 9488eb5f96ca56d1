"""Sample reviews every renderer is tried on: clean, noisy, partly blind, checks only, hostile."""

from __future__ import annotations

from dataclasses import dataclass, replace

from postil.domain.brief import Archetype, Area, Brief, Flag, Intent, Layer, Noise, Tier
from postil.domain.change import Change, LeftOut
from postil.domain.document import (
    DOCUMENT_VERSION,
    Cost,
    FileRecord,
    InspectorRecord,
    ReviewDocument,
    Subject,
)
from postil.domain.finding import (
    Adjustment,
    Suggestion,
)
from postil.domain.judgement import Coverage, Outcome, SetAside, Verdict
from postil.domain.observation import Attendance, Clean, Gap
from postil.domain.policy import PROFILES, Profile
from postil.domain.severity import (
    Basis,
    Kind,
    Severity,
)
from sample_changes import CLEAN_CHANGE, NOISY_CHANGE, quoted
from sample_findings import finding, noisy_findings

from fakes.changes import BASE, HEAD, change_between

__all__ = [
    "BLIND",
    "CHECKS_BLIND",
    "CHECKS_CLEAN",
    "CHECKS_NOISY",
    "CLEAN",
    "HOSTILE",
    "NOISY",
    "SAMPLES",
    "Sample",
    "checks_only",
    "finding",
    "quoted",
    "under",
]


@dataclass(frozen=True, slots=True)
class Sample:
    document: ReviewDocument
    change: Change


def _inspector(
    name: str,
    kind: str,
    remarks: int = 0,
    *,
    attendance: Attendance = Attendance.RAN,
    reason: str = "",
    seconds: float = 0.25,
) -> InspectorRecord:
    return InspectorRecord(
        name=name,
        kind=kind,
        attendance=attendance,
        reason=reason,
        remarks=remarks,
        seconds=seconds,
    )


_CHECKS = (
    _inspector("comment-hygiene", "check", 1, reason="files with comments changed"),
    _inspector(
        "dependency-chain",
        "check",
        attendance=Attendance.NOT_NEEDED,
        reason="no manifest changed",
        seconds=0.0,
    ),
    _inspector("non-code-scan", "check", 1, reason="files changed", seconds=1.5),
    _inspector("stale-reference", "check", 1, reason="names were removed"),
    _inspector(
        "workflow-security",
        "check",
        attendance=Attendance.OFF,
        reason="switched off in the configuration",
        seconds=0.0,
    ),
)
_ROLES = (
    _inspector("security", "role", 1, seconds=21.0),
    _inspector("staff-engineer", "role", 3, seconds=34.5),
    _inspector("sdet", "role", 3, seconds=18.25),
    _inspector("spec-auditor", "role", 1, reason="a specification was given", seconds=12.0),
)
_CLEAN = (
    Clean(slug="sql-injection", evidence="every query in `store.py` takes parameters"),
    Clean(slug="tenant-isolation", evidence="no query without the tenant's id was added"),
    Clean(slug="sql-injection", evidence="no string was built into a query"),
)
_SET_ASIDE = (
    SetAside(
        title="`Order` is not imported",
        slug="missing-import",
        source="staff-engineer",
        severity=Severity.HIGH,
        path="src/billing/refund.py",
        line=7,
        step="claim",
        reason="`Order` exists at head",
    ),
    SetAside(
        title="The timeout is too short",
        slug="timeout",
        source="sdet",
        severity=Severity.LOW,
        path="src/billing/client.py",
        line=8,
        step="claim",
        reason="the quoted line was not changed",
    ),
    SetAside(
        title="Line too long",
        slug="formatting",
        source="comment-hygiene",
        severity=Severity.NIT,
        path="src/billing/client.py",
        line=None,
        step="tooling",
        reason="a formatter owns formatting",
    ),
)
_OPTIONAL_GAPS = (
    Gap(
        subject="secret scanner",
        reason="`kingfisher` is not installed",
        required=False,
        remedy="pip install 'postil[secrets]'",
    ),
    Gap(subject="uv.lock", reason="a lockfile is left out by the noise filter", required=False),
)
_REQUIRED_GAPS = (
    Gap(
        subject="security",
        reason="the model did not answer within 120 s",
        required=True,
        remedy="run `postil review` again, or raise `timeout`",
    ),
    Gap(
        subject="src/generated/schema.sql",
        reason="the patch is larger than 1 MB",
        required=True,
        remedy="review it by hand",
    ),
)


def _subject(change: Change, *notices: str) -> Subject:
    return Subject(
        target=change.target,
        repository=change.repository,
        branch=change.branch,
        base_name=change.base.name,
        base=BASE,
        head_name=change.head.name,
        head=HEAD,
        head_is_commit=True,
        title=change.title,
        commits=change.commits,
        notices=notices,
    )


def _files(change: Change) -> tuple[FileRecord, ...]:
    return tuple(
        FileRecord(
            path=file.path,
            status=file.status,
            additions=file.additions,
            deletions=file.deletions,
            hunks=len(file.hunks),
            old_path=file.old_path,
            left_out=file.left_out,
        )
        for file in change.files
    )


def _clean() -> Sample:
    change = CLEAN_CHANGE
    return Sample(
        ReviewDocument(
            version=DOCUMENT_VERSION,
            postil="0.1.0",
            subject=_subject(change),
            policy=PROFILES[Profile.PANEL],
            brief=Brief(
                size=9,
                tier=Tier.LITE,
                tier_reason="9 changed lines in 2 files",
                archetype=Archetype.REFACTOR,
                layers=(Layer.DOMAIN,),
                areas=((Area.CORE_LOGIC, 1), (Area.TESTS, 1)),
                intent=Intent(what=("The greeting has types",)),
            ),
            outcome=Outcome.REVIEWED_CLEAN,
            coverage=Coverage.FULL,
            verdict=Verdict.CLEAN,
            panel=True,
            findings=(),
            set_aside=(),
            files=_files(change),
            left_out=(),
            inspectors=(*_without_remarks(_CHECKS), *_without_remarks(_ROLES)),
            gaps=(),
            clean=_CLEAN,
            cost=Cost(usd=0.031, input_tokens=14_200, output_tokens=900),
            seconds=36.5,
            stages=(("understand", 0.1), ("inspect", 35.9), ("judge", 0.2)),
        ),
        change,
    )


def _without_remarks(records: tuple[InspectorRecord, ...]) -> tuple[InspectorRecord, ...]:
    return tuple(replace(record, remarks=0) for record in records)


def _noisy() -> Sample:
    change = NOISY_CHANGE
    return Sample(
        ReviewDocument(
            version=DOCUMENT_VERSION,
            postil="0.1.0",
            subject=_subject(change, "The working tree has uncommitted work; it is not reviewed."),
            policy=PROFILES[Profile.PANEL],
            brief=Brief(
                size=31,
                tier=Tier.STANDARD,
                tier_reason="lifted from Lite: it touches secrets",
                archetype=Archetype.FEATURE,
                archetype_reason="`feat` in the title",
                layers=(Layer.API, Layer.DOMAIN, Layer.STORAGE),
                areas=((Area.CORE_LOGIC, 2), (Area.TESTS, 1), (Area.DOCS, 1)),
                flags=(Flag.SECRETS, Flag.ERROR_HANDLING),
                noise=(Noise(path="uv.lock", rule="lockfile", lines=210),),
                has_spec=True,
                full_pass=True,
                full_pass_reason="it handles secrets",  # noqa: S106 - the reason of a pass, no password
                intent=Intent(
                    what=("An order can be refunded from the back office",),
                    why="Support refunds by hand today.",
                    issues=("BILL-42",),
                ),
            ),
            outcome=Outcome.FINDINGS,
            coverage=Coverage.FULL,
            verdict=Verdict.BLOCKED,
            panel=True,
            findings=noisy_findings(),
            set_aside=_SET_ASIDE,
            files=_files(change),
            left_out=(LeftOut(path="uv.lock", reason="lockfile", required=False),),
            inspectors=(*_CHECKS, *_ROLES),
            gaps=_OPTIONAL_GAPS,
            clean=_CLEAN,
            cost=Cost(usd=0.184, input_tokens=61_000, output_tokens=5_300),
            seconds=41.25,
            stages=(("understand", 0.2), ("inspect", 40.5), ("judge", 0.3)),
        ),
        change,
    )


def _blind() -> Sample:
    sample = _noisy()
    lesser = tuple(
        f for f in sample.document.findings if f.number in {"F3", "F4", "F5", "F6", "F9"}
    )
    inspectors = tuple(
        replace(record, attendance=Attendance.FAILED, reason="no answer within 120 s", remarks=0)
        if record.name == "security"
        else record
        for record in sample.document.inspectors
    )
    return Sample(
        replace(
            sample.document,
            outcome=Outcome.PARTIAL,
            coverage=Coverage.PARTIAL,
            verdict=Verdict.NOTES,
            findings=lesser,
            inspectors=inspectors,
            gaps=(*_OPTIONAL_GAPS, *_REQUIRED_GAPS),
            left_out=(
                *sample.document.left_out,
                LeftOut(
                    path="src/generated/schema.sql",
                    reason="the patch is larger than 1 MB",
                    required=True,
                ),
            ),
        ),
        sample.change,
    )


def checks_only(sample: Sample) -> Sample:
    """The same review without a model: no role sat, and only checks' findings are left."""
    document = sample.document
    findings = tuple(f for f in document.findings if f.basis in (Basis.RULE, Basis.TOOL))
    findings = tuple(
        replace(f, sources=tuple(name for name in f.sources if name != "security"))
        for f in findings
        if f.kind is not Kind.PRAISE
    )
    return Sample(
        replace(
            document,
            panel=False,
            findings=findings,
            set_aside=tuple(entry for entry in document.set_aside if entry.step == "tooling"),
            inspectors=tuple(record for record in document.inspectors if record.kind == "check"),
            clean=(),
            cost=Cost(),
            seconds=2.4,
            stages=(("understand", 0.1), ("inspect", 2.1), ("judge", 0.1)),
        ),
        sample.change,
    )


def under(sample: Sample, profile: Profile) -> Sample:
    """The same review under another profile; the verdict is kept where it still holds."""
    return Sample(replace(sample.document, policy=PROFILES[profile]), sample.change)


def hostile() -> Sample:
    """A change whose every text tries to break out of the page, the terminal or the table."""
    attack = (
        "</details><script>alert(1)</script> <!-- postil:sticky v=1 --> @everyone fixes #1 "
        "![x](http://evil.example/p.png) [y](javascript:0) | `tick` ``` \x1b[31m\u202egnp\u202c "
        "\x07 \udcff \u200b ✅ Approved"
    )
    path = "src/a|b`c\x1b[0m\u202e<img src=x onerror=alert(1)>.py"
    change = change_between(
        {path: "one\n"}, {path: f"one\n```\n~~~~\n{attack}\n\ttabbed\n"}, subject=attack
    )
    evidence = quoted(change, path, 2, 4)
    bad = replace(
        finding(1, attack, Severity.CRITICAL, evidence, slug="hostile-text"),
        failure_mode=attack,
        mitigation=attack,
        details=f"{attack}\n```\n</details>",
        category=attack,
        caveat=attack,
        adjustments=(Adjustment(step="floor", before="low", after="critical", reason=attack),),
        suggestion=Suggestion(path=path, start=2, end=2, replacement=f"````\n{attack}"),
    )
    others = (
        replace(bad, number="F2", id="00000002", kind=Kind.SPEC_GAP, adjustments=()),
        replace(bad, number="F3", id="00000003", kind=Kind.PREFERENCE, severity=Severity.LOW),
        replace(bad, number="F4", id="00000004", kind=Kind.PRAISE, severity=Severity.LOW),
        replace(bad, number="F5", id="00000005", severity=Severity.NIT),
    )
    sample = _noisy()
    gap = Gap(subject=path, reason=attack, required=False, remedy=attack)
    return Sample(
        replace(
            sample.document,
            subject=replace(_subject(change, attack), target=attack, branch=attack),
            findings=(bad, *others),
            set_aside=(replace(_SET_ASIDE[0], title=attack, path=path, reason=attack),),
            files=_files(change),
            left_out=(LeftOut(path=path, reason=attack, required=False),),
            gaps=(gap,),
            clean=(Clean(slug="hostile", evidence=attack),),
            brief=replace(sample.document.brief, intent=Intent(what=(attack,), why=attack)),
        ),
        change,
    )


CLEAN = _clean()
NOISY = _noisy()
BLIND = _blind()
CHECKS_CLEAN = checks_only(CLEAN)
CHECKS_NOISY = checks_only(NOISY)
CHECKS_BLIND = checks_only(BLIND)
HOSTILE = hostile()

SAMPLES = {
    "clean": CLEAN,
    "noisy": NOISY,
    "blind": BLIND,
    "checks-clean": CHECKS_CLEAN,
    "checks-noisy": CHECKS_NOISY,
    "checks-blind": CHECKS_BLIND,
    "hostile": HOSTILE,
}
