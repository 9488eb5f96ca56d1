"""What is left of a structure when the steps of a function were taken, and was not left before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from postil.inspection.checks._data_shape.inline import notes, pairs
from postil.inspection.checks._data_shape.patterns import read
from postil.inspection.checks._data_shape.steps import Step, remains
from postil.inspection.checks._data_shape.structure import Structure
from postil.inspection.checks._data_shape.structures import linked, structures

_HEADING = "heading"
_OF_TWO_LINES = frozenset({"header of the table", _HEADING})
_LEAST_TOUCHED = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Leftover:
    """A line of an example that stays, counted from 0; `taken` is one that went.

    `is_weak` when other text still stands below: then only a second heading makes it wrong. `rest` is
    what stays of a line that is not left whole, and `at` are the places in the text where it stands.
    """

    noun: str
    line: int
    taken: int
    is_weak: bool = False
    rest: str = ""
    at: tuple[int, ...] = ()


def leftovers(steps: Sequence[Step], text: str) -> list[Leftover]:
    """What the steps leave of the structures in a text; may raise `Unreadable`."""
    if not steps:
        return []
    kept = remains(steps, text)
    lines = _Lines(text, kept)
    if not any(lines.gone) and not any(lines.touched):
        return []
    found = [left for each in structures(text) for left in _left(each, lines)]
    return found or list(islice((*_emptied(text, kept), *_halved(text, kept)), 1))


def _emptied(text: str, kept: Sequence[bool]) -> Iterator[Leftover]:
    """Links whose picture goes and that stay around nothing."""
    for each in linked(text):
        around = (*range(*each.open), *range(*each.close))
        if any(kept[place] for place in range(*each.inner)) or not all(kept[at] for at in around):
            continue
        line = text.count("\n", 0, each.open[0])
        rest = "".join(text[place] for place in around)
        yield Leftover(noun="empty link", line=line, taken=line, rest=rest, at=around)


def _halved(text: str, kept: Sequence[bool]) -> Iterator[Leftover]:
    """What opens or closes within a line without the other, and one of a footnote and its reference."""
    for each in pairs(text):
        inner = [kept[place] for place in range(*each.inner)]
        if all(inner) and kept[each.open[0]] != kept[each.close[0]]:
            stays, goes = sorted((each.open, each.close), key=lambda span: not kept[span[0]])
            yield from _alone(text, kept, each.noun, stays, goes)
    for cited, note in notes(text):
        if kept[cited[0]] != kept[note[0]]:
            stays, goes = (cited, note) if kept[cited[0]] else (note, cited)
            noun = "reference to the note" if stays == cited else "note"
            yield from _alone(text, kept, noun, stays, goes)


def _alone(
    text: str, kept: Sequence[bool], noun: str, stays: tuple[int, int], goes: tuple[int, int]
) -> Iterator[Leftover]:
    """What stays whole, where all of the other goes."""
    at = tuple(range(*stays))
    if all(kept[place] for place in at) and not any(kept[place] for place in range(*goes)):
        line = text.count("\n", 0, stays[0])
        rest = text[slice(*stays)]
        yield Leftover(noun=noun, line=line, taken=line, rest=rest, at=at)


class _Lines:
    """For each line of a text whether all of it is there, or nothing."""

    def __init__(self, text: str, kept: Sequence[bool]) -> None:
        self.gone: list[bool] = []
        self.touched: list[bool] = []
        self.blank: list[bool] = []
        at = 0
        for line in text.split("\n"):
            signs = [kept[at + place] for place, sign in enumerate(line) if not sign.isspace()]
            self.blank.append(not signs)
            self.gone.append(bool(signs) and not any(signs))
            self.touched.append(not all(signs))
            at += len(line) + 1

    def whole(self, at: int) -> bool:
        return not self.blank[at] and not self.touched[at]

    def all_gone(self, body: Iterable[int]) -> bool:
        said = [at for at in body if not self.blank[at]]
        return bool(said) and all(self.gone[at] for at in said)


def _left(each: Structure, lines: _Lines) -> Iterator[Leftover]:
    whole = [at for at in each.lead if lines.whole(at)]
    touched = [at for at in each.lead if lines.touched[at]]
    if each.tail:
        closes = each.tail[0]
        if touched and lines.whole(closes):
            yield Leftover(noun=f"closing {each.noun}", line=closes, taken=touched[0])
        elif whole and lines.gone[closes]:
            yield Leftover(noun=f"opening {each.noun}", line=whole[0], taken=closes)
        elif whole and lines.whole(closes) and each.holds_body and lines.all_gone(each.body):
            yield Leftover(noun=each.noun, line=whole[0], taken=_first(each.body, lines))
        return
    if whole and lines.all_gone(each.body):
        yield Leftover(noun=each.noun, line=whole[0], taken=_first(each.body, lines))
    elif whole and touched and each.noun in _OF_TWO_LINES and lines.gone[touched[0]]:
        yield Leftover(noun=each.noun, line=whole[0], taken=touched[0])
    elif whole and each.noun == _HEADING:
        said = [at for at in each.body if not lines.blank[at]]
        if len(said) > 1 and lines.gone[said[0]] and lines.gone[said[1]]:
            yield Leftover(noun=_HEADING, line=whole[0], taken=said[0], is_weak=True)


def _first(body: Iterable[int], lines: _Lines) -> int:
    return next(at for at in body if lines.gone[at])


def touches(pattern: str, marks: str, text: str, line: int, *, is_pattern: bool) -> bool:
    """Whether a pattern, or a plain text, has to do with a line; may raise `Unreadable`."""
    rows = text.split("\n")
    begin = sum(len(row) + 1 for row in rows[:line])
    row = rows[line]
    if not is_pattern:
        bare = pattern.strip()
        return bool(bare) and bare in row and (len(bare) > 1 or not bare.isalnum())
    spans = read(pattern, marks.replace("g", "")).spans(text, first_only=False)
    held = {
        place
        for first, last in spans
        for place in range(max(first, begin), min(last, begin + len(row)))
    }
    signs = [place for place in held if not text[place].isspace()]
    return len(signs) >= min(_LEAST_TOUCHED, len("".join(row.split())) or 1)
