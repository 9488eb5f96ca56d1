"""Prices that stand in no table: of what costs nothing, and of what nobody knows."""

from __future__ import annotations

from postil.domain.conversation import Price

ASSUMED = Price(input=5.0, cached=0.5, output=25.0, assumed=True)
"""For a model nobody knows the price of: what a large one costs, so that a budget still holds."""
FREE = Price(input=0.0, cached=0.0, output=0.0)
