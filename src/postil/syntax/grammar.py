"""Text to a syntax tree: which grammars there are, and which texts are not given to them."""

from __future__ import annotations

import importlib
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from tree_sitter import Language, Node, Parser, Query, QueryCursor

from postil.domain.paths import language_of
from postil.syntax.queries import IMPORTS, QUERIES

MOST_CHARACTERS = 1_000_000
MOST_NESTING = 1_000
LONGEST_LINE = 20_000
_SLICE = 8_192
_MOST_REPETITION = 25
_MOST_QUOTES = 0.2
_REMEMBERED = 32
_WORTH_REMEMBERING = 200_000

_GRAMMARS = {
    "python": ("tree_sitter_python", "language"),
    "javascript": ("tree_sitter_javascript", "language"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "go": ("tree_sitter_go", "language"),
    "java": ("tree_sitter_java", "language"),
    "rust": ("tree_sitter_rust", "language"),
    "ruby": ("tree_sitter_ruby", "language"),
    "csharp": ("tree_sitter_c_sharp", "language"),
    "c": ("tree_sitter_c", "language"),
    "cpp": ("tree_sitter_cpp", "language"),
    "php": ("tree_sitter_php", "language_php"),
    "bash": ("tree_sitter_bash", "language"),
}
_COMPONENTS = frozenset({"vue", "svelte"})
_PLUS_PLUS = re.compile(
    r"^[ \t]{0,40}(?:template *<|namespace\b|class +\w|using +\w|public:|private:|protected:)"
    r"|\bconstexpr\b|\bstd::|\bnoexcept\b",
    re.MULTILINE,
)
_SCRIPT = re.compile(rb"<script\b[^>]{0,400}>|</script>")
_BEYOND_LATIN = re.compile(
    rb"[\xc4-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
_OF_LENGTH = {2: "é".encode(), 3: "é_".encode(), 4: "éé".encode()}


def supports(path: str) -> bool:
    """Whether files of this name are parsed, if only the scripts in them."""
    language = language_of(path)
    return language in _GRAMMARS or language in _COMPONENTS


@dataclass(frozen=True, eq=False)
class Parsed:
    """A text and its tree. Bytes are those the tree counts in, one line feed per line.

    `scripts` are the stretches of a component that were parsed; None when all of it was.
    """

    language: str
    source: bytes
    root: Node
    scripts: tuple[range, ...] | None = None

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        starts = [0]
        position = self.source.find(b"\n")
        while position >= 0:
            starts.append(position + 1)
            position = self.source.find(b"\n", position + 1)
        return tuple(starts)

    def holds(self, line: int) -> bool:
        """Whether a line, from 1, belongs to what was parsed."""
        start = self.line_starts[line - 1]
        return self.scripts is None or any(start in script for script in self.scripts)

    def text_of(self, node: Node) -> str:
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def matches(self, query: Query) -> list[dict[str, list[Node]]]:
        return [captures for _, captures in QueryCursor(query).matches(self.root)]


def parse(path: str, text: str) -> Parsed | None:
    """The tree of a text; None when the language is not known or the text is not fit to parse."""
    language = language_of(path)
    if language is None or not supports(path):
        return None
    if language == "c" and path.endswith(".h") and _PLUS_PLUS.search(text[:MOST_CHARACTERS]):
        language = "cpp"
    if len(text) > _WORTH_REMEMBERING:
        return _parse(language, text)
    return _remembered(language, text)


@lru_cache(maxsize=_REMEMBERED)
def _remembered(language: str, text: str) -> Parsed | None:
    return _parse(language, text)


def _parse(language: str, text: str) -> Parsed | None:
    if not is_fit(text):
        return None
    source = text.encode("utf-8", "replace")
    scripts = None
    if language in _COMPONENTS:
        language, scripts = "typescript", tuple(_scripts(source))
        source = _only(scripts, source)
    root = Parser(grammar(language)).parse(tamed(language, source)).root_node
    return Parsed(language, source, root, scripts)


def tamed(language: str, source: bytes) -> bytes:
    """The text as its grammar can bear it, with every byte that stays at its place.

    The one for shells looks characters up in a C table of 256 entries, and one far beyond it ends
    the process.
    """
    if language != "bash":
        return source
    return _BEYOND_LATIN.sub(lambda found: _OF_LENGTH[len(found[0])], source)


def _scripts(source: bytes) -> Iterator[range]:
    """What stands between the script tags of a component."""
    start = -1
    for tag in _SCRIPT.finditer(source):
        if tag[0].startswith(b"</"):
            if start >= 0:
                yield range(start, tag.start())
            start = -1
        elif start < 0:
            start = tag.end()


def _only(kept: tuple[range, ...], source: bytes) -> bytes:
    """The text with everything else blank, so that lines and columns stay where they are."""
    pieces: list[bytes] = []
    position = 0
    for script in kept:
        pieces += [_blank(source[position : script.start]), source[script.start : script.stop]]
        position = script.stop
    return b"".join([*pieces, _blank(source[position:])])


def _blank(text: bytes) -> bytes:
    return b"\n".join(b" " * len(line) for line in text.split(b"\n"))


def is_fit(text: str) -> bool:
    """Whether a parser can be trusted with the text.

    Parsing cannot be interrupted, and on endless repetition, walls of quotes or thousands
    of open brackets its error recovery takes quadratic time. No program people read looks
    like that.
    """
    if len(text) > MOST_CHARACTERS or _nesting(text) > MOST_NESTING:
        return False
    return all(_is_varied(text[start : start + _SLICE]) for start in range(0, len(text), _SLICE))


def _is_varied(piece: str) -> bool:
    if piece.count("'") + piece.count('"') + piece.count("`") > max(len(piece) * _MOST_QUOTES, 200):
        return False
    data = piece.encode("utf-8", "replace")
    return len(data) <= _MOST_REPETITION * max(len(zlib.compress(data, 1)), 20)


def _nesting(text: str) -> int:
    """How many brackets stand open at most, words and strings not told apart."""
    opened = sum(map(text.count, "([{"))
    if opened <= MOST_NESTING:
        return opened
    depth = deepest = 0
    for character in text:
        if character in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in ")]}":
            depth = max(depth - 1, 0)
    return deepest


@cache
def grammar(language: str) -> Language:
    module, function = _GRAMMARS[language]
    return Language(getattr(importlib.import_module(module), function)())


@cache
def definition_query(language: str) -> Query:
    return Query(grammar(language), QUERIES[language])


@cache
def import_query(language: str) -> Query | None:
    text = IMPORTS.get(language)
    return Query(grammar(language), text) if text else None
