"""What a line stands inside of, and whether that keeps what is written there from others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from postil.domain.paths import language_of

_LONGEST = 1_000
_MOST_LINES = 20_000
_PUBLIC_MODULE = re.compile(r"\A(?:#\[[^\]]{0,200}\] ?)?pub mod\b")
_MODULE = re.compile(r"\A(?:#\[[^\]]{0,200}\] ?)?(?:pub ?\([\w: ]{1,60}\) )?mod (\w+)")
_TYPE = re.compile(r"\b(?:class|interface|struct|record|enum)\s(?:class\s|struct\s)?(\w+)")
_OF_RUST = re.compile(r"\A(pub )?(?:pub ?\([\w: ]{1,60}\) )?(?:struct|enum|union|trait|type) (\w+)")
_NAMELESS = re.compile(r"\A(?:inline )?namespace ?\{\Z")
_HANDED_OUT = re.compile(r"\bexports?\b")
_BEGINS_LIST = re.compile(r"\bexports? ?(?:= ?|default )?\{\s{0,8}\Z")
"""A list of what is handed out, whose names stand on lines of their own."""
_MARKED_OPEN = frozenset({"java", "csharp"})
_SCRIPTS = frozenset({"javascript", "typescript", "tsx"})


def outwards(lines: Sequence[str]) -> Iterator[str]:
    """The last of some lines, and those above that it is set deeper than, from inside out."""
    depth = None
    for line in reversed(lines[-_MOST_LINES:]):
        text = line[:_LONGEST].strip()
        before = len(line) - len(line.lstrip())
        says = any(map(str.isalnum, text)) and not text.startswith("#")
        if says and (depth is None or before < depth):
            depth = before
            yield text


def is_enclosed(path: str, lines: Sequence[str], number: int, owner: str) -> bool:
    """Whether what a line defines stands in something that its own file keeps to itself."""
    language = language_of(path)
    around = list(outwards(lines[:number]))[1:]
    if language == "rust":
        return any(_is_inner_module(text, lines) for text in around) or _is_of_hidden(owner, lines)
    if language == "cpp":
        return _is_in_nameless(lines[: number - 1])
    types = [text for text in around if _TYPE.search(text)]
    if language in _MARKED_OPEN:
        return any(_is_unmarked(text) for text in types)
    if language in _SCRIPTS:
        return any(_is_not_handed_out(text, lines) for text in types)
    return language == "python" and any(text.startswith("class _") for text in types)


def _is_inner_module(text: str, lines: Sequence[str]) -> bool:
    """Whether a line opens a module that its file hands on nothing of."""
    named = _MODULE.match(text)
    if named is None or _PUBLIC_MODULE.match(text):
        return False
    module = re.compile(rf"\b{named[1]}\b")
    handed = (line.strip()[:_LONGEST] for line in lines if "pub use " in line[:_LONGEST])
    return not any(map(module.search, handed))


def _is_of_hidden(owner: str, lines: Sequence[str]) -> bool:
    """Whether it belongs to a type of the file that only the file or its crate knows."""
    found = (_OF_RUST.match(line.strip()[:_LONGEST]) for line in lines)
    return any(one is not None and one[2] == owner and not one[1] for one in found if owner)


def _is_unmarked(text: str) -> bool:
    """Whether a class is not public; of one in several parts another may say so."""
    return not {"public", "protected", "partial"} & set(text.split())


def _is_not_handed_out(text: str, lines: Sequence[str]) -> bool:
    named = _TYPE.search(text)
    if named is None or _HANDED_OUT.search(text):
        return False
    name = re.compile(rf"\b{named[1]}\b")
    handed = [line[:_LONGEST] for line in lines if _HANDED_OUT.search(line[:_LONGEST])]
    return not any(name.search(line) or _BEGINS_LIST.search(line) for line in handed)


def _is_in_nameless(above: Sequence[str]) -> bool:
    """Whether a nameless namespace is open at the end of some lines."""
    depth = opened = 0
    for line in reversed(above[-_MOST_LINES:]):
        text = line[:_LONGEST].partition("//")[0]
        depth += text.count("{") - text.count("}")
        if depth > opened:
            opened = depth
            if _NAMELESS.match(text.strip()):
                return True
    return False
