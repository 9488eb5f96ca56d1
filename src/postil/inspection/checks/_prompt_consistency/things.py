"""The thing a sentence is about: its name without marks and articles, and the place it is meant for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_ARTICLES = frozenset(
    {"a", "an", "the", "any", "each", "every", "all", "your", "its", "this", "these", "those", "our", "their", "of"}
)  # fmt: skip
_PLACING = frozenset({"in", "into", "inside", "within", "on", "onto", "at", "to", "under", "from"})
_TAIL = re.compile(
    r"\s(?:at\sall|ever|anywhere|here|whatsoever|please|again|instead|yourself|as\swell|too|either|under\sany\scircumstances?"
    r"|(?:because|since|so\sthat|so|even|as\sthe[yr]e?|as\sit|for\sthe\ssake|–|-)\s.{0,200})\Z"
)
_GENERIC = frozenset(
    {"answer", "output", "response", "report", "reply", "review", "summary", "message", "result", "final answer",
     "final output", "final response", "final report", "json", "order"}
)  # fmt: skip
_KIND_WORDS = frozenset(
    {"field", "section", "heading", "key", "property", "value", "header", "column", "part", "block", "tag", "attribute",
     "line", "entry", "score", "rating", "level"}
)  # fmt: skip
_PRONOUNS = frozenset(
    {"it", "them", "that", "one", "so", "anything", "everything", "something", "nothing", "thing", "more", "other", "", "when", "if", "for", "by", "with", "about", "where", "how", "like"}
)  # fmt: skip
_MARKS = str.maketrans(
    {"`": " ", "*": " ", '"': " ", "“": " ", "”": " ", "_": " ", "<": " ", ">": " ", "‘": " "}
)
_RESTRICTING = frozenset(
    {"of", "about", "for", "with", "that", "which", "who", "whose", "you", "we", "they", "before", "after", "when", "while",
     "until", "once", "twice", "per", "by", "as", "using", "between", "where", "if", "unless", "without", "first"}
)  # fmt: skip
_SORTS = frozenset(
    {"tool", "function", "call", "section", "field", "key", "heading", "column", "property"}
)
_OCCASIONS = frozenset(
    {"audit", "run", "mode", "session", "task", "prompt", "conversation", "call", "pass", "variant", "environment", "machine",
     "case", "round", "setting", "edition"}
)  # fmt: skip
_UNITS = frozenset(
    {"cent", "usd", "eur", "dollar", "euro", "ms", "second", "minute", "hour", "day", "pct", "percent", "percentage", "byte",
     "kb", "mb", "kg", "cm", "mm"}
)  # fmt: skip
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z][a-z])")
_EITHER = re.compile(r"\s(?:or|and|nor)\s|\s?/\s?|,\s(?:or|and|nor)?\s?")
_MOST_WORDS = 14
_SHORTEST_PLURAL = 4


@dataclass(frozen=True, slots=True)
class Thing:
    """What is spoken of, in plain words of the singular, and where; no place means anywhere.

    `head` is the name without what restricts it: the line number, of the line number of a passage.
    """

    name: str
    place: str = ""
    head: str = field(default="", compare=False)

    def is_within(self, wider: Thing) -> bool:
        """Whether what is said of the wider one is said of this one as well."""
        return wider.place in ("", self.place) and (
            _is_same(self.name, wider.name) or self.is_part(wider)
        )

    def is_part(self, wider: Thing) -> bool:
        """Whether this one is restricted where the wider one is not."""
        if self.name == wider.name:
            return False
        rest = self.name.removeprefix(f"{wider.name} ")
        is_longer = rest != self.name and rest.split()[0] in _RESTRICTING
        is_whole = wider.head == wider.name
        return is_longer or (
            is_whole and self.head != self.name and _is_same(self.head, wider.name)
        )


def _is_same(some: str, other: str) -> bool:
    return some == other or _without_sort(some) == _without_sort(other)


def _without_sort(name: str) -> str:
    words = name.split()
    return " ".join(words[:-1]) if len(words) > 1 and words[-1] in _SORTS else name


def measured(name: str) -> str:
    """The name of a field without the unit it is measured in."""
    words = name.removeprefix("estimated ").split()
    while len(words) > 1 and words[-1] in _UNITS:
        words.pop()
    return " ".join(words)


def things(text: str) -> Iterator[Thing]:
    """Each thing of an enumeration; the place at its end is that of all."""
    pieces = [piece for piece in _EITHER.split(_shortened(text)) if piece.strip()]
    if not pieces:
        return
    place = _placed(pieces[-1]).place
    for piece in pieces:
        found = _placed(piece)
        if found.name not in _PRONOUNS:
            yield Thing(found.name, found.place or place, found.head)


def thing(text: str) -> Thing:
    """The thing a text names as a whole."""
    return _placed(_shortened(text))


def named(text: str) -> str:
    """A thing's name without the word for what sort of thing it is."""
    words = thing(text).name.split()
    while len(words) > 1 and words[-1] in _KIND_WORDS:
        words.pop()
    return " ".join(words)


def singular(word: str) -> str:
    plain = word.lower()
    for plural, one in (("criteria", "criterion"), ("passes", "pass"), ("ies", "y")):
        if plain.endswith(plural) and len(plain) > _SHORTEST_PLURAL:
            return plain.removesuffix(plural) + one
    if plain.endswith(("ss", "us", "is")) or len(plain) < _SHORTEST_PLURAL:
        return plain
    return plain.removesuffix("s")


def _shortened(text: str) -> str:
    plain = f" {' '.join(_CAMEL.sub(' ', text).translate(_MARKS).split())}".lower().rstrip(" .'’")
    for _ in range(3):
        plain = _TAIL.sub("", plain)
    return plain


def _placed(text: str) -> Thing:
    words = text.replace("'", "").split()[:_MOST_WORDS]
    cut = next((at for at, word in enumerate(words) if at and word in _PLACING), len(words))
    place = _plain(words[cut + 1 :])
    is_now = words[cut + 1 : cut + 2] == ["this"] and place in _OCCASIONS
    bound = next((at for at, word in enumerate(words[:cut]) if at and word in _RESTRICTING), cut)
    return Thing(
        _plain(words[:cut]), "" if is_now or place in _GENERIC else place, _plain(words[:bound])
    )


def _plain(words: list[str]) -> str:
    kept = [word.strip("-:;,()") for word in words]
    return " ".join(singular(word) for word in kept if word and word not in _ARTICLES)
