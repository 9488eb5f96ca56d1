"""What a model sees instead of secrets and hidden characters, and the way back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.inspection.prompt.guise import Guise

# Assembled here so that no scanner takes the sources of Postil for a leak.
TOKEN = "ghp_" + "a8Bc2De4Fg6Hi8Jk0Lm2No4Pq6Rs8Tu0Vw2X"
OTHER = "ghp_" + "z9Yx7Wv5Ut3Sr1Qp9On7Ml5Kj3Ih1Gf9Ed7C"


def test_a_secret_is_masked_and_comes_back() -> None:
    guise = Guise()
    line = f'token = "{TOKEN}"  # of the bot'
    (shown,) = guise.lines([line])
    assert TOKEN not in shown
    assert shown.startswith('token = "⟦secret:')
    assert shown.endswith('⟧"  # of the bot')
    assert guise.hides(shown)
    assert guise.original(shown) == line


def test_one_value_has_one_placeholder_and_two_have_two() -> None:
    guise = Guise()
    first, again, other = guise.lines([f"a = '{TOKEN}'", f"b = '{TOKEN}'", f"c = '{OTHER}'"])
    assert first[5:-1] == again[5:-1]
    assert first[5:-1] != other[5:-1]
    assert Guise().lines([f"a = '{TOKEN}'"]) == [first]


def test_a_value_met_again_in_other_text_is_masked_there_too() -> None:
    guise = Guise()
    (shown,) = guise.lines([f'key = "{TOKEN}"'])
    assert guise.masked(f"the tool printed {TOKEN}!") == f"the tool printed {shown[7:-1]}!"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text, ümlaut, 漢字, 🙂", "plain text, ümlaut, 漢字, 🙂"),
        ("a\u202eb", "a⟦U+202E⟧b"),
        ("a\u200bb", "a⟦U+200B⟧b"),
        ("a\x1b[31mb", "a⟦U+1B⟧[31mb"),
        ("a\U000e0041b", "a⟦U+E0041⟧b"),
        ("byte \udcff", "byte ⟦U+DCFF⟧"),
        ("⟦U+41⟧", "⟦U+27E6⟧U+41⟧"),
        ("⟦secret:x:00000000⟧", "⟦U+27E6⟧secret:x:00000000⟧"),
        ("tab\there", "tab\there"),
    ],
)
def test_hidden_characters_are_visible_and_come_back(text: str, shown: str) -> None:
    guise = Guise()
    assert guise.text(text) == shown
    assert guise.original(shown) == text


@given(st.text(alphabet=st.characters(codec=None), max_size=80))
def test_what_is_shown_always_leads_back(text: str) -> None:
    guise = Guise()
    assert guise.original("\n".join(guise.lines(text.split("\n")))) == text


@given(st.text(max_size=60))
def test_a_line_stays_a_line(text: str) -> None:
    shown = Guise().one_line(text)
    assert not {"\n", "\r", "\t", "\x1b", "\u2028"} & set(shown)


def test_an_invented_placeholder_reveals_nothing() -> None:
    guise = Guise()
    guise.lines([f'token = "{TOKEN}"'])
    invented = "⟦secret:github-token:00000000⟧"
    assert guise.original(invented) == invented
    assert not guise.hides(invented)


def test_an_impossible_character_is_left_alone() -> None:
    assert Guise().original("⟦U+FFFFFF⟧") == "⟦U+FFFFFF⟧"


def test_carriage_returns_at_line_ends_are_not_shown() -> None:
    assert Guise().text("a\r\nb\r") == "a\nb"
