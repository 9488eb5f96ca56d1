"""Tells what whoever moves a block did to it on purpose, by the shape of the difference alone."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from postil.domain.change import Change, FileStatus
from postil.domain.paths import language_of
from postil.inspection.checks._refactor_audit.blocks import Difference, Slip
from postil.inspection.checks._refactor_audit.enclosures import outwards
from postil.inspection.checks._refactor_audit.moves import Move, Moves
from postil.inspection.checks._refactor_audit.places import Place, places_in
from postil.inspection.checks._refactor_audit.signatures import is_altered
from postil.ports import Tree

_LONGEST = 1_000
_LEAST_BESIDE = 3
"""Others in the new place, from which on it can be told how open things are there."""
_LEAST_IN_NEW = 2
"""Of a file that the change draws up, fewer show it."""
_LEAST_LOST = 2
_LEAST_OPEN = 2
_NAME = re.compile(r"\b[A-Za-z_]\w*")
_BINDS = re.compile(r"\b([A-Za-z_]\w{0,80})(?: :)? ?:?= ")
_SETS_FIELD = re.compile(r"\A(?:self\.|this\.|this->|\$this->|@)(\w{1,80}) ?= ?[^=]")
_NAMES_VALUE = re.compile(r"\A(?:static|const|let|final|val|var)\s[^()]*\Z")
"""A line that gives a value a name and calls nothing: it alters nothing by itself."""
_HANDS_OUT = re.compile(r"\A(?:module\.)?exports\b")
_NOTHING = re.compile(
    r"\Aif\s?\(?\s?(?:[\w.]{1,80}(?:\(\))? (?:===?|is) (?:nil|None|null|NULL|nullptr|undefined)"
    r"|!\s?[\w.]{1,80}|not [\w.]{1,80})\s?\)?\s?[{:]?\s{0,4}(?:return\b.{0,40})?\Z"
)
_LEAVES = re.compile(
    r"\A(?:return(?: (?:nil|None|null|NULL|nullptr|false|False))?|continue|break);?\Z"
)

_JUMPS = frozenset({"break", "continue"})
_AROUND_JUMP = re.compile(
    r"\b(?:for|foreach|each|while|until|loop|do|switch|select|case|default)\b", re.IGNORECASE
)


def could_not_jump(slip: Slip, new: Place) -> bool:
    """Whether a `break` or `continue` became a `return` where nothing is left to break out of.

    The body of a loop or a case that becomes a function of its own can leave in no other way.
    """
    if slip.old not in _JUMPS or slip.new != "return" or slip.new_line is None:
        return False
    inside = new.lines[new.definition.line : slip.new_line]
    return not any(map(_AROUND_JUMP.search, outwards(inside)))


def is_safeguard(lines: Sequence[str], number: int) -> bool:
    """Whether a line that came in leaves early when there is nothing to work on.

    Nobody types that by accident, and what worked before works as it did.
    """
    text, above, below = (_line(lines, number + by) for by in (0, -1, 1))
    if _NOTHING.match(text):
        return "return" in text or _LEAVES.match(below) is not None
    return _LEAVES.match(text) is not None and _NOTHING.match(above) is not None


def _line(lines: Sequence[str], number: int) -> str:
    return lines[number - 1].strip()[:_LONGEST] if 1 <= number <= len(lines) else ""


def names_value(slip: Slip, move: Move) -> bool:
    """Whether a line that came in gives a name to something, for other lines that ask it since."""
    if _NAMES_VALUE.match(move.new.lines[(slip.new_line or 1) - 1].strip()[:_LONGEST]):
        return True
    bound = set(_BINDS.findall(slip.new[:_LONGEST]))
    elsewhere = {token.text for token in move.new.tokens if token.line != slip.new_line}
    before = {token.text for token in move.old.tokens}
    return bool(bound & elsewhere - before)


def dropped_whole(slips: Iterable[Slip], new: Place) -> list[Slip]:
    """The lost lines that make and ask a value of their own, all of which went.

    A slip loses a line and leaves the others in need of it.
    """
    lost = [slip for slip in slips if slip.difference is Difference.LOST]
    left = {token.text.lstrip("$@") for token in new.tokens}
    bound = {name for slip in lost for name in _BINDS.findall(slip.old[:_LONGEST])} - left
    spoken = {name: [slip for slip in lost if name in _names(slip.old)] for name in bound}
    return [slip for about in spoken.values() if len(about) >= _LEAST_LOST for slip in about]


def gives_up_field(text: str, sides: Iterable[str]) -> bool:
    """Whether a lost line only sets a field of the object that neither file knows any more."""
    field = _SETS_FIELD.match(text[:_LONGEST])
    if field is None:
        return False
    word = re.compile(rf"(?<!\w){field[1]}(?!\w)")
    return not any(word.search(side) for side in sides)


def _names(text: str) -> Collection[str]:
    return frozenset(_NAME.findall(text[:_LONGEST]))


def is_redrawn(move: Move, moves: Moves, change: Change, head: Tree) -> bool:
    """Whether something open was made for its new place: it takes other things than before, or
    stands among several others of its kind, none of which is kept from anybody.
    """
    if _is_converted(move):
        return True
    if not move.is_elsewhere:
        return False
    if move.is_callable and is_altered(move.old, move.new):
        return True
    if move.old.definition.owner == move.new.definition.owner != "":
        return False
    new, others = move.new, _beside(move, moves, head)
    is_drawn_up = change.by_path[new.path].status is not FileStatus.MODIFIED
    least = _LEAST_IN_NEW if is_drawn_up else _LEAST_BESIDE
    return len(others) >= least and all(place.is_open for place in others)


def is_among_open(move: Move, moves: Moves, head: Tree) -> bool:
    """Whether it went from one type to another in which several are open, or all there are: it
    was written anew there, and with the word that the others have.
    """
    before, after = move.old.definition.owner, move.new.definition.owner
    if not (before and after) or before == after:
        return False
    others = _beside(move, moves, head)
    is_open = [place.is_open for place in others]
    return sum(is_open) >= _LEAST_OPEN or (bool(others) and all(is_open))


def _beside(move: Move, moves: Moves, head: Tree) -> list[Place]:
    """What else of its kind stands in the same place at head.

    What was open before and came along says nothing about what was not.
    """
    new = move.new
    return [
        place
        for place in places_in(new.path, head).values()
        if place.definition.owner == new.definition.owner and place.name != new.name
        if place.is_callable == move.is_callable and place.is_type == move.is_type
        if (place.path, place.key) not in moves.open_before
    ]


def is_part(path: str, owner: str, head: Tree) -> bool:
    """Whether a file holds another part of the same class, which may use what is private there."""
    if not owner or language_of(path) != "csharp":
        return False
    return any(place.is_type and place.name == owner for place in places_in(path, head).values())


def _is_converted(move: Move) -> bool:
    """Whether the file hands out what it offers in another way than before."""
    before, after = (any(map(_HANDS_OUT.search, place.lines)) for place in (move.old, move.new))
    return before and not after


def is_unbound(text: str, move: Move) -> bool:
    """Whether a lost line made a property of what is a function on its own since."""
    is_free = bool(move.old.definition.owner) and not move.new.definition.owner
    return is_free and text.startswith("@") and "property" in text
