"""Finds every quote in the files themselves; a remark with one that is not there is set aside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from postil.domain.change import Change, Side
from postil.domain.finding import Evidence, Finding, Quote, Remark
from postil.domain.judgement import SetAside
from postil.domain.severity import Justification
from postil.judge.case import Case, Sifted, is_computed, set_aside
from postil.judge.grounds import Grounds
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
            _evidence(site, grounds.change, text=_masked(quote, _text(quote, site, shelf), masks))
            for quote, site in zip(remark.quotes, sites, strict=True)
        )
        kept.append(_case(remark, evidence, [touches(grounds.change, site) for site in sites]))
    return Sifted(tuple(kept), tuple(aside))


def _text(quote: Quote, site: Site, shelf: Shelf) -> str:
    """What stands there: whole lines, or the quote alone when nobody can tell which lines."""
    return quote.text.strip("\n") if site.meant is None else shelf.read(site, site.meant)


def _masks(remarks: Sequence[Remark]) -> dict[str, str]:
    """What must not leave the process, whoever quotes it, and what is shown instead."""
    pairs = {
        quote.text.strip("\n"): quote.shown
        for remark in remarks
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


def _evidence(site: Site, change: Change, *, text: str) -> Evidence:
    revision = change.head if site.side is Side.NEW else change.base
    start, end = site.meant or (None, None)
    return Evidence(
        path=site.path, side=site.side, revision=revision.oid, text=text, start=start, end=end
    )


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
        suggestion=remark.suggestion,
        race=remark.race,
        fingerprints=remark.fingerprints,
    )
    return Case(
        finding=finding,
        remarks=(remark,),
        ceiling=remark.ceiling,
        drop_signals=remark.drop_signals,
    )
