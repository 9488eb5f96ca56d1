"""Makes text from models, changes and people harmless where a forge shows it: `sanitise`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from postil.domain.visible import visible
from postil.publish.fencing import block
from postil.publish.sanitising.allowed import Allowed
from postil.publish.sanitising.blocks import block_edits
from postil.publish.sanitising.edits import disjoint, edited
from postil.publish.sanitising.live import Kind
from postil.publish.sanitising.reading import read
from postil.publish.sanitising.wording import wording_edits

__all__ = ["Allowed", "Kind", "Sanitised", "sanitise"]

_ROUNDS = 8
# Our marks are looked for in raw text, so a copy inside code is a copy.
_MARK = re.compile(r"<!--(?=\s{0,20}postil\b)", re.IGNORECASE)
# Lines that look blank and that some readers take for text.
_NEARLY_BLANK = re.compile(
    "^[ \t]*[\xa0\u1680\u2000-\u200a\u202f\u205f\u3000][ \t\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]*$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Sanitised:
    """A body that does nothing but show text, and what was made harmless in it."""

    body: str
    found: tuple[tuple[Kind, int], ...] = ()


def sanitise(body: str, *, allow: Allowed) -> Sanitised:
    """The body as it may be posted; what is harmless already comes back as it is.

    Sanitising again changes nothing: the text is rewritten until there is nothing to rewrite,
    and text that never settles is shown whole as code.
    """
    leading, lines, trailing = _apart(body, allow.marks)
    if not lines:
        return Sanitised("\n".join(leading))
    found: Counter[Kind] = Counter()
    text = _settled(_unhidden("\n".join(lines), found), allow, found)
    return Sanitised("\n".join((*leading, text, *trailing)), _counted(found))


def _settled(text: str, allow: Allowed, found: Counter[Kind]) -> str:
    for _ in range(_ROUNDS):
        rewritten = _rewritten(text, allow, found)
        if rewritten is None:
            break
        if rewritten == text:
            return text
        text = rewritten
    quoted = block(text, info="text")
    return _rewritten(quoted, allow, found) or quoted


def _counted(found: Counter[Kind]) -> tuple[tuple[Kind, int], ...]:
    return tuple((kind, count) for kind, count in sorted(found.items()) if count)


def _apart(body: str, marks: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """Our own marks at the beginning, what follows them, and our own marks at the end, each once."""
    lines = body.replace("\r\n", "\n").split("\n")
    ours = set(marks)
    leading: list[str] = []
    while lines and lines[0] in ours:
        ours.discard(lines[0])
        leading.append(lines.pop(0))
    trailing: list[str] = []
    while len(lines) > 1 and (lines[-1] in ours or (not lines[-1] and lines[-2] in ours)):
        ours.discard(lines[-1])
        trailing.insert(0, lines.pop())
    return leading, lines, trailing


def _unhidden(text: str, found: Counter[Kind]) -> str:
    shown = visible(text)
    if shown != text:
        found[Kind.HIDDEN] += 1
    return _NEARLY_BLANK.sub("", shown)


def _rewritten(text: str, allow: Allowed, found: Counter[Kind]) -> str | None:
    """The text after one round of edits; none when a part of it could not be read."""
    unmarked, marks = _MARK.subn("<!‑‑", text)
    found[Kind.MARK] += marks
    reading = read(unmarked)
    if not reading.is_whole:
        return None
    wanted = list(block_edits(reading, allow=allow))
    for leaf in reading.leaves:
        wanted += wording_edits(leaf, allow=allow)
    made = list(disjoint(wanted))
    found.update(edit.kind for edit in made)
    return edited(unmarked, made)
