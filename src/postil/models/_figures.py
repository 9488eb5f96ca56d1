"""What is known about models without asking: how much fits in, and what it costs."""

from __future__ import annotations

from genai_prices import Usage as Priced
from genai_prices import calc_price

from postil.domain.conversation import Price
from postil.models._rates import ASSUMED

USUAL_WINDOW = 128_000
_WINDOWS = (
    ("claude", 200_000),
    ("gpt-5", 400_000),
    ("gpt-4.1", 1_000_000),
    ("o3", 200_000),
    ("o4", 200_000),
    ("gemini", 1_000_000),
)
_MILLION = 1_000_000
_SAMPLE = 10_000
"""Prices are read off a call of this size: some models cost more per token beyond 200,000."""


def window_of(name: str) -> int:
    """How many tokens fit in, told by the family the name belongs to."""
    # `maker/name` and, at Amazon, `region.maker.name`; a name itself may hold dots too.
    short = name.rpartition("/")[2].lower()
    parts = short.split(".")
    endings = [".".join(parts[first:]) for first in range(len(parts))]
    fitting = (size for start, size in _WINDOWS for end in endings if end.startswith(start))
    return next(fitting, USUAL_WINDOW)


def price_of(name: str, provider: str) -> Price:
    """Prices from the table that ships with genai-prices; nothing is fetched."""
    sizes = (
        Priced(input_tokens=_SAMPLE),
        Priced(input_tokens=_SAMPLE, cache_read_tokens=_SAMPLE),
        Priced(output_tokens=_SAMPLE),
    )
    try:
        prices = [calc_price(size, name, provider_id=provider).total_price for size in sizes]
    except LookupError:
        return ASSUMED
    fresh, kept, said = (float(price) * _MILLION / _SAMPLE for price in prices)
    return Price(input=fresh, cached=kept, output=said)
