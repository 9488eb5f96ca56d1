"""How a token that a rule names is looked for in a line: as a name, a call, a type, text or a command."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

_NAME = re.compile(r"\A[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*!?\Z")
_CALL = re.compile(r"\A(\.?[A-Za-z_$][\w$.:!]*)\((?:\.\.\.|…|\))?\)?\Z")
_USELESS = re.compile(r"<\w+>|\.\.\.|…|\bfoo\b|\bxxx\b|\A\W\Z|\A_+\Z", re.IGNORECASE)
_DIRECTIVE = re.compile(
    r"\A(?:#|//|/\*|@ts-|eslint-|noqa|type:\s?ignore|pylint|nolint|prettier-|istanbul|pragma|NOSONAR|biome-ignore"
    r"|rubocop:|TODO|FIXME|XXX|@(?:author|since|version|todo)\b)"
)
_PREPROCESSES = re.compile(r"\A#\s?(?:if|include|define|pragma|undef|error|import)")
_IMPORTS = re.compile(r"\b(?:import|from|require|require_relative|use|using|include|extern)\b")
_ENTRY_OF_IMPORTS = re.compile(r"\A\s{0,40}(?:\w+\s)?\"[^\"]{1,200}\"\s{0,4}\Z")
_GENERIC = frozenset(
    {"true", "false", "null", "none", "self", "this", "main", "master", "root", "all", "default",
     "name", "value", "id", "data", "test", "tests", "src", "public", "private", "static"}
)  # fmt: skip
_GLOBALS = frozenset(
    {"print", "println", "eval", "exec", "compile", "open", "input", "fetch", "alert", "confirm", "require",
     "panic", "puts", "p", "exit", "assert", "log", "setTimeout", "setInterval", "isinstance", "getattr",
     "setattr", "echo", "die", "printf", "sprintf", "malloc", "gets", "strcpy", "system", "super"}
)  # fmt: skip
_UNBRACKETED = frozenset({"ruby", "perl", "lua", "php", "bash", "elixir"})
_TYPES = frozenset({"any", "unknown", "object", "Object", "Function", "Any", "interface{}"})
_STATEMENTS = frozenset({"var", "let", "with", "goto", "unsafe", "global", "namespace", "enum"})
_MODULE_WORDS = frozenset({"import", "export"})
"""What opens a statement, and is a name, a function or a word of other texts elsewhere."""
_DEFINES = re.compile(
    r"\b(?:def|function|func|fn|fun|class|interface|type|struct|trait|sub|module|new|macro_rules!)\s{1,4}[*&]?\Z"
)
_METHOD = re.compile(
    r"\A\s{0,80}(?:(?:public|private|protected|static|async|override|export|default|get|set|readonly|final|abstract)\s){0,5}\Z"
)
_BODY = re.compile(r"\A\s?\([^()]{0,300}\)[^;=]{0,200}\{\s{0,4}\}?\s{0,4}\Z")
_TYPE_BEFORE = re.compile(r"(?:[:<|&\[]|\bas|\bextends|->|=>|,|\bsatisfies)\s{0,4}\Z")
_TYPE_AFTER = re.compile(r"\A\s{0,4}(?:[>|&\]\[),;={}:]|\Z|=)")
_WITH_MARKUP = frozenset({"javascript", "tsx"})
_IN_TAG = re.compile(r"\A\s{0,80}\Z|<[A-Za-z][\w.]{0,60}\s[^<>;]{0,400}\Z")
"""What stands before an attribute: the tag that it belongs to, on this line or above."""
_OBJECTS = ("window.", "globalThis.", "self.", "global.")
_OPERATORS = "=!<>+&|?~^%"
MAX_LINE = 2_000


@dataclass(frozen=True)
class Token:
    """A token and the one way to look for it that fits its shape."""

    text: str
    is_of_object: bool = False
    """Whether what stands in front of its dot is an object, which may itself belong to another."""

    @property
    def is_useful(self) -> bool:
        bare = self.text.strip()
        return (
            len(bare) > 1
            and bare.lower() not in _GENERIC
            and (_USELESS.search(bare) is None or self._called is not None)
        )

    @cached_property
    def _called(self) -> str | None:
        match = _CALL.match(self.text)
        return match[1] if match else None

    @property
    def is_directive(self) -> bool:
        return bool(_DIRECTIVE.match(self.text)) and not _PREPROCESSES.match(self.text)

    @property
    def _stem(self) -> str:
        """What names begin with that a star stands for; after a type a star makes a pointer."""
        stem = self.text.removesuffix("*")
        is_open = stem != self.text and _NAME.match(f"{stem}x") is not None
        return stem if is_open and ("." in stem or stem.endswith("_")) else ""

    @property
    def is_name(self) -> bool:
        if self._stem:
            return True
        return _NAME.match(self._called or self.text) is not None

    def used_in(self, code: str, language: str) -> bool:
        """Whether code, its comments and strings blanked, uses the token."""
        if self.text in _MODULE_WORDS:
            return re.match(rf"\s{{0,80}}{self.text}\b(?!\s?[(.:=])", code) is not None
        if self.text in _TYPES:
            return any(
                _TYPE_BEFORE.search(before) and _TYPE_AFTER.match(after)
                for before, after in _places(self._called or self.text, code)
            )
        if self._stem:
            found = re.findall(rf"(?<![\w.$]){re.escape(self._stem)}\w{{0,60}}", code[:MAX_LINE])
            return any(Token(name).used_in(code, language) for name in dict.fromkeys(found))
        name = self._called or self.text
        return any(
            self._is_use(before, after, name, language)
            for before, after in _places(self._called or self.text, code)
        )

    def _is_use(self, before: str, after: str, name: str, language: str) -> bool:
        opens = after.lstrip()[:1]
        must_open = self._called is not None or (name in _GLOBALS and language not in _UNBRACKETED)
        if must_open and not (opens == "(" or (language in _UNBRACKETED and after[:1] == " ")):
            return False
        if _DEFINES.search(before) or (_METHOD.match(before) and _BODY.match(after)):
            return False
        if before.endswith((".", "::", "->")):
            is_member = "." not in name or self.is_of_object
            return (name not in _GLOBALS and is_member) or before.endswith(_OBJECTS)
        if name in _STATEMENTS:
            return (
                not before.strip()
                or before.rstrip()[-1] in "({;}"
                or before.rstrip().endswith("export")
            )
        if language in _WITH_MARKUP and after.startswith("={") and _IN_TAG.search(before):
            return True
        return not (_is_key(before, after) and _NAME.match(name))

    def written_in(self, text: str) -> bool:
        """Whether a text holds the token as it is, spacing aside."""
        wanted, squeezed = " ".join(self.text.split()), " ".join(text.split())
        return next(_places(wanted, squeezed), None) is not None

    def imported_in(self, text: str, *, whole: bool = False) -> bool:
        """Whether a line, its comments left out, imports what the token names.

        `whole` where what lies in a package may be taken from there, and only its top may not.
        """
        if self.text in _MODULE_WORDS or not may_import(text, text):
            return False
        wanted = self.text.strip("'\"").rstrip("/*")
        at = text.find(wanted) if wanted else -1
        while at >= 0:
            before, after = text[at - 1 : at], text[at + len(wanted) :][:1]
            rooted = "/" in wanted or wanted[0] in "@." or before not in ("/", ".")
            if (
                rooted
                and not _continues("w", before)
                and before != "-"
                and not _continues("w", after)
                and after != "-"
                and not (whole and after == "/")
            ):
                return True
            at = text.find(wanted, at + 1)
        return False


def may_import(text: str, code: str) -> bool:
    """Whether a line may bring something in: the word for that stands in its code, not in its texts."""
    return bool(_IMPORTS.search(code[:MAX_LINE]) or _ENTRY_OF_IMPORTS.match(text[:MAX_LINE]))


def _places(wanted: str, text: str) -> Iterator[tuple[str, str]]:
    """What stands before and after each occurrence that is not part of a longer name."""
    at = text.find(wanted)
    while at >= 0:
        before, after = text[:at], text[at + len(wanted) :]
        if not (_continues(wanted[0], before[-1:]) or _continues(wanted[-1], after[:1])):
            yield before, after
        at = text.find(wanted, at + 1)


def _continues(edge: str, beside: str) -> bool:
    """Whether a word or an operator goes on beyond the edge of the token."""
    if edge in _OPERATORS:
        return beside != "" and beside in _OPERATORS
    return (edge.isalnum() or edge in "_$") and (beside.isalnum() or beside in ("_", "$"))


def _is_key(before: str, after: str) -> bool:
    """Whether the name is a label: a key, a keyword argument, a parameter or a new variable."""
    follows = after.lstrip()
    if follows[:1] == "=" and follows[:2] not in ("==", "=>"):
        return True
    opens = before.rstrip()[-1:]
    return follows[:1] == ":" and follows[:2] != "::" and opens in ("", "{", ",", "(")
