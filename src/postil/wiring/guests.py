"""Checks that other installed distributions offer under the entry-point group `postil.checks`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

from postil import catalogue
from postil.catalogue import Misfit, Unit
from postil.domain.observation import Gap
from postil.inspection import checks

GROUP = "postil.checks"
_NAME = re.compile(r"\A[a-z0-9]{1,40}(?:-[a-z0-9]{1,40}){0,5}\Z")


@dataclass(frozen=True, slots=True)
class Offer:
    """A check that is offered, not imported yet; `refusal` says why it will not be."""

    name: str
    distribution: str
    load: Callable[[], object]
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Company:
    """The checks of this run: our own and the guests that could be used, and who could not."""

    units: tuple[Unit, ...]
    gaps: tuple[Gap, ...] = ()


@cache
def offers() -> tuple[Offer, ...]:
    """What is offered, by name; reading the metadata of everything installed takes a moment."""
    from importlib import metadata

    own = catalogue.names(checks)
    taken: dict[str, str] = {}
    found: list[Offer] = []
    points = [(point, _owner(point)) for point in metadata.entry_points(group=GROUP)]
    for point, owner in sorted(points, key=lambda pair: (pair[0].name, pair[1])):
        name = point.name.replace("_", "-")
        first = taken.setdefault(name, owner)
        refusal = _refusal(name, own, "" if first == owner else first)
        found.append(Offer(name, owner, point.load, refusal))
    return tuple(found)


def _owner(point: object) -> str:
    distribution = getattr(point, "dist", None)
    return str(distribution.name) if distribution is not None else "an unknown distribution"


def _refusal(name: str, own: Collection[str], first: str) -> str:
    if not _NAME.match(name):
        return "its name is not a few short words in lower case with dashes"
    if name in own:
        return "its name is that of a check which comes with Postil"
    return f"`{first}` offers a check of the same name" if first else ""


def check_names() -> tuple[str, ...]:
    """Every name a person may use for a check, without importing any guest."""
    return tuple(
        sorted((*catalogue.names(checks), *(each.name for each in offers() if not each.refusal)))
    )


def company(only: Sequence[str] = (), off: Collection[str] = ()) -> Company:
    """The checks there are, or those named; a guest that is switched off is not even imported."""
    units = [
        catalogue.load(checks, name, must_have=checks.MUST_HAVE)
        for name in catalogue.names(checks)
        if not only or name in only
    ]
    gaps: list[Gap] = []
    for offer in offers():
        if only and offer.name not in only:
            continue
        is_off = offer.name in off and not offer.refusal
        met = Unit(offer.name, ModuleType(offer.name)) if is_off else welcomed(offer)
        if isinstance(met, Unit):
            units.append(met)
        else:
            gaps.append(met)
    return Company(tuple(sorted(units, key=lambda unit: unit.name)), tuple(gaps))


def welcomed(offer: Offer) -> Unit | Gap:
    """The guest, or the gap it leaves; whatever its import does, the run goes on."""
    from postil.inspection.checking import admitted

    met = admitted(offer.name, lambda: _fitting(offer)) if not offer.refusal else offer.refusal
    if isinstance(met, Unit):
        return met
    return Gap(
        subject=f"check `{offer.name}` of `{offer.distribution}`",
        reason=met,
        required=True,
        remedy=f"update or uninstall `{offer.distribution}`, or switch the check off",
    )


def _fitting(offer: Offer) -> Unit:
    module = offer.load()
    if not isinstance(module, ModuleType):
        raise Misfit("its entry point does not name a module")
    unit = catalogue.fitted(offer.name, module, must_have=checks.MUST_HAVE)
    if offer.name != unit.module.NAME:
        raise Misfit(f"it calls itself `{unit.module.NAME}`")
    if not page_of(unit).is_file():
        raise Misfit(f"`{page_of(unit).name}` does not lie beside it")
    return unit


def page_of(unit: Unit) -> Path:
    """Where a check's page lies: beside its module."""
    return Path(unit.module.__file__ or "").with_suffix(".md")
