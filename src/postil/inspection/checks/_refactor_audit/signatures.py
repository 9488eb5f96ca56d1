"""Whether a block takes what it took, so that a difference inside of it is none that was asked for."""

from __future__ import annotations

import re

from postil.domain.paths import language_of
from postil.inspection.checks._refactor_audit.places import Place

_LINES = 20
_LONGEST = 4_000
_WORD = re.compile(r"[A-Za-z_]\w*")
_TYPE_FIRST = frozenset({"java", "csharp", "c", "cpp", "php"})
_RECEIVERS = frozenset({"self", "cls", "this"})
_MARKS = frozenset({"mut", "const", "final", "readonly", "var", "val", "ref", "out", "in"})
_OPEN, _CLOSE = "([{<", ")]}>"


def is_altered(old: Place, new: Place) -> bool:
    """Whether the block takes other things than before: what it is given is worked out elsewhere.

    Such a block was fitted to new callers, and reads as that, not as a move.
    """
    return parameters(old) != parameters(new)


def parameters(place: Place) -> tuple[str, ...]:
    """The names of what a block takes, the object it belongs to apart."""
    first = place.definition.line - 1
    text = "\n".join(place.lines[first : first + _LINES])[:_LONGEST]
    after = text.partition(place.name)[2].lstrip()
    if not after.startswith("("):
        return ()
    is_type_first = language_of(place.path) in _TYPE_FIRST
    names = (_name(part, is_type_first=is_type_first) for part in _parts(after[1:]))
    return tuple(name for name in names if name and name not in _RECEIVERS)


def _parts(text: str) -> list[str]:
    """What stands between the commas up to the closing bracket."""
    parts, depth = [""], 0
    for mark in text:
        if mark in _CLOSE:
            depth -= 1
            if depth < 0:
                break
        elif mark in _OPEN:
            depth += 1
        elif mark == "," and depth == 0:
            parts.append("")
            continue
        parts[-1] += mark
    return parts


def _name(part: str, *, is_type_first: bool) -> str:
    before = part.partition("=")[0].partition(":")[0]
    words = [word for word in _WORD.findall(before) if word not in _MARKS]
    return (words[-1] if is_type_first else words[0]) if words else ""
