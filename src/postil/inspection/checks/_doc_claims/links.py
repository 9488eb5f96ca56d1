"""Links of documentation comments to types, in languages whose files show where a type comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.domain import paths
from postil.inspection.documents import LONGEST_LINE

_TYPE = r"([A-Z][a-z0-9]\w{1,80})"
_IN_BRACES = rf"\{{@(?:link|linkplain|see) {{1,4}}{_TYPE}(?=[#\s}}(.]|::)"
_SEE = rf"@see {{1,4}}{_TYPE}(?=#|::|\s|\.\w{{1,60}}\(|\Z)"
_IN_BRACKETS = rf"(?<![\w\])])\[\*?{_TYPE}(?:\.\w{{1,80}})?(?:\(\))?\](?![(\[:])"
_LINKS = {
    "java": re.compile(rf"{_IN_BRACES}|{_SEE}"),
    "php": re.compile(rf"{_IN_BRACES}|{_SEE}"),
    "kotlin": re.compile(rf"{_IN_BRACKETS}|{_SEE}"),
    "go": re.compile(_IN_BRACKETS),
    "rust": re.compile(rf"\[`{_TYPE}(?:::\w{{1,80}})?(?:\(\))?`\](?![(\[:])"),
}
_OPENS = {
    "kotlin": ("*", "/**"),
    "java": ("*", "/**", "///"),
    "php": ("*", "/**"),
    "rust": ("///", "//!"),
    "go": ("//",),
}
"""What documentation begins with on each line, or on its first."""
_IMPLICIT = {
    "kotlin": re.compile(
        r"\A(?:Array|Hash|Linked|Mutable|Int|Long|Short|Byte|Char|Float|Double|Boolean|Closed|Open|Random|Kotlin|List|Map"
        r"|Indexed|Deep|Lazy|Regex|Match)|(?:Array|Range|Progression|Iterator)\Z"
    ),
    "php": re.compile(
        r"\A(?:Date|Array|Reflection|Spl|Iterator|Recursive|Simple|Weak|Stringable|Json)"
    ),
}
"""Types of the language that need no import, or that are mostly linked without theirs."""
_TAKES_ALL = {
    "java": re.compile(r"^import [\w. ]{1,200}\.\*;", re.MULTILINE),
    "kotlin": re.compile(r"^import [\w.]{1,200}\.\*", re.MULTILINE),
    "go": re.compile(r"^(?:import|\t) {0,4}\. \"", re.MULTILINE),
    "rust": re.compile(
        r"^\s{0,40}(?:pub )?use (?!(?:crate|super|self)\b)[^;]{0,400}::(?:\*|\{[^;]{0,400}\*)",
        re.MULTILINE,
    ),
}
_NAMESPACE = re.compile(r"^\s{0,4}namespace [\w\\]{1,200}\s{0,4}[;{]", re.MULTILINE)


def linked_types(path: str, said: str) -> Iterator[str]:
    """The types that a line of documentation links to, by the first of their names."""
    language = paths.language_of(path) or ""
    pattern = _LINKS.get(language)
    if pattern is None or not said.startswith(_OPENS[language]):
        return
    implicit = _IMPLICIT.get(language)
    for groups in pattern.findall(said[:LONGEST_LINE]):
        name = groups if isinstance(groups, str) else "".join(groups)
        if implicit is None or not implicit.search(name):
            yield name


def takes_all(path: str, text: str) -> bool:
    """Whether a file takes in whole packages of others, in which any type may stand."""
    language = paths.language_of(path) or ""
    if language == "php":
        return _NAMESPACE.search(text) is None
    pattern = _TAKES_ALL.get(language)
    return pattern is not None and pattern.search(text) is not None
