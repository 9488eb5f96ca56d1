"""Where the repository shows what a function is given: tests, files they read, prompts and contracts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from postil.domain import paths
from postil.domain.change import Change
from postil.domain.finding import Quote
from postil.inspection.checks._data_shape.blocks import FENCE
from postil.inspection.checks._data_shape.samples import Sample, holding, neighbour
from postil.inspection.checks._data_shape.strips import Strip
from postil.inspection.checks._data_shape.wishes import wished
from postil.ports import Hits, Tree
from postil.syntax import supports

_MOST_SAMPLES = 20
_MOST_TESTS = 40
_SHORTEST_STEM = 4
_MOST_PROMPTS = 30
_LONGEST_PROMPT = 100_000
_PROMPTS = re.compile(r"prompt|instruction|agent|skill|contract", re.IGNORECASE)
_WRITERS = re.compile(
    r"\b(?:agent|assistant|model|LLM|bot|service|API|webhook|prompt)\b[^\n]{0,60}\b(?:answers?|replies|returns?|writes?|sends?|outputs?|responds?|produces?)\b"
)


@dataclass(frozen=True, slots=True)
class Shown:
    """A line of the input, and whether it is only what a writer is asked for; `row` when it is part of it."""

    quote: Quote
    is_asked: bool
    row: str = ""


def spellings(strip: Strip) -> tuple[str, ...]:
    """How an example can spell what is looked for, plain or in a template literal, and who uses it."""
    text = strip.other or strip.mark
    return (text, text.replace("`", "\\`"), *((strip.function,) if strip.function else ()))


@dataclass(frozen=True)
class Evidence:
    """The answer of the search, read for one strip at a time."""

    change: Change
    head: Tree
    hits: Mapping[str, Hits]

    def of(self, path: str, strip: Strip) -> Shown | None:
        """The best example of what stays: what a test feeds, else what somebody is asked to write."""
        for other in self._given(path, strip):
            found = self._seen(strip, other, is_asked=False)
            if found is not None:
                return Shown(_quote(found), is_asked=False)
        for other in (path, *self._asked(path, strip)) if strip.is_block else ():
            but = strip.defined or strip.line if other == path else 0
            found = neighbour(strip.mark, other, self._text(other), is_asked=True, but=but)
            if found is not None:
                return Shown(_quote(found), is_asked=other != path)
        return self._wished(path, strip) if strip.is_block else None

    def _wished(self, path: str, strip: Strip) -> Shown | None:
        """What a prompt says in a sentence."""
        prompts = [other for other in self.head.paths() if _is_prompt(other)][:_MOST_PROMPTS]
        for other in dict.fromkeys((path, *self._asked(path, strip), *prompts)):
            wish = wished(strip.mark, other, self._text(other)[:_LONGEST_PROMPT])
            if wish is not None:
                return Shown(_quote(wish.sample), is_asked=other != path, row=wish.heading)
        return None

    def _text(self, path: str) -> str:
        return self.head.read(path) or ""

    def _seen(self, strip: Strip, path: str, *, is_asked: bool) -> Sample | None:
        if strip.is_block:
            return neighbour(strip.mark, path, self._text(path), is_asked=is_asked)
        return holding(strip.other, path, self._text(path))

    def _holding(self, path: str, strip: Strip) -> list[str]:
        """The other files that hold what is looked for."""
        found = [hit.path for text in spellings(strip)[:2] for hit in self.hits[text].hits]
        return [other for other in dict.fromkeys(found) if other != path]

    def _given(self, path: str, strip: Strip) -> Iterator[str]:
        """Tests that name the function, the files they read, and data of the change itself."""
        tests = self._tests(strip)
        for other in self._holding(path, strip)[: 5 * _MOST_SAMPLES]:
            if supports(other):
                if other in tests:
                    yield other
            elif self._is_read(other, tests) or (
                paths.is_test(other) and self.change.touches(other)
            ):
                yield other

    def _tests(self, strip: Strip) -> list[str]:
        if not strip.function:
            return []
        using = dict.fromkeys(hit.path for hit in self.hits[strip.function].hits)
        return [path for path in using if supports(path) and paths.is_test(path)][:_MOST_TESTS]

    def _is_read(self, path: str, tests: list[str]) -> bool:
        name = path.rpartition("/")[2]
        stem = name.partition(".")[0]
        quoted = (f'"{stem}"', f"'{stem}'") if len(stem) >= _SHORTEST_STEM else ()
        return any(word in self._text(test) for test in tests for word in (name, *quoted))

    def _asked(self, path: str, strip: Strip) -> Iterator[str]:
        """Prompts and documents that say what is written; a fence of no language is in too many."""
        for other in self._holding(path, strip)[:_MOST_SAMPLES] if strip.mark != FENCE else ():
            if paths.is_test(other) or paths.is_vendored(other) or paths.is_changelog(other):
                continue
            if _PROMPTS.search(other) or (
                not supports(other) and _WRITERS.search(self._text(other)[:100_000])
            ):
                yield other


def _is_prompt(path: str) -> bool:
    return _PROMPTS.search(path) is not None and not (
        paths.is_test(path) or paths.is_vendored(path) or paths.is_changelog(path)
    )


def _quote(found: Sample) -> Quote:
    return Quote(path=found.path, text=found.text, line=found.line)
