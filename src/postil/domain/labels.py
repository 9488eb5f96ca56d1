"""The labels a team wants to see on its pull requests, one for each state a review can end in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass

from postil.domain.judgement import Coverage, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """A label for each state, None where the team wants none; several states may share one.

    `checks_only` stands in place of `clean` where no reviewer read the change.
    """

    blocked: str | None = None
    review: str | None = None
    notes: str | None = None
    clean: str | None = None
    checks_only: str | None = None
    partial: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Every label of the table, each once."""
        return tuple({name.lower(): name for name in astuple(self) if name}.values())

    def of(self, verdict: Verdict, coverage: Coverage, *, is_read: bool) -> str:
        """The label of a review, empty for none; blocked wins, and what was not seen is not clean."""
        by_verdict = {
            Verdict.BLOCKED: self.blocked,
            Verdict.REVIEW: self.review,
            Verdict.NOTES: self.notes,
            Verdict.CLEAN: self.clean if is_read else self.checks_only,
        }
        is_told = verdict is Verdict.BLOCKED or coverage is Coverage.FULL
        return (by_verdict[verdict] if is_told else self.partial) or ""


def standing(name: str, among: Iterable[str]) -> str:
    """The label of that name as it is spelt there, empty when it is not.

    Forges do not tell upper from lower case in labels, and keep the spelling they saw first.
    """
    return next((each for each in among if each.lower() == name.lower()), "")
