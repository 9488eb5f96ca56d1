"""One version of a file: its private things and where each of them is used in it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from postil.domain.paths import is_generated, is_minified, language_of
from postil.inspection.checks._unused_private.marks import beginnings, has_open_members, is_open
from postil.inspection.checks._unused_private.things import SCRIPTS, Reach, Thing, things_in
from postil.syntax import Form, Kind, Occurrence, Role, references
from postil.syntax.grammar import LONGEST_LINE, parse

_FIRST_LINES = 20
_NEVER_MEANT = frozenset({Form.ATTRIBUTE, Form.KEY})
_WORD = re.compile(r"\w+")
_MOST_FOLLOWED = 500
_LONGEST_CHAIN = 20


@dataclass(frozen=True)
class Sheet:
    """A file's path and text at one revision, read when asked."""

    path: str
    text: str

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @cached_property
    def language(self) -> str:
        return language_of(self.path) or ""

    @cached_property
    def is_readable(self) -> bool:
        """Whether all that the file uses is told by its syntax."""
        if not self.text or is_generated(self.path, self.lines[:_FIRST_LINES]):
            return False
        if is_minified(self.path, self.text) or is_open(self.path, self.text):
            return False
        if any(len(line) > LONGEST_LINE for line in self.lines):
            return False
        parsed = parse(self.path, self.text)
        return parsed is not None and not parsed.root.has_error

    @cached_property
    def things(self) -> tuple[Thing, ...]:
        """The private things whose names mean one thing each, in order."""
        found = things_in(self.path, self.text)
        if has_open_members(self.path, self.text):
            found = tuple(thing for thing in found if not thing.is_member)
        made = tuple(beginnings(self.text))
        counted: dict[str, list[Thing]] = {}
        for thing in found:
            if thing.word.startswith(made):
                continue
            counted.setdefault(thing.word, []).append(thing)
        return tuple(self._one(group) for group in counted.values() if self._is_one(group))

    def _is_one(self, group: list[Thing]) -> bool:
        return len(group) == 1 or (
            self.language == "c" and sum("{" in self._opening(one) for one in group) == 1
        )

    def _one(self, group: list[Thing]) -> Thing:
        """The definition; a C function may be declared above it."""
        return next((one for one in group if "{" in self._opening(one)), group[0])

    def _opening(self, thing: Thing) -> str:
        return "\n".join(self.lines[thing.line - 1 : thing.end_line][:20])

    @cached_property
    def _places(self) -> dict[str, list[Occurrence]]:
        places: dict[str, list[Occurrence]] = {thing.word: [] for thing in self.things}
        for one in references(self.path, self.text, frozenset(places)):
            places[one.name].append(one)
        return places

    def places(self, thing: Thing) -> list[Occurrence]:
        """Every place where the name stands, also of a thing that another file defines."""
        if thing.word not in self._places:
            self._places[thing.word] = list(references(self.path, self.text, {thing.word}))
        return self._places[thing.word]

    @cached_property
    def _by_word(self) -> dict[str, Thing]:
        return {thing.word: thing for thing in self.things}

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(_WORD.findall(self.text))

    def named(self, word: str) -> Thing | None:
        return self._by_word.get(word)

    def uses(self, thing: Thing) -> list[Occurrence]:
        """Where the file uses the thing, outside its own body; comments do not use it."""
        return [
            place
            for place in self.places(thing)
            if self.is_use(thing, place) and place.role is not Role.COMMENT
        ]

    def is_in_comments(self, thing: Thing) -> bool:
        return any(
            place.role is Role.COMMENT and not thing.spans(place.line)
            for place in self.places(thing)
        )

    def is_switched_off(self, thing: Thing) -> bool:
        """Whether a comment holds a call of it, as code that somebody means to take up again."""
        said = (
            self.lines[place.line - 1].strip()
            for place in self.places(thing)
            if place.role is Role.COMMENT
        )
        return any(f"{thing.word}(" in text and text.endswith((")", ");", ":")) for text in said)

    def is_use(self, thing: Thing, place: Occurrence) -> bool:
        if place.line == thing.line:
            # Several things may share one line, and then the second may use the first.
            return place.form is not Form.DEFINITION and thing.line == thing.end_line
        if thing.spans(place.line):
            return False
        if place.form is Form.DEFINITION and self.language == "c":
            return False
        return not (place.form in _NEVER_MEANT and _stands_alone(thing, self.language))

    def unused(self) -> Iterator[Thing]:
        """The private things that their own file does not use."""
        return (thing for thing in self.things if not self.uses(thing))

    def with_followers(
        self, dead: Collection[Thing], candidates: Collection[Thing]
    ) -> tuple[Thing, ...]:
        """The dead things and those of the candidates that only dead things use, in order."""
        gone = {thing.word: thing for thing in dead}
        if max(len(gone), len(candidates)) > _MOST_FOLLOWED:
            return tuple(dead)
        for _ in range(_LONGEST_CHAIN):
            more = [
                thing
                for thing in candidates
                if thing.word not in gone
                and not any(one.spans(thing.line) for one in gone.values())
                and (uses := self.uses(thing))
                and all(any(one.spans(use.line) for one in gone.values()) for use in uses)
            ]
            if not more:
                break
            gone |= {thing.word: thing for thing in more}
        return tuple(sorted(gone.values(), key=lambda thing: thing.line))


def _stands_alone(thing: Thing, language: str) -> bool:
    """Whether it is used by its bare name, never behind a dot."""
    if thing.reach is Reach.BLOCK:
        return True
    plain = not thing.owner and thing.kind in (Kind.FUNCTION, Kind.CONSTANT, Kind.CLASS, Kind.TYPE)
    return plain and language in SCRIPTS | {"c", "go"}
