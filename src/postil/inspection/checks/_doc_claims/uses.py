"""What counts as a use of a name in the sources of a tree, as against its definition or its import."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.domain import paths
from postil.inspection.documents import LONGEST_LINE
from postil.ports import Hit, Tree
from postil.syntax import Role, role_at, supports

_DEFINES = re.compile(
    r"\b(?:def|function\*?|func|fn|class|struct|interface|trait|enum|type|const|let|var)"
    r"\s+(?:\([^)\n]{0,100}\)\s*)?(\w{1,100})"
)
_IMPORTS = re.compile(
    r"\A\s{0,40}(?:(?:import|from|use|require|#include|pub use)\b|export\s{0,4}(?:type\s{0,4})?[{*])"
)
_UNMARKED = re.compile(
    r"\A\s{0,40}(?!(?:return|else|throw|new|await|yield|case|goto|delete)\b)"
    r"[A-Za-z_][\w<>\[\],:]{0,80}(?: [\w<>\[\],:]{1,80}){0,5}[ *&]{1,4}(\w{1,100})\("
)
"""Defines or declares a function where no word tells it: a type stands before the name."""
_METHOD = re.compile(
    r"\A\s{0,40}(?:(?:async|static|public|private|protected|override)\s{1,4}){0,4}(\w{1,100})\([^;]{0,300}\{\s{0,4}\Z"
)
_TYPED = frozenset({"c", "cpp", "java", "csharp", "dart"})
_SCRIPTS = frozenset({"javascript", "typescript", "tsx"})


def counts(hit: Hit) -> bool:
    """Whether the line belongs to sources that a claim about all code speaks of."""
    return (
        supports(hit.path)
        and not paths.is_test(hit.path)
        and not paths.is_doc(hit.path)
        and not paths.is_vendored(hit.path)
        and not paths.is_generated(hit.path)
        and len(hit.text) <= LONGEST_LINE
    )


def defines(hit: Hit, name: str) -> bool:
    """Whether a word says that the line defines the name, or it gives the name its value."""
    if any(match[1] == name for match in _DEFINES.finditer(hit.text[:LONGEST_LINE])):
        return True
    before, _, after = hit.text.partition(name)
    return not before.strip() and after.lstrip()[:1] == "=" != after.lstrip()[1:2]


def declares(hit: Hit, name: str) -> bool:
    """The same, also where a type or nothing stands before the name of a function."""
    language = paths.language_of(hit.path) or ""
    return defines(hit, name) or name in defined(language, hit.text[:LONGEST_LINE])


def defined(language: str, line: str) -> Iterator[str]:
    """The names that a line defines, as far as words or the shape of the line tell it."""
    yield from (match[1] for match in _DEFINES.finditer(line))
    shape = _UNMARKED if language in _TYPED else _METHOD if language in _SCRIPTS else None
    found = shape.match(line) if shape is not None else None
    if found is not None:
        yield found[1]


def is_import(line: str) -> bool:
    return _IMPORTS.match(line[:LONGEST_LINE]) is not None


def is_code(hit: Hit, column: int, head: Tree) -> bool:
    """Whether code stands at that column of the line, no comment and no string."""
    text = head.read(hit.path)
    return text is not None and role_at(hit.path, text, hit.line, column) is Role.CODE
