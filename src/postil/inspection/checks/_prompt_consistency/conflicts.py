"""Pairs of lines that one reader of a prompt could not both obey."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.inspection.checks._prompt_consistency.company import ANSWER, are_of_one_answer
from postil.inspection.checks._prompt_consistency.directives import Directive
from postil.inspection.checks._prompt_consistency.prompts import PromptLine
from postil.inspection.checks._prompt_consistency.rows import leaves_out
from postil.inspection.checks._prompt_consistency.sentences import stem
from postil.inspection.checks._prompt_consistency.sorts import Sort
from postil.inspection.checks._prompt_consistency.things import Thing, measured, named

_SHORTEST = 3
_MOST_PAIRS = 200_000
_KINDS = (
    frozenset({"section", "heading", "part", "chapter", "header", "paragraph"}),
    frozenset({"field", "key", "property", "attribute", "column"}),
    frozenset({"step", "stage", "phase"}),
    frozenset({"check", "audit", "scan", "gate", "validation"}),
    frozenset({"finding", "problem", "violation"}),
)
_WRITTEN = _KINDS[0] | _KINDS[1]
_WORK = _KINDS[2] | _KINDS[3]
_WRITES = frozenset(
    {"includ", "output", "return", "add", "writ", "report", "emit", "show", "produc", "generat", "creat", "provid", "giv",
     "suppl", "supply", "list", "print", "fill", "populat", "mention", "stat", "rat", "scor", "assess", "put", "mak", "hav",
     "contain", "append", "insert", "render", "us", ""}
)  # fmt: skip
_PUTS = frozenset(
    {"includ", "add", "insert", "mention", "contain", "provid", "list", "append", "us", "hav", ""}
)
_SAYS = _PUTS | {
    "giv", "stat", "show", "report", "print", "output", "emit", "return", "writ", "display", "put", "nam", "indicat", "specify"
}  # fmt: skip
_CALLS = frozenset(
    {"call", "invok", "us", "run", "query", "execut", "consult", "mak", "perform", ""}
)
_EDITS = frozenset({"edit", "modify", "chang", "touch", "alter", "rewrit"})
_DELETES = frozenset({"delet", "remov"})
_ALIKE = (_SAYS, _CALLS, _EDITS, _DELETES)
_REPORTS = frozenset(
    {"report", "list", "includ", "output", "show", "print", "return", "emit", "mention", "present", "cover", "document", "writ",
     "produc", "record", "be report", ""}
)  # fmt: skip
_FOUND = _KINDS[4] | {
    "issue", "defect", "bug", "warning", "comment", "observation", "error", "vulnerability", "risk", "smell", "weakness",
    "concern", "mistake", "nit"
}  # fmt: skip
_FINDS_OUT = frozenset({"measur", "comput", "calculat", "determin", "assign", "judg", "grad"})
_GUESSES = ("estimat",)
_PER = (
    " each",
    " every",
    " per",
    " of",
    " for",
    " by",
    " all",
    " of the",
    " for the",
    " in",
    " in the",
    " from the",
)
_SPAN = re.compile(r"\A(\d{1,3})-(\d{1,3})\Z")
_STEP = re.compile(r"\b(?:step|phase|check|stage|pass)\s\d{1,3}\b")


@dataclass(frozen=True, slots=True)
class Conflict:
    """What is demanded, what contradicts it, and the pattern it follows."""

    slug: str
    demand: Directive
    denial: Directive

    @property
    def lines(self) -> tuple[PromptLine, PromptLine]:
        return self.demand.line, self.denial.line


def conflicts(found: Sequence[Directive]) -> Iterator[Conflict]:
    """Every contradiction, in the order of the demands; nothing when there are too many to pair."""
    demands = [one for one in found if one.sort in _DEMANDS]
    denials = [one for one in found if one.sort in _DENIALS]
    if len(demands) * len(denials) > _MOST_PAIRS:
        return
    pairs = [
        Conflict(slug, demand, denial)
        for demand in demands
        for denial in denials
        if (slug := _slug(demand, denial)) is not None and _share_a_mode(demand, denial)
    ]
    told = {_numbers(pair) for pair in pairs if pair.denial.sort is not Sort.SHARE}
    for pair in pairs:
        if pair.denial.sort is not Sort.SHARE or _numbers(pair) not in told:
            yield pair


def _numbers(pair: Conflict) -> tuple[int, int]:
    return pair.demand.line.number, pair.denial.line.number


_DEMANDS = frozenset(
    {Sort.EVERY, Sort.AFTER, Sort.NEVER_SKIP, Sort.DO, Sort.SHOWN, Sort.LISTED, Sort.BESIDE, Sort.OTHERWISE,
     Sort.IN_FORM, Sort.WAIT, Sort.IN_ROW}
)  # fmt: skip
_DENIALS = frozenset(
    {Sort.SKIP, Sort.LIMIT, Sort.DO_NOT, Sort.KEEP_TO, Sort.ALONE, Sort.NOT_IN_FORM, Sort.SHARE}
)


def _slug(demand: Directive, denial: Directive) -> str | None:
    """Which pattern the two make, their modes aside; None when they can both be obeyed."""
    alike = _are_alike(demand.noun, denial.noun)
    match demand.sort, denial.sort:
        case Sort.AFTER, Sort.SKIP if alike:
            return "ordering-assumption"
        case Sort.NEVER_SKIP, Sort.SKIP if alike:
            return "inclusion-vs-exclusion"
        case Sort.EVERY, Sort.SKIP if alike and _is_in_span(denial.thing.name, demand.thing.name):
            return "exhaustive-vs-skip" if demand.is_about_doing else "inclusion-vs-exclusion"
        case Sort.EVERY, Sort.LIMIT if alike:
            return "exhaustive-vs-skip"
        case Sort.AFTER, Sort.LIMIT if alike and denial.verb == "only":
            return "ordering-assumption"
        case Sort.DO, Sort.DO_NOT if _are_opposites(demand, denial):
            return "inclusion-vs-exclusion"
        case Sort.DO, Sort.KEEP_TO if demand.is_strong and demand.verb in _CALLS:
            return "inclusion-vs-exclusion" if _is_beyond(demand.thing, denial.thing) else None
        case (_, (Sort.ALONE | Sort.NOT_IN_FORM)) if _is_against(demand, denial):
            return "inclusion-vs-exclusion"
        case ((Sort.SHOWN | Sort.LISTED), _) if _forbids(denial, demand):
            return "format-vs-flow" if demand.sort is Sort.SHOWN else "inclusion-vs-exclusion"
        case _:
            return _slug_of_one(demand, denial)


def _slug_of_one(demand: Directive, denial: Directive) -> str | None:
    """Which pattern two make of which one names a step, a section or a share of the findings."""
    match demand.sort, denial.sort:
        case Sort.WAIT, Sort.SKIP if _is_awaited(demand, denial):
            return "ordering-assumption"
        case ((Sort.EVERY | Sort.NEVER_SKIP), Sort.SHARE) if _is_told_whole(demand, denial):
            return "exhaustive-vs-skip"
        case Sort.DO, Sort.SKIP if _is_of_section(demand, denial):
            return "inclusion-vs-exclusion"
        case Sort.IN_ROW, Sort.SKIP if _is_one_of_row(demand, denial):
            return "inclusion-vs-exclusion"
        case _:
            return None


def _are_alike(some: str, other: str) -> bool:
    if some == other:
        return some != ""
    return any(some in kind and other in kind for kind in _KINDS)


def _is_against(demand: Directive, denial: Directive) -> bool:
    """Whether something else is asked for than what is to stand alone, or the form that is forbidden."""
    form, said = demand.thing.name, denial.thing.name
    match demand.sort, denial.sort:
        case Sort.BESIDE, Sort.ALONE:
            is_other = form in (said, ANSWER)
        case Sort.OTHERWISE, Sort.ALONE:
            is_other = form != said
        case ((Sort.IN_FORM | Sort.OTHERWISE), Sort.NOT_IN_FORM):
            is_other = form == said
        case _:
            return False
    return is_other and are_of_one_answer(demand.headings, denial.headings)


def _is_beyond(asked: Thing, kept: Thing) -> bool:
    """Whether a tool that is asked for is none of those that alone may be used."""
    tool = asked.head or asked.name
    return (
        tool.endswith(" tool")
        and not tool.startswith("only ")
        and tool.removesuffix(" tool") not in kept.name
    )


def _is_awaited(demand: Directive, denial: Directive) -> bool:
    """Whether the step that is left out is the one that something waits for."""
    return _are_alike(demand.noun, denial.noun) and demand.thing.name == denial.thing.name != ""


def _is_told_whole(demand: Directive, share: Directive) -> bool:
    """Whether all of what was found is to be reported, of which a share is to be left away."""
    if demand.noun != share.noun and not {demand.noun, share.noun} <= _FOUND:
        return False
    return demand.sort is Sort.NEVER_SKIP or stem(demand.verb) in _REPORTS


def _is_of_section(demand: Directive, denial: Directive) -> bool:
    """Whether the section that is to be written is the one that is left out."""
    asked = demand.thing
    return (
        denial.noun in _KINDS[0]
        and demand.verb in _WRITES
        and asked.name.endswith(tuple(_KINDS[0]))
        and named(asked.name) == denial.thing.name != asked.name
        and not asked.place
        and len(denial.thing.name) >= _SHORTEST
    )


def _is_one_of_row(demand: Directive, denial: Directive) -> bool:
    """Whether a section that is asked for beside others is left out of the same answer."""
    return (
        denial.noun in _KINDS[0]
        and demand.thing.name == denial.thing.name
        and leaves_out(denial.line.text)
        and are_of_one_answer(demand.headings, denial.headings)
    )


def _are_one_section(some: Thing, other: Thing) -> bool:
    """Whether both name one section as such, so that every way of writing it is the same."""
    return some.name == other.name and some.name.endswith((" section", " heading", " chapter"))


def _is_in_span(name: str, span: str) -> bool:
    """Whether a step that is left out is one of "steps 1 to 6"; true where no span is told."""
    bounds, number = _SPAN.match(span), name.split()[-1:]
    if bounds is None:
        return True
    return (
        bool(number) and number[0].isdigit() and int(bounds[1]) <= int(number[0]) <= int(bounds[2])
    )


def _are_opposites(demand: Directive, denial: Directive) -> bool:
    """Whether one says to do what the other says not to, at a place that the other covers."""
    verbs = {demand.verb, denial.verb}
    is_put = len(verbs) == 1 or verbs <= _PUTS
    are_strong = demand.is_strong and denial.is_strong
    is_put |= _are_one_section(demand.thing, denial.thing) and verbs <= _SAYS
    if not is_put and not (are_strong and any(verbs <= alike for alike in _ALIKE)):
        return False
    some, other = demand.thing, denial.thing
    if min(len(some.name), len(other.name)) < _SHORTEST or not some.is_within(other):
        return False
    if (some.place != other.place or some.is_part(other)) and not are_strong:
        return False
    return demand.is_strong or denial.is_strong or demand.headings == denial.headings


def _forbids(denial: Directive, shown: Directive) -> bool:
    """Whether a denial says not to write a part of the answer, or to leave out what finds it."""
    part, name = shown.thing.name, denial.thing.name
    if len(part) < _SHORTEST or denial.thing.place:
        return False
    if denial.sort is Sort.SKIP:
        if denial.noun in _WRITTEN:
            return name == part
        return denial.noun in _WORK and _finds(denial, shown)
    said = shown.line.text.lower()
    is_found = denial.verb in _FINDS_OUT or (
        denial.verb.startswith(_GUESSES) and denial.verb in said
    )
    return (
        denial.sort is Sort.DO_NOT
        and (denial.verb in _WRITES or is_found)
        and bool({part, measured(part)} & {name, named(name), name.removeprefix("estimate ")})
    )


def _finds(denial: Directive, shown: Directive) -> bool:
    """Whether the step that is left out is the one that a part of the answer comes from."""
    steps = _STEP.findall(shown.line.text.lower())
    part = shown.thing.name
    if steps:
        return denial.thing.name in steps
    is_several = f"{denial.noun}s" in denial.line.text.lower()
    if is_several or shown.line.text.lstrip().startswith("#"):
        return False
    before, found, _ = f" {denial.title}".rpartition(f" {part}")
    is_named = found != "" and denial.title.endswith(part) and not before.endswith(_PER)
    return denial.thing.name == part or is_named


def _share_a_mode(demand: Directive, denial: Directive) -> bool:
    if demand.line.number == denial.line.number or not demand.line.stands_with(denial.line):
        return False
    if demand.condition == denial.condition:
        return True
    if demand.sort is Sort.DO and demand.in_turn == denial.in_turn and demand.is_strong:
        return True
    return demand.is_hard and not demand.condition and demand.noun == denial.noun
