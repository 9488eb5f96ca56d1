"""Files at head that hold a lost name, each read and parsed once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from postil.domain.paths import is_generated, is_minified, language_of
from postil.inspection.checks._stale_reference.declared import declared_names, plain_definitions
from postil.inspection.checks._stale_reference.modules import family_of
from postil.inspection.checks._stale_reference.prototypes import has_body, is_prototype
from postil.inspection.checks._stale_reference.scripts import read_as
from postil.inspection.checks._stale_reference.versions import is_of_older_version
from postil.inspection.checks._stale_reference.words import (
    LONGEST_LINE,
    is_left_alone,
    is_test_data,
)
from postil.ports import Hits, Tree
from postil.syntax import (
    Definition,
    Form,
    Import,
    Occurrence,
    Role,
    imports,
    references,
    supports,
)

MOST_FILES = 1_500
_HEADER = 2_000
_OPENING = 20_000
_DECLARES = re.compile(
    r"\b(?:def|fn|fun|func|function|class|struct|interface|enum|type|const|let|var|val|trait"
    r"|module|macro|define|object|protocol|sub|defp|record|union) +(?:mut +)?(\w+)"
)
_NOT_CODE = frozenset(
    {"yaml", "toml", "json", "markdown", "restructuredtext", "xml", "html", "css"}
)
_COMPILED = frozenset(
    {"c", "cpp", "csharp", "go", "java", "kotlin", "rust", "scala", "swift", "tsx", "typescript"}
)
_GRAMMARS = (".y", ".yy", ".l", ".ll", ".rl", ".re")
"""Sources of parsers, which hold C functions between their rules."""
_MODELS = (".proto", ".thrift", ".fbs", ".capnp", ".avsc", ".xsd", ".wsdl", ".graphql")
"""Descriptions that a build makes classes from."""
_WORD = re.compile(r"\w+")
_MARKS = "?!"
_BLADE = ".blade.php"
_GUARDS = ("ImportError", "ModuleNotFoundError", "AttributeError", "catch")
_GUARD_REACH = 12
_ASKS = re.compile(
    r"\b(?:\w{1,20}_exists|hasattr|hasOwnProperty|hasOwn|isset|respond_to)\b[?!]?\s?\(?"
    r"|\bdefined(?:\?|\(\s{0,4}[\"'])"
)
"""Asks whether a name is there."""


@dataclass(frozen=True)
class View:
    """One file at head and what it says about the names asked for."""

    path: str
    text: str
    names: frozenset[str]

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @property
    def read_as(self) -> str:
        """The path by whose ending it is read: to a grammar of PHP, a page of Blade is mere text.

        A script that bears no ending says in its first line what runs it.
        """
        if self.path.endswith(_BLADE):
            return self.path.removesuffix(".php")
        return read_as(self.path, self.text)

    @cached_property
    def definitions(self) -> tuple[Definition, ...]:
        return plain_definitions(self.read_as, self.text)

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        return imports(self.read_as, self.text)

    @cached_property
    def _occurrences(self) -> Mapping[str, list[Occurrence]]:
        found: dict[str, list[Occurrence]] = {}
        stems = {name.rstrip(_MARKS) for name in self.names}
        for occurrence in references(self.read_as, self.text, stems):
            name = self._whole(occurrence)
            if name in self.names:
                found.setdefault(name, []).append(replace(occurrence, name=name))
        return found

    def _whole(self, occurrence: Occurrence) -> str:
        """The word with the mark that belongs to the names of Ruby's methods; elsewhere as it is."""
        end = occurrence.column + len(occurrence.name)
        after = self.lines[occurrence.line - 1][end : end + 2]
        marked = f"{occurrence.name}{after[:1]}"
        if not after.startswith(tuple(_MARKS)) or after.endswith("="):
            return occurrence.name
        in_ruby = self.family == "ruby" and occurrence.role is Role.CODE
        return marked if in_ruby or marked in self.names else occurrence.name

    @cached_property
    def declared(self) -> set[str]:
        """What the text declares by its look, should the parser have lost its way."""
        return declared_names(self.text) if self.is_parsed else set()

    @property
    def is_parsed(self) -> bool:
        return supports(self.read_as)

    @property
    def is_compiled(self) -> bool:
        """Whether a compiler refuses names that it does not know here."""
        return language_of(self.path) in _COMPILED

    @property
    def family(self) -> str:
        return family_of(self.read_as)

    @property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]

    @cached_property
    def plain_words(self) -> frozenset[str]:
        """Every word in lower case and without underscores, so that spellings of a name meet."""
        return frozenset(word.replace("_", "").lower() for word in _WORD.findall(self.text))

    def of(self, name: str) -> list[Occurrence]:
        return self._occurrences.get(name, [])

    def in_code(self, name: str, *forms: Form) -> list[Occurrence]:
        return [
            occurrence
            for occurrence in self.of(name)
            if occurrence.role is Role.CODE and occurrence.form in forms
        ]

    def defines(self, name: str) -> bool:
        """Whether the file itself gives the name a lasting meaning."""
        if self.is_parsed:
            defined = any(
                found.name == name and (not found.local or self._stands_free(found))
                for found in self.definitions
            )
            return defined or name in self.declared
        return language_of(self.path) not in _NOT_CODE and self.declares(name)

    def announces(self, name: str) -> bool:
        """Whether a file of C only says that a function of that name is somewhere."""
        found = [each for each in self.definitions if each.name == name]
        return (
            self.family == "c"
            and bool(found)
            and all(is_prototype(each, self.lines) for each in found)
            and not has_body(name, self.text)
        )

    def _stands_free(self, found: Definition) -> bool:
        """Whether C code at the margin was taken for a part of what a macro above seemed to open."""
        return self.family == "c" and not self.lines[found.line - 1][:1].isspace()

    def declares(self, name: str) -> bool:
        """Whether a line reads like a definition of the name, as in the example of a document."""
        for occurrence in self.of(name):
            line = self.lines[occurrence.line - 1]
            rest = line[occurrence.column + len(name) :].lstrip()
            if name in _DECLARES.findall(line) or (
                not line[: occurrence.column].strip() and rest[:1] == "=" != rest[1:2]
            ):
                return True
        return False

    def offers(self, name: str) -> bool:
        """Whether others can import the name from this file."""
        return self.defines(name) or any(
            name in (entry.local, entry.name) for entry in self.imports
        )

    def binds(self, name: str) -> bool:
        """Whether the name means something of its own somewhere in the file."""
        return (
            bool(self.in_code(name, Form.BINDING, Form.DEFINITION))
            or any(entry.local == name for entry in self.imports)
            or self._is_for_types(name)
            or any(f" as {name}" in use.qualifier for use in self.in_code(name, Form.IMPORT))
        )

    def _is_for_types(self, name: str) -> bool:
        """Whether a function or class of Python says that the name stands for a type given to it."""
        if self.family != "python":
            return False
        named = re.escape(name)
        opened = re.compile(
            rf"\b(?:def|class|type) \w{{1,100}}\[(?:[^\]\n]{{0,200}}[\s,*])?{named}\b"
        )
        return any(
            opened.search(self.lines[found.line - 1][:LONGEST_LINE]) for found in self.of(name)
        )

    def asks_for(self, name: str) -> bool:
        """Whether the file asks if the name is there before it uses it."""
        return any(
            _ASKS.search(self.lines[found.line - 1][:LONGEST_LINE]) for found in self.of(name)
        )

    def is_guarded(self, line: int) -> bool:
        """Whether the code around a line is ready for the name to be missing."""
        around = self.lines[max(0, line - 4) : line + _GUARD_REACH]
        return any(
            ("except" in text or "catch" in text) and any(word in text for word in _GUARDS)
            for text in around
        )


def is_declared_aside(name: str, hits: Hits, *, views: Mapping[str, View]) -> bool:
    """Whether a file that is not looked at, as one made by a program, declares the name by its look."""
    return any(
        hit.path not in views
        and supports(hit.path)
        and name in _DECLARES.findall(hit.text[:LONGEST_LINE])
        for hit in hits.hits
    ) or any(
        hit.path.endswith(_MODELS)
        or (hit.path.endswith(_GRAMMARS) and hit.text[:1].isalpha() and f" {name}(" in hit.text)
        # Shells have dialects that the grammar loses its way in.
        or (language_of(hit.path) == "bash" and hit.text.startswith(f"{name}() {{"))
        for hit in hits.hits
    )


def _is_compiled_doc(path: str, text: str) -> bool:
    """Whether a compiler gathered the comments of one build of C# here."""
    return path.lower().endswith(".xml") and "<assembly>" in text[:_HEADER]


def views_of(
    found: Mapping[str, Hits], names: Iterable[str], *, head: Tree
) -> tuple[dict[str, View], int]:
    """The files that hold any of the names, and how many were too many to read."""
    wanted: dict[str, set[str]] = {}
    for name in names:
        for hit in found[name].hits:
            if not is_left_alone(hit.path) and not is_test_data(hit.path):
                wanted.setdefault(hit.path, set()).add(name)
    views: dict[str, View] = {}
    paths = sorted(wanted)
    for path in paths[:MOST_FILES]:
        text = head.read(path)
        if text is None or is_minified(path, text) or is_of_older_version(path, head):
            continue
        if is_generated(path, text[:_OPENING].split("\n")) or _is_compiled_doc(path, text):
            continue
        if path.endswith(".rb"):
            # What stands below this mark is data that the program may read.
            text = text.partition("\n__END__\n")[0]
        views[path] = View(path, text, frozenset(wanted[path]))
    return views, max(0, len(paths) - MOST_FILES)
