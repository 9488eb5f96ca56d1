"""Finds the import statements of a text: what each binds, where it stands, and the text without them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from tree_sitter import Node, Query

from postil.syntax.grammar import Parsed, grammar, parse

_REMEMBERED = 32
_QUOTES = "\"'`"
_SCRIPT = "[(import_statement) (variable_declarator)] @statement"
_STATEMENTS = {
    "python": "[(import_statement) (import_from_statement)] @statement",
    "javascript": _SCRIPT,
    "typescript": _SCRIPT,
    "tsx": _SCRIPT,
    "java": "(import_declaration) @statement",
    "php": "(namespace_use_declaration) @statement",
}
_LAYOUT = frozenset(
    {
        *("module", "program", "block", "compound_statement", "decorated_definition"),
        *("lexical_declaration", "variable_declaration"),
    }
)
_PARTS_OF_PATTERN = frozenset({"shorthand_property_identifier_pattern", "pair_pattern"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """A name that an import binds, and the lines of the statement it stands in, from 1.

    `source` is the module or the whole of a qualified name, `name` what it is called there, empty
    when the module itself is bound. `local` is the word the file knows it by. `is_renamed` tells
    that the import gives it that word. `around` are the first lines of the statements it stands in.
    """

    local: str
    name: str
    source: str
    line: int
    first: int
    last: int
    is_renamed: bool = False
    around: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Imported:
    """What a text imports, and the text with all of that blank, every line at its place."""

    names: tuple[Brought, ...]
    rest: str
    is_bare: bool
    """Whether nothing but imports, comments and lone strings stands in the text."""


def imported(path: str, text: str) -> Imported | None:
    """What a text imports by name; None where it is not parsed, or not without errors."""
    parsed = parse(path, text)
    if parsed is None or parsed.language not in _STATEMENTS or parsed.root.has_error:
        return None
    return _imported(parsed, text)


@lru_cache(maxsize=_REMEMBERED)
def _imported(parsed: Parsed, text: str) -> Imported:
    whole = text.encode("utf-8", "replace")
    names: list[Brought] = []
    pieces: list[bytes] = []
    at = 0
    found = (captures["statement"][0] for captures in parsed.matches(_query(parsed.language)))
    for statement in sorted(found, key=lambda node: node.start_byte):
        if statement.type == "variable_declarator" and not _requires(parsed, statement):
            continue
        names.extend(_names(parsed, statement))
        # Of a component the whole counts, not only the scripts that were parsed.
        pieces += [whole[at : statement.start_byte], _blank(whole, statement)]
        at = statement.end_byte
    rest = b"".join([*pieces, whole[at:]]).decode("utf-8", "replace")
    return Imported(tuple(sorted(names, key=lambda one: one.line)), rest, _is_bare(parsed))


@cache
def _query(language: str) -> Query:
    return Query(grammar(language), _STATEMENTS[language])


def _blank(source: bytes, node: Node) -> bytes:
    lines = source[node.start_byte : node.end_byte].split(b"\n")
    return b"\n".join(b" " * len(line) for line in lines)


def _is_bare(parsed: Parsed) -> bool:
    return parsed.scripts is None and all(map(_is_idle, parsed.root.named_children))


def _is_idle(node: Node) -> bool:
    if node.type == "expression_statement":
        return node.children[0].type == "string"
    return node.type.startswith(("import_", "future_import", "php_tag")) or node.type.endswith(
        ("comment", "_use_declaration", "namespace_definition", "package_declaration")
    )


def _requires(parsed: Parsed, node: Node) -> bool:
    """Whether a variable at the top of the file is given a module and nothing else."""
    value, outer = node.child_by_field_name("value"), node.parent
    if value is None or value.type != "call_expression" or outer is None:
        return False
    called, given = value.child_by_field_name("function"), value.child_by_field_name("arguments")
    return (
        called is not None
        and parsed.text_of(called) == "require"
        and given is not None
        and [child.type for child in given.named_children] == ["string"]
        and outer.parent == parsed.root
    )


def _names(parsed: Parsed, statement: Node) -> Iterator[Brought]:
    if parsed.language == "python":
        return _python(parsed, statement)
    if parsed.language == "java":
        return _java(parsed, statement)
    if parsed.language == "php":
        return _php(parsed, statement)
    if statement.type == "variable_declarator":
        return _required(parsed, statement)
    return _script(parsed, statement)


@dataclass(frozen=True, slots=True)
class _Place:
    """A statement, and what is said of every name in it."""

    parsed: Parsed
    statement: Node
    source: str = ""

    def brings(self, item: Node, *, name: str, alias: Node | None, local: str) -> Brought:
        return Brought(
            local=local if alias is None else self.parsed.text_of(alias),
            name=name,
            source=self.source,
            line=item.start_point[0] + 1,
            first=self.statement.start_point[0] + 1,
            last=self.statement.end_point[0] + 1,
            is_renamed=alias is not None,
            around=_around(self.parsed, self.statement),
        )


def _around(parsed: Parsed, node: Node) -> tuple[str, ...]:
    found: list[str] = []
    outer = node.parent
    while outer is not None:
        if outer.type not in _LAYOUT:
            found.append(parsed.text_of(outer).partition("\n")[0])
        outer = outer.parent
    return tuple(reversed(found))


def _python(parsed: Parsed, statement: Node) -> Iterator[Brought]:
    module = statement.child_by_field_name("module_name")
    for item in statement.children_by_field_name("name"):
        inner, alias = item.child_by_field_name("name"), item.child_by_field_name("alias")
        spelled = parsed.text_of(inner or item)
        if module is None:
            place, name = _Place(parsed, statement, spelled), ""
            local = spelled.partition(".")[0]
        else:
            place, name = _Place(parsed, statement, parsed.text_of(module)), spelled
            local = spelled
        yield place.brings(item, name=name, alias=alias, local=local)


def _java(parsed: Parsed, statement: Node) -> Iterator[Brought]:
    if statement.children[-2].type == "asterisk":
        return
    named = statement.named_children[-1]
    spelled = "".join(parsed.text_of(named).split())
    name = spelled.rpartition(".")[2]
    yield _Place(parsed, statement, spelled).brings(named, name=name, alias=None, local=name)


def _php(parsed: Parsed, statement: Node) -> Iterator[Brought]:
    group = statement.child_by_field_name("body")
    prefix = "" if group is None else parsed.text_of(statement.named_children[0]) + "\\"
    for clause in (group or statement).named_children:
        if clause.type != "namespace_use_clause":
            continue
        named, alias = clause.named_children[0], clause.child_by_field_name("alias")
        source = (prefix + parsed.text_of(named)).lstrip("\\")
        name = source.rpartition("\\")[2]
        place = _Place(parsed, statement, source)
        yield place.brings(clause, name=name, alias=alias, local=name)


def _script(parsed: Parsed, statement: Node) -> Iterator[Brought]:
    source = statement.child_by_field_name("source")
    clause = next((one for one in statement.children if one.type == "import_clause"), None)
    if source is None or clause is None:
        return
    place = _Place(parsed, statement, parsed.text_of(source).strip(_QUOTES))
    for part in clause.named_children:
        if part.type == "identifier":
            word = parsed.text_of(part)
            yield place.brings(part, name="default", alias=None, local=word)
        elif part.type == "namespace_import":
            word = parsed.text_of(part.named_children[0])
            yield place.brings(part, name="", alias=None, local=word)
        else:
            for item in part.named_children:
                yield from _specified(place, item)


def _specified(place: _Place, item: Node) -> Iterator[Brought]:
    named = item.child_by_field_name("name")
    if named is not None:
        name = place.parsed.text_of(named)
        alias = item.child_by_field_name("alias")
        yield place.brings(item, name=name, alias=alias, local=name)


def _required(parsed: Parsed, statement: Node) -> Iterator[Brought]:
    named, value = statement.children[0], statement.children[-1]
    source = parsed.text_of(value.named_children[-1].named_children[0]).strip(_QUOTES)
    place = _Place(parsed, statement, source)
    if named.type == "identifier":
        yield place.brings(named, name="", alias=None, local=parsed.text_of(named))
        return
    items = [one for one in named.named_children if not one.type.endswith("comment")]
    # A pattern that takes the rest names some parts to leave them out.
    if named.type != "object_pattern" or any(one.type not in _PARTS_OF_PATTERN for one in items):
        return
    for item in items:
        key, alias = item.child_by_field_name("key"), item.child_by_field_name("value")
        name = parsed.text_of(key or item)
        if alias is None or alias.type == "identifier":
            yield place.brings(item, name=name, alias=alias, local=name)
