"""Asks a syntax tree what pairs of places need to know: lines, words, errors, and what may change."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from tree_sitter import Node, Query

from postil.syntax.grammar import Parsed, grammar

LONGEST = 600
"""Characters of a condition or a key; what is longer is not compared."""
_CHANGING = re.compile(
    r"call|invocation|assignment|update|await|yield|new_expr|creation|macro|substitution|\Alet_"
    r"|named_expression|lambda|function|ERROR|preproc|interpolation|throw|postfix|heredoc|closure"
)
"""Kinds of nodes that may give another value when they are asked again."""

_ASSIGNING = re.compile(r"assignment|update|named_expression|\Alet_|ERROR|postfix|\Aassign")


@dataclass(frozen=True)
class Sheet:
    """A parsed file and the lines whose surroundings matter; without lines all of it does."""

    parsed: Parsed
    lines: Sequence[int] | None = None

    @property
    def language(self) -> str:
        return self.parsed.language

    def nodes(self, kinds: str) -> Iterator[Node]:
        """The nodes of these kinds that hold one of the lines, outermost first."""
        for captures in self.parsed.matches(_query(self.language, kinds)):
            node = captures["node"][0]
            if self._is_near(node) and _is_understood(node):
                yield node

    def _is_near(self, node: Node) -> bool:
        if self.lines is None:
            return True
        index = bisect_left(self.lines, node.start_point[0] + 1)
        return index < len(self.lines) and self.lines[index] <= node.end_point[0] + 1

    def text(self, node: Node) -> str:
        return self.parsed.text_of(node)

    def plain(self, node: Node) -> str:
        """The words of a node, however they are laid out."""
        return " ".join(self.text(node).split())

    def field(self, node: Node, name: str) -> str:
        found = node.child_by_field_name(name)
        return "" if found is None else self.text(found)


_BODIES = re.compile(
    r"\A(?:program|module|source_file|compilation_unit|translation_unit)\Z|block|body|\Aclass"
)


def _is_understood(node: Node) -> bool:
    """Whether the grammar made sense of the statement around a node; a body answers for its parts."""
    if _BODIES.search(node.type):
        return True
    while node.parent is not None and not _BODIES.search(node.parent.type):
        node = node.parent
    return not node.has_error


@cache
def _query(language: str, kinds: str) -> Query:
    named = " ".join(f"({kind})" for kind in kinds.split())
    return Query(grammar(language), f"[{named}] @node")


def line_of(node: Node) -> int:
    return node.start_point[0] + 1


def is_steady(node: Node) -> bool:
    """Whether a node is short and gives the same value when it is asked twice in a row."""
    is_short = node.end_byte - node.start_byte <= LONGEST
    return is_short and not node.has_error and not _holds(node, _CHANGING)


def assigns(node: Node) -> bool:
    """Whether a node gives a name another value, or may do so for all we can tell."""
    return node.has_error or _holds(node, _ASSIGNING)


def _holds(node: Node, kinds: re.Pattern[str]) -> bool:
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if kinds.search(current.type):
            return True
        waiting += current.named_children
    return False


def is_whole(nodes: Sequence[Node]) -> bool:
    """Whether the grammar understood all of these."""
    return not any(node.has_error or node.is_missing for node in nodes)


def words(node: Node, inner: frozenset[str]) -> Iterator[Node]:
    """The nodes without children at or below a node, but for what stands in nodes of inner kinds."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if current.type in inner:
            continue
        if current.child_count == 0:
            yield current
        waiting += current.children
