"""Quotes lines as they stand at head, and tells when a scanner saw other text there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from postil.domain.change import ChangedFile
from postil.domain.finding import Quote
from postil.inspection.checks._sarif_import.places import Lines
from postil.inspection.credentials import Place, Setting, digest, mask, survey
from postil.ports import Tree

MOST_LINES = 12
MOST_CHARACTERS = 2_000
MOST_QUOTES = 5
_HIDDEN = ("redact", "***", "xxxx", "…", "...", "requires login")
"""Marks of a snippet that is no copy of the code."""


@dataclass(frozen=True)
class Excerpts:
    """The files at head, read once each."""

    head: Tree
    _read: dict[str, list[str]] = field(default_factory=dict)

    def region(self, file: ChangedFile, lines: Lines, snippet: str) -> Quote | None:
        """The region as it stands at head; None when the scanner saw something else there.

        Of a long region the first line that the change adds is quoted.
        """
        every = self._lines(file.path)
        span = every[lines.first - 1 : lines.last]
        if not "".join(span).strip() or not _shows(snippet, span):
            return None
        skipped = next(index for index, line in enumerate(span) if line.strip())
        text = "\n".join(span[skipped:]).rstrip()
        if text.count("\n") < MOST_LINES and len(text) <= MOST_CHARACTERS:
            return Quote(path=file.path, text=text, line=lines.first + skipped)
        added = (number for number, line in file.added if line.strip())
        number = next((each for each in added if lines.first <= each <= lines.last), lines.first)
        return self._quote(file.path, number)

    def joined(self, primary: Quote, others: Iterable[tuple[str, int]]) -> tuple[Quote, ...]:
        """The quote with those of other places, as far as they can be quoted and are not the same."""
        quotes = [primary]
        for path, number in others:
            quote = self._quote(path, number)
            seen = {(each.path, each.line) for each in quotes}
            if quote is not None and len(quotes) < MOST_QUOTES and (path, number) not in seen:
                quotes.append(quote)
        return tuple(quotes)

    def masked(self, quote: Quote) -> Quote:
        """The quote with what is secret in it replaced wherever it is shown."""
        lines = quote.text.split("\n")
        found = survey(lines, Place(Setting.PRODUCT, bare_values=True)).found
        hidden = f"[secret {digest(quote.text)}]"
        shown = [mask(line, found[index]) for index, line in enumerate(lines) if index in found]
        return replace(quote, shown="\n".join(shown) or hidden) if quote.text else quote

    def _quote(self, path: str, number: int) -> Quote | None:
        line = "".join(self._lines(path)[number - 1 : number])[:MOST_CHARACTERS]
        return Quote(path=path, text=line, line=number) if line.strip() else None

    def _lines(self, path: str) -> list[str]:
        if path not in self._read:
            self._read[path] = (self.head.read(path) or "").split("\n")
        return self._read[path]


def _shows(snippet: str, span: list[str]) -> bool:
    """Whether the snippet is a copy of these lines, or of a part or the surroundings of them."""
    lowered = snippet.lower()
    if not snippet.strip() or any(mark in lowered for mark in _HIDDEN):
        return True
    theirs, ours = "".join(snippet.split()), "".join("".join(span).split())
    return theirs in ours or ours in theirs
