"""Keeps what models have answered, so that a run which died need not be paid for twice."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import msgspec

from postil import codec
from postil.domain.conversation import Prompt, Reply, Usage
from postil.ports import Answers, Model


def question(model: Model, prompt: Prompt) -> str:
    """A digest of all that an answer depends on: the model and every byte it is sent.

    Who asks is not sent, and what earlier turns cost changes no answer.
    """
    turns = [
        (turn.reply.text, turn.reply.answer, turn.reply.calls, turn.results, turn.complaint)
        for turn in prompt.turns
    ]
    sent = (model.name, model.window, replace(prompt, seat="", turns=()), turns)
    return hashlib.sha256(codec.to_json(sent)).hexdigest()


def kept_reply(answers: Answers, model: Model, prompt: Prompt) -> Reply | None:
    """What this model has answered to this prompt, now for nothing; None when it has not."""
    data = answers.recall(question(model, prompt))
    if data is None:
        return None
    try:
        reply = msgspec.json.decode(data, type=Reply)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return replace(reply, usage=Usage())


def keep_reply(answers: Answers, model: Model, prompt: Prompt, reply: Reply) -> None:
    """Keep what was paid for, from the moment it is there."""
    answers.keep(question(model, prompt), codec.to_json(reply))
