"""Tells what the newest commits did to lines of a file at head."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from postil.inspection.tools import Found, Ground, Wording
from postil.inspection.tools._arguments import number, schema
from postil.inspection.tools._commits import described
from postil.inspection.tools._stretches import PATH, START, stretch
from postil.ports import Step

NAME = "log_lines"
DESCRIPTION = "The newest commits that changed lines of a file, with what each did to them."
SCHEMA = schema(path=PATH, start=START, count=number(100, default=10))
PATCH_LINES = 60


def run(ground: Ground, arguments: Mapping[str, Any]) -> Found:
    asked = stretch(ground, arguments)
    steps = ground.history.steps(asked.path, asked.first, asked.last)
    heading = f"{asked.heading} Commits that changed them, newest first: {len(steps)}."
    return Found(heading, tuple(map(_wording, steps)))


def _wording(step: Step) -> Wording:
    lines = [(row[:1], row[1:]) for row in step.patch[:PATCH_LINES]]
    more = len(step.patch) - PATCH_LINES
    if more > 0:
        lines.append(("", f"({more:,} more lines)"))
    return Wording(described(step.origin), tuple(lines))
