"""Whole examples of what a function is given: texts in its tests, files they read, files it names."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise

from postil.domain import paths
from postil.domain.change import Change
from postil.inspection.checks._data_shape.literals import Literal, literals
from postil.inspection.checks._data_shape.payloads import (
    ENDS,
    is_named_after,
    is_recorded,
    subjects,
    texts,
)
from postil.ports import Hits, Tree
from postil.syntax import supports

_LONGEST = 5_500
_MOST_TESTS = 12
_MOST_FILES = 8
_LONGEST_PAYLOAD = 60_000
_MOST_TEXTS = 20
_MOST_EXAMPLES = 60
_SHORTEST_STEM = 4
_FILE = re.compile(r"(?<![\w.@-])[\w.@-]{1,80}(?:/[\w.@-]{1,80}){0,8}\.[A-Za-z]\w{0,9}(?!\w)")
_QUOTED_STEM = re.compile(r"[\"'/]([\w-]{4,60})[\"']")
_JOINS = re.compile(
    r"\A\s{0,80},?\s{0,80}[\])}]?\)?\.join\(|\A\s{0,80},?\s{0,80}\}?,\s{0,4}\"\\n\"\)"
)
_TESTS_BELOW = "#[cfg(test)]"
_NO_TEXT = (".lock", ".toml", ".cfg", ".ini", ".csv", ".svg", ".snap", ".map")


@dataclass(frozen=True, slots=True)
class Example:
    """A text that a function may be given; `lines` are the lines of the file that hold its lines."""

    path: str
    text: str
    lines: tuple[int, ...]


def needles(function: str, path: str) -> tuple[str, ...]:
    name = path.rpartition("/")[2]
    return tuple(word for word in (function, _stem(path), name) if len(word) >= _SHORTEST_STEM)


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]


@dataclass(frozen=True)
class Examples:
    """The answer of the search, read for one function at a time."""

    change: Change
    head: Tree
    hits: Mapping[str, Hits]

    @cached_property
    def _files(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self.head.paths():
            found.setdefault(path.rpartition("/")[2], []).append(path)
        return found

    @cached_property
    def _like(self) -> dict[str, list[str]]:
        """The tests by the name of what they are about."""
        found: dict[str, list[str]] = {}
        for path in self.head.paths():
            if paths.is_test(path) and supports(path):
                found.setdefault(_about(path), []).append(path)
        return found

    @cached_property
    def _stems(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, places in self._files.items():
            data = [path for path in places if _is_data(path) and paths.is_test(path)]
            if data:
                found.setdefault(name.partition(".")[0], []).extend(data)
        return found

    def of(self, path: str, function: str) -> list[Example]:
        found: dict[tuple[str, str], Example] = {}
        for example in self._all(path, function):
            found.setdefault((example.path, example.text), example)
            if len(found) >= _MOST_EXAMPLES:
                break
        return list(found.values())

    def _all(self, path: str, function: str) -> Iterator[Example]:
        tests = self._tests(path, function)
        for test in tests:
            yield from spelled(test, self._text(test))
        yield from self._beside(path)
        named = [other for test in tests for other in self._named(test)]
        given = [*named, *self._run(path)]
        given += [
            file.path
            for file in self.change.files
            if paths.is_test(file.path) and _is_data(file.path) and file.added
        ]
        given += self._recorded(path, function)
        for other in dict.fromkeys(given):
            if other.lower().endswith(ENDS):
                yield from self._payload(other)
                continue
            text = _shortened(self._text(other))
            yield Example(other, text, tuple(range(1, text.count("\n") + 2)))

    def _beside(self, path: str) -> Iterator[Example]:
        """The texts of the tests that stand in the file itself, as they do in Rust."""
        text = self._text(path)
        begin = text.find(_TESTS_BELOW) if path.endswith(".rs") else -1
        if begin >= 0:
            first = text.count("\n", 0, begin) + 1
            yield from (each for each in spelled(path, text) if each.lines[0] > first)

    def _payload(self, path: str) -> Iterator[Example]:
        for number, text in islice(texts(self._text(path)[:_LONGEST_PAYLOAD]), _MOST_TEXTS):
            if text.count("\n") > 1:
                yield Example(path, _shortened(text), (number,))

    @cached_property
    def _given_to_tests(self) -> list[str]:
        return [path for path in self.head.paths() if is_recorded(path) and _is_data(path)]

    def _recorded(self, path: str, function: str) -> list[str]:
        """The recorded files that are named after what the code is about or calls what it reads."""
        text = self._text(path)
        about = subjects(path, function, text)
        found = [other for other in self._given_to_tests if is_named_after(other, about)]
        spelled_out = {name.rpartition("/")[2] for name in _FILE.findall(text[:20_000])}
        named = [each for each in self._given_to_tests if each.rpartition("/")[2] in spelled_out]
        return [*named, *found][:_MOST_FILES]

    def _text(self, path: str) -> str:
        return self.head.read(path) or ""

    def _holding(self, word: str) -> list[str]:
        return list(dict.fromkeys(hit.path for hit in self.hits.get(word, Hits()).hits))

    def _tests(self, path: str, function: str) -> list[str]:
        """The tests that are about a function: they name it, and its file or are named like that."""
        stem = _stem(path).lower()
        words = (function, _stem(path))
        places = [other for word in words if word for other in self._holding(word)]
        places += self._like.get(stem, []) if len(stem) >= _SHORTEST_STEM else []
        kept = []
        for other in dict.fromkeys(places):
            if not (supports(other) and paths.is_test(other)):
                continue
            text = self._text(other)
            is_named = bool(function) and re.search(rf"\b{re.escape(function)}\b", text) is not None
            is_near = stem in text.lower() or other.rpartition("/")[0] == path.rpartition("/")[0]
            is_like = len(stem) >= _SHORTEST_STEM and _about(other) == stem
            if is_like or (is_named and is_near):
                kept.append(other)
        return kept[:_MOST_TESTS]

    def _named(self, path: str) -> list[str]:
        """The files of text that a test names, by name or by stem."""
        text = self._text(path)
        found = [other for name in dict.fromkeys(_FILE.findall(text)) for other in self._at(name)]
        for stem in dict.fromkeys(_QUOTED_STEM.findall(text)):
            found += self._stems.get(stem, [])[:2]
        return [other for other in found if _is_data(other)][:_MOST_FILES]

    def _at(self, name: str) -> list[str]:
        bare = name.lstrip("./")
        places = self._files.get(bare.rpartition("/")[2], [])
        return [path for path in places if path.endswith(bare)][:3]

    def _run(self, path: str) -> list[str]:
        """The files that are handed to a program where it is run, and those it names itself."""
        name = path.rpartition("/")[2]
        lines = [hit.text for hit in self.hits.get(name, Hits()).hits if hit.path != path]
        found = [
            other
            for line in (*lines[:40], self._text(path)[:20_000])
            for word in dict.fromkeys(_FILE.findall(line[:20_000]))
            for other in self._at(word)
            if other == word.lstrip("./") and other != path and _is_data(other)
        ]
        return found[:_MOST_FILES]


def _about(test: str) -> str:
    """What a test is named after."""
    name = test.rpartition("/")[2].lower().partition(".")[0]
    return re.sub(r"\A(?:test|spec)_|_?(?:tests?|spec)\Z", "", name)


def _is_data(path: str) -> bool:
    if path.lower().endswith(ENDS):
        return paths.is_test(path) or is_recorded(path)
    return (
        not supports(path) and not path.lower().endswith(_NO_TEXT) and not paths.is_vendored(path)
    )


def _shortened(text: str) -> str:
    """As much of a text as is looked at; a long one ends before a heading."""
    text = text.replace("\r\n", "\n")
    if len(text) <= _LONGEST:
        return text
    head = text[:_LONGEST]
    for mark in ("\n## ", "\n# ", "\ndiff --git ", "\n"):
        if mark in head:
            return head[: head.rindex(mark) + 1]
    return ""


def spelled(path: str, text: str) -> Iterator[Example]:
    """The texts of several lines that a file of code spells out."""
    run: list[Literal] = []
    for each in literals(path, text):
        if each.is_pattern:
            continue
        if run and not _goes_on(text, run[-1], each):
            yield from _example(path, text, run)
            run = []
        run.append(each)
    if run:
        yield from _example(path, text, run)


def _goes_on(text: str, before: Literal, after: Literal) -> bool:
    return text[before.end : min(after.start, before.end + 200)].strip() in (",", "+", ".")


def _example(path: str, text: str, run: list[Literal]) -> Iterator[Example]:
    """One text of the literals that are joined, or each of them by itself."""
    between = {text[some.end : other.start].strip() for some, other in pairwise(run)}
    is_list = len(run) > 1 and _JOINS.search(text[run[-1].end : run[-1].end + 60]) is not None
    if is_list or (len(run) > 1 and between <= {"+", "."}):
        glue = "\n" if is_list else ""
        value = glue.join(each.value for each in run)
        numbers = [number for each in run for number in _numbers(each, is_whole=is_list)]
        yield _made(path, value, numbers)
        return
    for each in run:
        if each.value.strip().count("\n"):
            yield _made(path, each.value, _numbers(each, is_whole=True))


def _numbers(each: Literal, *, is_whole: bool) -> list[int]:
    count = each.value.count("\n") + is_whole
    step = 1 if each.end_line > each.line else 0
    return [each.line + step * at for at in range(count)]


def _made(path: str, value: str, numbers: list[int]) -> Example:
    text = textwrap.dedent(value).replace("\\`", "`")[:_LONGEST]
    while text.startswith("\n"):
        text, numbers = text[1:], numbers[1:]
    return Example(path, text, tuple(numbers) or (1,))
