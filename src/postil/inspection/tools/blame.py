"""Tells which commits lines of a file at head come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from postil.inspection.tools import Excerpt, Found, Ground
from postil.inspection.tools._arguments import number, schema
from postil.inspection.tools._commits import described
from postil.inspection.tools._stretches import PATH, START, Stretch, stretch

NAME = "blame"
DESCRIPTION = "Which commit each line of a file comes from, with its day and subject."
SCHEMA = schema(path=PATH, start=START, count=number(100, default=20))


def run(ground: Ground, arguments: Mapping[str, Any]) -> Found:
    asked = stretch(ground, arguments)
    return Found(asked.heading, tuple(_runs(ground, asked)))


def _runs(ground: Ground, asked: Stretch) -> Iterator[Excerpt]:
    """The lines in runs that come from one commit."""
    line = asked.first
    for origin, alike in groupby(ground.history.origins(asked.path, asked.first, asked.last)):
        count = len(list(alike))
        yield Excerpt(asked.path, line, line + count - 1, described(origin))
        line += count
