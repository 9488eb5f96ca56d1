"""Pairs of lines that one reader of a prompt could not both obey."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.inspection.checks._prompt_consistency_directives import Directive
from postil.inspection.checks._prompt_consistency_sentences import Sort
from postil.inspection.checks._prompt_consistency_things import Thing, named

_SHORTEST = 4
_MOST_PAIRS = 200_000
_KINDS = (
    frozenset({"section", "heading", "part", "chapter", "header", "paragraph"}),
    frozenset({"field", "key", "property", "attribute", "column"}),
    frozenset({"step", "stage", "phase"}),
    frozenset({"check", "audit", "scan", "gate", "validation"}),
    frozenset({"finding", "problem", "violation"}),
)
_WRITTEN = _KINDS[0] | _KINDS[1]
_WRITES = frozenset(
    {"includ", "output", "return", "add", "writ", "report", "emit", "show", "produc", "generat", "creat", "provid", "giv",
     "suppl", "supply", "list", "print", "fill", "populat", "mention", "stat", "rat", "scor", "assess", "put", "mak", "hav",
     "contain", "append", "insert", "render", "us", ""}
)  # fmt: skip
_PUTS = frozenset(
    {"includ", "add", "insert", "mention", "contain", "provid", "list", "append", "us", "hav", ""}
)


@dataclass(frozen=True, slots=True)
class Conflict:
    """What is demanded, what contradicts it, and the pattern it follows."""

    slug: str
    demand: Directive
    denial: Directive


def conflicts(found: Sequence[Directive]) -> Iterator[Conflict]:
    """Every contradiction, in the order of the demands; nothing when there are too many to pair."""
    demands = [one for one in found if one.sort in _DEMANDS]
    denials = [one for one in found if one.sort in _DENIALS]
    if len(demands) * len(denials) > _MOST_PAIRS:
        return
    for demand in demands:
        for denial in denials:
            slug = _slug(demand, denial)
            if slug is not None and _share_a_mode(demand, denial):
                yield Conflict(slug, demand, denial)


_DEMANDS = frozenset({Sort.EVERY, Sort.AFTER, Sort.NEVER_SKIP, Sort.DO, Sort.SHOWN, Sort.LISTED})
_DENIALS = frozenset({Sort.SKIP, Sort.LIMIT, Sort.DO_NOT})


def _slug(demand: Directive, denial: Directive) -> str | None:
    """Which pattern the two make, their modes aside; None when they can both be obeyed."""
    alike = _are_alike(demand.noun, denial.noun)
    match demand.sort, denial.sort:
        case Sort.AFTER, Sort.SKIP if alike:
            return "ordering-assumption"
        case Sort.NEVER_SKIP, Sort.SKIP if alike:
            return "inclusion-vs-exclusion"
        case Sort.EVERY, Sort.SKIP if alike:
            return "exhaustive-vs-skip" if demand.is_about_doing else "inclusion-vs-exclusion"
        case Sort.EVERY, Sort.LIMIT if alike:
            return "exhaustive-vs-skip"
        case Sort.DO, Sort.DO_NOT if _are_opposites(demand, denial):
            return "inclusion-vs-exclusion"
        case ((Sort.SHOWN | Sort.LISTED), _) if _forbids(denial, demand.thing):
            return "format-vs-flow" if demand.sort is Sort.SHOWN else "inclusion-vs-exclusion"
        case _:
            return None


def _are_alike(some: str, other: str) -> bool:
    if some == other:
        return some != ""
    return any(some in kind and other in kind for kind in _KINDS)


def _are_opposites(demand: Directive, denial: Directive) -> bool:
    """Whether one says to do what the other says not to, at a place that the other covers."""
    if demand.verb != denial.verb and not {demand.verb, denial.verb} <= _PUTS:
        return False
    if len(demand.thing.name) < _SHORTEST or not demand.thing.is_within(denial.thing):
        return False
    if demand.thing.place != denial.thing.place and not (demand.is_strong and denial.is_strong):
        return False
    return demand.is_strong or denial.is_strong or demand.headings == denial.headings


def _forbids(denial: Directive, part: Thing) -> bool:
    """Whether a denial says not to write a part of the answer."""
    if len(part.name) < _SHORTEST - 1 or denial.thing.place:
        return False
    if denial.sort is Sort.SKIP:
        return denial.noun in _WRITTEN and denial.thing.name == part.name
    return (
        denial.sort is Sort.DO_NOT
        and denial.verb in _WRITES
        and part.name in (denial.thing.name, named(denial.thing.name))
    )


def _share_a_mode(demand: Directive, denial: Directive) -> bool:
    if demand.line.number == denial.line.number or not demand.line.stands_with(denial.line):
        return False
    if demand.condition == denial.condition:
        return True
    return demand.is_hard and not demand.condition and demand.noun == denial.noun
