"""Which later looks money and time allow: the least important go first, and each leaves a word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from postil.domain.conversation import Price, Usage
from postil.domain.policy import Policy, Verify


class Step(StrEnum):
    """The later looks in the order in which they are given up."""

    ARBITER = "arbiter"
    SECOND_OPINION = "second opinion"
    QUESTIONS = "falsification questions"
    SKEPTIC = "skeptic"


_SECONDS = {Step.ARBITER: 20.0, Step.SECOND_OPINION: 60.0, Step.QUESTIONS: 90.0, Step.SKEPTIC: 45.0}
"""What a step usually takes; with less time than that it is not worth beginning."""
_CALLS = {Step.QUESTIONS: 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What one step may take at most in money, and usually in time."""

    step: Step
    usd: float
    seconds: float


def wanted(policy: Policy) -> tuple[Step, ...]:
    """The steps a policy asks for, besides the second opinion itself."""
    steps = [Step.SKEPTIC] if policy.panel.skeptic is not None else []
    steps += [Step.QUESTIONS] if Verify.QUESTIONS in policy.verify else []
    return (*steps, Step.ARBITER) if policy.panel.arbiter is not None else tuple(steps)


def need(step: Step, price: Price, *, size: int, most_output: int) -> Need:
    """What a step may take whose question has that many tokens."""
    calls = _CALLS.get(step, 1)
    usd = calls * price.of(Usage(input=size, output=most_output))
    return Need(step=step, usd=usd, seconds=_SECONDS[step])


def given_up(needs: Sequence[Need], *, usd: float | None, seconds: float) -> Mapping[Step, str]:
    """The steps that are left out, each with its reason; `usd` None means there is no limit.

    Once something has to go, so does everything less important: the order does not depend on
    what happens to be cheap.
    """
    gone: dict[Step, str] = {}
    wanted = {each.step: each for each in needs}
    for step in reversed(Step):
        each = wanted.get(step)
        if each is None:
            continue
        usd = None if usd is None else usd - each.usd
        seconds -= each.seconds
        if gone:
            gone[step] = f"it goes before the {next(iter(gone))}, which had to go"
        elif usd is not None and usd < 0:
            gone[step] = "the money left for this run does not allow it"
        elif seconds < 0:
            gone[step] = "the time left for this run does not allow it"
    return gone
