"""Finds every quote in the files themselves; a remark with one that is not there is set aside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from postil.domain.change import Side
from postil.domain.finding import SPECIFICATION, Evidence, Finding, Quote, Remark, Suggestion
from postil.domain.judgement import SetAside
from postil.domain.severity import Justification
from postil.judge.case import Case, Sifted, is_computed, set_aside
from postil.judge.grounds import Grounds
from postil.judge.passage import lines_of
from postil.judge.shelf import Missing, Shelf, Site, touches

STEP = "location"


def locate(remarks: Sequence[Remark], grounds: Grounds) -> Sifted:
    """A case for each remark whose every quote was found."""
    shelf = Shelf(grounds)
    masks = _masks(remarks)
    kept: list[Case] = []
    aside: list[SetAside] = []
    for remark in remarks:
        found = [shelf.find(quote, computed=is_computed(remark.basis)) for quote in remark.quotes]
        # One invented quote makes the others worth nothing.
        missing = next((each for each in found if isinstance(each, Missing)), None)
        if missing is not None:
            aside.append(set_aside(remark, step=STEP, reason=missing.reason))
            continue
        sites = [each for each in found if isinstance(each, Site)]
        evidence = tuple(
            _evidence(site, grounds, text=_masked(quote, _text(quote, site, shelf), masks))
            for quote, site in zip(remark.quotes, sites, strict=True)
        )
        case = _case(remark, evidence, [touches(grounds.change, site) for site in sites])
        suggestion = _fitting(remark, evidence, grounds)
        kept.append(replace(case, finding=replace(case.finding, suggestion=suggestion)))
    return Sifted(tuple(kept), tuple(aside))


def located_quotes(quotes: Iterable[Quote], grounds: Grounds) -> tuple[Evidence, ...]:
    """Those of a reader's quotes that stand where it says, as evidence."""
    shelf = Shelf(grounds)
    found = [(quote, shelf.find(quote, computed=False)) for quote in quotes if quote.text.strip()]
    return tuple(
        _evidence(site, grounds, text=quote.shown or _text(quote, site, shelf))
        for quote, site in found
        if isinstance(site, Site)
    )


def _text(quote: Quote, site: Site, shelf: Shelf) -> str:
    """What stands there: whole lines, or the quote alone when nobody can tell which lines."""
    return quote.text.strip("\n") if site.meant is None else shelf.read(site, site.meant)


def _masks(remarks: Sequence[Remark]) -> dict[str, str]:
    """What must not leave the process, whoever quotes it, and what is shown instead.

    A check's words for a value go before a reader's: its finding reads the same, and so keeps
    its id, whether or not somebody else quotes the line.
    """
    pairs = {
        quote.text.strip("\n"): quote.shown
        for remark in sorted(remarks, key=lambda each: is_computed(each.basis))
        for quote in remark.quotes
        if quote.shown is not None and quote.text.strip()
    }
    # Longer ones first: a secret may be quoted alone and as a part of its line.
    return dict(sorted(pairs.items(), key=lambda pair: (-len(pair[0]), pair[0])))


def _masked(quote: Quote, text: str, masks: Mapping[str, str]) -> str:
    if quote.shown is not None and quote.text.strip("\n") not in text:
        return quote.shown
    for original, shown in masks.items():
        text = text.replace(original, shown)
    return text


def _evidence(site: Site, grounds: Grounds, *, text: str) -> Evidence:
    change = grounds.change
    revision = change.head.oid if site.side is Side.NEW else change.base.oid
    if grounds.spec and site.path == SPECIFICATION:
        revision = ""
    start, end = site.meant or (None, None)
    return Evidence(
        path=site.path, side=site.side, revision=revision, text=text, start=start, end=end
    )


def _fitting(remark: Remark, evidence: Sequence[Evidence], grounds: Grounds) -> Suggestion | None:
    """What a reader proposes to put in the place of lines: only of lines it quotes that are there."""
    proposed = remark.suggestion
    if proposed is None or is_computed(remark.basis):
        return proposed
    is_quoted = any(
        each.path == proposed.path
        and each.side is Side.NEW
        and each.start is not None
        and each.start <= proposed.end
        and proposed.start <= (each.end or each.start)
        for each in evidence
    )
    last = len(lines_of(grounds.head.read(proposed.path) or "")) if is_quoted else 0
    return proposed if 1 <= proposed.start <= proposed.end <= last else None


def _case(remark: Remark, evidence: tuple[Evidence, ...], changed: Sequence[bool]) -> Case:
    finding = Finding(
        title=remark.title,
        slug=remark.slug,
        category=remark.category,
        dimension=remark.dimension,
        severity=remark.severity,
        base=remark.severity,
        kind=remark.kind,
        root=remark.root,
        confidence=remark.confidence,
        basis=remark.basis,
        blast=remark.blast,
        justification=remark.justification or Justification.HYGIENE,
        reversible=remark.reversible,
        claim=remark.claim,
        evidence=evidence,
        failure_mode=remark.failure_mode,
        mitigation=remark.mitigation,
        sources=(remark.source,),
        introduced=any(changed),
        anchor=changed.index(True) if any(changed) else 0,
        details=remark.details,
        race=remark.race,
        fingerprints=remark.fingerprints,
    )
    return Case(
        finding=finding,
        remarks=(remark,),
        ceiling=remark.ceiling,
        drop_signals=remark.drop_signals,
    )
