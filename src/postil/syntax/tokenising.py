"""The tokens of a stretch of text that decide what it does: no comments, layout or annotations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from tree_sitter import Node

from postil.syntax.grammar import Parsed, parse
from postil.syntax.occurring import CODE_IN_STRINGS, STRINGS

_MOST_NODES = 200_000
_CONSTANTS = frozenset({"true", "false", "none", "null", "nil", "undefined"})
_ANNOTATIONS = frozenset({"type_annotation", "type_parameters"})
_ANNOTATED = frozenset({"typed_parameter", "typed_default_parameter", "assignment"})
_PIECES = frozenset({"string_content", "string_fragment", "escape_sequence"})
_CLOSING = frozenset({")", "]", "}"})
_QUOTES = "\"'`"
_JOINED = "concatenated_string"


class Sort(StrEnum):
    """What a token is; a mark is an operator or a bracket, a word one the language keeps."""

    NAME = "name"
    NUMBER = "number"
    STRING = "string"
    CONSTANT = "constant"
    WORD = "word"
    MARK = "mark"


@dataclass(frozen=True, slots=True)
class Token:
    """One token; of a string only what stands between its quotes. Lines count from 1."""

    text: str
    sort: Sort
    line: int

    @property
    def key(self) -> tuple[str, Sort]:
        """What makes two tokens the same wherever they stand."""
        return self.text, self.sort


@dataclass(frozen=True)
class Tokeniser:
    """One text, parsed when first asked and once, however many stretches of it are wanted."""

    path: str
    text: str

    @cached_property
    def _parsed(self) -> Parsed | None:
        return parse(self.path, self.text)

    def between(self, first: int, last: int) -> tuple[Token, ...]:
        """The tokens of the lines from first to last; empty when the text is not parsed.

        Semicolons and trailing commas are layout; a text alone is a statement without effect.
        """
        if self._parsed is None:
            return ()
        kept: list[Token] = []
        for token in _found(self._parsed, first - 1, last - 1):
            if token.sort is Sort.MARK and token.text in _CLOSING and kept and kept[-1].text == ",":
                kept.pop()
            kept.append(token)
        return tuple(kept)


def tokens(path: str, text: str, first: int, last: int) -> tuple[Token, ...]:
    """The tokens of one stretch of a text."""
    return Tokeniser(path, text).between(first, last)


def _found(parsed: Parsed, first: int, last: int) -> Iterator[Token]:
    waiting = [_around(parsed, first, last)]
    for _ in range(_MOST_NODES):
        if not waiting:
            return
        node = waiting.pop()
        if node.end_point[0] < first or node.start_point[0] > last or _is_idle(parsed, node):
            continue
        if _is_whole_string(node):
            text = _unquoted(parsed.text_of(node))
            yield Token(text, Sort.STRING, node.start_point[0] + 1)
        elif node.child_count:
            waiting.extend(reversed(node.children))
        elif first <= node.start_point[0] <= last:
            yield from _leaf(parsed, node)


def _around(parsed: Parsed, first: int, last: int) -> Node:
    """The smallest node that holds the lines, so that a long file costs no more than they do."""
    starts = (*parsed.line_starts, len(parsed.source))
    start, end = starts[min(first, len(starts) - 1)], starts[min(last + 1, len(starts) - 1)]
    stretch = parsed.source[start:end]
    opening = start + len(stretch) - len(stretch.lstrip())
    closing = start + len(stretch.rstrip())
    return parsed.root.descendant_for_byte_range(opening, max(opening, closing)) or parsed.root


def _is_idle(parsed: Parsed, node: Node) -> bool:
    """Whether a node changes nothing about what the program does."""
    if node.type.endswith("comment") or node.type in _ANNOTATIONS:
        return True
    if parsed.language != "python":
        return False
    if node.type in ("type", "->"):
        return True
    if node.type == "expression_statement":
        return node.child_count == 1 and node.children[0].type == "string"
    outer = node.parent
    return node.type == ":" and outer is not None and outer.type in _ANNOTATED


def _is_whole_string(node: Node) -> bool:
    if not node.is_named or node.type not in STRINGS or node.type == _JOINED:
        return False
    return not any(child.type in CODE_IN_STRINGS for child in node.children)


def _unquoted(text: str) -> str:
    """What stands between the quotes, without the letters some languages put before them.

    How a text over several lines is indented is layout.
    """
    opening = min((text.find(quote) for quote in _QUOTES if quote in text), default=-1)
    inside = text if opening < 0 else text[opening:].strip(_QUOTES)
    return " ".join(inside.split()) if "\n" in inside else inside


def _leaf(parsed: Parsed, node: Node) -> Iterator[Token]:
    text = parsed.text_of(node)
    if text.strip() and text != ";":
        yield Token(text, _sort(node, text), node.start_point[0] + 1)


def _sort(node: Node, text: str) -> Sort:
    if node.type in _PIECES:
        return Sort.STRING
    if text.lower() in _CONSTANTS:
        return Sort.CONSTANT
    if not node.is_named:
        return Sort.WORD if text[0].isalpha() else Sort.MARK
    if text[0].isdigit() or (text[0] == "." and text[1:2].isdigit()):
        return Sort.NUMBER
    return Sort.NAME if any(character.isalnum() for character in text) else Sort.MARK
