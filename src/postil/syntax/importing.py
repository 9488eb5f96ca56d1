"""Finds what a text brings in from other modules, for the languages that import by name."""

from __future__ import annotations

from functools import lru_cache

from tree_sitter import Node

from postil.syntax.facts import Import
from postil.syntax.grammar import Parsed, import_query, parse

_REMEMBERED = 32
_QUOTES = "\"'`"


def imports(path: str, text: str) -> tuple[Import, ...]:
    """Every import of Python, JavaScript, TypeScript or Go text; empty for other languages."""
    parsed = parse(path, text)
    return () if parsed is None else _imports(parsed)


@lru_cache(maxsize=_REMEMBERED)
def _imports(parsed: Parsed) -> tuple[Import, ...]:
    query = import_query(parsed.language)
    if query is None:
        return ()
    read = {"python": _python, "go": _go}.get(parsed.language, _javascript)
    found = [read(parsed, captures) for captures in parsed.matches(query)]
    return tuple(sorted(found, key=lambda entry: (entry.line, entry.local)))


def _python(parsed: Parsed, captures: dict[str, list[Node]]) -> Import:
    item = captures["item"][0]
    line = item.start_point[0] + 1
    name, alias = item.child_by_field_name("name"), item.child_by_field_name("alias")
    spelled = parsed.text_of(name or item)
    local = parsed.text_of(alias) if alias is not None else ""
    if "source" not in captures:
        return Import(local=local or spelled, name="", source=spelled, line=line)
    source = parsed.text_of(captures["source"][0])
    if item.type == "wildcard_import":
        return Import(local="", name="*", source=source, line=line)
    return Import(local=local or spelled, name=spelled, source=source, line=line)


def _go(parsed: Parsed, captures: dict[str, list[Node]]) -> Import:
    item = captures["item"][0]
    source = parsed.text_of(captures["source"][0]).strip(_QUOTES)
    alias = item.child_by_field_name("name")
    local = source.rpartition("/")[2] if alias is None else parsed.text_of(alias)
    return Import(local=local, name="", source=source, line=item.start_point[0] + 1)


def _javascript(parsed: Parsed, captures: dict[str, list[Node]]) -> Import:
    source = parsed.text_of(captures["source"][0]).strip(_QUOTES)
    if "all" in captures:
        line = captures["all"][0].start_point[0] + 1
        return Import(local="", name="*", source=source, line=line)
    if "item" not in captures:
        kind = "default" if "default" in captures else "module"
        node = captures[kind][0]
        name = "default" if kind == "default" else ""
        return Import(
            local=parsed.text_of(node), name=name, source=source, line=node.start_point[0] + 1
        )
    item = captures["item"][0]
    line = item.start_point[0] + 1
    if item.type == "*":
        return Import(local="", name="*", source=source, line=line)
    name_node = item.child_by_field_name("name") or item.child_by_field_name("key") or item
    local_node = item.child_by_field_name("alias") or item.child_by_field_name("value") or name_node
    name, local = parsed.text_of(name_node), parsed.text_of(local_node)
    if item.type == "export_specifier":
        local = ""
    return Import(local=local, name=name, source=source, line=line)
