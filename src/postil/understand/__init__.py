"""Understands a change before anyone looks at it: Change and Request in, Brief out, no model."""

from __future__ import annotations

from postil.domain.brief import Brief
from postil.domain.change import Change
from postil.understand.archetype import archetype, is_trivial
from postil.understand.concerns import concerns, wants_verification
from postil.understand.flags import flags
from postil.understand.intent import intent
from postil.understand.layers import areas, layers, sensitive
from postil.understand.noise import sift
from postil.understand.request import Defines, Request
from postil.understand.triage import Extent, full_pass, tier

__all__ = ["Defines", "Request", "understand"]


def understand(change: Change, request: Request) -> Brief:
    """Everything later stages need to know besides the lines themselves."""
    sifted = sift(change.files, globs=request.noise)
    kind, kind_reason = archetype(change, sifted, request.defines)
    extent = Extent(
        lines=sifted.lines,
        files=len(sifted.files),
        archetype=kind,
        layers=layers(sifted.files),
        # Noise hides bulk, never risk: a sensitive file counts whatever its size.
        sensitive=sensitive(change.files),
        wants_verification=wants_verification(change.description),
    )
    passes = full_pass(extent, request.effort)
    level, level_reason = tier(extent, request.effort, forced=passes.forced)
    return Brief(
        size=extent.lines,
        tier=level,
        tier_reason=level_reason,
        archetype=kind,
        archetype_reason=kind_reason,
        cross_stack=extent.cross_stack,
        layers=extent.layers,
        areas=areas(change.files),
        flags=flags(change.files),
        sensitive=extent.sensitive,
        noise=sifted.noise,
        has_spec=request.has_spec,
        has_repo=request.has_repo,
        is_trivial=is_trivial(change, kind, lines=change.additions + change.deletions),
        full_pass=passes.forced,
        full_pass_reason=passes.reason,
        concerns=concerns(change, request),
        intent=intent(change),
    )
