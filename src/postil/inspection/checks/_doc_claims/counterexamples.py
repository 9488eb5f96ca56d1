"""The place in the tree that refutes a claim."""

from __future__ import annotations

from dataclasses import dataclass

from postil.domain.finding import Quote


@dataclass(frozen=True)
class Counterexample:
    """What does not keep to a claim, and what was counted."""

    quote: Quote
    title: str
    counted: str = ""
