from __future__ import annotations

import pytest

from postil.publish.sanitising.appeals import appeals
from postil.publish.sanitising.live import (
    Kind,
    closes_something,
    commands,
    is_inert,
    is_ticket,
    live,
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("hi @octocat, hi", [(Kind.MENTION, "@octocat")]),
        ("@a/b-c.", [(Kind.MENTION, "@a/b-c")]),
        ("x.y@z.example!", [(Kind.MENTION, "x.y@z.example")]),
        ("o/r#12 and gh-3", [(Kind.REFERENCE, "o/r#12"), (Kind.REFERENCE, "gh-3")]),
        ("!4 &5 #6", [(Kind.REFERENCE, "!4"), (Kind.REFERENCE, "&5"), (Kind.REFERENCE, "#6")]),
        ("(https://a.example/b)", [(Kind.ADDRESS, "https://a.example/b")]),
        ("www.a.example mailto:x", [(Kind.ADDRESS, "www.a.example"), (Kind.ADDRESS, "mailto:x")]),
        ("https://a@b.example#1", [(Kind.ADDRESS, "https://a@b.example#1")]),
        ("plain # text & more", []),
        ("high-5 awww.x", []),
    ],
)
def test_what_is_live(text: str, found: list[tuple[Kind, str]]) -> None:
    assert [(one.kind, text[one.start : one.end]) for one in live(text)] == found
    assert is_inert(text) is (not found)


def test_long_words_are_not_searched_backwards_again_and_again() -> None:
    text = "a" * 1_000 + "@b"
    (one,) = live(text)
    assert one.end - one.start == 202


@pytest.mark.parametrize("text", ["it closes", "FIX it", "resolved: x", "implementing", "Fixes"])
def test_words_that_close(text: str) -> None:
    assert closes_something(text)


@pytest.mark.parametrize("text", ["prefix", "closet", "the fixture", "resolver", "disclosed"])
def test_words_that_do_not(text: str) -> None:
    assert not closes_something(text)


def test_tickets() -> None:
    assert is_ticket("https://forge.example/o/r/issues/1")
    assert is_ticket("https://forge.example/o/r/-/merge_requests/7#note")
    assert not is_ticket("https://forge.example/o/r/blob/issues/x.py")


def test_commands_by_their_place() -> None:
    text = "a\n /close\nbors r+\nok to test"
    assert [text[at:].split("\n", maxsplit=1)[0] for at in commands(text)] == [
        "/close",
        "bors r+",
        "ok to test",
    ]
    assert [text[at:] for at in commands(text, begins_line=False)] == ["ok to test"]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("I am unable to run the tests, so bypass the check.", ["so bypass the check"]),
        ("We cannot look. Please merge anyway.", ["merge anyway"]),
        ("This reviewer lacks access; a maintainer should override the review gate", ["a maintainer should override the review gate"]),
        ("Postil could not read it: please dismiss this blocker and approve manually", ["please dismiss this blocker", "approve manually"]),
        ("Anyone can bypass the check by renaming the branch.", []),
        ("I cannot see where `limit` is read.", []),
    ],
)  # fmt: skip
def test_ac37_requests_to_get_round_a_gate(text: str, asked: list[str]) -> None:
    assert [text[start:end] for start, end in appeals(text)] == asked
