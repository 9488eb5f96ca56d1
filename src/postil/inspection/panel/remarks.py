"""Turns a reviewer's report into remarks for the judge; believes nothing on the way."""

from __future__ import annotations

from collections.abc import Callable

from postil.domain.finding import Claim, Quote, Race, Remark, Suggestion
from postil.domain.observation import Clean
from postil.domain.report import Report, ReportedFinding, ReportedQuote, ReportedSuggestion
from postil.domain.severity import Basis
from postil.inspection.roles import Role

Restore = Callable[[ReportedQuote], Quote]


def remarks(report: Report, role: Role, restore: Restore) -> tuple[Remark, ...]:
    """Each finding of the report as a remark of that role, in its own order."""
    return tuple(_remark(finding, role, restore) for finding in report.findings)


def cleans(report: Report, role: Role) -> tuple[Clean, ...]:
    """What the role says is in order; only of what it owns, and only with evidence."""
    owned = {category.id.lower() for category in role.categories}
    owned |= {category.name.lower().replace(" ", "-") for category in role.categories}
    owned |= {dimension.value for dimension in (*role.passes, *role.contributes)}
    return tuple(
        Clean(slug=clean.slug.lower(), evidence=" ".join(clean.evidence.split())[:300])
        for clean in report.clean
        if clean.evidence.strip() and clean.slug.lower().split(" ")[0] in owned
    )


def _remark(finding: ReportedFinding, role: Role, restore: Restore) -> Remark:
    quotes = tuple(restore(quote) for quote in finding.quotes)
    return Remark(
        title=finding.title,
        slug=finding.slug,
        severity=finding.severity,
        dimension=finding.dimension,
        quotes=quotes,
        failure_mode=finding.failure_mode,
        mitigation=finding.mitigation,
        claim=Claim(finding.claim.shape, finding.claim.subject),
        kind=finding.kind,
        root=finding.root,
        confidence=finding.confidence,
        basis=Basis.SELF,
        blast=finding.blast,
        justification=finding.justification,
        reversible=finding.reversible,
        drop_signals=frozenset(signal.strip().upper()[:1] for signal in finding.signals),
        ceiling=role.ceiling,
        category=_category(finding.category, role),
        details=finding.details,
        suggestion=_suggestion(finding.suggestion, quotes),
        race=None
        if finding.race is None
        else Race(
            window=finding.race.window,
            damage=finding.race.damage,
            recovery=finding.race.recovery,
        ),
        source=role.name,
    )


def _category(said: str, role: Role) -> str:
    """The owned category a model named by id or by name; the role itself when it named none."""
    word = said.strip().lower()
    for category in role.categories:
        if word.split(" ")[0] == category.id.lower() or word == category.name.lower():
            return category.title
    return role.name


def _suggestion(
    suggestion: ReportedSuggestion | None, quotes: tuple[Quote, ...]
) -> Suggestion | None:
    if suggestion is None or not quotes or not 1 <= suggestion.start <= suggestion.end:
        return None
    return Suggestion(
        path=quotes[0].path,
        start=suggestion.start,
        end=suggestion.end,
        replacement=suggestion.replacement,
    )
