"""Takes a body apart into text, code and folds, each with its place in the source."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from markdown_it.token import Token

from postil.publish.sanitising.grammar import Span, outline, parse

_ONLY_MARKERS = re.compile(r"\A[\s>*+.)0-9-]*\Z")
_PIPE = re.compile(r"\\\|")
_CONTAINERS = ("bullet_list_open", "ordered_list_open", "list_item_open", "blockquote_open")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A block of running text: its content, where each line of it stands, and its constructs."""

    text: str
    offsets: tuple[int, ...]
    places: tuple[int, ...]
    spans: tuple[Span, ...]
    is_cell: bool
    begins_line: bool

    def source(self, offset: int) -> int:
        """The place in the body of a place in the content."""
        line = max(0, bisect_right(self.offsets, offset) - 1)
        return self.places[line] + offset - self.offsets[line]


@dataclass(frozen=True, slots=True)
class Code:
    """A fenced block of code by its first line and the line after its last."""

    first: int
    end: int
    ticks: str
    info: str
    text: str
    is_closed: bool

    def margin(self, lines: Sequence[str]) -> str:
        """What stands before the fence where it closes: marks of quotes, blanks for all else."""
        opening = lines[self.first]
        return "".join(">" if c == ">" else " " for c in opening[: opening.index(self.ticks)])


@dataclass(frozen=True, slots=True)
class Edge:
    """Where a fold opens or closes, by the same two lines."""

    first: int
    end: int
    opens: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """A body taken apart; `is_whole` says that every line of it was understood.

    `pipes` are the places of escaped pipes in tables. Rows that hold one are not read: which
    cell a pipe in code belongs to is disputed.
    """

    lines: tuple[str, ...]
    starts: tuple[int, ...]
    leaves: tuple[Leaf, ...]
    codes: tuple[Code, ...]
    edges: tuple[Edge, ...]
    pipes: tuple[int, ...]
    is_whole: bool


def read(body: str) -> Reading:
    lines = tuple(body.split("\n"))
    return _reading(body, lines, *parse(body, lines))


def skim(body: str) -> Reading:
    """The blocks of a body; nothing is known of what stands in their text."""
    lines = tuple(body.split("\n"))
    return _reading(body, lines, outline(body, lines), {})


def _reading(
    body: str, lines: tuple[str, ...], tokens: Sequence[Token], spans: Mapping[int, list[Span]]
) -> Reading:
    starts = [0]
    for line in lines[:-1]:
        starts.append(starts[-1] + len(line) + 1)
    covered: set[int] = set()
    leaves: list[Leaf | None] = []
    codes: list[Code] = []
    edges: list[Edge] = []
    pipes: list[int] = []
    row, column = -1, 0
    for token in tokens:
        if token.map is None or token.type in _CONTAINERS:
            continue
        first, end = token.map
        covered.update(range(first, end))
        if token.type == "tr_open":
            row, column = first, 0
            pipes += [starts[first] + found.start() for found in _PIPE.finditer(lines[first])]
        elif token.type == "inline" and not (first == row and "\\|" in lines[row]):
            found = tuple(spans.get(id(token.children), ()))
            is_cell = first == row
            places = _places(token, lines, starts, column if is_cell else None)
            leaf = _leaf(token.content, places, found)
            if leaf and is_cell:
                before = body[starts[first] : places[0]]
                leaf = replace(leaf, is_cell=True, begins_line=not before.strip(" \t>"))
            leaves.append(leaf)
            column = places[-1] - starts[first] + len(token.content) if is_cell and places else 0
        elif token.type == "fence":
            codes.append(_code(token))
        elif token.type in ("fold_open", "fold_close"):
            edges.append(Edge(first, end, opens=token.type == "fold_open"))
    missed = (line for at, line in enumerate(lines) if at not in covered)
    return Reading(
        lines=lines,
        starts=tuple(starts),
        leaves=tuple(leaf for leaf in leaves if leaf),
        codes=tuple(codes),
        edges=tuple(edges),
        pipes=tuple(pipes),
        is_whole=None not in leaves and all(_ONLY_MARKERS.match(line) for line in missed),
    )


def _places(
    token: Token, lines: Sequence[str], starts: Sequence[int], column: int | None
) -> list[int]:
    """Where each line of the content stands in the body; nothing when one cannot be found.

    A content line is the end of its source line, without the marks of quotes, lists and
    headings; a cell is searched from the `column` where the cell before it ended.
    """
    first = token.map[0] if token.map else 0
    places: list[int] = []
    for number, piece in enumerate(token.content.split("\n"), first):
        wanted, line = piece.strip(" \t"), lines[number]
        at = line.rfind(wanted) if column is None else line.find(wanted, column)
        if at < 0:
            return []
        places.append(starts[number] + at)
    return places


def _leaf(text: str, places: Sequence[int], spans: tuple[Span, ...]) -> Leaf | None:
    if not places:
        return None
    offsets: list[int] = []
    start = 0
    for piece in text.split("\n"):
        offsets.append(start + len(piece) - len(piece.lstrip(" \t")))
        start += len(piece) + 1
    return Leaf(text, tuple(offsets), tuple(places), spans, is_cell=False, begins_line=True)


def _code(token: Token) -> Code:
    first, end = token.map or (0, 0)
    held = len(token.content.removesuffix("\n").split("\n")) if token.content else 0
    return Code(
        first=first,
        end=end,
        ticks=token.markup,
        info=token.info.strip(),
        text=token.content,
        is_closed=end - first > held + 1,
    )
