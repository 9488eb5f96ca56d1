"""Prompts that stand in code: string literals with a telling name, or long ones that instruct."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tree_sitter import Node

from postil.inspection.checks._prompt_consistency_branches import FUNCTIONS, arms
from postil.inspection.checks._prompt_consistency_prompts import (
    MOST_LINES,
    Prompt,
    PromptLine,
    in_modes,
    is_long_instruction,
)
from postil.syntax.grammar import Parsed, parse

_STRINGS = frozenset(
    {"string", "template_string", "raw_string_literal", "interpreted_string_literal", "string_literal",
     "heredoc_body", "verbatim_string_literal", "interpolated_string_expression", "encapsed_string",
     "nowdoc_string"}
)  # fmt: skip
_HOLES = frozenset({"template_substitution", "interpolation", "string_interpolation"})
_NAMED = {
    "assignment": "left",
    "augmented_assignment": "left",
    "assignment_expression": "left",
    "augmented_assignment_expression": "left",
    "variable_declarator": "name",
    "const_spec": "name",
    "var_spec": "name",
    "let_declaration": "pattern",
    "const_item": "name",
    "static_item": "name",
    "short_var_declaration": "left",
    "assignment_statement": "left",
    "operator_assignment": "left",
    "const_element": "name",
}
_KEYED = {"keyword_argument": "name", "pair": "key", "public_field_definition": "name"}
_APPENDS = re.compile(r"\A([\w.]{1,80})\.(?:append|push|extend|add|write|WriteString|push_str)\Z")
_TELLING = re.compile(r"prompt|instructions?(?:\b|_|$)|system_?message", re.IGNORECASE)
_TELLING_WORDS = ("prompt", "instruction", "system_message", "systemmessage")
_TELLING_MARKS = ("MUST", "NEVER", "\n## ", "\n### ")
_ESCAPED = re.compile(r"\\([`\"'])")
_OUTSIDE = -1
_MOST_STRINGS = 3_000
_MOST_NAMES = 5_000
_IDENTIFIERS = frozenset({"identifier", "constant", "name", "variable_name"})
_SUMS = frozenset(
    {"binary_operator", "binary_expression", "binary", "concatenated_string", *_HOLES}
)
_WHOLES = (
    _SUMS
    | _STRINGS
    | {"conditional_expression", "ternary_expression", "conditional", "return_statement"}
)
_JOINS = frozenset(
    {"parenthesized_expression", "list", "array", "array_creation_expression", "argument_list", "arguments",
     "literal_value", "composite_literal", "element_list", "literal_element", "argument", "expression_list",
     "conditional_expression", "ternary_expression", "conditional", "attribute", "member_expression",
     "class_constant_access_expression", "scope_resolution", "field_access", "field_expression",
     "selector_expression", "member_access_expression"}
)  # fmt: skip
_CALLS = frozenset(
    {"call", "call_expression", "method_invocation", "invocation_expression", "function_call_expression",
     "member_call_expression"}
)  # fmt: skip
_JOINING = re.compile(
    r"(?:\A|[.\s])(?:join|append|push|extend|add|write|WriteString|push_str|format|replace|concat|Join)\s{0,2}\("
)


def prompts_in_code(path: str, text: str) -> list[Prompt]:
    """Every prompt in the literals of a file, and every one put together from named literals.

    None if the file cannot be parsed.
    """
    parsed = parse(path, text) if _may_hold_prompts(text) else None
    if parsed is None:
        return []
    literals = list(_outermost(parsed.root))
    constants = _constants(literals, parsed)
    units: dict[tuple[str, int, str], _Unit] = {}
    for node in sorted((*literals, *_uses(parsed, constants)), key=lambda node: node.start_byte):
        place = _place(node, parsed)
        unit = units.setdefault((place.kind, place.scope, place.name), _Unit(place))
        unit.take(node, parsed, constants)
    return [unit.prompt() for unit in units.values() if unit.is_prompt]


def _constants(literals: list[Node], parsed: Parsed) -> dict[str, list[Node]]:
    """The literals that are given a name outside of all functions."""
    found: dict[str, list[Node]] = {}
    for node in literals:
        place = _place(node, parsed)
        if place.kind == "name" and place.scope == _OUTSIDE and place.name:
            found.setdefault(place.name, []).append(node)
    return found


def _uses(parsed: Parsed, constants: dict[str, list[Node]]) -> Iterator[Node]:
    """Where a named literal is joined with others."""
    waiting = [parsed.root] if constants else []
    count = 0
    while waiting and count < _MOST_NAMES:
        node = waiting.pop()
        if node.type in _STRINGS and not any(child.type in _HOLES for child in node.children):
            continue
        if node.type in _IDENTIFIERS:
            count += 1
            if parsed.text_of(node)[:100] in constants and _is_joined(node, parsed):
                yield node
            continue
        waiting.extend(reversed(node.children))


def _is_joined(node: Node, parsed: Parsed) -> bool:
    """Whether a name is a piece of a longer text, as against an argument or an entry of a table."""
    child, holder = node, node.parent or node
    while holder.type in _JOINS and holder.parent is not None:
        child, holder = holder, holder.parent
    if holder.type in _CALLS:
        return _JOINING.search(parsed.text_of(holder)[:4_000]) is not None
    if holder.type in _NAMED:
        left = holder.child_by_field_name(_NAMED[holder.type])
        return left is not None and left.id != child.id
    return holder.type == "return_statement" or holder.type in _STRINGS | _SUMS


def _may_hold_prompts(text: str) -> bool:
    if any(mark in text for mark in _TELLING_MARKS):
        return True
    lowered = text.lower()
    return any(word in lowered for word in _TELLING_WORDS)


@dataclass(frozen=True, slots=True)
class _Place:
    """What a literal is a part of: a variable of a scope, a key, or one returned value."""

    kind: str
    scope: int
    name: str
    function: str


@dataclass
class _Unit:
    place: _Place
    lines: list[PromptLine] = field(default_factory=list)
    is_named: bool = False

    def take(self, node: Node, parsed: Parsed, constants: dict[str, list[Node]]) -> None:
        """Adds the text of a literal, or of the literals behind a name, in the modes of this place."""
        if node.type in _STRINGS:
            self.lines += _lines(node, parsed)
            return
        self.is_named |= _TELLING.search(parsed.text_of(node)[:100]) is not None
        here = tuple(arms(node, parsed))
        for literal in constants[parsed.text_of(node)[:100]]:
            for line in _lines(literal, parsed):
                self.lines.append(PromptLine(line.number, line.text, (*line.arms, *here)))

    @property
    def is_prompt(self) -> bool:
        names = (self.place.name, self.place.function)
        if self.is_named or any(_TELLING.search(name) for name in names):
            return True
        return is_long_instruction("\n".join(line.text for line in self.lines[:MOST_LINES]))

    def prompt(self) -> Prompt:
        lines = sorted(self.lines[:MOST_LINES], key=lambda line: line.number)
        return Prompt(self.place.name or self.place.function, tuple(in_modes(lines)))


def _outermost(root: Node) -> Iterator[Node]:
    """The literals that stand in no other literal, in order."""
    waiting = [root]
    count = 0
    while waiting and count < _MOST_STRINGS:
        node = waiting.pop()
        if node.type in _STRINGS:
            count += 1
            yield node
        else:
            waiting.extend(reversed(node.children))


def _place(node: Node, parsed: Parsed) -> _Place:
    kind, name, at = "value", "", node.start_byte
    function, scope = "", _OUTSIDE
    current = _opening(node).parent
    while current is not None:
        if current.type in FUNCTIONS:
            function, scope = _function_name(current, parsed), current.start_byte
            break
        if not name and current.type in _NAMED | _KEYED:
            kind, name = "name", _field(current, parsed)
            if current.type in _KEYED:
                kind, at = "key", current.start_byte
        elif not name and current.type in ("call", "call_expression"):
            called = _APPENDS.match(_text(current.children[0], parsed))
            if called:
                kind, name = "name", called[1]
            elif kind == "value" and _JOINING.search(parsed.text_of(current)[:4_000]):
                at = current.start_byte
        elif kind == "value" and current.type in _WHOLES:
            at = current.start_byte
        current = current.parent
    return _Place(kind, scope if kind == "name" else at, name, function)


def _opening(node: Node) -> Node:
    """The literal itself, or the mark in the code that stands for the text below it."""
    before = node.prev_sibling if node.type == "heredoc_body" else None
    waiting = [before] if before is not None else []
    while waiting:
        found = waiting.pop()
        if found.type == "heredoc_beginning":
            return found
        waiting.extend(found.children)
    return node


def _field(node: Node, parsed: Parsed) -> str:
    found = node.child_by_field_name((_NAMED | _KEYED)[node.type])
    found = node.children[0] if found is None and node.type == "const_element" else found
    return _text(found, parsed) if found is not None else ""


def _function_name(node: Node, parsed: Parsed) -> str:
    found = node.child_by_field_name("name")
    if found is None and node.parent is not None and node.parent.type == "variable_declarator":
        found = node.parent.child_by_field_name("name")
    return _text(found, parsed) if found is not None else ""


def _text(node: Node, parsed: Parsed) -> str:
    return parsed.text_of(node)[:100].strip("'\"")


def _lines(literal: Node, parsed: Parsed) -> Iterator[PromptLine]:
    """The lines of a literal and of those in its holes; what is computed is left blank."""
    waiting = [literal]
    while waiting:
        node = waiting.pop()
        holes = [child for child in node.children if child.type in _HOLES]
        waiting.extend(inner for hole in holes for inner in _outermost(hole))
        source = bytearray(parsed.source[node.start_byte : node.end_byte])
        for hole in holes:
            start, end = hole.start_byte - node.start_byte, hole.end_byte - node.start_byte
            source[start:end] = b"\n".join(
                b" " * len(line) for line in source[start:end].split(b"\n")
            )
        text = source.decode("utf-8", "replace").strip("\"'`")
        here = tuple(arms(node, parsed))
        first = node.start_point[0] + 1
        for step, line in enumerate(text.split("\n")):
            for part in line.split("\\n"):
                yield PromptLine(first + step, _ESCAPED.sub(r"\1", part), here)
