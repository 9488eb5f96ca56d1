"""What an annotation stands over, and which of it a rule means: fields, constructors, methods, classes, parameters."""

from __future__ import annotations

import re
from dataclasses import dataclass

from postil.inspection.checks._rule_compliance.reading import Reading

_MARKS = ("@", "[", "#[")
_KINDS = {
    "field": "field",
    "propert": "field",
    "member": "field",
    "attribute": "field",
    "constructor": "constructor",
    "setter": "setter",
    "method": "method",
    "function": "function",
    "class": "class",
    "type": "class",
    "interface": "class",
    "parameter": "parameter",
    "argument": "parameter",
}
_SEEN_AS = {
    "method": frozenset({"method", "setter"}),
    "function": frozenset({"function", "method", "setter"}),
}
_SITE = (
    r"(?:(?:the|a|an|any|your|our|all|individual|single)\s){0,2}(?P<how>(?:private|public|protected|static|instance)\s)?"
    r"(?P<kind>fields?|propert(?:y|ies)|members?|attributes?|constructors?|setters?|methods?|functions?|class(?:es)?|types"
    r"|interfaces?|parameters?|arguments?)(?:\s(?:declarations?|injection|level))?\b"
)
_BEHIND = re.compile(rf"\A\s{{0,2}}(?:(?:on|over|above|to|of|for|at)\s)?{_SITE}", re.IGNORECASE)
_IN_FRONT = re.compile(
    rf"\b{_SITE}\s(?:with|via|through|by|using)\s{{0,2}}\Z"
    r"|\b(?P<only>field|property|setter|constructor|method|parameter)\s(?:injection)\s\(?\Z",
    re.IGNORECASE,
)
_TYPE = re.compile(r"\b(?:class|interface|enum|record|struct|object|trait)\b")
_MODIFIERS = frozenset(
    {"public", "private", "protected", "internal", "static", "final", "abstract", "override", "virtual", "async",
     "readonly", "open", "suspend", "default", "synchronized", "export", "function", "fun", "def"}
)  # fmt: skip
_CONSTRUCTORS = frozenset({"constructor", "__construct", "__init__", "init"})
_BY_LINE = frozenset({"kotlin", "swift", "typescript", "tsx", "javascript", "scala", "groovy"})
_WORDS = re.compile(r"[A-Za-z_$][\w$]*")
_NAME = re.compile(r"[\w.:$]{1,80}")
_OPEN, _CLOSE = "([{", ")]}"
_MOST_LINES = 16


@dataclass(frozen=True, slots=True)
class Site:
    """Declarations of one kind, perhaps only those with some modifier."""

    kind: str
    modifier: str = ""


def is_annotation(token: str) -> bool:
    return token.startswith(_MARKS) and token[-1:] not in "/*"


def site_behind(text: str) -> tuple[Site | None, str]:
    """The declarations named right behind an annotation, and the text without those words."""
    match = _BEHIND.match(text)
    return (_site(match["kind"], match["how"]), text[match.end() :]) if match else (None, text)


def site_in_front(text: str) -> tuple[Site | None, str]:
    """The declarations named right before one, as in `field injection with …`."""
    match = _IN_FRONT.search(text)
    if match is None:
        return None, text
    return _site(match["kind"] or match["only"], match["how"]), text[: match.start()]


def _site(kind: str, how: str | None) -> Site:
    plain = kind.lower()
    found = next(name for start, name in _KINDS.items() if plain.startswith(start))
    modifier = (how or "").strip().lower()
    return Site(found, "" if modifier == "instance" else modifier)


def stands_over(site: Site, token: str, number: int, reading: Reading) -> bool:
    """Whether the annotation on the line stands over such a declaration."""
    line = reading.roles.code(number)
    at = line.find(token.rstrip("])"))
    if at < 0:
        return False
    lines = [line[at:], *(reading.roles.code(number + step) for step in range(1, _MOST_LINES))]
    kind, words = _declared(_without_marks("\n".join(lines)), reading.language)
    if kind not in _SEEN_AS.get(site.kind, {site.kind}):
        return False
    return not site.modifier or site.modifier in words


def _without_marks(text: str) -> str:
    """What is left behind all annotations, their arguments included."""
    rest = text.lstrip()
    while rest.startswith(_MARKS):
        name = _NAME.match(rest, 1) if rest[0] == "@" else None
        end = name.end() if name else _closing(rest, rest.index("["))
        if name and rest[end : end + 1] == "(":
            end = _closing(rest, end)
        rest = rest[max(end, 1) :].lstrip()
    return rest


def _closing(text: str, start: int) -> int:
    """The position behind the bracket that closes the one at the start."""
    depth = 0
    for position in range(start, len(text)):
        depth += (text[position] in _OPEN) - (text[position] in _CLOSE)
        if depth == 0:
            return position + 1
    return len(text)


def _declared(text: str, language: str) -> tuple[str, frozenset[str]]:
    """What a declaration declares, empty when nobody can tell, and the words in front of its name."""
    ends, head = _head(text, by_line=language in _BY_LINE)
    words = _WORDS.findall(head)
    known = frozenset(word.lower() for word in words)
    if _TYPE.search(head):
        return "class", known
    if ends == "(" and words:
        if language == "python":
            inside = text[len(head) + 1 :].lstrip()
            return ("method" if inside.startswith(("self", "cls")) else "function"), known
        named = [word for word in words if word not in _MODIFIERS]
        if len(named) == 1 and (language not in _BY_LINE or named[0] in _CONSTRUCTORS):
            is_made = language != "php" or named[0] in _CONSTRUCTORS
            return ("constructor" if is_made else _called(named[0])), known
        return _called(words[-1]), known
    if ends in (",", ")"):
        return "parameter", known
    is_field = len(words) > 1 or "$" in head or ":" in head
    return ("field" if is_field and language != "python" else ""), known


def _called(name: str) -> str:
    return "setter" if name.startswith("set") and name[3:4].isupper() else "method"


def _head(text: str, *, by_line: bool) -> tuple[str, str]:
    """The first character that ends the head of a declaration, and the head."""
    depth = 0
    for position, letter in enumerate(text):
        depth += (letter == "<") - (letter == ">")
        if (depth <= 0 and letter in "(;={,)") or (by_line and letter == "\n"):
            return letter, text[:position]
    return "", text
