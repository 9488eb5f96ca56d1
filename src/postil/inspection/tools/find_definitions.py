"""Finds where a name is defined, told by the grammar of each language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from postil import syntax
from postil.inspection.tools import Excerpt, Found, Ground
from postil.inspection.tools._arguments import schema
from postil.inspection.tools._mentions import MORE, NAME_ARGUMENT, Mentions, mentions

NAME = "find_definitions"
DESCRIPTION = "Where a function, class, type, constant or member is defined; `Owner.name` narrows."
SCHEMA = schema(name=NAME_ARGUMENT)
MOST = 20
LINES = 12
_LEADS = (
    *("def", "class", "function", "func", "fn", "fun", "interface", "type", "struct", "enum"),
    *("trait", "const", "let", "var", "static", "record", "module", "object"),
)
"""What stands before a name where it is defined, so that a common name is found there first."""


def run(ground: Ground, arguments: Mapping[str, Any]) -> Found:
    asked = mentions(ground, arguments["name"], leads=_LEADS)
    found = list(_definitions(ground, asked))
    unparsed = sum(not syntax.supports(path) for path in asked.paths)
    heading = f"Definitions of `{arguments['name']}`: {len(found)}."
    if unparsed:
        heading += f" Files with that name that are not parsed: {unparsed}."
    if asked.cut:
        heading += MORE
    if len(found) > MOST:
        heading += f" The first {MOST} are shown."
    return Found(heading, tuple(found[:MOST]))


def _definitions(ground: Ground, asked: Mentions) -> Iterator[Excerpt]:
    for path, text in asked.texts(ground):
        for each in syntax.definitions(path, text):
            if each.name == asked.name and asked.owner in ("", each.owner):
                whole = f"{each.kind.value}, lines {each.line} to {each.end_line}"
                last = min(each.end_line, each.line + LINES - 1)
                yield Excerpt(path, each.line, last, whole)
