"""The summary layout: what the change does, a table of its issues, and what earlier rounds left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from postil.domain.document import ReviewDocument
from postil.domain.finding import Finding
from postil.domain.ledger import State
from postil.domain.policy import Profile
from postil.domain.wording import label
from postil.render._details import details, table
from postil.render._markdown import Block, Listing, assemble, escape, named, or_blank
from postil.render._opening import byline, markers
from postil.render._status import counted, headline, standing, weight

DESCRIPTION = "Description"
ISSUES = "Issues"
RETAINED = "Retained"
ORDER = (DESCRIPTION, ISSUES, RETAINED)
HEADS = ("#", "Issue", "Category", "Severity", "Location")

CIRCLES = {"CRITICAL": "🔴", "HIGH": "🟠", "MEDIUM": "🟡", "LOW": "⚪"}


def summary(document: ReviewDocument) -> str:
    """The body of the summary comment."""
    found = standing(document)
    new = [finding for finding in found if finding.status is State.NEW]
    retained = [finding for finding in found if finding.status is not State.NEW]
    blocks: list[Block] = [
        markers(document),
        byline(document),
        f"**{escape(headline(document))}**",
        *_description(document),
        *table(f"## {ISSUES} ({len(new)})", HEADS, tuple(map(_row, new)), noun="issue"),
        *_retained(retained),
        details(document),
    ]
    return assemble(blocks) + "\n"


def _description(document: ReviewDocument) -> Iterator[Block]:
    """Written from facts: the title, what the author lists, and how much was changed."""
    subject, intent = document.subject, document.brief.intent
    added = sum(file.additions for file in document.files)
    removed = sum(file.deletions for file in document.files)
    size = f"{counted(len(document.files), 'file')}, +{added} -{removed}"
    yield f"## {DESCRIPTION}"
    yield f"{named(subject.title or subject.target)} ({size}; {document.brief.archetype})"
    if intent.what:
        yield Listing(entries=tuple(f"- {escape(text)}" for text in intent.what), noun="point")


def _row(finding: Finding) -> tuple[str, ...]:
    return (
        finding.number,
        or_blank(finding.title),
        finding.dimension.value,
        graded(finding),
        _location(finding),
    )


def graded(finding: Finding) -> str:
    word = label(replace(finding, severity=weight(finding)), Profile.THREADS)
    return f"{CIRCLES[word]} {word}"


def _location(finding: Finding) -> str:
    more = len(finding.evidence) - 1
    place = or_blank(finding.place.place)
    return f"{place} +{more}" if more else place


def _retained(findings: Sequence[Finding]) -> Iterator[Listing]:
    """What earlier rounds found and nobody has settled; it counts like everything else."""
    if findings:
        entries = tuple(
            f"- **{escape(f.number)}** {graded(f)} {named(f.place.path)}: {named(f.title)} "
            f"({f.status.value})"
            for f in findings
        )
        lead = f"## {RETAINED} ({len(findings)})\n\n"
        yield Listing(entries=entries, noun="retained issue", lead=lead)
