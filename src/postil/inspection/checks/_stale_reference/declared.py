"""Declarations told by their look, where a parser loses its way or takes no notice of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from postil.syntax import Definition, definitions

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
_METHOD_TAG = re.compile(
    r"^[ \t]{0,40}\*[ \t]{1,8}@method[ \t]{1,8}[^\n(]{0,200}?\b(\w{1,200})[ ]?\(", re.MULTILINE
)
"""How PHP documents a method that is answered for without being written."""
_DERIVED = re.compile(r"\bproc_macro_derive\(\s{0,8}(\w{1,200})")
"""A name that Rust code may derive, whatever trait it stands for."""
_BY_TEXT = re.compile(
    r"\b(?:define_(?:class|model|module)|stub_(?:const|class|model)|const_set)[ (]{1,2}"
    r"[\"':]([\w:]{1,200})"
)
"""Ruby that gives a class its name by a text, as tests do."""
_STRUCTS = re.compile(
    r"\b(?:Struct\.new|Data\.define|[mc]attr_\w{1,20}|class_attribute)\b[ (]{0,2}([^)\n]{1,1000}(?:\n[^)]{1,1000})?)"
)
_SYMBOL = re.compile(r":([a-z_]\w{0,200})|\b([a-z_]\w{0,200}):")
_REACTIVE = re.compile(r"^[ \t]{0,40}\$: ?\(?(\w{1,200}) = ", re.MULTILINE)
"""A value that Svelte keeps up to date, which needs no other declaration."""
_TELLING = (_DECLARATION, _ALIAS, _METHOD_TAG, _DERIVED, _REACTIVE)
_SCRIPTS = (".js", ".cjs", ".mjs", ".jsx", ".ts", ".cts", ".coffee")
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
_ANSWERS = re.compile(
    r"\A\s{0,40}(?:(?:public|static|private|protected|async) ){0,3}(?:def|function) (?:self\.)?"
    r"(?:__call|__callStatic|__get|__getattr__|__getattribute__|method_missing)\b"
)
_ACCESSOR = re.compile(r"\A(?:(?:get|set|is|with|Get|Set)([A-Z]\w{0,200})|[A-Z]\w{0,200})\Z")
_MAKES_ACCESSORS = re.compile(
    r"\bimport lombok\.|^\s{0,40}@(?:Getter|Setter|Data|Value|AutoValue)\b|\[ObservableProperty\b",
    re.MULTILINE,
)
_PASTES = re.compile(r"\b(\w{2,80}) ?## ?\w")
_SWITCH = re.compile(r"\A\s{0,40}#\s{0,8}define\s{1,8}\w{1,200}\s{0,40}(?:/[/*].{0,400})?\Z")
HEADERS = (".h", ".hh", ".hpp", ".hxx", ".h++", ".inc", ".in")
_NAMESPACES = {
    "php": re.compile(r"^namespace\s{1,8}([\w\\]{1,200})\s{0,8}[;{]", re.MULTILINE),
    "csharp": re.compile(r"^\ufeff?namespace[ \t]{1,8}([\w.]{1,200})\s{0,8}[;{]", re.MULTILINE),
    "java": re.compile(r"^package[ \t]{1,8}([\w.]{1,200})[ \t]{0,8};", re.MULTILINE),
}
_BARE = frozenset({"sync", "time", "atomic"})
"""Packages whose embedded types bring along nothing but what everybody knows of them."""


def is_exported_by(holder: str, path: str, text: str) -> bool:
    """Whether an object of a script is what the script exports, under a name of its own."""
    if not holder.isidentifier() or not path.endswith(_SCRIPTS):
        return False
    exported = re.compile(
        rf"\b{holder}\s{{0,8}}=\s{{0,8}}(?:module\.)?exports\b|\bexports\s{{0,8}}=\s{{0,8}}{holder}\b"
        rf"|\bexport default {holder}\b"
    )
    return exported.search(text) is not None


def plain_definitions(path: str, text: str) -> tuple[Definition, ...]:
    """What a text defines, each by its own word: Ruby's `class Lamps::Wick` defines `Wick`."""
    return tuple(
        _plain(found) if "::" in found.name or "::" in found.owner else found
        for found in definitions(path, text)
    )


def _plain(found: Definition) -> Definition:
    outer, _, name = found.name.rpartition("::")
    owner = found.owner or outer
    return replace(found, name=name, owner=owner.rpartition("::")[2])


def declared_names(text: str) -> set[str]:
    """What stands at the start of a line behind a word that declares, parsed or not."""
    told = (pattern.findall(text) for pattern in _TELLING)
    members = (symbol for listed in _STRUCTS.findall(text) for symbol in _SYMBOL.findall(listed))
    by_text = (word for spelled in _BY_TEXT.findall(text) for word in spelled.split("::"))
    return set().union(*told, map("".join, members), by_text)


def namespace_of(family: str, text: str) -> str:
    """The namespace or package that a PHP, C# or Java file says it stands in; else empty."""
    pattern = _NAMESPACES.get(family)
    found = pattern.search(text) if pattern else None
    return found[1] if found else ""


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


def is_generated_accessor(name: str, text: str) -> bool:
    """Whether an annotation of the file makes an accessor of that name from a field."""
    found = _ACCESSOR.match(name)
    if found is None or _MAKES_ACCESSORS.search(text) is None:
        return False
    stem = found[1] or name
    field = stem[:1].lower() + stem[1:]
    return re.search(rf"\b(?:_|m_)?{re.escape(field)}\b", text) is not None


def makes_names_up(lines: Sequence[str], owner: Definition | None) -> bool:
    """Whether a class answers for members that nobody wrote down."""
    body = lines[owner.line : owner.end_line] if owner is not None else ()
    return any(_ANSWERS.match(line[:_LONGEST]) for line in body)


def is_own_switch(path: str, lines: Sequence[str], number: int) -> bool:
    """Whether a C source, which nobody includes, sets a macro without a value for a header it takes in."""
    if path.endswith(HEADERS) or _SWITCH.match(lines[number - 1][:_LONGEST]) is None:
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
