"""Has a model examined before a review relies on it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from postil.domain.errors import Unusable
from postil.models import Examined, Fitness, examine, open_model


def examined(spec: str, variables: Mapping[str, str]) -> Examined:
    """What one small question to a model shows; raises `UserError` when there is no such model."""
    try:
        model = open_model(spec, variables)
    except Unusable as problem:
        return Examined(fitness=Fitness.UNFIT, said=str(problem))
    with asyncio.Runner() as runner:
        return runner.run(examine(model))
