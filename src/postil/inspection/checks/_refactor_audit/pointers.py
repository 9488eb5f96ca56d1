"""Whether a file that still uses what left it also offers it, and whether words say that it stands there."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from postil.domain.paths import language_of
from postil.syntax import Form, Role, references

_LONGEST = 2_000
_SCRIPTS = frozenset({"javascript", "typescript", "tsx"})
_OFFERS = {
    "rust": re.compile(r"\bpub(?:\([a-z ]{1,20}\))? use\b([^;]{0,2000})"),
    **dict.fromkeys(
        _SCRIPTS, re.compile(r"\bexport(?:s\b|\b)[^{;\n]{0,200}(?:\{[^}]{0,2000}\}|;|\n)")
    ),
}
_OWN = frozenset({Form.DEFINITION, Form.BINDING, Form.UNKNOWN})
_READ = frozenset({Role.COMMENT, Role.PROSE})
_USES = re.compile(
    r"\b(?:call|invok|us(?:e[sd]?|ing|age)\b|import|via\b|through\b|wrap|regist|pass(?:e[sd]|ing)\b|mock|patch|mount|render"
    r"|export|consum|after\b|before\b|when\b)",
    re.IGNORECASE,
)
"""Words by which a line may speak of what the old file does with the thing, which it still does."""


def only_used(path: str, text: str, names: Collection[str]) -> frozenset[str]:
    """The names that a file uses and neither defines nor hands on to others."""
    return frozenset(names) - frozenset(_offered(path, text, names))


def _offered(path: str, text: str, names: Collection[str]) -> Iterator[str]:
    uses = [use for use in references(path, text, names) if use.role not in _READ]
    yield from (use.name for use in uses if use.form in _OWN or use.role is Role.STRING)
    language = language_of(path) or ""
    if language == "python":
        # An import that nothing below asks for is there for others.
        asked = {use.name for use in uses if use.form is Form.NAME}
        yield from (set(names) - asked) if not path.endswith("__init__.py") else names
    offers = _OFFERS.get(language)
    for statement in offers.findall(text) if offers else ():
        words = set(re.findall(r"\w+", statement))
        yield from words & set(names)


def points_at(text: str, file: str, name: str) -> bool:
    """Whether a line says that the thing stands in the file: `name() in file`, `file: name`."""
    line = text[:_LONGEST]
    thing, place = re.escape(name), re.escape(file)
    is_said = re.search(
        rf"\b{thing}(?:\(\))?[`'\"*)\]}}]{{0,3}},? (?:defined |found )?(?:in|of|at|inside|within) (?:the )?[`'\"*(\[{{]{{0,3}}{place}"
        rf"|{place}[`'\"*)\]}}]{{0,3}}(?:['’]s |::?|#|[,:]? |, | [-–—] )[`'\"*(\[{{]{{0,3}}{thing}\b",
        line,
    )
    return is_said is not None and _USES.search(line) is None
