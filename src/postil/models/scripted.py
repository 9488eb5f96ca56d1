"""Answers by rules, kept in a JSON file: `scripted:FILE`; the first rule that fits decides."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from postil.domain.conversation import Prompt
from postil.models._played import PlayedModel, Said, read_answers
from postil.ports import Model

NAME = "scripted"
VARIABLES: tuple[str, ...] = ()


class When(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Conditions that must all hold.

    `prompt` is a text that must stand in the question, `after` one in what the last lookups or
    the last complaint said; `turn` counts the exchanges of one conversation from 1, 0 is any.
    """

    seat: str = ""
    prompt: str = ""
    after: str = ""
    turn: int = 0

    def holds(self, prompt: Prompt) -> bool:
        return (
            self.seat in ("", prompt.seat)
            and self.turn in (0, len(prompt.turns) + 1)
            and self.prompt in f"{prompt.rules}\n{prompt.shared}\n{prompt.charge}"
            and self.after in _met_with(prompt)
        )


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    say: Said
    when: When = When()


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    rules: tuple[Rule, ...]

    def answer(self, prompt: Prompt) -> Said | None:
        return next((rule.say for rule in self.rules if rule.when.holds(prompt)), None)


def open_model(name: str, variables: Mapping[str, str]) -> Model:
    del variables
    return PlayedModel(name=f"{NAME}:{name}", script=read_answers(name, Rules).answer)


def _met_with(prompt: Prompt) -> str:
    if not prompt.turns:
        return ""
    last = prompt.turns[-1]
    return "\n".join([*(result.text for result in last.results), last.complaint])
