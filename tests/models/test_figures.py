"""What is known about models by their names."""

from __future__ import annotations

import pytest

from postil.models._figures import USUAL_WINDOW, price_of, window_of
from postil.models._rates import ASSUMED


@pytest.mark.parametrize(
    ("name", "window"),
    [
        ("claude-sonnet-4-5", 200_000),
        ("anthropic/claude-sonnet-4.5", 200_000),
        ("eu.anthropic.claude-sonnet-4-5-20250929-v1:0", 200_000),
        ("gpt-4.1-mini", 1_000_000),
        ("GPT-5", 400_000),
        ("nobody-knows", USUAL_WINDOW),
        ("", USUAL_WINDOW),
    ],
)
def test_the_family_tells_the_window(name: str, window: int) -> None:
    assert window_of(name) == window


def test_a_known_price_is_that_of_the_table_with_the_cache_cheaper() -> None:
    price = price_of("claude-sonnet-4-5", "anthropic")
    assert (price.input, price.output, price.assumed) == (3.0, 15.0, False)
    assert price.cached == pytest.approx(0.3)


def test_an_unknown_price_is_assumed_and_says_so() -> None:
    assert price_of("nobody-knows", "anthropic") is ASSUMED
    assert ASSUMED.assumed
