"""How bad a finding is, and the closed vocabularies that describe one."""

from __future__ import annotations

from enum import StrEnum


class Severity(StrEnum):
    """One scale for every profile; how each profile words it is `wording`'s business."""

    CRITICAL = "critical"
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"
    NIT = "nit"

    @property
    def rank(self) -> int:
        """4 for critical down to 0 for nit, so that bigger is worse."""
        return _RANKS[self]

    def at_least(self, other: Severity) -> bool:
        return self.rank >= other.rank

    def raised(self) -> Severity:
        """One level worse; a nit stays a nit, and nothing is worse than critical."""
        return self if self in (Severity.NIT, Severity.CRITICAL) else _BY_RANK[self.rank + 1]

    def lowered(self) -> Severity:
        """One level milder; a nit is the mildest there is."""
        return self if self is Severity.NIT else _BY_RANK[self.rank - 1]


_BY_RANK = (Severity.NIT, Severity.LOW, Severity.MEDIUM, Severity.HIGH, Severity.CRITICAL)
_RANKS = {severity: rank for rank, severity in enumerate(_BY_RANK)}


class Kind(StrEnum):
    """What sort of remark it is; only a defect can block."""

    DEFECT = "defect"
    QUESTION = "question"
    SPEC_GAP = "spec-gap"
    PREFERENCE = "preference"
    PRAISE = "praise"


class Root(StrEnum):
    """Where the cause lies: in the changed lines, in a document, or in a pattern no rule covers."""

    CODE = "code"
    DOC = "doc"
    NEW = "new"


class Dimension(StrEnum):
    """The eight passes a review is made of."""

    CORRECTNESS = "correctness"
    SECURITY = "security"
    CROSS_REFERENCE = "cross-reference"
    ERROR_HANDLING = "error-handling"
    TEST_COVERAGE = "test-coverage"
    CONSISTENCY = "consistency"
    PERFORMANCE = "performance"
    CONCURRENCY = "concurrency"


class Basis(StrEnum):
    """What the confidence rests on: our rule, a tool, a model's own word, or a verification."""

    RULE = "rule"
    TOOL = "tool"
    SELF = "self"
    VERIFIED = "verified"


class Blast(StrEnum):
    """How far the damage would reach."""

    LOCAL = "local"
    MODULE = "module"
    SERVICE = "service"
    DATA = "data"


class Justification(StrEnum):
    """Why the finding is worth a reader's time; hygiene only with a question."""

    REACHABLE = "reachable"
    PRECEDENT = "precedent"
    ASYMMETRIC = "asymmetric"
    HISTORICAL = "historical"
    HYGIENE = "hygiene"


class Reversible(StrEnum):
    """Whether shipping it can be undone; unknown is not shown."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"
