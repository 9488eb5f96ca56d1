"""Declarations told by their look, where a parser loses its way or takes no notice of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_LONGEST = 2_000
_DECLARATION = re.compile(
    r"^[ \t]{0,40}(?:(?:module\.)?exports(?:\.\w{1,100})? = )?(?:(?:export|default|pub|public|private|protected|internal|abstract|final|static"
    r"|async|declare|sealed|partial|override|unsafe) {1,4}){0,6}"
    r"(?:def|fn|func|function|class|struct|interface|enum|trait|module|record|protocol|type) {1,4}(\w{1,200})",
    re.MULTILINE,
)
_ALIAS = re.compile(
    r"^[ \t]{0,40}alias(?:_method)?[ (]{1,4}:?([a-zA-Z_]\w{0,200}[?!=]?),?[ ]", re.MULTILINE
)
"""Another name that Ruby gives to a method."""
_STRUCT = re.compile(r"^type (\w{1,200})(?:\[[^\]\n]{0,200}\])? struct \{", re.MULTILINE)
_EMBEDDED = re.compile(
    r"\A\s{1,40}\*?(?:(\w{1,100})\.)?(\w{1,200})\s{0,40}(?:`[^`]{0,200}`)?\s{0,40}\Z"
)
_WORD = re.compile(r"\w+")
_DEFINES = re.compile(
    r"\b(?:exec|eval|setattr|globals|locals|vars|define_method|const_set|instance_variable_set"
    r"|class_eval|defineProperty|define)\b"
)
_FROM_LIST = re.compile(
    r"\b(?:define_method|define_singleton_method|const_set)[ (]{1,2}(?:\(|[a-z_]\w{0,80}|[\"'][^\"'\n]{0,80}(?:#\{|[\"'] ?\+))"
    r"|\bdef (?:self\.)?method_missing\b|\bdef_(?:instance_)?delegators?\b"
)
"""Ruby that defines whatever a list or a table names, or hands it on."""
_PASTES = re.compile(r"\b(\w{2,80}) ?## ?\w")
_SWITCH = re.compile(r"\A\s{0,40}#\s{0,8}define\s{1,8}\w{1,200}\s{0,40}(?:/[/*].{0,400})?\Z")
_HEADERS = (".h", ".hh", ".hpp", ".hxx", ".h++", ".inc", ".in")
_BARE = frozenset({"sync", "time", "atomic"})
"""Packages whose embedded types bring along nothing but what everybody knows of them."""


def declared_names(text: str) -> set[str]:
    """What stands at the start of a line behind a word that declares, parsed or not."""
    return {*_DECLARATION.findall(text), *_ALIAS.findall(text)}


def is_edited(name: str, line: str, added: Iterable[tuple[int, str]]) -> bool:
    """Whether a declaration was only edited: an added line has all that stood before the name."""
    word = re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])")
    found = word.search(line[:_LONGEST])
    before = _WORD.findall(line[: found.start()]) if found else []
    if not before:
        return False
    for _, text in added:
        kept = word.search(text[:_LONGEST])
        if kept and set(before) <= set(_WORD.findall(text[: kept.start()])):
            return True
    return False


def is_made_at_run_time(name: str, added: Iterable[tuple[int, str]]) -> bool:
    """Whether an added line hands the name, as text, to something that defines by text, or pastes
    its beginning before a word of a list, as macros of C do, or defines what a list names.
    """
    return any(
        (name in text and _DEFINES.search(text[:_LONGEST]))
        or _FROM_LIST.search(text[:_LONGEST])
        or any(name.startswith(start) for start in _PASTES.findall(text[:_LONGEST]))
        for _, text in added
    )


def is_own_switch(path: str, lines: Sequence[str], number: int) -> bool:
    """Whether a C source, which nobody includes, sets a macro without a value for a header it takes in."""
    if path.endswith(_HEADERS) or _SWITCH.match(lines[number - 1][:_LONGEST]) is None:
        return False
    return any(line.startswith('#include "') for line in lines[number:])


def embedded_names(text: str) -> set[str]:
    """The names under which Go structs hold the types they embed."""
    return {name for _, _, name in _embedded(text)}


def embeds_foreign(owner: str, text: str) -> bool:
    """Whether a Go struct embeds a type of another package, whose members become its own."""
    return any(
        struct == owner and package not in ("", *_BARE) for struct, package, _ in _embedded(text)
    )


def _embedded(text: str) -> list[tuple[str, str, str]]:
    """The struct, the package and the name of every embedded type."""
    found: list[tuple[str, str, str]] = []
    for opened in _STRUCT.finditer(text):
        body = text[opened.end() :].partition("\n}")[0]
        for line in body.split("\n")[1:]:
            code = line[:_LONGEST].partition("//")[0].rstrip()
            held = _EMBEDDED.match(code) if code else None
            if held is not None:
                found.append((opened[1], held[1] or "", held[2]))
    return found
