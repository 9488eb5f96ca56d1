"""Budgets of money and tokens, for the run and for the change."""

from __future__ import annotations

import pytest

from postil.domain.conversation import Price, Usage
from postil.domain.errors import BudgetSpent
from postil.inspection.panel.purse import Purse

PRICE = Price(input=1.0, cached=0.1, output=10.0)


def test_what_is_promised_counts_until_it_is_settled() -> None:
    purse = Purse(usd=0.03)
    first = purse.admit(10_000, 1_000, PRICE)
    assert first.usd == pytest.approx(0.02)
    with pytest.raises(BudgetSpent, match=r"0\.03 USD for this run"):
        purse.admit(10_000, 1_000, PRICE)
    purse.settle(first, Usage(input=1_000, cached=0, output=0, usd=0.001), PRICE)
    assert purse.usd_left == pytest.approx(0.029)
    purse.admit(10_000, 1_000, PRICE)


def test_the_change_has_a_budget_of_its_own_across_runs() -> None:
    purse = Purse(usd=5.0, change_usd=10.0, before=9.99)
    with pytest.raises(BudgetSpent, match=r"10\.00 USD for this change"):
        purse.admit(10_000, 1_000, PRICE)


def test_tokens_are_a_limit_where_money_is_not() -> None:
    free = Price(input=0.0, cached=0.0, output=0.0)
    purse = Purse(tokens=5_000)
    promise = purse.admit(2_000, 1_000, free)
    with pytest.raises(BudgetSpent, match="5,000 tokens"):
        purse.admit(2_000, 1_000, free)
    purse.settle(promise, Usage(input=500, output=100), free)
    assert purse.tokens_left == 4_400


def test_an_unpriced_call_is_counted_at_the_assumed_price() -> None:
    purse = Purse(usd=1.0)
    promise = purse.admit(1_000, 1_000, PRICE)
    purse.settle(promise, Usage(input=100_000, output=10_000, usd=None), PRICE)
    assert purse.usd_left == pytest.approx(0.8)
    assert purse.usage.usd is None


def test_no_limits_admit_everything() -> None:
    purse = Purse()
    assert purse.admit(10**9, 10**9, PRICE).tokens == 2 * 10**9
    assert (purse.usd_left, purse.change_left, purse.tokens_left) == (None, None, None)


def test_what_came_from_a_cache_costs_what_a_cache_costs() -> None:
    assert PRICE.of(Usage(input=1_000_000, cached=1_000_000)) == pytest.approx(0.1)
    assert Usage(input=1_000, cached=500).billed_input == pytest.approx(550)
