"""Functions, classes, methods and constants that a statement cites."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from postil.domain import paths
from postil.domain.paths.names import words
from postil.inspection.checks._doc_claims.assertions import (
    CODE_TAG,
    Assertion,
    asserted,
    near,
    shorter,
)
from postil.inspection.checks._doc_claims.brought import from_scripts, of_other_times
from postil.inspection.checks._doc_claims.lines import Statement
from postil.inspection.checks._doc_claims.links import linked_types
from postil.inspection.checks._doc_claims.paths import CitedPath
from postil.inspection.checks._doc_claims.words import is_about_now, is_made_up, without_outward
from postil.inspection.documents import Part

_SPAN = re.compile(r"`[~!]?([^`\n]{1,200})`")
_JAVADOC = re.compile(
    r"\{@(?:link|linkplain|code|see) {1,4}([\w.#]{2,160}(?:\([^(){}\n]{0,200}\))?)[^{}\n]{0,120}\}"
    r"|@see {1,4}([\w.]{0,160}#\w{1,80}|[\w.]{3,160}\.\w{1,80}\(\))"
    r"|\bcref=\"(?:[MPFTE]:)?([\w.]{3,160}(?:\([^()\"\n]{0,200}\))?)\""
)
"""References that the tools which make manuals resolve."""
_NAME = re.compile(
    r"\A([A-Za-z_]\w{0,80}(?:(?:\.|::|#)[A-Za-z_]\w{0,80}){0,4})(\([^()`]{0,100}\))?\Z"
)
_PARTED = re.compile(r"\.|::|#")
_COINED = re.compile(r"[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]")
_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_INSIDE = re.compile(
    r"`([^`\n]{1,120})`(?:\s+\w{1,20})?\s+(?:in|from|of|at|inside|within)\s+`([^`\n]{1,200})`"
)
_INSIDE_PLAIN = re.compile(
    r"`([^`\n]{1,120})`(?: \w{1,20})? (?:in|from|of|at|inside|within) ((?:[\w-]{1,60}/){1,8}[\w-]{1,60}\.\w{1,5})\b"
)
_LINKED = re.compile(r"\A[A-Z][a-z0-9]{1,40}(?:[A-Z][a-z0-9]{1,40}){1,6}\Z")
_IMPLICIT = re.compile(
    r"(?:Exception|Error|Builder|Grpc|Proto|Impl|Mapper|Module)\Z|\A(?:Dagger|Auto|Immutable|Generated|Thread|Class|String"
    r"|Process|Stack|Module|Char|Function|Safe|Suppress|Security|Runtime|Inheritable|Strict|Auto|Virtual)"
)
"""What `java.lang` has or a processor makes."""
_STANDS_FOR_ANY = re.compile(r"_[A-Z]s?(?:_|\Z)|[a-z]X[A-Z]")
"""`get_X` and `makeXAttribute` are patterns for names, not names."""
_SHORTEST = 4
_KNOWN = frozenset(
    words(
        "addEventListener removeEventListener querySelector getElementById setTimeout setInterval"
        " clearTimeout createElement useState useEffect useMemo useCallback useRef useContext"
        " forEach indexOf toString hasOwnProperty assertEqual assertRaises assertTrue setUp tearDown"
        " getattr setattr isinstance read_text write_text to_dict from_dict to_json from_json"
        " model_validate model_dump pthread_create read_to_string to_string from_str as_str as_ref"
        " unwrap_or into_iter url_for query_selector console_log describeEach beforeEach afterEach"
        " beforeAll afterAll structuredClone queueMicrotask requestAnimationFrame"
    )
)


@dataclass(frozen=True)
class CitedName:
    """A name in backticks; `owner` is what stands before the last dot."""

    statement: Statement
    spelled: str
    owner: str
    name: str
    is_call: bool
    file: CitedPath | None = None
    is_reference: bool = False
    is_set_as_code: bool = False
    """Whether a tag only sets it as code, as words of a library are as well."""
    package: str = ""
    """What a sample takes it from."""

    @property
    def is_coined(self) -> bool:
        return _COINED.search(self.name.strip("_")) is not None

    @property
    def needles(self) -> frozenset[str]:
        """What must be searched for to judge it: itself, its class, and other spellings."""
        owner = {self.owner} if self.owner[:1].isupper() else set[str]()
        return frozenset({self.name, *owner, *self.variants, *self.shorter, *self.beginnings})

    @property
    def beginnings(self) -> frozenset[str]:
        """How code spells the beginning of such names when it makes them from pieces."""
        first, mark, _ = self.name.partition("_")
        if self.owner or not (mark and first) or not (self.is_call or self.assertion):
            return frozenset()
        return frozenset({f'"{first}_"', f"'{first}_'", f'"{first}_{{', f"'{first}_{{"})

    @cached_property
    def assertion(self) -> Assertion:
        """Whether the sentence may say that our code has a name without brackets."""
        return asserted(self.statement.around, self.spelled, frozenset())

    @property
    def variants(self) -> frozenset[str]:
        """The same words in another style, or in the other number; for a name without brackets
        also what differs by one word.
        """
        if self.owner or not self.is_coined or not (self.is_call or self.assertion):
            return frozenset()
        return self.styles if self.is_call else self.styles | near(self.name)

    @property
    def shorter(self) -> frozenset[str]:
        """What the function that a document cites is called when it has one word less."""
        is_cited = self.is_call and not self.owner and paths.is_doc(self.statement.path)
        return shorter(self.name) if is_cited else frozenset()

    @property
    def styles(self) -> frozenset[str]:
        parts = [part for piece in self.name.split("_") for part in _BOUNDARY.split(piece) if part]
        low = [part.lower() for part in parts]
        camel = low[0] + "".join(part.title() for part in low[1:])
        styles = {"_".join(low), camel, camel[:1].upper() + camel[1:]}
        numbers = {self.name[:-1]} if self.name.endswith("s") else {self.name + "s"}
        return frozenset(styles | numbers) - {self.name}


def cited_names(statement: Statement) -> Iterator[CitedName]:
    if statement.part is Part.CODE and not of_other_times(statement.above, statement.text):
        for package, name in from_scripts(statement.text):
            yield CitedName(statement, name, "", name, is_call=False, package=package)
    if statement.part is not Part.PROSE:
        return
    inside = {
        name.strip(): path.strip()
        for name, path in _inside(statement.words)
        if "." in path or "/" in path
    }
    said = without_outward(statement.words)
    for span in dict.fromkeys(span.strip() for span in _SPAN.findall(said)):
        file = CitedPath(statement, inside[span]) if span in inside else None
        cited = _cited(statement, span, file)
        if cited is None or not is_about_now(statement.around, span):
            continue
        if cited.is_coined or (cited.is_call and (not cited.owner or cited.owner[0].isupper())):
            yield cited
    yield from _references(statement, said)
    for name in dict.fromkeys(CODE_TAG.findall(said)):
        cited = _cited(statement, name, None)
        if cited is not None and is_own_type(name) and is_about_now(statement.around, name):
            yield replace(cited, is_set_as_code=True)


def _references(statement: Statement, said: str) -> Iterator[CitedName]:
    """What documentation links to: members, and types where these can only come from certain places."""
    for groups in _JAVADOC.findall(said) if "@" in said or "cref=" in said else ():
        cited = _cited(statement, "".join(groups), None)
        if cited is not None and cited.owner:
            yield replace(cited, is_reference=True)
    for name in dict.fromkeys(linked_types(statement.path, said.strip())):
        if is_own_type(name) and not is_made_up(name):
            yield CitedName(statement, name, "", name, is_call=False, is_reference=True)


def _inside(text: str) -> Iterator[tuple[str, str]]:
    """Names that are said to stand in a file, which is set as code or not."""
    yield from _INSIDE.findall(text)
    yield from _INSIDE_PLAIN.findall(text)


def _cited(statement: Statement, span: str, file: CitedPath | None) -> CitedName | None:
    own = statement.path.rpartition("/")[2].partition(".")[0]
    match = _NAME.match(own + span if span.startswith("#") else span)
    if match is None or match[1].startswith("__"):
        return None
    *owners, name = _PARTED.split(match[1])
    owner = owners[-1] if owners else ""
    if _STANDS_FOR_ANY.search(name) or name in _KNOWN or len(name) < _SHORTEST:
        return None
    if (owners and is_file_name(span)) or is_made_up(owner) or is_made_up(name):
        return None
    return CitedName(statement, span, owner, name, is_call=match[2] is not None, file=file)


def is_own_type(name: str) -> bool:
    """Whether a name is coined like a type that neither a language nor a processor brings along."""
    return _LINKED.match(name) is not None and not _IMPLICIT.search(name)


def is_file_name(span: str) -> bool:
    return paths.language_of(span) is not None or paths.is_doc(span)
