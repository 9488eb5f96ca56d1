"""Rewrites what is not running text: code blocks, folds and the lines around them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.publish.sanitising.allowed import Allowed
from postil.publish.sanitising.edits import Edit
from postil.publish.sanitising.live import Kind, commands
from postil.publish.sanitising.reading import Code, Reading

# A name of a language; anything longer tells the forge more than how to colour.
_LANGUAGE = re.compile(r"\A[A-Za-z0-9][A-Za-z0-9+#._-]{0,29}\Z")
# Languages a forge draws instead of showing: pictures that load, links that can be clicked.
_DRAWN = frozenset(
    {
        *("mermaid", "geojson", "topojson", "stl", "math", "plantuml", "puml", "kroki", "dot"),
        *("graphviz", "vega", "vegalite", "svgbob", "ditaa", "blockdiag", "nomnoml", "wavedrom"),
        *("excalidraw", "bytefield", "d2", "erd", "pikchr", "structurizr", "json:table"),
    }
)
_LINE = 2_000


def block_edits(reading: Reading, *, allow: Allowed) -> Iterator[Edit]:
    """What must change around the running text, by places in the body."""
    for code in reading.codes:
        yield from _code_edits(reading, code, allow)
    yield from _fold_edits(reading)
    for at in reading.pipes:
        yield Edit(Kind.MARKUP, at, at + 2, "│")


def _code_edits(reading: Reading, code: Code, allow: Allowed) -> Iterator[Edit]:
    start, opening = reading.starts[code.first], reading.lines[code.first]
    at = opening.index(code.ticks)
    info = _info(code, allow)
    if info != code.info:
        kind = Kind.SUGGESTION if code.info.startswith("suggestion") else Kind.DRAWING
        after = start + at + len(code.ticks)
        yield Edit(kind, after, start + len(opening), info)
    if not code.is_closed:
        last = code.end - 1
        end = reading.starts[last] + len(reading.lines[last])
        yield Edit(Kind.MARKUP, end, end, f"\n{code.margin(reading.lines)}{code.ticks}")
    # A fence that is one blank in takes up to one blank from every line it shows.
    commanding = _commands_at_margin(reading, code)
    for line in range(code.first, code.end) if commanding and at == 0 else commanding:
        if reading.lines[line]:
            place = reading.starts[line]
            yield Edit(Kind.COMMAND, place, place, " ")


def _info(code: Code, allow: Allowed) -> str:
    word = code.info.lower()
    if word == "suggestion" and code.text.removesuffix("\n") in allow.suggestions:
        return code.info
    if not word or (_LANGUAGE.match(word) and word not in _DRAWN and word != "suggestion"):
        return code.info
    return "text"


def _commands_at_margin(reading: Reading, code: Code) -> list[int]:
    """The lines of code that a bot which reads raw text would obey."""
    return [
        line
        for line in range(code.first + 1, code.end)
        if next(commands(reading.lines[line][:_LINE]), -1) == 0
    ]


def _fold_edits(reading: Reading) -> Iterator[Edit]:
    """Every fold that opens closes, and a Markdown reader sees where its title and its text end."""
    depth = 0
    for edge in reading.edges:
        place = reading.starts[edge.first]
        if not edge.opens and not depth:
            yield Edit(Kind.MARKUP, place, place + 1, "&lt;")
            continue
        depth += 1 if edge.opens else -1
        if edge.first and reading.lines[edge.first - 1]:
            yield Edit(Kind.MARKUP, place, place, "\n")
        if edge.end < len(reading.lines) and reading.lines[edge.end]:
            after = reading.starts[edge.end]
            yield Edit(Kind.MARKUP, after, after, "\n")
    if depth:
        end = reading.starts[-1] + len(reading.lines[-1])
        yield Edit(Kind.MARKUP, end, end, "\n\n</details>" * depth)
