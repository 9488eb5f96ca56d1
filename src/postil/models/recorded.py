"""Answers that were recorded before, kept in a JSON file: `recorded:FILE`.

The file holds `answers`: for each seat its answers in order, the last one for ever.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from postil.domain.conversation import Prompt
from postil.models._played import PlayedModel, Said, read_answers
from postil.ports import Model

NAME = "recorded"
VARIABLES: tuple[str, ...] = ()


class Recording(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`about` says what was recorded, for those who read the file."""

    answers: dict[str, tuple[Said, ...]]
    about: str = ""


def open_model(name: str, variables: Mapping[str, str]) -> Model:
    del variables
    answers = read_answers(name, Recording).answers
    given: Counter[str] = Counter()

    def next_of(prompt: Prompt) -> Said | None:
        own = answers.get(prompt.seat, ())
        position = given[prompt.seat]
        given[prompt.seat] += 1
        return own[min(position, len(own) - 1)] if own else None

    return PlayedModel(name=f"{NAME}:{name}", script=next_of)
