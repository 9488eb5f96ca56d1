"""The findings of an earlier local report, as entries of a memory."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import msgspec

from postil.domain.change import Id, Side
from postil.domain.finding import Claim, Evidence, Finding
from postil.domain.ledger import State
from postil.domain.memory import Entry, Memory
from postil.domain.severity import (
    Basis,
    Blast,
    Dimension,
    Justification,
    Kind,
    Reversible,
    Root,
    Severity,
)
from postil.track.recalling import gathered, life

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=4096)]
Line = Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]


class Quoted(msgspec.Struct, kw_only=True):
    """Lines and where they stood."""

    file: Name
    side: Side
    revision: str
    line_start: Line | None
    line_end: Line | None
    text: str


Quotes = Annotated[tuple[Quoted, ...], msgspec.Meta(min_length=1)]


class Reported(msgspec.Struct, kw_only=True):
    """A finding, as far as it matters to the next review; the defaults are a spec gap's."""

    id: Name
    key: Name
    title: str
    quotes: Quotes
    state: State
    severity: Severity = Severity.LOW
    kind: Kind = Kind.SPEC_GAP
    root: Root = Root.CODE
    introduced: bool = True
    slug: str = ""
    category: str = ""
    dimension: Dimension = Dimension.CORRECTNESS
    confidence_score: int = 65
    basis: Basis = Basis.SELF
    justification: str = Justification.REACHABLE.value
    failure_mode: str = ""
    mitigation: str = ""
    note_at: int = 0
    sources: tuple[str, ...] = ()


class LocalReport(msgspec.Struct, kw_only=True):
    head: str
    findings: tuple[Reported, ...]
    closed: tuple[Reported, ...] = ()
    spec_gaps: tuple[Reported, ...] = ()


def recall_report(report: LocalReport) -> Memory:
    """What the report's findings are remembered as; how each came to its state is not in it."""
    listed = (*report.findings, *report.spec_gaps, *report.closed)
    entries = [_entry(each, report.head) for each in listed]
    return replace(gathered(entries), heads=(report.head,))


def _entry(said: Reported, head: Id) -> Entry:
    finding = Finding(
        id=said.key,
        number=said.id,
        title=said.title,
        slug=said.slug,
        category=said.category,
        dimension=said.dimension,
        severity=said.severity,
        base=said.severity,
        kind=said.kind,
        root=said.root,
        confidence=said.confidence_score,
        basis=said.basis,
        blast=Blast.LOCAL,
        justification=_justification(said.justification),
        reversible=Reversible.UNKNOWN,
        claim=Claim(),
        evidence=tuple(map(_evidence, said.quotes)),
        anchor=said.note_at,
        failure_mode=said.failure_mode,
        mitigation=said.mitigation,
        sources=said.sources,
        introduced=said.introduced,
        status=said.state,
    )
    return Entry(finding=finding, events=life(said.state, head))


def _evidence(said: Quoted) -> Evidence:
    return Evidence(
        path=said.file,
        side=said.side,
        revision=said.revision,
        text=said.text,
        start=said.line_start,
        end=said.line_end,
    )


def _justification(word: str) -> Justification:
    known = {each.value: each for each in Justification}
    return known.get(word.casefold(), Justification.REACHABLE)
