"""Texts that have a name in a file, and where such a name stands for a piece of a longer text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from tree_sitter import Node

from postil.inspection.checks._prompt_consistency.branches import arms
from postil.inspection.checks._prompt_consistency.places import (
    CALLS,
    HOLES,
    OUTSIDE,
    STRINGS,
    SUMS,
    assignment_of,
    is_joining,
    named_part,
    place_of,
    scopes,
    sets_anew,
)
from postil.inspection.checks._prompt_consistency.prompts import Arm, PromptLine
from postil.syntax.grammar import Parsed

_MOST_STRINGS = 3_000
_MOST_NAMES = 20_000
_MOST_NESTED = 4
_MOST_EXPANDED = 20_000
_MOST_PIECES = 100
_NOT_TAKEN = -1
_MEMBERS = frozenset({"property_identifier", "field_identifier"})
_IDENTIFIERS = frozenset({"identifier", "constant", "name", "variable_name"}) | _MEMBERS
_OWNERS = frozenset(
    {"attribute", "member_expression", "field_access", "member_access_expression", "selector_expression", "field_expression",
     "scoped_identifier", "scope_resolution"}
)  # fmt: skip
_JOINS = frozenset(
    {"parenthesized_expression", "parenthesized_statements", "list", "array", "array_creation_expression", "argument_list", "arguments",
     "literal_value", "composite_literal", "element_list", "literal_element", "argument", "expression_list",
     "conditional_expression", "ternary_expression", "conditional", "attribute", "member_expression",
     "class_constant_access_expression", "scope_resolution", "field_access", "field_expression",
     "selector_expression", "member_access_expression", "if_modifier", "unless_modifier", "spread_element", "list_splat",
     "array_element_initializer", "token_tree", "collection_expression", "initializer_expression", "expression_element",
     "array_expression", "reference_expression", "implicit_array_creation_expression", "object_creation_expression",
     "switch_expression_arm", "switch_expression", "if_expression", "else_clause", "block", "match_expression", "match_block",
     "keyword_argument", "match_arm", "match_conditional_expression", "match_default_expression"}
)  # fmt: skip
_RETURNS = frozenset({"return_statement", "return", "arrow_expression_clause"})


def literals_of(root: Node) -> Iterator[Node]:
    """The literals that stand in no other literal, in order."""
    waiting = [root]
    count = 0
    while waiting and count < _MOST_STRINGS:
        node = waiting.pop()
        if node.type in STRINGS:
            count += 1
            yield node
        else:
            waiting.extend(reversed(node.children))


@dataclass
class Names:
    """The named texts of a file: for a name of a scope, the literals and names it is made of."""

    parsed: Parsed
    _pieces: dict[tuple[int, str], list[Node]] = field(default_factory=dict)
    _passed: dict[int, tuple[Arm, ...]] = field(default_factory=dict)
    _gone: set[int] = field(default_factory=set)
    _left: int = _MOST_EXPANDED

    def learn(self, nodes: Sequence[Node]) -> None:
        """Takes in what has been given a name."""
        for node in nodes:
            place = place_of(node, self.parsed)
            if place.kind == "name" or (place.is_returned and place.function):
                is_named = place.kind == "name"
                key = (place.scope, place.name) if is_named else (OUTSIDE, f"{place.function}()")
                known = self._pieces.setdefault(key, [])
                if all(other.id != node.id for other in known):
                    known.append(node)
        for (scope, _), known in self._pieces.items():
            known.sort(key=lambda node: node.start_byte)
            if scope != OUTSIDE:
                self._overwrite(known[:_MOST_PIECES])

    def _overwrite(self, known: Sequence[Node]) -> None:
        """Takes out what a variable held before it was given something else."""
        makers = [assignment_of(node) for node in known]
        for number, (node, maker) in enumerate(zip(known, makers, strict=True)):
            mine = {arm.branch for arm in arms(node, self.parsed)}
            for later in makers[number + 1 :]:
                if later is None or (maker is not None and later.id == maker.id):
                    continue
                if not sets_anew(later, self.parsed):
                    continue
                others = [arm for arm in arms(later, self.parsed) if arm.branch not in mine]
                if others:
                    left = Arm(others[0].branch, _NOT_TAKEN, f"not {others[0].test}")
                    self._passed[node.id] = (*self._passed.get(node.id, ()), left)
                elif mine == {arm.branch for arm in arms(later, self.parsed)}:
                    self._gone.add(node.id)

    def called(self, node: Node) -> str:
        """The name, with parentheses where it is that of a function that is called."""
        name = self.parsed.text_of(node)[:100]
        return f"{name}()" if _call_of(node) is not None else name

    def uses(self) -> list[Node]:
        """Where a named text is joined with others, in order."""
        names = {name for _, name in self._pieces}
        found: list[Node] = []
        waiting = [self.parsed.root] if names else []
        count = 0
        while waiting and count < _MOST_NAMES:
            node = waiting.pop()
            if node.type in STRINGS and not any(child.type in HOLES for child in node.children):
                continue
            if node.type in _IDENTIFIERS:
                count += 1
                called = self.called(node)
                is_text = node.type not in _MEMBERS or called.endswith(")")
                if is_text and called in names and self._is_joined(node):
                    found.append(node)
                continue
            waiting.extend(reversed(node.children))
        return found

    def _is_joined(self, node: Node) -> bool:
        """Whether a name is a piece of a longer text, as against an argument or an entry of a table."""
        key = self._key(node)
        if key is None:
            return False
        child = _call_of(node) or node
        holder = child.parent or child
        while holder.type in _JOINS and holder.parent is not None:
            child, holder = holder, holder.parent
        part = named_part(holder)
        if holder.type in CALLS:
            is_piece = is_joining(holder, self.parsed)
        elif part is not None:
            is_piece = part.id != child.id
        elif holder.type in _RETURNS:
            is_piece = key[0] == OUTSIDE
        else:
            is_piece = holder.type in STRINGS | SUMS
        return is_piece and not self._is_added_to(node, key)

    def _is_added_to(self, node: Node, key: tuple[int, str]) -> bool:
        """Whether a name stands in its own making, as in `text = text + more`."""
        place = place_of(node, self.parsed)
        return place.kind == "name" and (place.scope, place.name) == key

    def _key(self, node: Node) -> tuple[int, str] | None:
        name = self.called(node)
        keys = ((scope, name) for scope in scopes(node))
        return next((key for key in keys if key in self._pieces), None)

    def lines(self, node: Node, over: tuple[int, ...] = (), depth: int = 0) -> Iterator[PromptLine]:
        """The text of a literal, or of all pieces behind a name, in the modes of this place."""
        if node.id in self._gone:
            return
        passed = self._passed.get(node.id, ())
        if node.type in STRINGS:
            for line in _lines(node, self.parsed):
                yield replace(line, arms=(*line.arms, *passed)) if passed else line
            return
        key = self._key(node)
        if key is None or depth >= _MOST_NESTED:
            return
        here, seam = (*arms(node, self.parsed), *passed), node.start_point[0] + 1
        for piece in self._pieces[key]:
            self._left -= 1
            if self._left < 0 or piece.id == node.id or piece.id in over:
                continue
            for line in self.lines(piece, (*over, piece.id), depth + 1):
                yield PromptLine(line.number, line.text, (*line.arms, *here), (*line.seams, seam))


def is_in_literal(node: Node) -> bool:
    """Whether a name stands in a hole of a literal, so that its text comes in the middle of it."""
    current = node.parent
    while current is not None and current.type not in STRINGS:
        current = current.parent
    return current is not None


def _call_of(node: Node) -> Node | None:
    """The call of the function that a name is the name of."""
    child, holder, after = node, node.parent, node.next_sibling
    if holder is not None and holder.type == "token_tree":
        return node if after is not None and after.type == "token_tree" else None
    while holder is not None and holder.type in _OWNERS and holder.children[-1].id == child.id:
        child, holder = holder, holder.parent
    is_call = holder is not None and holder.type in CALLS and holder.type != "macro_invocation"
    return holder if is_call and holder is not None and holder.children[0].id == child.id else None


def _lines(literal: Node, parsed: Parsed) -> Iterator[PromptLine]:
    """The lines of a literal and of those in its holes, in order; what is computed is left blank."""
    found: list[tuple[int, PromptLine]] = []
    waiting = [literal]
    while waiting:
        node = waiting.pop()
        holes = [child for child in node.children if child.type in HOLES]
        waiting.extend(inner for hole in holes for inner in literals_of(hole))
        here = tuple(arms(node, parsed))
        first, at = node.start_point[0] + 1, node.start_byte
        text = _without(holes, node, parsed).decode("utf-8", "replace")
        for step, line in enumerate(_dedented(text.strip("\"'`").split("\n"))):
            for part in line.split("\\n"):
                plain = part.replace('\\"', '"').replace("\\'", "'").replace("\\`", "`")
                found.append((at, PromptLine(first + step, plain, here)))
            at = _next_line(at, parsed)
    found.sort(key=lambda entry: entry[0])
    yield from (line for _, line in found)


def _next_line(at: int, parsed: Parsed) -> int:
    end = parsed.source.find(b"\n", at)
    return len(parsed.source) if end < 0 else end + 1


def _without(holes: Sequence[Node], node: Node, parsed: Parsed) -> bytes:
    """The source of a literal with its holes blanked, line by line."""
    source = bytearray(parsed.source[node.start_byte : node.end_byte])
    for hole in holes:
        start, end = hole.start_byte - node.start_byte, hole.end_byte - node.start_byte
        source[start:end] = b"\n".join(b" " * len(line) for line in source[start:end].split(b"\n"))
    return bytes(source)


def _dedented(lines: list[str]) -> Iterator[str]:
    """The lines without the indentation that all but the first have in common."""
    indents = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    indent = min(indents, default=0)
    for number, line in enumerate(lines):
        yield line[min(indent, len(line) - len(line.lstrip())) :] if number else line
