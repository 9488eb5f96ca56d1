"""The facts at the top of a Markdown file, read strictly, and the text below them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn, TypeVar

from postil.inspection.outlines import Listing, Node, Scalar, Table, Unreadable, read_yaml

MOST_CHARACTERS = 20_000
LONGEST_LINE = 300
_NOT_UTF8 = re.compile("[\ud800-\udfff]")
_BORDER = "---"
Word = TypeVar("Word", bound=StrEnum)


class Unfit(Exception):
    """A file that is not what it should be; the message says what to change, as one clause."""


def refuse(what: str) -> NoReturn:
    raise Unfit(what)


@dataclass(frozen=True, slots=True)
class Facts:
    """Keys and values that somebody wrote; everything read from it has a shape and a limit."""

    table: Table

    def __contains__(self, key: str) -> bool:
        return self.table.get(key) is not None

    def only(self, keys: frozenset[str]) -> None:
        """Refuse what nobody would read, so that a misspelt key is not silently without effect."""
        unknown = sorted(entry.key for entry in self.table if entry.key not in keys)
        if unknown:
            refuse(f"take out `{unknown[0][:60]}`; what counts is {', '.join(sorted(keys))}")

    def line(self, key: str, *, default: str = "") -> str:
        if default and key not in self:
            return default
        text = (self.table.text(key) or "").strip()
        if not text or len(text) > LONGEST_LINE or not text.isprintable():
            refuse(f"write `{key}` as one line of at most {LONGEST_LINE} characters")
        return text

    def choice(self, key: str, words: type[Word], *, default: Word | None = None) -> Word:
        if default is not None and key not in self:
            return default
        said = self.table.text(key) or ""
        if said not in {word.value for word in words}:
            refuse(f"choose `{key}` among {', '.join(word.value for word in words)}")
        return words(said)

    def texts(self, key: str, *, most: int) -> tuple[str, ...]:
        """A list of short texts, each once."""
        rows = self.rows(key, most=most)
        texts = [row.text for row in rows if isinstance(row, Scalar) and row.text.isprintable()]
        if len(texts) < len(rows) or any(len(text) > LONGEST_LINE for text in texts):
            refuse(f"write `{key}` as a list of words or globs")
        return tuple(dict.fromkeys(texts))

    def rows(self, key: str, *, most: int) -> tuple[Node, ...]:
        listed = self.table.get(key)
        rows = listed.items if isinstance(listed, Listing) else ()
        if not 1 <= len(rows) <= most:
            refuse(f"list 1 to {most} `{key}`")
        return rows


def parted(text: str | None) -> tuple[Facts, str]:
    """The facts and the text below; raises Unfit, also when there is no text to read."""
    if text is None or len(text) > MOST_CHARACTERS or _NOT_UTF8.search(text):
        refuse(f"write it as UTF-8 text of at most {MOST_CHARACTERS:,} characters")
    lines = text.removeprefix("\ufeff").splitlines()
    borders = [number for number, line in enumerate(lines) if line.strip() == _BORDER][:2]
    if not borders[1:] or borders[0]:
        refuse(f"begin it with front matter between two lines `{_BORDER}`")
    end = borders[1]
    try:
        facts = read_yaml("\n".join(lines[1:end]))
    except Unreadable as problem:
        refuse(f"repair its front matter: {problem}")
    return Facts(facts), "\n".join(lines[end + 1 :]).strip()
