"""The money and tokens of one run: promised before a call, settled after it, never overdrawn."""

from __future__ import annotations

from dataclasses import dataclass, field

from postil.domain.conversation import Price, Usage
from postil.domain.errors import BudgetSpent


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """What one call may take at most."""

    tokens: int
    usd: float


@dataclass(kw_only=True)
class Purse:
    """What may still be spent; None means there is no limit.

    A model without a known price is counted at an assumed one, so that money stops it too.
    `before` is what earlier runs on the same change have spent of `change_usd`.
    """

    usd: float | None = None
    tokens: int | None = None
    change_usd: float | None = None
    before: float = 0.0
    usage: Usage = field(default_factory=Usage)
    counted_usd: float = 0.0
    _promised: list[Promise] = field(default_factory=list)

    def admit(self, tokens: int, most_output: int, price: Price) -> Promise:
        """Put aside what a call may take; refuses when that is more than is left."""
        promise = Promise(
            tokens=tokens + most_output, usd=price.of(Usage(input=tokens, output=most_output))
        )
        for left, wanted, words in (
            (self.usd_left, promise.usd, f"the budget of {self.usd or 0:.2f} USD for this run"),
            (
                self.change_left,
                promise.usd,
                f"the budget of {self.change_usd or 0:.2f} USD for this change",
            ),
            (self.tokens_left, promise.tokens, f"the budget of {self.tokens or 0:,} tokens"),
        ):
            if left is not None and wanted > left:
                raise BudgetSpent(f"{words} does not allow another call")
        self._promised.append(promise)
        return promise

    def settle(self, promise: Promise, usage: Usage, price: Price) -> None:
        """Replace what was put aside by what was taken."""
        self._promised.remove(promise)
        self.usage += usage
        self.counted_usd += price.of(usage)

    @property
    def usd_left(self) -> float | None:
        return None if self.usd is None else self.usd - self.counted_usd - self._held_usd

    @property
    def change_left(self) -> float | None:
        if self.change_usd is None:
            return None
        return self.change_usd - self.before - self.counted_usd - self._held_usd

    @property
    def tokens_left(self) -> int | None:
        if self.tokens is None:
            return None
        held = sum(promise.tokens for promise in self._promised)
        return self.tokens - self.usage.input - self.usage.output - held

    @property
    def _held_usd(self) -> float:
        return sum(promise.usd for promise in self._promised)
