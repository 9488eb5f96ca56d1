"""Where a piece of text stands in code: the variable, key or value it is a part of, and its function."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from postil.inspection.checks._prompt_consistency.branches import FUNCTIONS
from postil.syntax.grammar import Parsed

STRINGS = frozenset(
    {"string", "template_string", "raw_string_literal", "interpreted_string_literal", "string_literal",
     "heredoc_body", "verbatim_string_literal", "interpolated_string_expression", "encapsed_string",
     "nowdoc_string", "nowdoc_body", "raw_string"}
)  # fmt: skip
_FILLED = frozenset({"template_substitution", "interpolation", "string_interpolation"})
HOLES = _FILLED | {"variable_name", "member_access_expression", "expansion", "simple_expansion"}
SUMS = frozenset(
    {"binary_operator", "binary_expression", "binary", "concatenated_string", *_FILLED}
)
OUTSIDE = -1
CALLS = frozenset(
    {"call", "call_expression", "method_invocation", "invocation_expression", "function_call_expression",
     "member_call_expression", "macro_invocation"}
)  # fmt: skip
_NAMED = {
    "assignment": "left",
    "augmented_assignment": "left",
    "assignment_expression": "left",
    "augmented_assignment_expression": "left",
    "compound_assignment_expr": "left",
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
    "property_declaration": "name",
    "variable_assignment": "name",
}
_KEYED = {"keyword_argument": "name", "pair": "key", "public_field_definition": "name"}
_APPENDS = re.compile(
    r"\A([\w.$]{1,80}?)(?:\.|->)(?:append|Append|AppendLine|push|extend|add|Add|write|WriteString|push_str|concat)\Z"
)
_PRINTS = re.compile(
    r"\A(?:fmt\.Fprint(?:f|ln)?|io\.WriteString|writeln?!)\(\s{0,40}(?:&mut\s|&)?([\w.]{1,80}),"
)
"""Writers that are told where to write to."""
_JOINING = re.compile(
    r"(?:\A|[.\s])(?:join|append|Append|AppendLine|push|extend|add|write|WriteString|push_str|format|formatted|replace|concat|Concat|Join"
    r"|Format|S?printf|sprintf|implode|dedent|trim|strip)!?\s{0,2}\("
)
_WHOLES = (
    SUMS
    | STRINGS
    | {"conditional_expression", "ternary_expression", "conditional", "return_statement"}
)
_ENDS = frozenset({"return_statement", "return", "arrow_expression_clause"})
_BLOCKS = frozenset({"statement_block", "block", "compound_statement", "body_statement"})
_CONTAINERS = frozenset(
    {"class_declaration", "class_definition", "class", "module", "namespace_declaration", "impl_item", "object_declaration"}
)  # fmt: skip
_REACH = 4_000
_WORDS = re.compile(r"[\w$]{1,100}")


@dataclass(frozen=True, slots=True)
class Place:
    """What a piece is a part of: a variable of a scope, a key, or one value.

    `holder` is the class, module or table it belongs to; `is_returned` when its function gives it back.
    """

    kind: str
    scope: int
    name: str
    function: str
    holder: str = ""
    is_returned: bool = False


def place_of(node: Node, parsed: Parsed) -> Place:
    kind, name, at, table = "value", "", node.start_byte, ""
    child = _opening(node)
    current, is_returned = child.parent, False
    while current is not None and current.type not in FUNCTIONS:
        is_returned |= current.type in _ENDS or _is_result(current, child)
        if not name and current.type in _NAMED | _KEYED and not _is_filling(current, parsed):
            kind, name = "name", _field(current, parsed)
            if current.type in _KEYED:
                kind, at = "key", current.start_byte
        elif kind == "key" and not table and current.type in _NAMED:
            table = _field(current, parsed)
        elif not name and _is_shift(current):
            kind, name = "name", _text(current.children[0], parsed)
        elif not name and current.type in CALLS:
            called = _APPENDS.match(_called(current, parsed)) or _PRINTS.match(
                parsed.text_of(current)[:200]
            )
            if called:
                kind, name = "name", called[1]
            elif kind == "value" and is_joining(current, parsed):
                at = current.start_byte
        elif kind == "value" and current.type in _WHOLES:
            at = current.start_byte
        child, current = current, current.parent
    scope = current.start_byte if current is not None else OUTSIDE
    return Place(
        kind,
        scope if kind == "name" else at,
        name,
        _function_name(current, parsed) if current is not None else "",
        table or _holder(current, parsed),
        is_returned or (current is not None and _is_result(current, child)),
    )


def _is_filling(argument: Node, parsed: Parsed) -> bool:
    """Whether it is what `template.format(...)` puts in."""
    call = argument.parent.parent if argument.parent is not None else None
    return (
        argument.type == "keyword_argument"
        and call is not None
        and _called(call, parsed).endswith((".format", "substitute"))
    )


def _is_result(holder: Node, child: Node) -> bool:
    """Whether this is what a function gives back: all it is, or what its body ends with."""
    body = holder.child_by_field_name("body")
    if body is not None and body.id == child.id:
        return body.type not in _BLOCKS
    if holder.type == "body_statement" or (holder.type == "block" and _is_rust(holder)):
        said = [each for each in holder.named_children if each.type != "heredoc_body"]
        is_closed = child.children[-1:] and child.children[-1].type == ";"
        return bool(said) and said[-1].id == child.id and not is_closed
    return False


def _is_rust(block: Node) -> bool:
    return block.parent is not None and block.parent.type == "function_item"


def scopes(node: Node) -> Iterator[int]:
    """The functions around a node from the inside, and what is outside of all."""
    current = node.parent
    while current is not None:
        if current.type in FUNCTIONS:
            yield current.start_byte
        current = current.parent
    yield OUTSIDE


def is_joining(call: Node, parsed: Parsed) -> bool:
    """Whether a call puts texts together."""
    return _JOINING.search(parsed.text_of(call)[:_REACH]) is not None


def named_part(node: Node) -> Node | None:
    """What is given a value in an assignment; None for everything else."""
    return node.child_by_field_name(_NAMED[node.type]) if node.type in _NAMED else None


def assignment_of(node: Node) -> Node | None:
    """The assignment a piece is a part of."""
    current: Node | None = _opening(node)
    while current is not None and current.type not in _NAMED and current.type not in FUNCTIONS:
        current = current.parent
    return current if current is not None and current.type in _NAMED else None


def sets_anew(assignment: Node, parsed: Parsed) -> bool:
    """Whether an assignment forgets what the variable held, as against one that adds to it."""
    name = _field(assignment, parsed)
    _, sign, made = parsed.text_of(assignment)[:_REACH].partition("=")
    is_added = assignment.type.startswith(("augmented", "operator", "compound")) or any(
        child.type == "+=" for child in assignment.children
    )
    return bool(sign) and not is_added and name not in _WORDS.findall(made)


def _is_shift(node: Node) -> bool:
    """Whether it is `parts << text`."""
    return node.type == "binary" and len(node.children) > 1 and node.children[1].type == "<<"


def _called(call: Node, parsed: Parsed) -> str:
    return parsed.text_of(call)[:200].partition("(")[0]


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


def _holder(function: Node | None, parsed: Parsed) -> str:
    """The class or module that a function belongs to."""
    current = function
    while current is not None and current.type not in _CONTAINERS:
        current = current.parent
    found = current.child_by_field_name("name") if current is not None else None
    return _text(found, parsed) if found is not None else ""


def _text(node: Node, parsed: Parsed) -> str:
    return parsed.text_of(node)[:100].strip("'\"")
