"""Finds little words that stand twice in a row, on one line or over the end of one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from postil.domain.change import ChangedFile
from postil.inspection.checks._spelling.pages import Page
from postil.inspection.checks._spelling.prose import HOLE, LONGEST_LINE

_NEVER_TWICE = "the|a|an|of|to|are|be|and|or|for|with|this|as|by|from|if|not|will|at|we|you|is|in|on|it|has|have"
_TWICE = re.compile(rf"(?<![\w.'/$-])({_NEVER_TWICE}) {{1,3}}\1(?![\w'/$(-]|\.\w)", re.IGNORECASE)
_LAST = re.compile(rf"(?:\A|[\s(])({_NEVER_TWICE})\s{{0,8}}\Z", re.IGNORECASE)
_FIRST = re.compile(rf"\A\s{{0,40}}({_NEVER_TWICE})(?= [a-z])")
_BEFORE = re.compile(r"([A-Za-z']{1,40})[ ]{1,3}\Z")
_AFTER = re.compile(r"\A[ ]{1,3}([A-Za-z]{1,40})")
_EDGE = re.compile(r"[a-z]{1,40}")
_STRUCTURES_TEXT = """
loop loops statement statements expression expressions clause clauses keyword keywords block blocks
condition conditions comprehension comprehensions operator operators each in not
"""
_STRUCTURES = frozenset(_STRUCTURES_TEXT.split())
_JOINING = frozenset({"and", "or", "not", "if", "for", "with", "from", "as", "is", "in", "this"})
"""Words that are also words of programming languages, which prose may name."""
_ENDS_VERBS = frozenset({"in", "on", "by", "to", "for", "with", "of", "at", "as", "from"})
_GOES_TO = re.compile(
    r"\A(?:writ|wrote|refer|link|attach|connect|bound|bind|subscrib|listen|point|assign|mapp?|add|sen[dt]"
    r"|belong|respon|convert|talk|speak|spoke|repl|appl|append|adher|compar|pass|giv|mov|copi|chang|react"
    r"|access|relat|translat|resolv|export)(?:[a-z]{0,12})\Z"
)
"""Verbs after which the first of two may end a clause: a stream that can be written to to fill it."""
_OF_NOUNS = frozenset(
    {"the", "a", "an", "this", "its", "your", "their", "our", "that", "any", "all"}
)
"""Words that no verb of a purpose is, so that the second of two cannot begin one."""
_TELLS = re.compile(
    r"\A(?:tell|told|show|remind|inform|assur|warn|notif|promis|giv|gave|mean|let|mak|guarantee|ensur)[a-z]{0,6}\Z"
)
"""Verbs after which the first of two may be told what the second does: it tells you you are done."""
_AUXILIARY = frozenset({"it", "is", "has", "have", "be", "are"})
_STARTS = frozenset({"what", "it", "that", "this", "there", "who", "where", "how", "which", "he"})


def doubled(file: ChangedFile, page: Page) -> Iterator[tuple[int, str]]:
    """Line and word of each pair that the change brings into prose."""
    before = _Before(file)
    for number, line in file.added:
        if len(line) > LONGEST_LINE:
            continue
        if _TWICE.search(line):
            for word in _on_line(page, number):
                if word not in before.pairs:
                    yield number, word
        word = _over_end(page, number) or (
            _over_end(page, number - 1) if number - 1 not in file.added_numbers else ""
        )
        if word and word not in before.edges:
            yield number, word


@dataclass(frozen=True)
class _Before:
    """The lines of a file that the change takes away."""

    file: ChangedFile

    @cached_property
    def pairs(self) -> frozenset[str]:
        """The words that stood twice."""
        lines = (line[:LONGEST_LINE] for _, line in self.file.removed)
        return frozenset(match[1].lower() for line in lines for match in _TWICE.finditer(line))

    @cached_property
    def edges(self) -> frozenset[str]:
        """The words that lines began and ended with: one of two may have stood there before."""
        words = (_EDGE.findall(line[:LONGEST_LINE].lower()) for _, line in self.file.removed)
        return frozenset(edge for found in words if found for edge in (found[0], found[-1]))


def _on_line(page: Page, number: int) -> Iterator[str]:
    for text in (page.prose(number), *page.messages(number)):
        for match in _TWICE.finditer(text):
            if _is_slip(match[1], text[: match.start()], text[match.end() :]) and (
                match[0][-len(match[1]) :].islower() and "|" not in text
            ):
                yield match[1].lower()


def _over_end(page: Page, number: int) -> str:
    """The word that ends a line and begins the next one of the same paragraph."""
    upper = page.lines[number - 1] if 1 <= number < len(page.lines) else ""
    found = _LAST.search(upper.rstrip()[-LONGEST_LINE:])
    if found is None or found[1].lower() not in page.lines[number][:LONGEST_LINE]:
        return ""
    above, below = page.prose(number), page.prose(number + 1)
    last, first = _LAST.search(above), _FIRST.match(below)
    if last is None or first is None or last[1].lower() != first[1]:
        return ""
    if HOLE in (above[-1:], below[:1]) or "|" in above:
        return ""
    return first[1] if _is_slip(first[1], above[: last.start(1)], below[first.end() :]) else ""


def _is_slip(word: str, before: str, after: str) -> bool:
    """Whether the pair is no sentence that happens to need the word twice."""
    word = word.lower()
    previous, following = _BEFORE.search(before[-60:]), _AFTER.match(after)
    last = previous[1].lower() if previous else ""
    first = following[1].lower() if following else ""
    if word in _JOINING and (
        first in _STRUCTURES or first in _JOINING or last in ("a", "an", "the")
    ):
        return False
    if word in _ENDS_VERBS and word not in ("of", "to", "for", "at", "from", "with"):
        return False
    if word == "to" and _GOES_TO.match(last) and first not in _OF_NOUNS:
        return False
    if word in ("you", "we") and _TELLS.match(last):
        return False
    if word in _AUXILIARY:
        return word in ("be", "are", "is") and bool(last) and last not in _STARTS
    if word == "a":
        return len(last) > 1 and len(first) > 1
    return bool(last or first)
