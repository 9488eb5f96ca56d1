"""How each profile words severity, kind, verdict and the other closed vocabularies."""

from __future__ import annotations

from postil.domain.finding import Finding
from postil.domain.policy import Profile
from postil.domain.severity import Blast, Kind, Severity

_QUESTION_KINDS = (Kind.QUESTION, Kind.SPEC_GAP)

_P_CODES = {
    Severity.CRITICAL: ("P0", "🚨"),
    Severity.HIGH: ("P1", "⚠️"),
    Severity.MEDIUM: ("P2", "💡"),
    Severity.LOW: ("P2", "💡"),
    Severity.NIT: ("Q", "❓"),
}

_LABELS: dict[Profile, dict[Severity, str]] = {
    Profile.SECTIONS: {
        Severity.CRITICAL: "CRITICAL",
        Severity.HIGH: "MAJOR",
        Severity.MEDIUM: "MEDIUM",
        Severity.LOW: "MINOR",
        Severity.NIT: "MINOR",
    },
    Profile.GUIDED: {severity: severity.name for severity in Severity},
    Profile.THREADS: {
        **{severity: severity.name for severity in Severity},
        Severity.NIT: "LOW",
    },
    Profile.PANEL: {severity: code for severity, (code, _) in _P_CODES.items()},
}

BLAST_WORDS = {
    Blast.LOCAL: "Local",
    Blast.MODULE: "Module",
    Blast.SERVICE: "Cross-service",
    Blast.DATA: "Data layer",
}

_HIGH_CONFIDENCE = 70
_MEDIUM_CONFIDENCE = 50


def p_code(severity: Severity, kind: Kind = Kind.DEFECT) -> str:
    """P0 to P2, or Q for questions, spec gaps and batched nits."""
    return "Q" if kind in _QUESTION_KINDS else _P_CODES[severity][0]


def emoji(severity: Severity, kind: Kind = Kind.DEFECT) -> str:
    return "❓" if kind in _QUESTION_KINDS else _P_CODES[severity][1]


def label(finding: Finding, profile: Profile) -> str:
    """The severity word a profile prints for a finding."""
    if profile is Profile.PANEL:
        return p_code(finding.severity, finding.kind)
    if profile is Profile.THREADS and finding.kind in _QUESTION_KINDS:
        return "LOW"
    return _LABELS[profile][finding.severity]


def confidence_word(confidence: int) -> str:
    """The band a number falls into: high from 70, medium from 50, low below."""
    if confidence >= _HIGH_CONFIDENCE:
        return "high"
    return "medium" if confidence >= _MEDIUM_CONFIDENCE else "low"
