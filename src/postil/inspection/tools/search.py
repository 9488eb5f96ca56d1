"""Finds a fixed string in the files at head."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from postil.domain.paths import matches
from postil.inspection.tools import Found, Ground, Nonsense
from postil.inspection.tools._arguments import schema, words
from postil.inspection.tools._passages import passages

NAME = "search"
DESCRIPTION = (
    "Where a fixed string stands, whole words only, case counts; `glob` narrows it to paths."
)
SCHEMA = schema(text=words(200), glob=words(200, default=""))
MOST = 50
CONTEXT = 2


def run(ground: Ground, arguments: Mapping[str, Any]) -> Found:
    text, glob = arguments["text"], arguments["glob"]
    if "\n" in text or "\0" in text:
        raise Nonsense("A search looks at one line at a time; leave line ends out of `text`.")
    found = ground.search.search([text])[text]
    fitting = [hit for hit in found.hits if not glob or matches(glob, hit.path)]
    where = f" in `{glob}`" if glob else ""
    heading = f"Lines with `{text}`{where}: {len(fitting)}."
    if found.total > len(found.hits):
        heading += f" Only the first {len(found.hits)} of all files were looked at; there are more."
    if len(fitting) > MOST:
        heading += f" The first {MOST} are shown."
    places = [(hit.path, hit.line) for hit in fitting[:MOST]]
    return Found(heading, tuple(passages(places, context=CONTEXT)))
