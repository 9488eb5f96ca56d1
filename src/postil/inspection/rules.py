"""The rules a project states in its rule books, as they stand at one revision, each with its place."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from postil.inspection.documents import LONGEST_LINE
from postil.inspection.lead_ins import forbidden_where
from postil.inspection.rule_entries import entries
from postil.inspection.standing import ancestors, join
from postil.ports import Tree

BOOKS = ("CLAUDE.md", "AGENTS.md", "CONTRIBUTING.md")
_ROOT_BOOKS = (".github/CONTRIBUTING.md", "docs/CONTRIBUTING.md")
_MOST_CHARACTERS = 400_000
_MOST_RULES = 1_000
_LONGEST_QUOTE = 5

_OBLIGES = re.compile(
    r"\b(?:must(?:n['’]t)?|never|required?|requires|always|mandatory|do not|don['’]t|forbidden|prohibited"
    r"|ban|banned|forbid|prohibit|disallow(?:ed)?|not (?:allowed|permitted|welcome|tolerated)|(?:shall|may) not|instead of|rather than"
    r"|under no circumstances|off[- ]limits|no[- ]go|taboo|verboten|unacceptable|no (?:place|business)|(?:we|you) no longer|in favou?r of"
    r"|out of bounds|be rejected|nobody|no one|there (?:is|are) no)\b"
    r"|\A\W{0,10}no\b|[:;]\sno `|\A\W{0,10}[❌🚫⛔]|\bnot `|\b(?:may|can|are|is) only\b|\bonly `|` only\b",
    re.IGNORECASE,
)
_POINTER = re.compile(r"\A@?([\w./-]{1,200}\.md)\s{0,4}\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One sentence that obliges, with what stands around it.

    `quoted` are the lines it stands on, as they stand. `entry` is the paragraph or list
    entry it is part of; `headings` and `leads` (list entries and sentences that introduce a
    list) are what it stands under, outermost first, the title of the book left out.
    """

    book: str
    line: int
    text: str
    quoted: str
    entry: str
    headings: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        return f"{self.book}:{self.line}"

    @property
    def is_listed_as_forbidden(self) -> bool:
        """Whether it is an entry of a list that as a whole says what must not be."""
        return forbidden_where(self.leads, self.headings) is not None

    @property
    def forbidden_where(self) -> str:
        """The words of what it is listed under that say where the entries must not be, if any do."""
        return forbidden_where(self.leads, self.headings) or ""


@dataclass
class RuleBooks:
    """The books of one revision; each folder is looked up and each book is read once."""

    tree: Tree
    _books: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _rules: dict[str, tuple[Rule, ...]] = field(default_factory=dict)

    def above(self, path: str) -> tuple[str, ...]:
        """The books of the nearest folder, walking up from a file, that has any."""
        for folder in ancestors(posixpath.dirname(path)):
            if folder not in self._books:
                self._books[folder] = self._in(folder)
            if self._books[folder]:
                return self._books[folder]
        return ()

    def _in(self, folder: str) -> tuple[str, ...]:
        names = BOOKS if folder else (*BOOKS, *_ROOT_BOOKS)
        found = (posixpath.join(folder, name) for name in names)
        return tuple(book for book in found if self.tree.exists(book))

    def rules(self, book: str) -> tuple[Rule, ...]:
        if book not in self._rules:
            self._rules[book] = tuple(rules_in(*self._text(book)))
        return self._rules[book]

    def _text(self, book: str) -> tuple[str, str]:
        """The book and its text; a link, or a line that only names another book, is followed once."""
        text = self.tree.read(book) or ""
        pointer = _POINTER.match(text[:300])
        target = join(posixpath.dirname(book), pointer[1]) if pointer else None
        if target is None:
            return book, text
        return target, self.tree.read(target) or ""


def rules_near(tree: Tree, paths: Iterable[str]) -> tuple[Rule, ...]:
    """Every rule of the books nearest to the paths, each once, book by book in reading order."""
    books = RuleBooks(tree)
    wanted = dict.fromkeys(book for path in paths for book in books.above(path))
    return tuple(dict.fromkeys(rule for book in wanted for rule in books.rules(book)))


def cited(rules: Iterable[Rule], *, most_characters: int = 8_000) -> str:
    """The rules as text, one per line with its place, as far as there is room; the rest is counted."""
    lines = [f"{rule.place}: {rule.text}" for rule in rules]
    kept: list[str] = []
    room = most_characters
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            kept.append(f"({len(lines) - len(kept)} more rules are not shown)")
            break
        kept.append(line)
    return "\n".join(kept)


def rules_in(book: str, text: str) -> Iterator[Rule]:
    """Every sentence of a book that obliges, code blocks left out, up to a limit."""
    lines = [line[:LONGEST_LINE] for line in text[:_MOST_CHARACTERS].split("\n")]
    count = 0
    for entry in entries(book, lines):
        for start, end, sentence in entry.sentences():
            rule = Rule(
                book=book,
                line=start,
                text=sentence,
                quoted="\n".join(lines[start - 1 : min(end, start + _LONGEST_QUOTE - 1)]),
                entry=entry.text,
                headings=entry.headings,
                leads=entry.leads,
            )
            if _OBLIGES.search(sentence.replace("*", "")) or rule.is_listed_as_forbidden:
                count += 1
                if count > _MOST_RULES:
                    return
                yield rule
