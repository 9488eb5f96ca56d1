"""Finds the functions of a text with their parameters and the comment that describes each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tree_sitter import Node, Query

from postil.syntax.grammar import Parsed, grammar, parse

_LONGEST_DOC = 400
_NAMED = ("function_declaration", "generator_function_declaration", "method_definition")
_JAVASCRIPT = (*_NAMED, "function_expression", "generator_function", "arrow_function")
_TYPESCRIPT = (
    *(*_JAVASCRIPT, "function_signature", "method_signature", "abstract_method_signature"),
)
_FUNCTIONS = {
    "python": ("function_definition",),
    "javascript": _JAVASCRIPT,
    "typescript": _TYPESCRIPT,
    "tsx": _TYPESCRIPT,
    "go": ("function_declaration", "method_declaration"),
    "java": ("method_declaration", "constructor_declaration"),
    "csharp": ("method_declaration", "constructor_declaration"),
    "php": ("function_definition", "method_declaration"),
    "ruby": ("method", "singleton_method"),
    "c": ("function_declarator",),
    "cpp": ("function_declarator",),
    "rust": ("function_item", "function_signature_item"),
}
_AROUND = frozenset(
    {
        *("variable_declarator", "lexical_declaration", "variable_declaration", "export_statement"),
        *("assignment_expression", "expression_statement", "pair", "decorated_definition"),
        *("pointer_declarator", "reference_declarator", "function_definition", "declaration"),
        *("field_declaration", "template_declaration"),
    }
)
"""What a function is part of when the comment above describes all of it."""
_HEADS = frozenset({"function_definition", "declaration", "field_declaration"})
_IDENTIFIERS = frozenset({"identifier", "name", "variable_name", "field_identifier"})
_LEADS = ("name", "pattern", "left", "declarator")
_WRAPS = frozenset(
    {
        *("typed_parameter", "reference_declarator", "parenthesized_declarator", "rest_pattern"),
        *("list_splat_pattern", "dictionary_splat_pattern"),
    }
)
_OPEN = frozenset(
    {
        *("object_pattern", "array_pattern", "tuple_pattern", "list_splat_pattern", "rest_pattern"),
        *("dictionary_splat_pattern", "splat_parameter", "hash_splat_parameter"),
        *("forward_parameter", "destructured_parameter"),
    }
)
"""Parameters that take what they do not name."""
_ASIDE = frozenset(
    {
        *("comment", "line_comment", "block_comment", "keyword_separator", "positional_separator"),
        *("self_parameter", "receiver_parameter", "array_type", "predefined_type", "generic_name"),
        *("nullable_type", "modifier", "attribute_list", "attribute_item", "variadic_parameter"),
    }
)
_FORWARDS = ("arguments", "func_get_arg")
_LINE_MARKS = ("///", "//!", "//", "#")
_BETWEEN = ("#[", "@", "[[")
"""Attributes and decorators that stand between a comment and its function."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """A function: where its head begins, what it takes and what its comment says, line by line.

    `is_open` tells that it takes more than it names: the rest of the arguments, the parts of a
    pattern, or whatever a decorator makes of them. `aside` is what comments among the parameters
    say: a parameter that is to come, or has no name of its own. Lines count from 1.
    """

    name: str
    line: int
    head: str
    parameters: tuple[str, ...]
    is_open: bool
    doc: tuple[tuple[int, str], ...]
    body: str = ""
    aside: str = ""


def signatures(path: str, text: str) -> tuple[Signature, ...]:
    """The functions that a comment or a docstring describes; empty if the text is not parsed."""
    parsed = parse(path, text)
    if parsed is None or parsed.language not in _FUNCTIONS:
        return ()
    lines = text.split("\n")
    found = (
        _signature(parsed, captures["function"][0], lines)
        for captures in parsed.matches(_query(parsed.language))
    )
    return tuple(one for one in found if one is not None)


@cache
def _query(language: str) -> Query:
    kinds = " ".join(f"({kind})" for kind in _FUNCTIONS[language])
    return Query(grammar(language), f"[{kinds}] @function")


def _signature(parsed: Parsed, node: Node, lines: list[str]) -> Signature | None:
    whole = _whole(node)
    if node.type == "function_declarator" and whole.type not in (*_HEADS, "template_declaration"):
        return None
    body = _body(node)
    doc = (
        tuple(_docstring(parsed, body, lines))
        if parsed.language == "python"
        else tuple(_comment_above(whole, lines))
    )
    if not doc:
        return None
    taken = node.child_by_field_name("parameters")
    named, is_open = _parameters(parsed, taken if taken is not None else node)
    said = _said(parsed, body)
    return Signature(
        name=_name_of(parsed, node),
        line=node.start_point[0] + 1,
        head=lines[node.start_point[0]],
        parameters=named,
        is_open=is_open or _is_decorated(node, parsed) or any(word in said for word in _FORWARDS),
        doc=doc,
        body=said,
        aside=_aside(parsed, taken),
    )


def _aside(parsed: Parsed, taken: Node | None) -> str:
    children = () if taken is None else taken.children
    inner = (part for child in children for part in (child, *child.children))
    return " ".join(parsed.text_of(part) for part in inner if part.type.endswith("comment"))


def _whole(node: Node) -> Node:
    """The statement that the function is the whole of."""
    current = node
    while current.parent is not None and current.parent.type in _AROUND:
        current = current.parent
    return current


def _body(node: Node) -> Node | None:
    """What the function does; a C function has it beside the declarator."""
    body, current = node.child_by_field_name("body"), node
    while body is None and current.parent is not None and current.parent.type in _AROUND:
        current = current.parent
        body = current.child_by_field_name("body")
    return body


def _said(parsed: Parsed, body: Node | None) -> str:
    """The text of a body without the docstring it may open with."""
    if body is None:
        return ""
    text = _docstring_of(parsed, body)
    start = body.start_byte if text is None else text.end_byte
    return parsed.source[start : body.end_byte].decode("utf-8", "replace")


def _name_of(parsed: Parsed, node: Node) -> str:
    """What the function is called, by itself or by what it is assigned to."""
    named = node.child_by_field_name("name") or node.child_by_field_name("declarator")
    if named is None and node.parent is not None:
        holder = node.parent
        named = (
            holder.child_by_field_name("name")
            or holder.child_by_field_name("left")
            or holder.child_by_field_name("key")
        )
    return "" if named is None else parsed.text_of(named).rpartition(".")[2].rpartition("::")[2]


def _is_decorated(node: Node, parsed: Parsed) -> bool:
    """Whether a decorator may hand the function other arguments than its callers give."""
    outer = node.parent
    if parsed.language != "python" or outer is None or outer.type != "decorated_definition":
        return False
    plain = ("@staticmethod", "@classmethod", "@property", "@abstractmethod", "@abc.", "@override")
    return any(
        child.type == "decorator" and not parsed.text_of(child).startswith(plain)
        for child in outer.named_children
    )


def _parameters(parsed: Parsed, taken: Node) -> tuple[tuple[str, ...], bool]:
    """The names, and whether more is taken than they say."""
    if not taken.type.endswith("parameters") and taken.type != "parameter_list":
        single = taken.child_by_field_name("parameter")
        return ((parsed.text_of(single),), False) if single is not None else ((), False)
    names: list[str] = []
    is_open = taken.has_error
    for child in taken.named_children:
        if child.type in _ASIDE and child.child_by_field_name("name") is None:
            continue
        # In Go several names share one type.
        for part in (child, *child.children_by_field_name("name")[1:]):
            name, opens = _name_in(parsed, part)
            is_open = is_open or opens
            names += [name] if name else []
    return tuple(names), is_open


def _name_in(parsed: Parsed, parameter: Node) -> tuple[str, bool]:
    """The name that a parameter binds; without one it may stand for anything but nothing."""
    opens, inner = parameter.type in _OPEN, parameter
    while inner.type not in _IDENTIFIERS:
        deeper = _inward(inner)
        if deeper is None:
            return "", opens or parsed.text_of(parameter) != "void"
        inner = deeper
        opens = opens or inner.type in _OPEN
    return parsed.text_of(inner).lstrip("$"), opens


def _inward(node: Node) -> Node | None:
    for field in _LEADS:
        found = node.child_by_field_name(field)
        if found is not None:
            return found
    if not node.named_children:
        return None
    if node.type == "spread_parameter":
        return node.named_children[-1]
    return node.named_children[0] if node.type in _WRAPS else None


def _docstring(parsed: Parsed, body: Node | None, lines: list[str]) -> Iterator[tuple[int, str]]:
    text = _docstring_of(parsed, body)
    if text is not None:
        start, end = text.start_point[0], text.end_point[0]
        yield from ((row + 1, lines[row]) for row in range(start, min(end, len(lines) - 1) + 1))


def _docstring_of(parsed: Parsed, body: Node | None) -> Node | None:
    first = body.named_children[0] if body is not None and body.named_children else None
    if parsed.language != "python" or first is None or first.type != "expression_statement":
        return None
    text = first.named_children[0] if first.named_children else None
    is_plain = text is not None and text.type == "string" and parsed.text_of(text)[:1] not in "fFbB"
    return text if is_plain else None


def _comment_above(whole: Node, lines: list[str]) -> Iterator[tuple[int, str]]:
    """The comment that ends right above the statement, which must begin its line."""
    row, column = whole.start_point
    if row >= len(lines) or lines[row][:column].strip():
        return
    last = row - 1
    while last >= 0 and lines[last].lstrip().startswith(_BETWEEN):
        last -= 1
    if last < 0:
        return
    first = _first_row(lines, last)
    yield from ((number + 1, lines[number]) for number in range(first, last + 1))


def _first_row(lines: list[str], last: int) -> int:
    """Where the comment that ends on a row begins; past that row where it is none."""
    lowest = max(0, last - _LONGEST_DOC)
    end = lines[last].strip()
    if end.endswith("*/"):
        for row in range(last, lowest - 1, -1):
            if "/*" in lines[row]:
                return row if lines[row].lstrip().startswith("/*") else last + 1
        return last + 1
    mark = next((mark for mark in _LINE_MARKS if end.startswith(mark)), "")
    row = last + 1
    while mark and row > lowest and _is_said(lines[row - 1].lstrip(), mark):
        row -= 1
    return row


def _is_said(line: str, mark: str) -> bool:
    """Whether a line is a comment; four strokes put a comment itself out of use."""
    return line.startswith(mark) and not line.startswith("////")
