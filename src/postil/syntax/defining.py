"""Finds the definitions of a text and the one that encloses a line."""

from __future__ import annotations

import re
from functools import lru_cache

from tree_sitter import Node

from postil.syntax.facts import Definition, Kind
from postil.syntax.grammar import Parsed, definition_query, parse
from postil.syntax.margins import at_margin

_MOST_STEPS = 200
_REMEMBERED = 32
_FUNCTIONS = frozenset(
    {
        *("function_definition", "function_declaration", "generator_function_declaration"),
        *("function_expression", "generator_function", "arrow_function", "method_definition"),
        *("lambda", "method_declaration", "func_literal", "constructor_declaration"),
        *("lambda_expression", "function_item", "closure_expression", "method", "singleton_method"),
        *("local_function_statement", "anonymous_function", "anonymous_method_expression"),
    }
)
_CLASSES = frozenset(
    {
        *("class_definition", "class_declaration", "abstract_class_declaration", "class_body"),
        *("interface_declaration", "enum_declaration", "struct_specifier", "class_specifier"),
        *("record_declaration", "struct_declaration", "trait_declaration", "impl_item", "class"),
    }
)
_PROMOTED = frozenset({"property_promotion_parameter", "required_parameter"})
_BASES = frozenset(
    {
        *("class_heritage", "extends_type_clause", "superclass", "super_interfaces", "base_list"),
        *("extends_interfaces", "base_class_clause", "base_clause", "class_interface_clause"),
    }
)
_LAST_WORD = re.compile(r"\w+")
_VARIABLES = frozenset({Kind.CONSTANT})
_OWNERS = frozenset({Kind.CLASS, Kind.TYPE})


def definitions(path: str, text: str) -> tuple[Definition, ...]:
    """Every definition in order of appearance, local variables left out; empty if not parsed."""
    parsed = parse(path, text)
    return () if parsed is None else tuple(found for _, found in survey(parsed))


def enclosing(path: str, text: str, line: int) -> Definition | None:
    """The innermost definition of more than one line that the line stands in."""
    around = [
        found
        for found in definitions(path, text)
        if found.line <= line <= found.end_line and found.end_line > found.line
    ]
    return max(around, key=lambda found: (found.line, -found.end_line), default=None)


@lru_cache(maxsize=_REMEMBERED)
def survey(parsed: Parsed) -> tuple[tuple[int, Definition], ...]:
    """Each definition with the byte its name starts at."""
    found = sorted(
        (
            _Found(parsed, captures)
            for captures in parsed.matches(definition_query(parsed.language))
        ),
        key=lambda item: (item.node.start_byte, -item.node.end_byte, item.name_node.start_byte),
    )
    result: dict[tuple[str, int, str], tuple[int, Definition]] = {}
    around: list[_Found] = []
    for item in found:
        while around and around[-1].node.end_byte <= item.node.start_byte:
            around.pop()
        outer = around[:-1] if item.is_promoted else around
        definition = item.definition(outer[-1] if outer else None)
        if definition is not None:
            key = (definition.name, definition.line, definition.owner)
            result.setdefault(key, (item.name_node.start_byte, definition))
        if item.encloses:
            around.append(item)
    known = tuple(result.values())
    return (*known, *at_margin(parsed, [definition for _, definition in known]))


class _Found:
    """One match of a query."""

    def __init__(self, parsed: Parsed, captures: dict[str, list[Node]]) -> None:
        self.parsed = parsed
        self.kind_name = next(word for word in captures if word in _KINDS)
        self.node = captures[self.kind_name][0]
        self.name_node = captures["name"][0]
        owners = captures.get("owner") or captures.get("object") or []
        self.name = parsed.text_of(self.name_node).lstrip(":#").removeprefix("r#")
        self.stated_owner = _owner_word(parsed.text_of(owners[0])) if owners else ""
        self.inherits = any(child.type in _BASES for child in self.node.named_children[:8]) or any(
            self.node.child_by_field_name(field) is not None for field in ("superclasses", "trait")
        )

    @property
    def is_promoted(self) -> bool:
        """Whether it is a parameter by which a constructor declares a field of its class."""
        return self.kind_name == "field" and self.node.type in _PROMOTED

    @property
    def encloses(self) -> bool:
        return self.kind_name in _ENCLOSING and self.node.type != "type_definition"

    def definition(self, around: _Found | None) -> Definition | None:
        kind = _KINDS[self.kind_name]
        place = "class" if self.is_promoted else _place(self.node)
        if kind is None or (place == "function" and kind in _VARIABLES):
            return None
        owner = self.stated_owner or (around.owner_name if around is not None else "")
        if place == "class" or self.stated_owner or _owned_by_class(around):
            kind = _AS_MEMBERS.get(kind, kind)
        return Definition(
            name=self.name,
            kind=kind,
            line=self.name_node.start_point[0] + 1,
            end_line=max(_last_line(self.node), self.name_node.start_point[0] + 1),
            owner=owner,
            exported=_is_exported(self),
            local=place == "function",
            inherits=self.inherits
            or (kind not in _OWNERS and around is not None and around.inherits),
        )

    @property
    def owner_name(self) -> str:
        return _owner_word(self.name) if self.kind_name == "scope" else self.name


_KINDS: dict[str, Kind | None] = {kind.value: kind for kind in Kind} | {"scope": None}
_AS_MEMBERS = {Kind.FUNCTION: Kind.METHOD, Kind.CONSTANT: Kind.FIELD}
_ENCLOSING = frozenset({"function", "method", "class", "type", "scope"})


def _owned_by_class(around: _Found | None) -> bool:
    return around is not None and (
        _KINDS[around.kind_name] in _OWNERS or around.node.type == "impl_item"
    )


def _owner_word(text: str) -> str:
    """The type a receiver, an implementation or a prototype belongs to, without decoration."""
    plain = text.partition("<")[0].partition("[")[0].removesuffix(".prototype")
    words = _LAST_WORD.findall(plain[-200:])
    return "" if not words or plain in ("exports", "module.exports") else words[-1]


def _place(node: Node) -> str:
    """What the definition stands in first of all: a function, a class, or neither."""
    current = node.parent
    for _ in range(_MOST_STEPS):
        if current is None:
            return "top"
        if current.type in _FUNCTIONS:
            return "function"
        if current.type in _CLASSES:
            return "class"
        current = current.parent
    return "function"


def _last_line(node: Node) -> int:
    """The line of the last character; an end at column 0 belongs to the line before."""
    row, column = node.end_point
    return row if column == 0 else row + 1


def _is_exported(found: _Found) -> bool:
    """What the language, or its custom, says about use from elsewhere."""
    name, node = found.name, found.node
    match found.parsed.language:
        case "python" | "ruby" | "bash":
            return not name.startswith("_")
        case "go":
            return name[:1].isupper()
        case "rust":
            return any(child.type == "visibility_modifier" for child in node.named_children[:3])
        case "javascript" | "typescript" | "tsx":
            return _is_javascript_export(found)
        case "c" | "cpp":
            return not _has_word(found, "static")
        case _:
            return not _has_word(found, "private")


def _is_javascript_export(found: _Found) -> bool:
    node = found.node
    if node.type == "assignment_expression":
        return True
    outer = node.parent
    if outer is not None and outer.type in ("lexical_declaration", "variable_declaration"):
        outer = outer.parent
    if outer is not None and outer.type == "export_statement":
        return True
    hidden = found.parsed.text_of(found.name_node).startswith(("_", "#"))
    return _place(node) == "class" and not hidden


def _has_word(found: _Found, word: str) -> bool:
    start = found.node.start_byte
    head = found.parsed.source[start : max(found.name_node.start_byte, start)][-300:]
    return word.encode() in head.split()
