"""Stands where a model was named that cannot be opened, so that the next in line is asked."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

from postil.domain.conversation import Price, Prompt, Reply
from postil.domain.errors import Unusable
from postil.models._rates import FREE


@dataclass(frozen=True, kw_only=True)
class ClosedModel:
    """Fits everything and answers nothing: it says only why it cannot be asked."""

    name: str
    problem: Unusable
    window: int = sys.maxsize
    caches: bool = False
    price: Price = FREE

    async def ask(
        self, prompt: Prompt, *, within: float, begun: Callable[[], None] = lambda: None
    ) -> Reply:
        del prompt, within, begun
        raise self.problem
