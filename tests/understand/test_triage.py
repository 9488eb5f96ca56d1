from __future__ import annotations

import pytest

from postil.domain.brief import Archetype, Effort, Layer, Tier
from postil.understand.triage import Extent, full_pass, tier

A = Archetype
UI, API, DOMAIN, STORAGE, INFRA = (
    Layer.UI,
    Layer.API,
    Layer.DOMAIN,
    Layer.STORAGE,
    Layer.INFRA,
)


def _extent(
    lines: int = 10,
    archetype: Archetype = A.MIXED,
    layers: tuple[Layer, ...] = (),
    sensitive: tuple[str, ...] = (),
    *,
    files: int = 1,
    wants_verification: bool = False,
) -> Extent:
    return Extent(
        lines=lines,
        files=files,
        archetype=archetype,
        layers=layers,
        sensitive=sensitive,
        wants_verification=wants_verification,
    )


@pytest.mark.parametrize(
    ("extent", "effort", "forced", "reason"),
    [
        (_extent(), Effort.FULL_PASS, True, "All passes were asked for."),
        (_extent(1, A.DOCS), Effort.FULL_PASS, True, "All passes were asked for."),
        (_extent(900, A.BUGFIX, (UI, API)), Effort.QUICK, False, "A quick review was asked for."),
        (
            _extent(1, A.BUGFIX, (API, INFRA)),
            Effort.AUTO,
            True,
            "A bug fix over several layers (api, infra).",
        ),
        (
            _extent(1, A.MIXED, (UI, DOMAIN)),
            Effort.AUTO,
            True,
            "The change crosses the stack (ui, domain).",
        ),
        (
            _extent(1, A.REFACTOR, (UI, STORAGE)),
            Effort.AUTO,
            True,
            "The change crosses the stack (ui, storage).",
        ),
        (_extent(900, A.REFACTOR), Effort.AUTO, False, "The change is of the kind refactor."),
        (_extent(900, A.DOCS), Effort.AUTO, False, "The change is of the kind docs."),
        (_extent(900, A.STYLE), Effort.AUTO, False, "The change is of the kind style."),
        (_extent(1, sensitive=("a", "b")), Effort.AUTO, True, "Security hangs on `a` and 1 more."),
        (
            _extent(1, wants_verification=True),
            Effort.AUTO,
            True,
            "The author left manual verification undone.",
        ),
        (
            _extent(99, A.BUGFIX, (API,)),
            Effort.AUTO,
            False,
            "Fewer than 100 lines, none sensitive.",
        ),
        (
            _extent(99, A.FEATURE, (UI, INFRA)),
            Effort.AUTO,
            False,
            "Fewer than 100 lines, none sensitive.",
        ),
        (_extent(100, A.FEATURE), Effort.AUTO, True, "100 lines or more of changed behaviour."),
    ],
)
def test_when_all_passes_are_forced(
    extent: Extent, effort: Effort, *, forced: bool, reason: str
) -> None:
    decision = full_pass(extent, effort)
    assert (decision.forced, decision.reason) == (forced, reason)


@pytest.mark.parametrize(
    ("extent", "effort", "forced", "expected", "reason"),
    [
        (_extent(5_000), Effort.QUICK, False, Tier.LITE, "Lite: a quick review was asked for."),
        (_extent(501), Effort.AUTO, False, Tier.FULL, "Full: 501 lines, more than 500."),
        (_extent(500), Effort.AUTO, False, Tier.STANDARD, "Standard: 500 lines."),
        (_extent(1, files=21), Effort.AUTO, False, Tier.FULL, "Full: 21 files, more than 20."),
        (_extent(1, files=20), Effort.AUTO, False, Tier.LITE, "Lite: 1 line, none sensitive."),
        (_extent(200), Effort.AUTO, False, Tier.STANDARD, "Standard: 200 lines."),
        (_extent(199), Effort.AUTO, False, Tier.LITE, "Lite: 199 lines, none sensitive."),
        (
            _extent(3, sensitive=("auth.py",)),
            Effort.AUTO,
            True,
            Tier.STANDARD,
            "Standard: security hangs on `auth.py`.",
        ),
        (
            _extent(150),
            Effort.AUTO,
            True,
            Tier.STANDARD,
            "Standard, lifted from Lite (150 lines): all passes run.",
        ),
    ],
)
def test_the_tier_and_its_reason(
    extent: Extent, effort: Effort, *, forced: bool, expected: Tier, reason: str
) -> None:
    assert tier(extent, effort, forced=forced) == (expected, reason)
