"""An answer goes where the client wants it and stops where the client's limit is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.testing.models import Answer, Asked, Dialect, Stop, Tool, ToolCall, tokens
from postil.testing.models.asked import Wish
from postil.testing.models.shaping import (
    arguments_object,
    arguments_text,
    output_tokens,
    portions,
    shaped,
)

VALUE = {"a": 1}


def asked(*tools: str, wish: Wish | None = None) -> Asked:
    offered = tuple(Tool(name=name) for name in tools)
    return Asked(dialect=Dialect.CHAT, model="m", tools=offered, wish=wish or Wish(), number=4)


@pytest.mark.parametrize(
    ("question", "called"),
    [
        (asked(), ""),
        (asked("look"), ""),
        (asked("look", wish=Wish(must_call=True)), "look"),
        (asked("look", "other", wish=Wish(must_call=True)), ""),
        (asked("look", "other", wish=Wish(forced="other")), "other"),
        (asked("look", "final_result", wish=Wish(must_call=True)), "final_result"),
        (asked("StructuredOutput", "Read"), "StructuredOutput"),
        (asked("final_result", wish=Wish(schema={})), ""),
    ],
)
def test_where_an_object_goes(question: Asked, called: str) -> None:
    answer = shaped(Answer(value=VALUE), question)
    if called:
        assert answer.calls == (ToolCall(called, VALUE, "call_4_0"),)
        assert answer.text == ""
    else:
        assert (answer.text, answer.calls) == ('{"a": 1}', ())


def test_the_tool_can_be_named() -> None:
    answer = shaped(Answer(value=VALUE, tool="mine", calls=(ToolCall("first"),)), asked("look"))
    assert [call.name for call in answer.calls] == ["first", "mine"]
    assert [call.id for call in answer.calls] == ["call_4_0", "call_4_1"]


def test_an_id_of_the_script_stays() -> None:
    assert shaped(Answer(calls=(ToolCall("x", {}, "mine"),)), asked()).calls[0].id == "mine"


@pytest.mark.parametrize(
    ("limit", "thinking", "text", "calls"),
    [
        (3, "thinkingmuch", "", ()),
        (4, "thinkingmuch", "text", ()),
        (5, "thinkingmuch", "textmore", ()),
        (6, "thinkingmuch", "textmore", ('{"a"',)),
        (7, "thinkingmuch", "textmore", (VALUE,)),
    ],
)
def test_a_limit_cuts_in_the_middle(
    limit: int, thinking: str, text: str, calls: tuple[object, ...]
) -> None:
    whole = Answer(
        thinking="thinkingmuch", text="textmore", calls=(ToolCall("a", VALUE), ToolCall("b"))
    )
    cut = shaped(whole, asked(wish=Wish(limit=limit)))
    assert cut.stop is Stop.LENGTH
    assert (cut.thinking, cut.text) == (thinking, text)
    assert tuple(call.arguments for call in cut.calls) == calls


def test_an_answer_within_its_limit_is_left_alone() -> None:
    whole = Answer(text="text", calls=(ToolCall("a", VALUE),))
    assert shaped(whole, asked(wish=Wish(limit=3))).stop is Stop.END


@pytest.mark.parametrize(
    ("arguments", "as_text", "as_object"),
    [
        ({"a": 1}, '{"a": 1}', {"a": 1}),
        ('{"a":1}', '{"a":1}', {"a": 1}),
        ('{"a":', '{"a":', {}),
        ("[1]", "[1]", [1]),
        ("\ud800", "\ud800", {}),
        ("[" * 100_000, "[" * 100_000, {}),
    ],
)
def test_arguments_as_text_and_as_object(
    arguments: dict[str, object] | str, as_text: str, as_object: object
) -> None:
    call = ToolCall("look", arguments)
    assert arguments_text(call) == as_text
    assert arguments_object(call) == as_object


@given(st.text("ab é\u2028\ud800", max_size=300))
def test_portions_put_together_are_the_text(text: str) -> None:
    cut = list(portions(text))
    assert "".join(cut) == text
    assert len(cut) <= 64


def test_tokens_are_four_bytes() -> None:
    assert [tokens(text) for text in ("", "a", "abcd", "abcde", "éé", "\ud800")] == [
        0,
        1,
        1,
        2,
        1,
        1,
    ]
    assert output_tokens(Answer(text="abcd", thinking="abcd", calls=(ToolCall("x", "abcd"),))) == 3
