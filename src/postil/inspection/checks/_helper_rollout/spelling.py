"""Brings the calls of each language into one spelling: a name, and brackets around what it is given."""

from __future__ import annotations

import re
from collections.abc import Callable

LONGEST_LINE = 20_000
_INNERMOST = r"<[\w ,.?\[\]|&]{1,80}>"
_INNER = rf"<[\w ,.?\[\]|&]{{1,80}}(?:{_INNERMOST}[\w ,.?\[\]|&]{{0,80}}){{0,4}}>"
_TYPES = re.compile(
    rf"(?<=\w)<[\w ,.?\[\]|&]{{1,80}}(?:{_INNER}[\w ,.?\[\]|&]{{0,80}}){{0,4}}>(?=\()"
)
"""What a generic call says of its types, which may have types of their own."""
_COMMAND = re.compile(
    r"\A((?:[A-Za-z_]\w{0,60}=\"?\$\(|if |! |\s){0,4})([A-Za-z][\w.-]{0,60}(?: -{1,2}[A-Za-z][\w-]{0,40})?)"
    r" (?![=(])([^\n]*)\Z"
)
_WITHOUT_BRACKETS = re.compile(
    r"\A(\s{0,80}(?:return |[a-z_]\w{0,60} = )?)([A-Z]\w{0,60}(?:(?:\.|::)\w{1,60}){1,4}|[a-z_]\w{0,60})"
    r" (?=[\"':@\w\[])(?!(?:=|if|unless|do|and|or|in)\b)([^\n]*)\Z"
)
_WORDS_OF_RUBY = frozenset(
    {"def", "class", "module", "if", "unless", "return", "end", "while", "when", "case", "elsif"}
    | {"require", "require_relative", "raise", "puts", "include", "extend", "attr_reader", "else"}
    | {"rescue", "ensure", "begin", "yield", "super", "until", "for", "not", "then", "in", "next"}
    | {"break", "private", "protected", "public", "module_function", "private_class_method"}
    | {"attr_accessor", "attr_writer", "alias", "undef", "using"}
)


def spelled(text: str, family: str) -> str:
    """A text of some lines as the other modules of this check read it."""
    change = _CHANGES.get(family)
    if change is None:
        return text
    return "\n".join(change(line[:LONGEST_LINE]) for line in text.split("\n"))


def _without_types(line: str) -> str:
    return _TYPES.sub("", line)


def _with_brackets(line: str) -> str:
    found = _WITHOUT_BRACKETS.match(line)
    if found is None or found[2] in _WORDS_OF_RUBY:
        return line
    return f"{found[1]}{found[2]}({found[3]})"


def _as_call(line: str) -> str:
    """A command of a shell with its first option, and what else it is given."""
    found = _COMMAND.match(line)
    if found is None:
        return line
    given = ", ".join(found[3].replace(",", " ").split())
    return f"{found[1]}{found[2]}({given})"


_CHANGES: dict[str, Callable[[str], str]] = {
    "csharp": _without_types,
    "java": _without_types,
    "kotlin": _without_types,
    "javascript": _without_types,
    "swift": _without_types,
    "ruby": _with_brackets,
    "bash": _as_call,
}
