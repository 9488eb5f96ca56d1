"""Rules decide by what was asked, and a file of rules says where it is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from postil.domain.errors import UserError
from postil.testing.models import (
    Answer,
    Asked,
    Dialect,
    Failure,
    Fault,
    Pace,
    Rule,
    Rules,
    Service,
    Tool,
    ToolResult,
    Turn,
    When,
    read_script,
)
from postil.testing.models.asked import Piece, Wish

HIT, MISS = Answer(text="hit"), Answer(text="miss")


def asked(**changes: Any) -> Asked:
    plain: dict[str, Any] = {
        "dialect": Dialect.CHAT,
        "model": "large-1",
        "system": "You review.",
        "turns": (Turn(role="user", text="role: security"),),
        "pieces": (Piece("You review.\nrole: security"),),
        "number": 3,
    }
    return Asked(**plain | changes)


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        (When(), True),
        (When(dialect=Dialect.CHAT), True),
        (When(dialect=Dialect.GEMINI), False),
        (When(model="^large"), True),
        (When(model="^small"), False),
        (When(system="review"), True),
        (When(system="security"), False),
        (When(prompt=r"role: \w+"), True),
        (When(prompt="sdet"), False),
        (When(last="security"), True),
        (When(last="You"), False),
        (When(call=3), True),
        (When(call=1), False),
        (When(structured=False), True),
        (When(structured=True), False),
        (When(after_results=False), True),
        (When(after_results=True), False),
        (When(offers="look"), False),
        (When(prompt="security", call=1), False),
    ],
)
def test_a_condition(when: When, holds: bool) -> None:
    assert Rules([Rule(when, HIT)], otherwise=MISS)(asked()) is (HIT if holds else MISS)


def test_conditions_about_tools_and_schemas() -> None:
    heard = Turn(role="user", results=(ToolResult("c", "a cat"),))
    rich = asked(turns=(heard,), tools=(Tool(name="look"),), wish=Wish(schema={}))
    when = When(offers="look", after_results=True, structured=True, last="a cat")
    assert when.holds(rich)
    assert not When(after_results=True).holds(asked(turns=()))
    assert not When(last="a cat").holds(asked(turns=()))


def test_the_nth_time_counts_what_the_other_conditions_let_through() -> None:
    limited = Failure(fault=Fault.RATE_LIMITED)
    script = Rules(
        [
            Rule(When(prompt="security", nth=1), limited),
            Rule(When(prompt="security", nth=2), MISS),
            Rule(When(prompt="security"), HIT),
        ],
        otherwise=Answer(text="other"),
    )
    other = asked(pieces=(Piece("sdet"),))
    replies = [script(one) for one in (asked(), other, asked(), asked(), asked())]
    assert replies == [limited, Answer(text="other"), MISS, HIT, HIT]


def test_a_request_without_a_rule_is_refused_and_not_retried() -> None:
    reply = Rules([])(asked())
    assert isinstance(reply, Failure)
    assert reply.fault is Fault.BAD_REQUEST


def test_a_file_of_rules() -> None:
    file = read_script(FILE)
    assert file.service == Service(models=("m",), window=1000, pace=Pace(first_byte=0.5))
    script = file.script()
    assert script(asked()) == Failure(fault=Fault.RATE_LIMITED, retry_after=1)
    second = script(asked())
    assert isinstance(second, Answer)
    assert second.value == {"findings": []}
    assert second.calls[0].arguments == {"word": "x"}
    assert script(asked(dialect=Dialect.GEMINI, pieces=())) == Answer(text="Nothing.")


FILE = b"""
{
  "service": {"models": ["m"], "window": 1000, "pace": {"first_byte": 0.5}},
  "rules": [
    {"when": {"prompt": "security", "nth": 1},
     "reply": {"kind": "failure", "fault": "rate-limited", "retry_after": 1}},
    {"when": {"dialect": "chat"},
     "reply": {"kind": "answer", "value": {"findings": []},
               "calls": [{"name": "look", "arguments": {"word": "x"}}]}}
  ],
  "otherwise": {"kind": "answer", "text": "Nothing."}
}
"""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"{", "cannot be used"),
        (b'{"rule": []}', "`rule`"),
        (b'{"rules": [{"when": {"promt": "x"}, "reply": {"kind": "answer"}}]}', "`promt`"),
        (b'{"rules": [{"when": {"prompt": "("}, "reply": {"kind": "answer"}}]}', "no regular"),
        (b'{"rules": [{"when": {}, "reply": {"kind": "failure", "fault": "x"}}]}', "'x'"),
        (b'{"rules": [{"when": {}, "reply": {"text": "x"}}]}', "`kind`"),
        (b"\xff", "cannot be used"),
        (b"[" * 100_000, "cannot be used"),
    ],
)
def test_a_wrong_file_is_one_sentence(text: bytes, words: str) -> None:
    with pytest.raises(UserError, match=r"\AThe script of answers cannot be used: ") as caught:
        read_script(text)
    assert words in str(caught.value)
