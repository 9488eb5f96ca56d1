"""What goes when money or time is short, and in which order."""

from __future__ import annotations

import pytest

from postil.domain.conversation import Price
from postil.domain.policy import PanelRules, Policy, Verify
from postil.inspection.verification.thrift import Need, Step, given_up, need, wanted

EVERY = [Need(step=step, usd=1.0, seconds=10.0) for step in Step]


@pytest.mark.parametrize(
    ("usd", "seconds", "gone"),
    [
        (None, 40.0, []),
        (4.0, 40.0, []),
        (3.9, 99.0, ["arbiter"]),
        (2.0, 99.0, ["second opinion", "arbiter"]),
        (1.5, 99.0, ["falsification questions", "second opinion", "arbiter"]),
        (0.5, 99.0, ["skeptic", "falsification questions", "second opinion", "arbiter"]),
        (None, 39.0, ["arbiter"]),
        (None, 25.0, ["second opinion", "arbiter"]),
        (None, 5.0, ["skeptic", "falsification questions", "second opinion", "arbiter"]),
    ],
)
def test_the_least_important_go_first(usd: float | None, seconds: float, gone: list[str]) -> None:
    assert [step.value for step in given_up(EVERY, usd=usd, seconds=seconds)] == gone


def test_each_says_why() -> None:
    assert given_up(EVERY, usd=2.0, seconds=99.0) == {
        Step.SECOND_OPINION: "the money left for this run does not allow it",
        Step.ARBITER: "it goes before the second opinion, which had to go",
    }
    slow = given_up(EVERY, usd=None, seconds=35.0)
    assert slow == {Step.ARBITER: "the time left for this run does not allow it"}


def test_a_cheap_one_does_not_outlive_a_dear_one_that_matters_more() -> None:
    needs = [
        Need(step=Step.ARBITER, usd=0.01, seconds=1.0),
        Need(step=Step.QUESTIONS, usd=5.0, seconds=1.0),
    ]
    assert list(given_up(needs, usd=1.0, seconds=99.0)) == [Step.QUESTIONS, Step.ARBITER]
    assert given_up(needs[:1], usd=1.0, seconds=99.0) == {}


@pytest.mark.parametrize(
    ("policy", "steps"),
    [
        (Policy(), ()),
        (Policy(verify=(Verify.QUESTIONS,)), (Step.QUESTIONS,)),
        (
            Policy(verify=(Verify.QUESTIONS,), panel=PanelRules(skeptic="a:b", arbiter="c:d")),
            (Step.SKEPTIC, Step.QUESTIONS, Step.ARBITER),
        ),
    ],
)
def test_a_policy_asks_for_steps(policy: Policy, steps: tuple[Step, ...]) -> None:
    assert wanted(policy) == steps


def test_questions_are_three_calls() -> None:
    price = Price(input=1.0, cached=0.1, output=5.0)
    one = need(Step.SKEPTIC, price, size=1_000_000, most_output=0)
    three = need(Step.QUESTIONS, price, size=1_000_000, most_output=0)
    assert (one.usd, three.usd) == (1.0, 3.0)
    assert three.seconds > one.seconds > 0
