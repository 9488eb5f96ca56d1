"""Finds where names occur in a text, and says what each place is read as and how it is used."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from tree_sitter import Node

from postil.domain.paths import is_doc, language_of
from postil.syntax.defining import survey
from postil.syntax.facts import Form, Occurrence, Role
from postil.syntax.grammar import LONGEST_LINE, Parsed, parse
from postil.syntax.usage import form_of, qualifier_of

_WORD = re.compile(r"[A-Za-z_0-9\x80-\U0010ffff]+")
_WORD_OF_SCRIPT = re.compile(r"[A-Za-z_$0-9\x80-\U0010ffff]+")
_SCRIPTS = frozenset({"javascript", "typescript", "tsx"})
_MOST_STEPS = 64
_FEW_NAMES = 8
"""So many names are looked for one by one faster than a line is cut into words."""

_HASH_COMMENTS = frozenset(
    {"yaml", "toml", "dockerfile", "make", "hcl", "elixir", "perl", "r", "nix"}
)
_DASH_COMMENTS = frozenset({"sql", "lua", "haskell"})
_NO_COMMENTS = frozenset({"json", "xml", "html", "vue", "svelte", "markdown"})
_BLOCK_LINE = ("/*", "*", "<!--")
STRINGS = frozenset(
    {
        *("string", "raw_string", "template_string", "concatenated_string", "string_literal"),
        *("raw_string_literal", "interpreted_string_literal", "rune_literal", "char_literal"),
        *("character_literal", "verbatim_string_literal", "interpolated_string_expression"),
        *("encapsed_string", "heredoc", "heredoc_body", "nowdoc", "regex", "jsx_text", "text"),
        *("simple_symbol", "delimited_symbol", "string_array", "symbol_array", "subshell_string"),
        *("system_lib_string", "text_block", "shell_command_expression"),
    }
)
CODE_IN_STRINGS = frozenset(
    {
        *("interpolation", "template_substitution", "command_substitution", "expansion"),
        *("simple_expansion", "process_substitution"),
    }
)


def references(path: str, text: str, names: Collection[str]) -> tuple[Occurrence, ...]:
    """Every place where one of the names stands as a whole word, in order; long lines are skipped."""
    wanted = frozenset(names)
    parsed = parse(path, text)
    if parsed is None:
        return tuple(_plain(path, text, wanted))
    return tuple(_parsed(parsed, path, text, wanted))


def role_at(path: str, text: str, line: int, column: int) -> Role:
    """What the character at a line (from 1) and column (from 0) is read as."""
    lines = text.split("\n")
    if not 1 <= line <= len(lines):
        return Role.PROSE if is_doc(path) else Role.CODE
    parsed = parse(path, text)
    if parsed is None or not parsed.holds(line):
        return _plain_role(path, lines[line - 1], column)
    return _role(_node_at(parsed, line, lines[line - 1], slice(column, column + 1)))


def _words(
    path: str, text: str, wanted: frozenset[str]
) -> Iterator[tuple[int, str, re.Match[str]]]:
    signed = any("$" in name for name in wanted) and language_of(path) in _SCRIPTS
    word = _WORD_OF_SCRIPT if signed else _WORD
    few = wanted if len(wanted) <= _FEW_NAMES else frozenset()
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE or (few and not any(name in line for name in few)):
            continue
        for match in word.finditer(line):
            if match[0] in wanted:
                yield number, line, match


def _plain(path: str, text: str, wanted: frozenset[str]) -> Iterator[Occurrence]:
    for number, line, match in _words(path, text, wanted):
        yield _plain_occurrence(path, number, line, match)


def _plain_occurrence(path: str, number: int, line: str, match: re.Match[str]) -> Occurrence:
    role = _plain_role(path, line, match.start())
    return Occurrence(name=match[0], line=number, column=match.start(), role=role)


def _plain_role(path: str, line: str, column: int) -> Role:
    """A guess by line for files without a grammar: prose, a comment, or something a tool reads."""
    if is_doc(path):
        return Role.PROSE
    language = language_of(path)
    before = line[:column]
    if language not in _NO_COMMENTS and before.lstrip().startswith(_BLOCK_LINE):
        return Role.COMMENT
    return Role.COMMENT if _has_comment_mark(language, before) else Role.CODE


def _has_comment_mark(language: str | None, before: str) -> bool:
    if language in _NO_COMMENTS:
        return "//" in before.split() or before.lstrip().startswith(("//", "<!--"))
    if language in _DASH_COMMENTS:
        return "--" in before
    if language in _HASH_COMMENTS or language is None:
        stripped = before.lstrip()
        return stripped.startswith(("#", ";", "//")) or " #" in before
    return any(part.startswith("//") for part in before.split())


def _parsed(parsed: Parsed, path: str, text: str, wanted: frozenset[str]) -> Iterator[Occurrence]:
    defined = frozenset(start for start, _ in survey(parsed))
    for number, line, match in _words(path, text, wanted):
        if not parsed.holds(number):
            yield _plain_occurrence(path, number, line, match)
            continue
        node = _node_at(parsed, number, line, slice(match.start(), match.end()))
        role = _role(node)
        form, qualifier = Form.UNKNOWN, ""
        if role is Role.CODE:
            form = Form.DEFINITION if node.start_byte in defined else form_of(node)
            qualifier = qualifier_of(node, form, parsed.source)
        yield Occurrence(
            name=match[0],
            line=number,
            column=match.start(),
            role=role,
            form=form,
            qualifier=qualifier,
        )


def _node_at(parsed: Parsed, number: int, line: str, span: slice) -> Node:
    start = parsed.line_starts[number - 1] + len(line[: span.start].encode("utf-8", "replace"))
    end = start + len(line[span].encode("utf-8", "replace"))
    return parsed.root.descendant_for_byte_range(start, end) or parsed.root


def _role(node: Node) -> Role:
    current: Node | None = node
    for _ in range(_MOST_STEPS):
        if current is None or current.type in CODE_IN_STRINGS:
            return Role.CODE
        if current.type.endswith("comment"):
            return Role.COMMENT
        if current.is_named and current.type in STRINGS:
            return Role.STRING
        current = current.parent
    return Role.CODE
