"""Reads a part of a file at head."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from postil.inspection.tools import Excerpt, Found, Ground
from postil.inspection.tools._arguments import number, schema
from postil.inspection.tools._stretches import PATH, START, stretch

NAME = "read_file"
DESCRIPTION = "Lines of a file as it is after the change."
SCHEMA = schema(path=PATH, start=START, count=number(400, default=50))


def run(ground: Ground, arguments: Mapping[str, Any]) -> Found:
    asked = stretch(ground, arguments)
    return Found(asked.heading, (Excerpt(asked.path, asked.first, asked.last),))
