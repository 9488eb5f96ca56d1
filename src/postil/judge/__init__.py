"""Turns what inspectors say into what stands: verified, merged, weighed, and all accounted for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from postil.domain.finding import Remark
from postil.domain.judgement import Judgement, SetAside
from postil.domain.observation import Observation
from postil.judge import (
    blast,
    caps,
    claims,
    confidence,
    context,
    dedupe,
    floors,
    location,
    schema,
    spec_gaps,
    suppression,
    threshold,
)
from postil.judge.case import remark_key
from postil.judge.grounds import Grounds

__all__ = ["STEPS", "Grounds", "judge"]

STEPS = (
    claims.check,
    dedupe.merge,
    floors.lift,
    threshold.weigh,
    confidence.settle,
    blast.reach,
    context.apply,
    suppression.silence,
    caps.limit,
)
"""The order is part of the contract: each step may rely on what the ones before it settled."""


def judge(observations: Sequence[Observation], grounds: Grounds) -> Judgement:
    """Every remark ends in exactly one place: in a finding, or set aside with a reason.

    The result does not depend on the order in which observations and remarks arrive.
    """
    remarks, malformed = schema.admit(sorted(_remarks(observations), key=remark_key))
    paired, halves = spec_gaps.paired(spec_gaps.settled(remarks), spec=grounds.spec)
    located = location.locate(paired, grounds)
    cases, aside = located.kept, [*malformed, *halves, *located.aside]
    for step in STEPS:
        sifted = step(cases, grounds)
        cases = sifted.kept
        aside.extend(sifted.aside)
    return Judgement(
        findings=tuple(case.finding for case in cases),
        set_aside=tuple(sorted(aside, key=_listing)),
    )


def _remarks(observations: Sequence[Observation]) -> list[Remark]:
    return [
        replace(remark, source=remark.source or observation.inspector)
        for observation in observations
        for remark in observation.remarks
    ]


def _listing(entry: SetAside) -> tuple[str, int, str]:
    return (entry.path, entry.line or 0, repr(entry))
