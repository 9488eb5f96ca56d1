"""Texts in recorded payloads, and the recorded files that are named after what code reads."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

ENDS = (".json", ".jsonl", ".ndjson")
_TEXT = re.compile(r'"(?:[^"\\\n]|\\[^\n]){4,5500}"')
_RECORDED = re.compile(r"(?:\A|/)(?:\w{0,20}[-_])?(?:fixtures?|testdata|test[-_]data|samples?|resources|cassettes|payloads?)/", re.IGNORECASE)  # fmt: skip
_RESULT = re.compile(r"expected|golden|snapshots?|__snap|/out(?:put)?s?/", re.IGNORECASE)
_READS = re.compile(r"read|open\(|argv|stdin|fetch|load|parse|receive|\bfrom_|body|payload", re.IGNORECASE)  # fmt: skip
_PIECE = re.compile(r"[A-Z]?[a-z]{3,30}")
_GENERAL = """
test sample example input data fixture text file content simple basic case full long short small large with without
from default main index util json string line page html markdown document source clean strip read parse load open
readme sync proces path response request result value name list encoding byte error return const async await self
"""
_SAYS_NOTHING = frozenset(_GENERAL.split())
_SHORTEST = 4
_LONGEST_CODE = 40_000


def texts(recorded: str) -> Iterator[tuple[int, str]]:
    """The texts of several lines that a payload holds, each with the line it stands on."""
    for number, line in enumerate(recorded.split("\n"), start=1):
        for match in _TEXT.finditer(line) if "\\n" in line else ():
            if "\\n" not in match[0]:
                continue
            try:
                yield number, json.loads(match[0]).replace("\r\n", "\n")
            except ValueError:
                continue


def is_recorded(path: str) -> bool:
    """Whether a file is something that tests are given, not what they expect."""
    return _RECORDED.search(path) is not None and not _RESULT.search(path)


def subjects(path: str, function: str, text: str) -> frozenset[str]:
    """What code is about: the words of its file and its function, and what it calls what it reads."""
    reading = [line[:300] for line in text[:_LONGEST_CODE].split("\n") if _READS.search(line[:300])]
    stem = path.rpartition("/")[2].partition(".")[0]
    return _words(" ".join((stem, function, *reading)))


def is_named_after(path: str, about: frozenset[str]) -> bool:
    return not about.isdisjoint(_words(path.rpartition("/")[2].partition(".")[0]))


def _words(text: str) -> frozenset[str]:
    found = {word.lower().rstrip("s") for word in _PIECE.findall(text)}
    return frozenset(word for word in found - _SAYS_NOTHING if len(word) >= _SHORTEST)
