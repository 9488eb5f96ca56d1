"""Asks a model until it answers or there is no use: the only place where anything is retried."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from postil.domain.conversation import (
    FROM_STORE,
    Call,
    CallOutcome,
    Prompt,
    Reply,
    Stop,
    Usage,
    tokens,
)
from postil.domain.errors import (
    BudgetSpent,
    ModelDown,
    ModelError,
    RateLimited,
    Refused,
    TooLong,
    Unusable,
)
from postil.inspection.panel.paid import keep_reply, kept_reply
from postil.inspection.panel.purse import Purse
from postil.ports import Answers, Clock, Model

TRIES = 3
FIRST_WAIT = 1.0
RATE_WAIT = 5.0
LEAST_CALL = 1.0
"""With less time left than this a call is not worth starting."""


@dataclass
class Gate:
    """What all seats know about one model: until when it wants peace, and whether it is of use."""

    closed_until: float = 0.0
    broken: Unusable | None = None


@dataclass(kw_only=True)
class Asker:
    """Who asks for everyone at the table, so that limits, money and the record are shared.

    `answers` is where each is kept and looked for first; None where nothing may be kept.
    """

    purse: Purse
    clock: Clock
    answers: Answers | None = None
    calls: list[Call] = field(default_factory=list)
    _gates: dict[str, Gate] = field(default_factory=dict)

    async def ask(self, question: Question) -> Reply:
        """The first usable reply of the models in order; raises what the last of them failed with."""
        problem: ModelError = Unusable("no model is configured")
        for model in question.models:
            if (reply := self._kept(model, question)) is not None:
                return reply
        for model in question.models:
            try:
                return await self._persist(model, question)
            except BudgetSpent:
                raise
            except ModelError as error:
                problem = error
        raise problem

    def _kept(self, model: Model, question: Question) -> Reply | None:
        """What was paid for in a run that came to no end."""
        if self.answers is None:
            return None
        reply = kept_reply(self.answers, model, question.prompt)
        if reply is not None:
            question.begun()
            outcome = CallOutcome.CUT if reply.stop is Stop.LENGTH else CallOutcome.ANSWERED
            self.calls.append(
                Call(seat=question.seat, model=model.name, outcome=outcome, note=FROM_STORE)
            )
        return reply

    async def _persist(self, model: Model, question: Question) -> Reply:
        gate = self._gates.setdefault(model.name, Gate())
        for attempt in range(question.tries):
            if gate.broken is not None:
                raise gate.broken
            await self._wait(gate.closed_until - self.clock.now(), question)
            try:
                return await self._once(model, question)
            except Unusable as error:
                gate.broken = error
                raise
            except RateLimited as error:
                wait = RATE_WAIT * 2**attempt if error.after is None else error.after
                gate.closed_until = max(gate.closed_until, self.clock.now() + wait)
                if attempt == question.tries - 1:
                    raise
            except ModelDown:
                if attempt == question.tries - 1:
                    raise
                await self._wait(
                    FIRST_WAIT * 2**attempt * _jitter(question.seat, attempt), question
                )
        raise AssertionError("unreachable")  # the last attempt returned or raised

    async def _wait(self, seconds: float, question: Question) -> None:
        if seconds <= 0:
            return
        if self.clock.now() + seconds + LEAST_CALL > question.deadline:
            raise BudgetSpent("the time for this review would run out before another try")
        await self.clock.sleep(seconds)

    async def _once(self, model: Model, question: Question) -> Reply:
        started = self.clock.now()
        left = question.deadline - started
        if left < LEAST_CALL:
            raise BudgetSpent("the time for this review ran out")
        size = question.prompt.size + _said(question.prompt)
        if size + question.prompt.most_output > model.window:
            raise TooLong(
                f"`{model.name}` takes {model.window:,} tokens and this needs about {size:,}"
            )
        promise = self.purse.admit(size, question.prompt.most_output, model.price)
        watch = _Watch(self.clock, started, question.begun)
        usage, record = (
            Usage(),
            Call(seat=question.seat, model=model.name, outcome=CallOutcome.FAILED),
        )
        try:
            async with asyncio.timeout(left):
                prompt = replace(question.prompt, seat=question.seat)
                reply = await model.ask(prompt, within=left, begun=watch.begin)
            usage = reply.usage
            if reply.stop is Stop.REFUSAL:
                record = replace(record, outcome=CallOutcome.REFUSED)
                raise Refused(f"`{model.name}` declined to review this")
            if self.answers is not None:
                keep_reply(self.answers, model, question.prompt, reply)
            outcome = CallOutcome.CUT if reply.stop is Stop.LENGTH else CallOutcome.ANSWERED
            record = replace(record, outcome=outcome)
        except TimeoutError:
            record = replace(record, outcome=CallOutcome.TIMED_OUT)
            raise ModelDown(f"`{model.name}` did not answer in time") from None
        except ModelError as error:
            record = replace(record, note=str(error))
            raise
        else:
            return reply
        finally:
            self.purse.settle(promise, usage, model.price)
            seconds = self.clock.now() - started
            self.calls.append(
                replace(record, usage=usage, seconds=seconds, first_byte=watch.first_byte)
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A prompt, the models that may answer it in order, who asks, and until when."""

    seat: str
    prompt: Prompt
    models: Sequence[Model]
    deadline: float
    begun: Callable[[], None] = lambda: None
    tries: int = TRIES


@dataclass
class _Watch:
    """Notes when the first byte came and passes the word on, once."""

    clock: Clock
    started: float
    tell: Callable[[], None]
    first_byte: float | None = None

    def begin(self) -> None:
        if self.first_byte is None:
            self.first_byte = self.clock.now() - self.started
            self.tell()


def _said(prompt: Prompt) -> int:
    """About how many tokens the turns so far take."""
    return sum(
        tokens(turn.reply.text)
        + tokens(turn.reply.answer or "")
        + tokens(turn.complaint)
        + sum(tokens(result.text) + tokens(result.call.arguments) for result in turn.results)
        for turn in prompt.turns
    )


def _jitter(seat: str, attempt: int) -> float:
    """Between 0.5 and 1.5, different for each seat, the same in each run."""
    return 0.5 + (zlib.crc32(f"{seat} {attempt}".encode()) % 1000) / 1000
