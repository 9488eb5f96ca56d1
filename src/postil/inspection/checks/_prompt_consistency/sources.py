"""Fields of the answer that nothing in the prompt finds out: their step went away, or one mode leaves it out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from postil.inspection.checks._prompt_consistency.forms import shown, told
from postil.inspection.checks._prompt_consistency.lacks import may_lack_all
from postil.inspection.checks._prompt_consistency.passages import Passage, passages, sentences
from postil.inspection.checks._prompt_consistency.prompts import PromptLine
from postil.inspection.checks._prompt_consistency.things import singular

_FINDS = re.compile(
    r"\b(?:rate|estimate|determine|decide|compute|calculate|assign|set|keep|store|record|note|write|draft|list|pick|choose|give|add"
    r"|collect|summari[sz]e|identify|judge|assess|score|put|classify|extract|name|state|explain|describe|count|measure|label|tag|rank"
    r"|find|produce|save|call|work\sout|compare|grade|suggest|propose|fill)\b",
    re.IGNORECASE,
)
_OPENS = re.compile(r"\A\W{0,6}(?:(?:step|phase|stage|task)\s\d|\w)", re.IGNORECASE)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z][a-z])")
_SIGNS = re.compile(r"[^a-z0-9]+")
_NUMBERS = re.compile(r"\d{1,4}")
_CONTENT = re.compile(r"[a-z]{4,20}")
_LEAST_OTHERS = 2
_SHORTEST = 3
_STEM = 5
_LEAST_KEPT = 0.6
_MOST_SHARED = 0.4


@dataclass(frozen=True, slots=True)
class Unfound:
    """A part of the answer, the line that shows it, and the line that found it out: of the old prompt, or of some modes."""

    name: str
    line: PromptLine
    maker: PromptLine
    is_gone: bool


@dataclass(frozen=True)
class Sources:
    """The parts of one prompt's answer, and the passages of its text that find them out."""

    lines: Sequence[PromptLine]

    @cached_property
    def form(self) -> dict[str, PromptLine]:
        """The parts that every answer has, by their names; the first line that shows each."""
        parts = [*shown(self.lines)]
        parts += [part for one in sentences(self.lines) for part in told(one) if not part.given]
        found: dict[str, PromptLine] = {}
        for part in parts:
            if len(part.name) >= _SHORTEST:
                found.setdefault(part.name, part.line)
        return found

    @cached_property
    def texts(self) -> list[tuple[Passage, str]]:
        form = {line.number for line in self.form.values()}
        return [
            (passage, _plain(passage.text))
            for passage in passages(self.lines)
            if form.isdisjoint(line.number for line in passage.lines)
        ]

    def makers(self, name: str) -> list[Passage]:
        """The passages that name a part of the answer and say how it comes about."""
        return [
            passage
            for passage, plain in self.texts
            if f" {name} " in plain and _OPENS.match(passage.text) and _FINDS.search(passage.text)
        ]

    @cached_property
    def _stems(self) -> list[frozenset[str]]:
        said = [plain for _, plain in self.texts]
        form = {line.number for line in self.form.values()}
        said += [
            _plain(line.text)
            for line in self.lines
            if line.text.lstrip().startswith("#") and line.number not in form
        ]
        return [frozenset(word[:_STEM] for word in plain.split()) for plain in said]

    def is_named(self, name: str) -> bool:
        """Whether any words of the text could be about a part of the answer."""
        words = {word[:_STEM] for word in name.split()}
        return any(words <= stems for stems in self._stems)

    def is_found_out(self, name: str) -> bool:
        """Whether most other parts of the answer come from the text, so that this one should as well."""
        others = [other for other in self.form if other != name]
        count = sum(bool(self.makers(other)) for other in others)
        return count >= _LEAST_OTHERS and count * 2 >= len(others)


def unfound(now: Sources, before: Sources | None, removed: Container[int]) -> Iterator[Unfound]:
    """Parts of the answer whose step is gone, and those whose step one mode leaves out."""
    is_kept = before is not None and _is_kept(now, before)
    for name, line in now.form.items():
        makers = now.makers(name)
        if makers:
            places = [_place(passage, name) for passage in makers]
            if may_lack_all(line, places, "") and now.is_found_out(name):
                yield Unfound(name, line, places[0], is_gone=False)
        elif before is not None and is_kept and not now.is_named(name) and name in before.form:
            gone = before.makers(name)
            places = [_place(passage, name) for passage in gone]
            if (
                gone
                and all(place.number in removed for place in places)
                and now.is_found_out(name)
                and not any(_is_reworded(passage, now, before) for passage in gone)
            ):
                yield Unfound(name, line, places[0], is_gone=True)


def _is_kept(now: Sources, before: Sources) -> bool:
    """Whether the prompt is still the same for the most part, its numbers aside."""
    old, new = (Counter(map(_unnumbered, one.lines)) for one in (before, now))
    old.pop("", None)
    return (old & new).total() >= _LEAST_KEPT * old.total()


def _is_reworded(passage: Passage, now: Sources, before: Sources) -> bool:
    """Whether a new passage says about the same as the one that is gone."""
    old = {_unnumbered(line) for line in before.lines}
    words = set(_CONTENT.findall(passage.text.lower()))
    return any(
        len(words & set(_CONTENT.findall(plain))) > _MOST_SHARED * len(words)
        for other, plain in now.texts
        if any(_unnumbered(line) not in old for line in other.lines)
    )


def _unnumbered(line: PromptLine) -> str:
    return " ".join(_NUMBERS.sub("", line.text).split())


def _place(passage: Passage, name: str) -> PromptLine:
    """The line of a passage that names it, else the first."""
    return next(
        (line for line in passage.lines if f" {name} " in _plain(line.text)), passage.lines[0]
    )


def _plain(text: str) -> str:
    """A text in words of the singular."""
    words = _SIGNS.sub(" ", _CAMEL.sub(" ", text).lower()).split()
    return f" {' '.join(map(singular, words))} "
