"""What a file defines, each with the lines and tokens it is made of."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property

from postil.domain import paths
from postil.domain.change import ChangedFile
from postil.domain.paths import language_of
from postil.inspection.checks._refactor_audit.enclosures import is_enclosed
from postil.inspection.checks._refactor_audit.sections import is_asked_of_another, is_kept
from postil.ports import Hit, Tree
from postil.syntax import Definition, Kind, Token, Tokeniser, definitions, supports

Key = tuple[str, str, str]
_LONGEST = 2_000
_WITHIN = re.compile(r"\bpub\s?\((?:crate|super|self|in\b)|\binternal\s")
"""Words that open a thing to its own program only, as whoever moves it to another file must."""
_CLOSED = frozenset({"java", "csharp"})
"""Languages in which what says nothing about it stays in its class, package or assembly."""
_WITH_MACROS = frozenset({"c", "cpp"})
_MACRO = re.compile(r"\s{0,40}[A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,30}){1,6}\s")
"""What may stand for `static`, defined who knows where."""
_FOR_PAGES = re.compile(r"(?:\A|/)helpers?/")
"""Where Ruby on Rails keeps what its templates call."""
_BINDING = ("@", "#[")
_MOST_ABOVE = 10
_TYPES = frozenset({Kind.CLASS, Kind.TYPE})
_CALLABLES = frozenset({Kind.FUNCTION, Kind.METHOD})


@dataclass(frozen=True)
class Place:
    """A definition in one version of one file."""

    path: str
    source: Tokeniser = field(repr=False)
    lines: tuple[str, ...] = field(repr=False)
    definition: Definition

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def key(self) -> Key:
        """Owner, name and group: what stands for it in the other version of the file."""
        return self.definition.owner, self.plain, self._group

    @property
    def plain(self) -> str:
        """The name without what only says who may use it."""
        name = self.name.lstrip("_#") or self.name
        return name[:1].lower() + name[1:] if self.path.endswith(".go") else name

    @property
    def _group(self) -> str:
        if self.is_type:
            return "type"
        return "callable" if self.is_callable else "value"

    @cached_property
    def first(self) -> int:
        """The first line, decorators and attributes included."""
        first = self.definition.line
        for _ in range(_MOST_ABOVE):
            above = self.lines[first - 2] if first > 1 else ""
            if not above.strip().startswith(_BINDING):
                break
            first -= 1
        return first

    @cached_property
    def body(self) -> tuple[str, ...]:
        stretch = self.lines[self.first - 1 : self.definition.end_line]
        return tuple(line.strip() for line in stretch if line.strip())

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        return self.source.between(self.first, self.definition.end_line)

    @property
    def is_promise(self) -> bool:
        """Whether C only says here that a function exists somewhere."""
        is_c = language_of(self.path) in ("c", "cpp")
        return is_c and self.is_callable and not any("{" in line for line in self.body)

    @property
    def is_callable(self) -> bool:
        return self.definition.kind in _CALLABLES

    @property
    def is_type(self) -> bool:
        return self.definition.kind in _TYPES

    @property
    def is_public(self) -> bool:
        if language_of(self.path) == "ruby" and is_kept(
            self.lines, self.definition.line, self.name
        ):
            return False
        return self.definition.exported and "private" not in self.text.split()

    @property
    def is_open(self) -> bool:
        """Whether others than its own program and its heirs can use it."""
        if _WITHIN.search(self.text[:_LONGEST]) or "protected" in self.text.split():
            return False
        if language_of(self.path) in _WITH_MACROS and _MACRO.match(self.text[:_LONGEST]):
            return False
        is_closed = language_of(self.path) in _CLOSED and "public" not in self.text.split()
        return self.is_public and not (is_closed or self._is_enclosed)

    @cached_property
    def _is_enclosed(self) -> bool:
        definition = self.definition
        return is_enclosed(self.path, self.lines, definition.line, definition.owner)

    @property
    def text(self) -> str:
        """The line its name stands on."""
        return self.lines[self.definition.line - 1]


def is_from_outside(hit: Hit, place: Place) -> bool:
    """Whether a line that names a thing elsewhere needs it to be open; Ruby's heirs need not, but pages do."""
    if language_of(place.path) != "ruby" or _FOR_PAGES.search(place.path):
        return True
    return language_of(hit.path) != "ruby" or is_asked_of_another(hit.text, place.name)


def is_read(file: ChangedFile) -> bool:
    path = file.path
    return (
        supports(path)
        and not (file.is_symlink or file.is_submodule or file.binary)
        and not (paths.is_vendored(path) or paths.is_generated(path) or paths.is_minified(path))
    )


def places_in(path: str | None, tree: Tree) -> dict[Key, Place]:
    """What a file defines outside functions; what it defines twice cannot be told apart."""
    text = tree.read(path) if path is not None else None
    if path is None or text is None:
        return {}
    lines, source = tuple(text.split("\n")), Tokeniser(path, text)
    grouped: dict[Key, list[Place]] = defaultdict(list)
    for found in definitions(path, text):
        place = Place(path, source, lines, found)
        if not (found.local or place.is_promise):
            grouped[place.key].append(place)
    return {key: places[0] for key, places in grouped.items() if len(places) == 1}
