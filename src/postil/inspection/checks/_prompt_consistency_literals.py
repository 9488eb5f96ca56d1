"""Prompts that stand in code: string literals with a telling name, or long ones that instruct."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tree_sitter import Node

from postil.inspection.checks._prompt_consistency_prompts import (
    MOST_LINES,
    Arm,
    Prompt,
    PromptLine,
    in_modes,
)
from postil.syntax.grammar import Parsed, parse

_STRINGS = frozenset(
    {"string", "template_string", "raw_string_literal", "interpreted_string_literal", "string_literal",
     "heredoc_body", "verbatim_string_literal", "interpolated_string_expression", "encapsed_string",
     "nowdoc_string"}
)  # fmt: skip
_HOLES = frozenset({"template_substitution", "interpolation", "string_interpolation"})
_BRANCHES = frozenset(
    {"if_statement", "ternary_expression", "conditional_expression", "if_expression", "if", "unless",
     "switch_body", "match_statement", "expression_switch_statement", "match_block", "conditional"}
)  # fmt: skip
_FUNCTIONS = frozenset(
    {"function_definition", "function_declaration", "method_definition", "arrow_function", "method",
     "function_expression", "method_declaration", "function_item", "lambda", "func_literal"}
)  # fmt: skip
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
}
_KEYED = {"keyword_argument": "name", "pair": "key", "public_field_definition": "name"}
_APPENDS = re.compile(r"\A([\w.]{1,80})\.(?:append|push|extend|add|write|WriteString|push_str)\Z")
_TELLING = re.compile(r"prompt|instructions?(?:\b|_|$)|system_?message", re.IGNORECASE)
_TELLING_WORDS = ("prompt", "instruction", "system_message", "systemmessage")
_TELLING_MARKS = ("MUST", "NEVER", "\n## ", "\n### ")
_MARKS = re.compile(r"^\s{0,12}#{2,3}\s|\bStep \d|\bMUST\b|\bNEVER\b|\b[Oo]utput [Ff]ormat\b", re.MULTILINE)  # fmt: skip
_LEAST_LINES = 20
_LEAST_MARKS = 3
_MOST_STRINGS = 3_000
_MOST_STEPS = 200


def prompts_in_code(path: str, text: str) -> list[Prompt]:
    """Every prompt that stands in the literals of a file; none if it cannot be parsed."""
    parsed = parse(path, text) if _may_hold_prompts(text) else None
    if parsed is None:
        return []
    units: dict[tuple[str, int, str], _Unit] = {}
    for node in _outermost(parsed.root):
        place = _place(node, parsed)
        unit = units.setdefault((place.kind, place.scope, place.name), _Unit(place))
        unit.lines += _lines(node, parsed)
    return [unit.prompt() for unit in units.values() if unit.is_prompt]


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

    @property
    def is_prompt(self) -> bool:
        if _TELLING.search(self.place.name) or _TELLING.search(self.place.function):
            return True
        text = "\n".join(line.text for line in self.lines[:MOST_LINES])
        numbers = {line.number for line in self.lines}
        return len(numbers) >= _LEAST_LINES and len(_MARKS.findall(text)) >= _LEAST_MARKS

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
    function, scope = "", 0
    current = node.parent
    for _ in range(_MOST_STEPS):
        if current is None:
            break
        if current.type in _FUNCTIONS:
            function, scope = _function_name(current, parsed), current.start_byte
            break
        if not name and current.type in _NAMED | _KEYED:
            kind, name = "name", _field(current, parsed)
            if current.type in _KEYED:
                kind, at = "key", current.start_byte
        elif not name and current.type in ("call", "call_expression"):
            called = _APPENDS.match(_text(current.children[0], parsed))
            kind, name = ("name", called[1]) if called else (kind, name)
        elif kind == "value" and current.type == "return_statement":
            at = current.start_byte
        current = current.parent
    return _Place(kind, scope if kind == "name" else at, name, function)


def _field(node: Node, parsed: Parsed) -> str:
    found = node.child_by_field_name((_NAMED | _KEYED)[node.type])
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
        arms = tuple(_arms(node, parsed))
        first = node.start_point[0] + 1
        for step, line in enumerate(text.split("\n")):
            for part in line.split("\\n"):
                yield PromptLine(first + step, part, arms)


def _arms(node: Node, parsed: Parsed) -> Iterator[Arm]:
    child, current = node, node.parent
    for _ in range(_MOST_STEPS):
        if current is None or current.type in _FUNCTIONS:
            return
        if current.type in _BRANCHES:
            yield Arm(current.start_byte, child.start_byte, _test(current, parsed))
        child, current = current, current.parent


def _test(branch: Node, parsed: Parsed) -> str:
    found = branch.child_by_field_name("condition")
    return " ".join(parsed.text_of(found).split())[:60].strip("()`") if found is not None else ""
