"""Asks a model one small question to see whether it could review, and says what is in the way."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum

from postil.domain.conversation import Prompt, Reply
from postil.domain.errors import Garbled, ModelDown, ModelError, RateLimited
from postil.models._played import PlayedModel
from postil.ports import Model

WITHIN = 60.0
PROBE = Prompt(
    rules="This is a test of the connection. Answer at once.",
    shared="There is nothing to review.",
    charge="Report that you are ready.",
    schema={
        "type": "object",
        "properties": {"ready": {"type": "boolean"}},
        "required": ["ready"],
    },
    most_output=2_000,
    last=True,
    seat="doctor",
)
_REMEDIES = {
    RateLimited: "wait a little, or use another model",
    ModelDown: "look at the network and the address, then try again",
    Garbled: "look at the address; what is there does not speak this protocol",
}


class Fitness(StrEnum):
    """Fit to review, weak at it, or of no use."""

    FIT = "fit"
    WEAK = "weak"
    UNFIT = "unfit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    fitness: Fitness
    said: str
    remedy: str = ""


async def examine(model: Model) -> Examined:
    """One call at most; a model that answers from a file is not asked."""
    if isinstance(model, PlayedModel):
        return Examined(fitness=Fitness.FIT, said=f"`{model.name}` answers from a file")
    try:
        reply = await model.ask(PROBE, within=WITHIN)
    except ModelError as error:
        return Examined(
            fitness=Fitness.UNFIT, said=str(error), remedy=_REMEDIES.get(type(error), "")
        )
    return _judged(model.name, reply)


def _judged(name: str, reply: Reply) -> Examined:
    if _is_object(reply.answer or ""):
        return Examined(fitness=Fitness.FIT, said=f"`{name}` answers")
    text = reply.text
    if _is_object(text[text.find("{") : text.rfind("}") + 1]):
        return Examined(
            fitness=Fitness.WEAK,
            said=f"`{name}` knows no structured output and is asked for JSON in words",
            remedy="reviews work, and better with a model that can call tools",
        )
    return Examined(
        fitness=Fitness.UNFIT,
        said=f"`{name}` answers, but not in the structured form a review needs",
        remedy="use a model that can call tools or write JSON",
    )


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
