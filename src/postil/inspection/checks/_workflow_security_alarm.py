"""An Alarm: one way in that a workflow opens, wherever it was noticed."""

from __future__ import annotations

from dataclasses import dataclass

from postil.domain.severity import Basis, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    """What is open on which line, and for whom.

    `subject` is the text that opens it. With the slug it recognises the same alarm in another
    revision, whatever its line is there; `identity` takes its place where the text changes
    although the matter stays the same. `last_line` is where the text that matters ends.
    """

    path: str
    line: int
    last_line: int
    slug: str
    subject: str
    severity: Severity
    title: str
    failure: str
    mitigation: str
    confidence: int = 90
    basis: Basis = Basis.RULE
    details: str = ""
    identity: str = ""

    @property
    def key(self) -> tuple[str, str]:
        return self.slug, " ".join((self.identity or self.subject).split())
