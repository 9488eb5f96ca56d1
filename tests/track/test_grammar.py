"""The grammar of commands: what is listed, at the start of a line of one's own, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.commands import Verb
from postil.track.grammar import Call, calls, is_command
from postil.track.spoken import Line


@pytest.mark.parametrize(
    ("line", "call"),
    [
        ("@postil review", Call(verb=Verb.REVIEW)),
        ("@Postil  REVIEW ", Call(verb=Verb.REVIEW)),
        ("   @postil full", Call(verb=Verb.FULL)),
        ("@postil pause", Call(verb=Verb.PAUSE)),
        ("@postil\tresume", Call(verb=Verb.RESUME)),
        ("@postil help", Call(verb=Verb.HELP)),
        ("@postil help me", Call(verb=Verb.HELP)),
        ("@postil why F3", Call(verb=Verb.WHY, number="F3")),
        ("@postil why f3?", Call(verb=Verb.WHY)),
        ("@postil why", Call(verb=Verb.WHY)),
        ("@postil why is this bad?", Call(verb=Verb.WHY)),
        ("@postil resolve F12", Call(verb=Verb.RESOLVE, number="F12")),
        ("@postil resolve", Call(verb=Verb.RESOLVE)),
        (
            "@postil dismiss F3: it is by design",
            Call(verb=Verb.DISMISS, number="F3", reason="it is by design"),
        ),
        ("@postil dismiss it is so", Call(verb=Verb.DISMISS, reason="it is so")),
        ("@postil dismiss F3", Call(verb=Verb.DISMISS, number="F3")),
        ("@postil dismiss F3x is", Call(verb=Verb.DISMISS, reason="F3x is")),
        ("@postil review please", Call(verb=Verb.REVIEW, is_readable=False)),
        ("@postil pause, resume", Call(verb=Verb.PAUSE, is_readable=False)),
        (
            "@postil resolve F3 and F4",
            Call(verb=Verb.RESOLVE, number="F3", is_readable=False),
        ),
    ],
)
def test_what_can_be_said(line: str, call: Call) -> None:
    assert calls(line) == (call,)


@pytest.mark.parametrize(
    "body",
    [
        "postil review",
        "please @postil review",
        "@postilreview",
        "@postil-bot review",
        "@postil",
        "@postil merge",
        "@postil approve",
        "@postil reviews",
        "@postil review-all",
        "@postil this is intentional",
        "    @postil review",
        "`@postil review`",
        "- @postil review",
        "> @postil review",
        "> quoted\n@postil review",
        "```\n@postil review\n```",
        "~~~\n@postil dismiss F1 x",
        "<!-- @postil review -->",
        "@\npostil review",
        "@postil\nreview",
        "",
    ],
)
def test_what_is_no_command(body: str) -> None:
    assert calls(body) == ()


def test_a_comment_may_hold_several_and_only_so_many_are_read() -> None:
    assert [call.verb for call in calls("Hello\n@postil why F1\n\n@postil review")] == [
        Verb.WHY,
        Verb.REVIEW,
    ]
    assert len(calls("@postil help\n" * 500)) == 20


def test_a_line_that_goes_on_a_quote_is_none() -> None:
    assert is_command(Line("@postil review"))
    assert not is_command(Line("@postil review", trails=True))


@given(st.text(st.characters(exclude_characters="\r\n<"), max_size=60))
def test_whatever_follows_a_bare_word_is_never_followed(text: str) -> None:
    (call,) = calls(f"@postil pause {text}")
    assert (call.verb, call.is_readable) == (Verb.PAUSE, not text.strip())
