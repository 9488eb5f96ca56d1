"""How a contradiction is told: what each line wants, in which mode, and what to do about it."""

from __future__ import annotations

from postil.inspection.checks._prompt_consistency.conflicts import Conflict
from postil.inspection.checks._prompt_consistency.directives import Directive
from postil.inspection.checks._prompt_consistency.prompts import PromptLine
from postil.inspection.checks._prompt_consistency.sorts import Sort

_REMEDIES = {
    "inclusion-vs-exclusion": "Keep one of the two, or say in the first when the second holds.",
    "format-vs-flow": "Take it out of the output format, or let the text produce it.",
    "exhaustive-vs-skip": "Name the exception where everything is asked for.",
    "ordering-assumption": "Name what is done instead of all of it.",
}
_IN_A_MODE = "Put the line that does not hold in this mode under the opposite condition."


def title(conflict: Conflict) -> str:
    """What the two lines say against each other."""
    demand, denial = conflict.demand, conflict.denial
    first, second = f"Line {demand.line.number}", f"line {denial.line.number}"
    match demand.sort:
        case Sort.DO if denial.sort is Sort.SKIP:
            return f"{first} asks for `{demand.thing.name}` and {second} leaves it out"
        case Sort.DO:
            return f"{first} asks for `{denial.thing.name}` and {second} forbids it"
        case Sort.IN_FORM | Sort.OTHERWISE if denial.sort is Sort.NOT_IN_FORM:
            form = _spelt(denial)
            return f"{first} asks for an answer in `{form}` and {second} forbids it"
        case Sort.BESIDE | Sort.OTHERWISE:
            only = _spelt(denial)
            return f"{first} asks for more than the `{only}` that {second} allows alone"
        case Sort.SHOWN | Sort.LISTED | Sort.IN_ROW:
            return f"{first} has `{demand.thing.name}` in the answer and {second} leaves it out"
        case Sort.WAIT:
            return f"{first} waits for {_left_out(demand)}, which {second} skips"
        case _ if denial.sort is Sort.SHARE:
            return f"{first} wants every {demand.noun} and {second} not all of them"
        case Sort.AFTER:
            return f"{first} waits for every {demand.noun} and {second} skips {_left_out(denial)}"
        case _ if denial.sort is Sort.LIMIT:
            return f"{first} wants every {demand.noun} and {second} only some of them"
        case _:
            return f"{first} wants every {demand.noun} and {second} leaves out {_left_out(denial)}"


def _spelt(denial: Directive) -> str:
    """The name of a format as the line spells it."""
    name = denial.thing.name
    at = denial.line.text.lower().find(name)
    return denial.line.text[at : at + len(name)] if at >= 0 else name


def _left_out(denial: Directive) -> str:
    name = denial.thing.name
    if not name:
        return f"this {denial.noun}"
    return f"`{name}`" if denial.noun in name.split() else f"the {denial.noun} `{name}`"


def remedy(conflict: Conflict) -> str:
    """What to do, in the words of modes only where there are some."""
    has_modes = bool(conflict.demand.line.arms or conflict.denial.line.arms)
    return _IN_A_MODE if has_modes else _REMEDIES[conflict.slug]


def mode(first: PromptLine, second: PromptLine) -> str:
    """In which mode both lines are rendered, if not in all."""
    tests = dict.fromkeys(
        arm.test.replace("`", "'") for arm in (*first.arms, *second.arms) if arm.test
    )
    shown = ", ".join(f"`{test}`" for test in tests)
    return f"Both lines are rendered in the mode {shown}." if tests else ""
