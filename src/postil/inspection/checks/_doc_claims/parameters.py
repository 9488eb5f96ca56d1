"""Finds comments that describe a parameter which their function does not have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from postil.domain.change import Change
from postil.domain.paths import language_of
from postil.inspection.checks._doc_claims.lines import (
    is_read_as_code,
    text_as_written,
    text_before,
)
from postil.ports import Tree
from postil.syntax import Signature, signatures

LONGEST_LINE = 1_000
MOST_BROKEN = 3
"""So many such comments in the file before the change show that nobody keeps them in step."""

_SIGNS = ("param", "Args:", "Arguments", "Parameters")
_BLOCK_TAG = re.compile(
    r"\A[\s/*!#]{0,80}[@\\]param(?:\[[\w, ]{0,20}\])?(?=[\s{])\s{0,40}(\S.{0,400})"
)
_XML_TAG = re.compile(r"<param\s{1,8}name\s{0,4}=\s{0,4}[\"'](\w{1,100})[\"']")
_FIELD = re.compile(
    r"\A\s{0,80}(?::param|@param)\s{1,8}(?:[\w.\[\], |]{1,80}\s)?\*{0,2}(\w{1,100}):"
)
_SECTION = re.compile(r"\A\s{0,80}(?:Args|Arguments|Parameters|Params):\s{0,8}\Z")
_ENTRY = re.compile(r"\A\*{0,2}(\w{1,100})\s{0,4}(?:\([^()\n]{0,200}\))?:(?:\s|\Z)")
_TABLE_ENTRY = re.compile(r"\A(\w{1,100}) : \S")
_RUST_SECTION = re.compile(r"\A\s{0,80}///\s{0,8}#+ (?:Arguments|Parameters)\s{0,8}\Z")
_RUST_ENTRY = re.compile(r"\A\s{0,80}///\s{1,8}[*-]\s{1,4}`(\w{1,100})`")
_RUST_HEADING = re.compile(r"\A\s{0,80}///\s{0,8}#")
_ELSEWHERE = re.compile(
    r"[@\\](?:callback|typedef|overload|function|func|method|name|event|inheritdoc|fn|def|signature"
    r"|macro|see_also|copydoc\w{0,20}|namespace|mixin|class|constructor|constructs|api\w{0,20})\b"
    r"|\{@inheritDoc\}|<inheritdoc|<overloads",
    re.IGNORECASE,
)
"""Tags by which a comment says that it describes something else than what stands below it."""
_WORD = re.compile(r"[A-Za-z_$][\w$]{0,100}")
_VARIABLE = re.compile(r"\$(\w{1,100})")
_CALLABLE = re.compile(r"\((?:[^()\n]|\([^()\n]{0,200}\)){0,200}\)")
_NEXT_WORDS = 3
_PLAIN = frozenset({"java", "c", "cpp", "ruby", "javascript", "typescript", "tsx", "vue", "svelte"})


@dataclass(frozen=True)
class Described:
    """A parameter that a comment describes, and the words of the line that may also name it."""

    name: str
    line: int
    text: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ghosts:
    """Parameters that a function's comment describes and the function does not take, since the change.

    `meant` is the one parameter that nothing describes, where one is described that is not there.
    """

    path: str
    function: Signature
    described: tuple[Described, ...]
    meant: str
    is_custom: bool


def ghosts(change: Change, head: Tree, base: Tree) -> Iterator[Ghosts]:
    """For each function of a changed file what it is said to take since the change, and does not."""
    moved = {text.strip() for file in change.files for _, text in file.removed}
    for file in change.files:
        if not is_read_as_code(change, file):
            continue
        text = text_as_written(file, head)
        if not any(sign in text for sign in _SIGNS):
            continue
        before = {
            (one.name, one.text.strip())
            for _, gathered in _broken(file.path, text_before(file, base))
            for one in gathered
        }
        added = {number for number, _ in file.added}
        for function, gathered in _broken(file.path, text):
            fresh = tuple(
                one
                for one in gathered
                if (one.name, one.text.strip()) not in before
                and not (one.line in added and one.text.strip() in moved)
            )
            if fresh:
                meant = _meant(file.path, function)
                yield Ghosts(file.path, function, fresh, meant, len(before) >= MOST_BROKEN)


def _meant(path: str, function: Signature) -> str:
    told = {entry.name for entry in described(path, function.doc)}
    left = [name for name in function.parameters if name not in told]
    ghostly = told.difference(function.parameters)
    return left[0] if len(left) == 1 and len(ghostly) == 1 else ""


def _broken(path: str, text: str) -> Iterator[tuple[Signature, list[Described]]]:
    """What the functions of a text are said to take and do not."""
    for function in signatures(path, text) if text else ():
        if function.is_open:
            continue
        taken = {_bare(name) for name in function.parameters}
        missing = [
            one
            for one in described(path, function.doc)
            if _bare(one.name) not in taken and taken.isdisjoint(map(_bare, one.others))
        ]
        # What the body names may be taken out of another parameter.
        used = frozenset(_WORD.findall(function.body)) if missing else frozenset()
        used |= {word.lstrip("$") for word in _WORD.findall(function.aside)}
        told = {one.name: one for one in reversed(missing) if one.name not in used}
        if told:
            yield function, sorted(told.values(), key=lambda one: one.line)


def _bare(name: str) -> str:
    """A name without the marks of a parameter that is not used, or called like a word of C#."""
    return name.strip("_$@")


def described(path: str, doc: Sequence[tuple[int, str]]) -> list[Described]:
    """The parameters that a comment describes, in the manner of its language."""
    lines = [(number, text) for number, text in doc if len(text) <= LONGEST_LINE]
    if any(_ELSEWHERE.search(text) for _, text in lines):
        return []
    language = language_of(path)
    if language == "python":
        return [*_fields(lines), *_sections(lines), *_tables(lines)]
    if language == "csharp":
        return [
            Described(found[1], number, text)
            for number, text in lines
            for found in _XML_TAG.finditer(text)
        ]
    if language == "rust":
        return list(_rust_entries(lines))
    return list(_tags(lines, language or ""))


def _tags(lines: Iterable[tuple[int, str]], language: str) -> Iterator[Described]:
    for number, text in lines:
        tag = _BLOCK_TAG.match(text)
        if tag is None:
            continue
        if language == "php":
            # A callback may say what it takes itself.
            found = _VARIABLE.search(_CALLABLE.sub("", tag[1]))
            if found is not None:
                yield Described(found[1], number, text)
            continue
        words = _words(_without_type(tag[1])) if language in _PLAIN else []
        # A sentence in the place of the name says nothing about what it is called.
        if words and not words[0][0].isupper():
            yield Described(words[0], number, text, tuple(words[1:]))


def _without_type(said: str) -> str:
    """What follows the type in brackets, or nothing where it does not end on the line."""
    closing = {"{": "}", "[": "]"}.get(said[0])
    if closing is None:
        return said
    depth = 0
    for index, character in enumerate(said):
        depth += (character == said[0]) - (character == closing)
        if depth == 0:
            rest = said[index + 1 :].lstrip()
            # An optional name stands in brackets itself: what follows is about it.
            return rest if rest and said[0] == "{" else rest or said[1:index]
    return ""


def _words(said: str) -> list[str]:
    """The name at the beginning and the words after it, one of which may be the name instead."""
    if said.startswith("(see "):
        # Of Ruby's manuals: what is taken is described over there.
        return []
    plain = said.lstrip("[( *&")
    first = _WORD.match(plain)
    if first is None:
        return []
    listed = re.split(r"[,/|]\s{0,4}", plain[: first.end() + 60])[:_NEXT_WORDS]
    others = [word for part in listed for word in _WORD.findall(part)[:_NEXT_WORDS]]
    return [first[0], *others]


def _fields(lines: Sequence[tuple[int, str]]) -> Iterator[Described]:
    """Fields at the margin of the docstring; what is set in shows how one may look."""
    said = [text for _, text in lines[1:] if text.strip()]
    margin = min((len(text) - len(text.lstrip()) for text in said), default=0)
    for number, text in lines:
        found = _FIELD.match(text)
        if found is not None and len(text) - len(text.lstrip()) == margin:
            yield Described(found[1], number, text)


def _sections(lines: Sequence[tuple[int, str]]) -> Iterator[Described]:
    """Entries set in below a line `Args:`, each as deep as the first."""
    outer = inner = -1
    for number, text in lines:
        depth = len(text) - len(text.lstrip())
        if _SECTION.match(text):
            outer, inner = depth, -1
            continue
        if outer < 0 or not text.strip():
            continue
        if depth <= outer:
            outer = -1
            continue
        inner = depth if inner < 0 else inner
        found = _ENTRY.match(text.strip()) if depth == inner else None
        if found is not None:
            yield Described(found[1], number, text)


def _tables(lines: Sequence[tuple[int, str]]) -> Iterator[Described]:
    """Entries `name : type` below an underlined heading `Parameters`, no deeper than it."""
    level = -1
    for (_, above), (number, text) in pairwise(lines):
        if text.strip().startswith("---"):
            heading = above.strip()
            level = len(above) - len(above.lstrip()) if heading == "Parameters" else -1
            continue
        if level < 0 or len(text) - len(text.lstrip()) != level:
            continue
        found = _TABLE_ENTRY.match(text.strip())
        if found is not None:
            yield Described(found[1], number, text)


def _rust_entries(lines: Iterable[tuple[int, str]]) -> Iterator[Described]:
    inside = False
    for number, text in lines:
        if _RUST_HEADING.match(text):
            inside = _RUST_SECTION.match(text) is not None
        found = _RUST_ENTRY.match(text) if inside else None
        if found is not None:
            yield Described(found[1], number, text)
