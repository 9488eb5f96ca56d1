"""Finds conditions that stand twice: in one chain of branches, or beside each other."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from postil.inspection.checks._duplicate_definition.pairs import APART, Pair, Slot, Sort, paired
from postil.inspection.checks._duplicate_definition.trees import Sheet, assigns, is_steady, line_of

_BRANCHING = {
    "python": "if_statement", "javascript": "if_statement", "typescript": "if_statement",
    "tsx": "if_statement", "go": "if_statement", "java": "if_statement", "csharp": "if_statement",
    "c": "if_statement", "cpp": "if_statement", "php": "if_statement", "bash": "if_statement",
    "rust": "if_expression", "ruby": "if",
}  # fmt: skip
_NEXT = frozenset(
    {"if_statement", "if_expression", "elif_clause", "else_if_clause", "elsif", "else_clause"}
)
_LEAVES = frozenset({"if_statement", "if_expression", "if"})
_JOINING = {
    "python": "boolean_operator", "ruby": "binary", "bash": "", "php": "binary_expression",
}  # fmt: skip
_SWITCHED = re.compile(rb"^[ \t]{0,80}#[ \t]{0,20}(?:if|el|endif)", re.MULTILINE)
_JOINS = frozenset({"&&", "||", "and", "or"})
_NAMES = frozenset(
    {
        *("identifier", "variable_name", "field_identifier", "property_identifier"),
        *("instance_variable", "this", "self", "name"),
    }
)

_VALUES = frozenset({"identifier", "attribute", "member_expression", "instance_variable"})
"""Kinds of operands that a row may hand on as its value, where all before them only guard it."""


def conditions_twice(sheet: Sheet) -> Iterator[Pair]:
    """Conditions of one chain that stand twice, of which the first decides."""
    kind = _BRANCHING.get(sheet.language)
    for node in sheet.nodes(kind) if kind else ():
        if not _goes_on(node) and not _is_switched(sheet, node):
            yield from paired(_chain(sheet, node), Sort.CONDITION)


def _goes_on(node: Node) -> bool:
    """Whether a branch belongs to a chain that began before it."""
    outer = node.parent
    if outer is not None and outer.type == "else_clause":
        return True
    return (
        outer is not None
        and outer.type in _LEAVES
        and node in outer.children_by_field_name("alternative")
    )


def _is_switched(sheet: Sheet, node: Node) -> bool:
    """Whether a preprocessor may leave out a part of it."""
    if sheet.language not in ("c", "cpp", "csharp"):
        return False
    return _SWITCHED.search(sheet.parsed.source[node.start_byte : node.end_byte]) is not None


def _chain(sheet: Sheet, top: Node) -> Iterator[Slot]:
    """The conditions of a chain in their order, each asked again only after nothing was assigned."""
    waiting = [top]
    while waiting:
        node = waiting.pop(0)
        if node.child_by_field_name("initializer") is not None or node.is_error:
            return
        if node.type != "else_clause":
            condition = _condition(sheet, node)
            if condition is None or assigns(condition):
                yield APART
            elif is_steady(condition):
                yield Slot(_bare(sheet.plain(condition)), line_of(condition), _body(sheet, node))
        waiting += _alternatives(node)


def _alternatives(node: Node) -> list[Node]:
    found = node.children_by_field_name("alternative")
    if node.type == "else_clause":
        found = [child for child in node.named_children if child.type in _LEAVES]
    elif not found:
        found = [child for child in node.named_children if child.type == "elif_clause"]
    return [child for child in found if child.type in _NEXT]


def _condition(sheet: Sheet, node: Node) -> Node | None:
    if sheet.language != "bash":
        return node.child_by_field_name("condition")
    asked = []
    for child in node.children:
        if child.type == "then":
            break
        asked += [child] if child.is_named else []
    return asked[0] if len(asked) == 1 and asked[0].type == "test_command" else None


def _body(sheet: Sheet, node: Node) -> str:
    body = node.child_by_field_name("consequence") or node.child_by_field_name("body")
    return sheet.plain(body) if body is not None else ""


def _bare(text: str) -> str:
    """A condition without the brackets around all of it, where they hold no other ones."""
    inner = text[1:-1].strip()
    is_wrapped = text.startswith("(") and text.endswith(")")
    return inner if is_wrapped and "(" not in inner and ")" not in inner else text


def operands_twice(sheet: Sheet) -> Iterator[Pair]:
    """Plain operands that stand twice in one row of the same operator."""
    kind = _JOINING.get(sheet.language, "binary_expression")
    for node in sheet.nodes(kind) if kind else ():
        operator = _operator(node)
        outer = node.parent
        if operator not in _JOINS or (
            outer is not None and outer.type == node.type and _operator(outer) == operator
        ):
            continue
        if not _is_switched(sheet, node):
            yield from paired(_operands(sheet, _row(node, operator)), Sort.OPERAND, operator)


def _operator(node: Node) -> str:
    found = node.child_by_field_name("operator")
    return "" if found is None else found.type


def _row(node: Node, operator: str) -> list[Node]:
    """The operands of a row from left to right, without the last where it is the value of the row."""
    row: list[Node] = []
    current: Node | None = node
    while current is not None and current.type == node.type and _operator(current) == operator:
        right = current.child_by_field_name("right")
        row += [right] if right is not None else []
        current = current.child_by_field_name("left")
    row += [current] if current is not None else []
    row.reverse()
    is_value = operator in ("&&", "and") and row[-1].type in _VALUES and not _is_asked(node)
    # Two beside each other are a slip even there.
    return row[:-1] if is_value and row[-1].text != row[-2].text else row


def _is_asked(node: Node) -> bool:
    """Whether only the truth of a node matters where it stands."""
    inner, outer = node, node.parent
    while outer is not None and outer.type == "parenthesized_expression":
        inner, outer = outer, outer.parent
    return outer is not None and outer.child_by_field_name("condition") == inner


def _operands(sheet: Sheet, row: list[Node]) -> Iterator[Slot]:
    """The plain operands of a row; one that is called may change the ones before it."""
    for operand in row:
        if not is_steady(operand):
            yield APART
        elif _names_something(operand):
            yield Slot(_bare(sheet.plain(operand)), line_of(operand))


def _names_something(node: Node) -> bool:
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if current.type in _NAMES:
            return True
        waiting += current.named_children
    return False
