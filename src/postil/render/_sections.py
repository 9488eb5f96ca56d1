"""The sections layout: one comment per reviewed head, what changed first and the verdict last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from postil.domain.document import ReviewDocument
from postil.domain.finding import Finding
from postil.domain.judgement import Coverage
from postil.domain.policy import Profile
from postil.domain.severity import Kind, Severity
from postil.domain.wording import label
from postil.render._details import details
from postil.render._markdown import Block, Fold, Listing, assemble, escape, named
from postil.render._opening import byline, markers
from postil.render._status import (
    counted,
    is_partial,
    is_question,
    sections_verdict,
    standing,
)

TITLE = "Postil Review Summary"


def sections(document: ReviewDocument) -> str:
    """The body of the summary for a first review."""
    open_findings = standing(document)
    blocks: list[Block] = [*what_changed(document)]
    blocks += _strengths(document)
    blocks += _observations([f for f in open_findings if not is_question(f)])
    blocks += _suggestions([f for f in open_findings if is_question(f)])
    blocks += ["## Verdict", _verdict(document), details(document)]
    body: tuple[Block, ...] = (
        markers(document),
        byline(document),
        Fold(TITLE, tuple(blocks)),
    )
    return assemble(body) + "\n"


def _verdict(document: ReviewDocument) -> str:
    circle, words, text = sections_verdict(document)
    return f"{circle} **{escape(words)}** -- {escape(text)}"


def what_changed(document: ReviewDocument) -> Iterator[str]:
    subject = document.subject
    counts = [counted(len(subject.commits), "commit")] if subject.commits else []
    added = sum(file.additions for file in document.files)
    removed = sum(file.deletions for file in document.files)
    counts += [
        counted(len(document.files), "file"),
        f"{added} added and {counted(removed, 'removed line')}",
    ]
    title = named(subject.title or subject.target)
    yield "## What Changed"
    yield f"{title} ({', '.join(counts)})"
    areas = [str(area) for area, files in document.brief.areas if files]
    if areas and document.coverage is not Coverage.NONE:
        yield f"Reviewed: {', '.join(areas)}"


def _strengths(document: ReviewDocument) -> Iterator[Listing]:
    praise = [f for f in document.open_findings if f.kind is Kind.PRAISE]
    if praise and not is_partial(document):
        entries = tuple(
            f"- :white_check_mark: {named(f.title)} ({escape(f.number)})" for f in praise
        )
        yield Listing(entries=entries, noun="strength", lead="## Strengths\n\n")


def _observations(findings: Sequence[Finding]) -> Iterator[Block]:
    lesser = [f for f in findings if is_preference(f)]
    impact = [f for f in findings if not is_preference(f)]
    if findings:
        yield "## Observations"
    if impact:
        yield _findings("### Impact", impact)
    if lesser:
        yield _findings("### Preference", lesser)


def is_preference(finding: Finding) -> bool:
    return finding.kind is Kind.PREFERENCE or finding.severity is Severity.NIT


def _findings(heading: str, findings: Iterable[Finding]) -> Listing:
    return Listing(
        entries=tuple(_finding(finding) for finding in findings),
        noun="finding",
        lead=f"{heading}\n\n",
        between="\n\n",
    )


def _finding(finding: Finding) -> str:
    place, lines = named(finding.place.path), lines_of(finding)
    title = f"{named(finding.title)} ({escape(finding.number)})"
    return f"[{tag(finding)}] {place}{lines}: {title}\n{explanation(finding)}"


def tag(finding: Finding) -> str:
    """A preference never reads as something that stops a merge, whatever severity it came with."""
    return "MINOR" if is_preference(finding) else label(finding, Profile.SECTIONS)


def lines_of(finding: Finding) -> str:
    ranges = []
    for evidence in finding.evidence:
        if evidence.path == finding.place.path and evidence.start is not None:
            end = evidence.end or evidence.start
            ranges.append(
                str(evidence.start) if end == evidence.start else f"{evidence.start}-{end}"
            )
    return f" ({', '.join(dict.fromkeys(ranges))})" if ranges else ""


def explanation(finding: Finding) -> str:
    elsewhere = [e.place for e in finding.evidence if e.path != finding.place.path]
    said = [finding.failure_mode, finding.mitigation, finding.caveat]
    if elsewhere:
        said.append(f"See also {', '.join(elsewhere)}.")
    said += [
        f"Adjusted from {step.before} to {step.after}: {step.reason}."
        for step in finding.adjustments
    ]
    text = " ".join(part.strip() for part in said if part.strip())
    return escape(text, limit=4_000) or "The quoted lines speak for themselves."


def _suggestions(questions: Sequence[Finding]) -> Iterator[Listing]:
    if questions:
        entries = tuple(
            f"- Optional: {named(f.title)} "
            f"({escape(f.number)}, {named(f.place.place)}) {explanation(f)}"
            for f in questions
        )
        yield Listing(entries=entries, noun="suggestion", lead="## Suggestions\n\n")
