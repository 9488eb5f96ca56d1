"""Tells which of many fixed strings a line holds, with word boundaries where they ask for them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

_WORD = re.compile(r"\w+")


class Recogniser:
    """Knows the needles by their words.

    A needle's runs of word characters are whole words of the line, because its edges must
    be boundaries; so the words of the line name the few needles worth a closer look.
    """

    def __init__(self, needles: Iterable[str]) -> None:
        self._words: set[str] = set()
        self._by_word: defaultdict[str, list[str]] = defaultdict(list)
        self._wordless: list[str] = []
        for needle in needles:
            words = _WORD.findall(needle)
            if not words:
                self._wordless.append(needle)
            elif words[0] == needle:
                self._words.add(needle)
            else:
                self._by_word[max(words, key=len)].append(needle)

    def present(self, line: str) -> Iterator[str]:
        words = set(_WORD.findall(line))
        yield from words & self._words
        for word in words & self._by_word.keys():
            yield from (needle for needle in self._by_word[word] if _bounded(needle, line))
        yield from (needle for needle in self._wordless if needle in line)


def _bounded(needle: str, line: str) -> bool:
    """Whether the line holds the needle and no word runs on over its edges."""
    open_front, open_back = not _WORD.match(needle[0]), not _WORD.match(needle[-1])
    at = line.find(needle)
    while at >= 0:
        end = at + len(needle)
        front = open_front or at == 0 or not _WORD.match(line[at - 1])
        back = open_back or end == len(line) or not _WORD.match(line[end])
        if front and back:
            return True
        at = line.find(needle, at + 1)
    return False
