"""Finds keys of literals, attributes of elements and labels of a switch that stand twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tree_sitter import Node

from postil.inspection.checks._duplicate_definition.pairs import (
    APART,
    Pair,
    Slot,
    Sort,
    paired,
)
from postil.inspection.checks._duplicate_definition.trees import Sheet, is_steady, line_of

_SCRIPTS = ("javascript", "typescript", "tsx")
_ASIDE = frozenset({"comment", "line_comment", "block_comment"})
_PLAIN_KEYS = frozenset({"property_identifier", "number", "string", "private_property_identifier"})


def keys_twice(sheet: Sheet) -> Iterator[Pair]:
    """Keys of one literal that stand twice, of which the last counts."""
    for kinds, slots in _LITERALS.get(sheet.language, ()):
        for node in sheet.nodes(kinds):
            yield from paired(slots(sheet, node), Sort.KEY)


def cases_twice(sheet: Sheet) -> Iterator[Pair]:
    """Labels of one switch that stand twice, of which the first counts."""
    if sheet.language in _SCRIPTS:
        for node in sheet.nodes("switch_body"):
            yield from paired(_of_switch(sheet, node, "switch_case"), Sort.CASE)
    elif sheet.language == "php":
        for node in sheet.nodes("switch_block"):
            yield from paired(_of_switch(sheet, node, "case_statement"), Sort.CASE)
    elif sheet.language == "ruby":
        for node in sheet.nodes("case"):
            yield from paired(_of_case(sheet, node), Sort.CASE)


def _of_dictionary(sheet: Sheet, node: Node) -> Iterator[Slot]:
    for entry in node.named_children:
        key, value = entry.child_by_field_name("key"), entry.child_by_field_name("value")
        if entry.type in _ASIDE:
            continue
        if entry.type != "pair" or entry.has_error:
            yield APART
        elif key is not None and value is not None and is_steady(key):
            yield Slot(_constant(sheet, key), line_of(key), sheet.plain(value))


def _constant(sheet: Sheet, key: Node) -> str:
    """A key as it is spelled, with one sort of quotes."""
    text = sheet.plain(key)
    quote = text[:1]
    if key.type not in ("string", "encapsed_string") or quote not in ("'", '"') or "\\" in text:
        return text
    return f"'{text[1:-1]}'" if text[:3] != quote * 3 else text


def _of_object(sheet: Sheet, node: Node) -> Iterator[Slot]:
    for entry in node.named_children:
        if entry.type in _ASIDE:
            continue
        if entry.type == "shorthand_property_identifier":
            yield Slot(sheet.text(entry), line_of(entry), sheet.text(entry))
            continue
        key = entry.child_by_field_name("key") or entry.child_by_field_name("name")
        if entry.type not in ("pair", "method_definition") or key is None or entry.has_error:
            yield APART
        elif key.type in _PLAIN_KEYS and (name := _word(sheet, key)) != "__proto__":
            marks = [child.type for child in entry.children if child.type in ("get", "set")]
            value = entry.child_by_field_name("value") or entry
            yield Slot(" ".join([*marks, name]), line_of(key), sheet.plain(value))


def _word(sheet: Sheet, key: Node) -> str:
    """A key as it is called, whether it is quoted or not."""
    text = sheet.text(key)
    return text[1:-1] if key.type == "string" and text[1:-1].isidentifier() else text


def _of_element(sheet: Sheet, node: Node) -> Iterator[Slot]:
    for entry in node.named_children:
        if entry.type == "jsx_expression" or entry.has_error:
            yield APART
        elif entry.type == "jsx_attribute":
            yield Slot(sheet.text(entry.named_children[0]), line_of(entry), sheet.plain(entry))


def _of_hash(sheet: Sheet, node: Node) -> Iterator[Slot]:
    for entry in node.named_children:
        if entry.type in _ASIDE:
            continue
        key, value = entry.child_by_field_name("key"), entry.child_by_field_name("value")
        if entry.type != "pair" or key is None or entry.has_error:
            yield APART
            continue
        if key.type not in ("simple_symbol", "hash_key_symbol", "string", "integer", "constant"):
            continue
        if is_steady(key):
            text = _constant(sheet, key)
            if key.type == "hash_key_symbol" or (key.type == "string" and ":" in _marks(entry)):
                text = f":{text.strip(chr(39))}"
            yield Slot(text, line_of(key), sheet.plain(value) if value is not None else "")


def _marks(entry: Node) -> list[str]:
    return [child.type for child in entry.children if not child.is_named]


def _of_array(sheet: Sheet, node: Node) -> Iterator[Slot]:
    for entry in node.named_children:
        parts = [part for part in entry.named_children if part.type not in _ASIDE]
        if entry.type != "array_element_initializer" or entry.has_error:
            if entry.type not in _ASIDE:
                yield APART
        elif len(parts) == 1 and parts[0].type == "variadic_unpacking":
            yield APART
        elif "=>" in _marks(entry) and is_steady(parts[0]):
            yield Slot(_constant(sheet, parts[0]), line_of(parts[0]), sheet.plain(parts[-1]))


def _of_switch(sheet: Sheet, node: Node, kind: str) -> Iterator[Slot]:
    for entry in node.named_children:
        value = entry.child_by_field_name("value")
        if entry.type == kind and value is not None and is_steady(value):
            yield Slot(_constant(sheet, value), line_of(value), sheet.plain(entry))


def _of_case(sheet: Sheet, node: Node) -> Iterator[Slot]:
    for entry in node.named_children:
        if entry.type != "when":
            continue
        for pattern in entry.children_by_field_name("pattern"):
            if is_steady(pattern):
                yield Slot(sheet.plain(pattern), line_of(pattern), sheet.plain(entry))


_Slots = Callable[[Sheet, Node], Iterator[Slot]]
_OBJECTS: tuple[str, _Slots] = ("object", _of_object)
_ELEMENTS: tuple[str, _Slots] = ("jsx_opening_element jsx_self_closing_element", _of_element)
_LITERALS: dict[str, tuple[tuple[str, _Slots], ...]] = {
    "python": (("dictionary", _of_dictionary),),
    "javascript": (_OBJECTS, _ELEMENTS),
    "typescript": (_OBJECTS,),
    "tsx": (_OBJECTS, _ELEMENTS),
    "ruby": (("hash argument_list", _of_hash),),
    "php": (("array_creation_expression", _of_array),),
}
