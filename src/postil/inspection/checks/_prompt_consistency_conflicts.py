"""Pairs of lines that one reader of a prompt could not both obey."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.inspection.checks._prompt_consistency_directives import Directive
from postil.inspection.checks._prompt_consistency_sentences import Sort

_SHORTEST = 4
_MOST_PAIRS = 200_000
_WRITING = ("include", "output", "return", "add", "write", "report", "emit", "show", "")


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


_DEMANDS = frozenset({Sort.EVERY, Sort.AFTER, Sort.NEVER_SKIP, Sort.DO, Sort.SHOWN})
_DENIALS = frozenset({Sort.SKIP, Sort.LIMIT, Sort.DO_NOT})


def _slug(demand: Directive, denial: Directive) -> str | None:
    """Which pattern the two make, their modes aside; None when they can both be obeyed."""
    alike = demand.noun != "" and demand.noun == denial.noun
    match demand.sort, denial.sort:
        case Sort.AFTER, Sort.SKIP if alike:
            return "ordering-assumption"
        case Sort.NEVER_SKIP, Sort.SKIP if alike:
            return "inclusion-vs-exclusion"
        case Sort.EVERY, Sort.SKIP if alike:
            return "exhaustive-vs-skip" if demand.is_about_doing else "inclusion-vs-exclusion"
        case Sort.EVERY, Sort.LIMIT if alike:
            return "exhaustive-vs-skip"
        case Sort.DO, Sort.DO_NOT:
            same = demand.verb == denial.verb and demand.subject == denial.subject
            return "inclusion-vs-exclusion" if same and len(demand.subject) >= _SHORTEST else None
        case Sort.SHOWN, Sort.DO_NOT if denial.verb in _WRITING:
            return "format-vs-flow" if demand.subject == denial.subject else None
        case Sort.SHOWN, Sort.SKIP if denial.noun in (
            "section",
            "field",
            "heading",
            "part",
            "column",
        ):
            return "format-vs-flow" if demand.subject == denial.subject else None
        case _:
            return None


def _share_a_mode(demand: Directive, denial: Directive) -> bool:
    if demand.line.number == denial.line.number or not demand.line.stands_with(denial.line):
        return False
    if demand.condition == denial.condition:
        return True
    return demand.is_hard and not demand.condition
