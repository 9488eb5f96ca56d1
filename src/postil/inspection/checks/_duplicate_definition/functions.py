"""Finds functions, classes and members that take the name of an earlier one beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from postil.inspection.checks._duplicate_definition.pairs import (
    LONGEST_NAME,
    Pair,
    Slot,
    Sort,
    paired,
)
from postil.inspection.checks._duplicate_definition.trees import Sheet, is_whole, line_of, words

_PLAIN = re.compile(
    r"@\s{0,4}(?:(?:\w{1,60}\.){0,6}(?:mark\.\w{1,80}|(?:async)?contextmanager|lru_cache|cache"
    r"|skip\w{0,40}|patch(?:\.\w{1,40})?|expectedFailure|abstractmethod|override|\w{0,40}asyncio\w{0,40})"
    r"|staticmethod|classmethod|property|(?:\w{1,60}\.)?cached_property)\s{0,8}(?:\(|#|\Z)"
)
"""Decorators that leave a function what it is: another one of its name still takes its place."""
_KEEPING = re.compile(
    r"(?:\A@\s{0,4}|\.)(?:overload|register\w{0,40}|fixture|\w{0,20}route|get|post|put|delete|patch|head|task"
    r"|command|group|setter|getter|deleter|dispatch|singledispatch\w{0,10}|connect|on\w{0,40}|add\w{0,40}"
    r"|listens_for|hook\w{0,20}|validator|subscribe\w{0,20}|handler)\s{0,8}(?:\(|#|\Z)"
)
"""Decorators that keep a function somewhere, so that its name does not matter."""
_EXCUSED = re.compile(
    r"noqa|type:\s{0,4}ignore|pylint:|pyright:|rubocop:|eslint-disable|@ts-|shellcheck\s"
)
_BODIES = frozenset({"block", "lambda", "method", "singleton_method", "comment", "string"})
_SOURCING = frozenset({"source", ".", "eval", "trap"})
_LONGEST_LINE = 1_000


def defined_twice(sheet: Sheet, *, is_test: bool) -> Iterator[Pair]:
    """Functions, classes and members of one name beside each other, of which the last counts."""
    match sheet.language:
        case "python":
            for body in sheet.nodes("module class_definition"):
                yield from _in_python(sheet, body, is_test=is_test)
        case "javascript" | "typescript" | "tsx":
            for body in sheet.nodes("program statement_block"):
                yield from paired(_declared(sheet, body), Sort.FUNCTION)
            for body in sheet.nodes("class_body"):
                owner = sheet.field(body.parent, "name") if body.parent is not None else ""
                yield from paired(_members(sheet, body), Sort.MEMBER, owner)
        case "ruby":
            for body in sheet.nodes("program class module singleton_class"):
                yield from _in_ruby(sheet, body)
        case "bash":
            for body in sheet.nodes("program"):
                yield from _in_shell(sheet, body)
        case _:
            return


@dataclass(frozen=True)
class _Definition:
    """A definition among the statements of its body; `outer` has its decorators too."""

    index: int
    node: Node
    outer: Node
    name: str


def _pair(sheet: Sheet, sort: Sort, one: _Definition, other: _Definition, owner: str) -> Pair:
    return Pair(
        sort=sort,
        name=other.name,
        first=line_of(one.node),
        second=line_of(other.node),
        owner=owner,
        is_same=sheet.plain(one.outer) == sheet.plain(other.outer),
    )


def _again(found: Sequence[_Definition]) -> Iterator[tuple[_Definition, _Definition]]:
    """Each definition that takes a name again, with the one before it."""
    taken: dict[str, _Definition] = {}
    for one in found:
        if one.name in taken:
            yield taken[one.name], one
        taken[one.name] = one


def _in_python(sheet: Sheet, whole: Node, *, is_test: bool) -> Iterator[Pair]:
    body = whole.child_by_field_name("body") or whole
    owner = sheet.field(whole, "name")
    statements = body.named_children
    found = [
        _Definition(index, node, outer, sheet.field(node, "name"))
        for index, outer in enumerate(statements)
        for node in [outer.child_by_field_name("definition") or outer]
        if node.type in ("function_definition", "class_definition")
    ]
    for one, other in _again(found):
        between = statements[one.index + 1 : other.index]
        if (
            other.name.strip("_")
            and is_whole((one.outer, *between, other.outer))
            and not any(_is_kept(sheet, each, is_test=is_test) for each in (one, other))
            and not _is_used(sheet, (*between, other.outer), other)
            and not _is_excused(sheet, other.node)
        ):
            is_class = other.node.type == "class_definition"
            yield _pair(sheet, Sort.CLASS if is_class else Sort.FUNCTION, one, other, owner)


def _is_kept(sheet: Sheet, found: _Definition, *, is_test: bool) -> bool:
    """Whether a decorator may keep the definition, so that another of its name takes nothing away."""
    decorators = (
        sheet.text(node)[:_LONGEST_LINE]
        for node in found.outer.named_children
        if node.type == "decorator"
    )
    if is_test and found.name.startswith("test"):
        return any(_KEEPING.search(text) for text in decorators)
    return any(not _PLAIN.match(text) for text in decorators)


def _is_used(sheet: Sheet, between: Sequence[Node], found: _Definition) -> bool:
    """Whether the name is spoken between both, elsewhere than in what runs later."""
    name = found.node.child_by_field_name("name")
    return any(
        word.type in ("identifier", "constant", "simple_symbol", "hash_key_symbol")
        and word != name
        and sheet.text(word).lstrip(":") == found.name
        for node in between
        for word in words(node, _BODIES if node.type != "class_definition" else frozenset())
    )


def _is_excused(sheet: Sheet, node: Node) -> bool:
    """Whether a word for a linter stands on or above the line: it is meant so."""
    row = node.start_point[0]
    starts = sheet.parsed.line_starts
    end = starts[row + 1] if row + 1 < len(starts) else len(sheet.parsed.source)
    around = sheet.parsed.source[starts[max(0, row - 1)] : end].decode("utf-8", "replace")
    return _EXCUSED.search(around[: 2 * _LONGEST_LINE]) is not None


def _declared(sheet: Sheet, body: Node) -> Iterator[Slot]:
    """The functions with bodies that a scope declares."""
    for outer in body.named_children:
        node = outer.child_by_field_name("declaration") or outer
        if node.type in ("function_declaration", "generator_function_declaration"):
            name = sheet.field(node, "name")
            if name and not node.has_error and not _is_excused(sheet, node):
                yield Slot(name, line_of(node), sheet.plain(node))


def _members(sheet: Sheet, body: Node) -> Iterator[Slot]:
    """The members of a class with what sets members of one name apart before the name."""
    for node in body.named_children:
        if node.type not in ("method_definition", "field_definition", "public_field_definition"):
            continue
        named = node.child_by_field_name("name") or node.child_by_field_name("property")
        if named is None or named.type == "computed_property_name" or node.has_error:
            continue
        is_method = node.type == "method_definition"
        # A field without a value only says of what type another one is.
        if not is_method and node.child_by_field_name("value") is None:
            continue
        marks = [child.type for child in node.children if child.type in ("static", "get", "set")]
        kind = [] if is_method else ["field"]
        if not _is_excused(sheet, node):
            name = " ".join([*kind, *marks, _unquoted(sheet.text(named))])
            yield Slot(name, line_of(named), sheet.plain(node))


def _unquoted(name: str) -> str:
    return name[1:-1] if name[:1] in ("'", '"') else name


def _in_ruby(sheet: Sheet, whole: Node) -> Iterator[Pair]:
    body = whole.child_by_field_name("body") or whole
    statements = body.named_children
    found = [
        _Definition(index, node, node, sheet.field(node, "name"))
        for index, node in enumerate(statements)
        if node.type in ("method", "singleton_method")
    ]
    for kind in ("method", "singleton_method"):
        for one, other in _again([each for each in found if each.node.type == kind]):
            between = statements[one.index + 1 : other.index]
            if (
                sheet.field(one.node, "object") == sheet.field(other.node, "object")
                and is_whole((one.node, *between, other.node))
                and not _is_used(sheet, between, other)
                and not _is_excused(sheet, other.node)
            ):
                yield _pair(sheet, Sort.FUNCTION, one, other, sheet.field(whole, "name"))


def _in_shell(sheet: Sheet, body: Node) -> Iterator[Pair]:
    statements = body.named_children
    found = [
        _Definition(index, node, node, sheet.field(node, "name"))
        for index, node in enumerate(statements)
        if node.type == "function_definition"
    ]
    calling = _SOURCING.union(one.name for one in found)
    for one, other in _again(found):
        between = [
            node
            for node in statements[one.index + 1 : other.index]
            if node.type != "function_definition"
        ]
        spoken = {
            sheet.text(word)
            for node in between
            for word in words(node, frozenset({"comment"}))
            if word.type == "word"
        }
        is_called = not calling.isdisjoint(spoken)
        if not is_called and is_whole((one.node, *between, other.node)):
            yield _pair(sheet, Sort.FUNCTION, one, other, "")


def short(name: str) -> str:
    """A name that fits into a title."""
    return name[:LONGEST_NAME].replace("`", "'")
