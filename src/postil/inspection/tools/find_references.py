"""Finds where a name is used in code, told by the grammar of each language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from postil import syntax
from postil.inspection.tools import Found, Ground
from postil.inspection.tools._arguments import schema
from postil.inspection.tools._mentions import MORE, NAME_ARGUMENT, mentions
from postil.inspection.tools._passages import passages

NAME = "find_references"
DESCRIPTION = "Where a name is used in code: not its definitions, not comments or strings."
SCHEMA = schema(name=NAME_ARGUMENT)
MOST = 50


def run(ground: Ground, arguments: Mapping[str, Any]) -> Found:
    asked = mentions(ground, arguments["name"])
    uses: list[tuple[str, int]] = []
    elsewhere = definitions = 0
    for path, text in asked.texts(ground):
        for each in syntax.references(path, text, [asked.name]):
            if each.role is not syntax.Role.CODE:
                elsewhere += 1
            elif each.form is syntax.Form.DEFINITION:
                definitions += 1
            else:
                uses.append((path, each.line))
    places = list(dict.fromkeys(uses))
    heading = (
        f"Lines that use `{asked.name}`: {len(places)}; definitions: {definitions}; "
        f"in comments, strings and prose: {elsewhere}."
    )
    if asked.cut:
        heading += MORE
    if len(places) > MOST:
        heading += f" The first {MOST} lines are shown."
    return Found(heading, tuple(passages(places[:MOST], context=0)))
