"""Prompts that stand in code: string literals with a telling name, or long ones that instruct."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice

from tree_sitter import Node

from postil.inspection.checks._prompt_consistency.pieces import (
    Names,
    is_in_literal,
    literals_of,
)
from postil.inspection.checks._prompt_consistency.places import STRINGS, Place, place_of
from postil.inspection.checks._prompt_consistency.prompts import (
    MOST_LINES,
    Prompt,
    PromptLine,
    in_modes,
    is_instruction,
    is_kept_as_prompt,
    is_long_instruction,
)
from postil.syntax.grammar import parse

_TELLING = re.compile(r"prompt|instructions?(?:\b|_|$)|system_?message", re.IGNORECASE)
_TELLING_WORDS = ("prompt", "instruction", "system_message", "systemmessage")
_TELLING_MARKS = ("MUST", "NEVER", "\n## ", "\n### ")


def prompts_in_code(path: str, text: str) -> list[Prompt]:
    """Every prompt in the literals of a file, and every one put together from named literals.

    None if the file cannot be parsed.
    """
    parsed = parse(path, text) if _may_hold_prompts(text) else None
    if parsed is None:
        return []
    literals = list(literals_of(parsed.root))
    names = Names(parsed)
    names.learn(literals)
    uses = names.uses()
    names.learn(uses)
    units: dict[tuple[str, int, str], _Unit] = {}
    for node in sorted((*literals, *names.uses()), key=lambda node: node.start_byte):
        place = place_of(node, parsed)
        unit = units.setdefault((place.kind, place.scope, place.name), _Unit(place))
        unit.take(node, names)
    is_kept = is_kept_as_prompt(path)
    return [unit.prompt() for unit in units.values() if unit.is_prompt(is_kept=is_kept)]


def _may_hold_prompts(text: str) -> bool:
    if any(mark in text for mark in _TELLING_MARKS):
        return True
    lowered = text.lower()
    return any(word in lowered for word in _TELLING_WORDS)


@dataclass
class _Unit:
    """One text and the pieces it is put together from, in the order of its pieces."""

    place: Place
    lines: list[PromptLine] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    is_named: bool = False

    def take(self, node: Node, names: Names) -> None:
        """Adds the text of a literal, or of the literals behind a name."""
        if node.type not in STRINGS:
            self.is_named |= _TELLING.search(names.called(node)) is not None
        found = list(islice(names.lines(node), max(0, MOST_LINES - len(self.lines))))
        at, row = len(self.lines), node.start_point[0] + 1
        if node.type in STRINGS:
            rows = [line.number for line in found]
        else:
            rows = [row] * len(found)
            while is_in_literal(node) and at and self.rows[at - 1] > row:
                at -= 1
        self.lines[at:at], self.rows[at:at] = found, rows

    def is_prompt(self, *, is_kept: bool) -> bool:
        """Whether a name tells it, or its length; where prompts are kept, its words alone."""
        names = (self.place.name, self.place.function)
        if self.is_named or any(_TELLING.search(name) for name in names):
            return True
        text = "\n".join(line.text for line in self.lines)
        if is_kept or _TELLING.search(self.place.holder):
            return is_instruction(text)
        return is_long_instruction(text)

    def prompt(self) -> Prompt:
        return Prompt(self.place.name or self.place.function, tuple(in_modes(self.lines)))
