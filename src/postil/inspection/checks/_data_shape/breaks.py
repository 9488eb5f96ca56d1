"""Parts of a text that only stand beside others: separators, signed messages, marked regions, lead-ins, cues."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from postil.inspection.checks._data_shape.structure import Structure

_RULE = re.compile(r"\A\s{0,3}(?:-{3,80}|\*{3,80}|_{3,80}|={3,80}|(?:[-*_]\s){2,20}[-*_]|<hr\s?/?>)\s{0,4}\Z|\A-- ?\Z", re.IGNORECASE)  # fmt: skip
_SIGNED = re.compile(r"\A-----BEGIN ([A-Z]{2,12} )SIGNED MESSAGE-----\s{0,4}\Z")
_HASH = re.compile(r"\AHash:\s")
_BEGINS = re.compile(r"(?<![A-Za-z])(?:BEGIN|START|begin|start|Begin|Start)(?![a-z])")
_ENDS = re.compile(r"(?<![A-Za-z])(?:END|STOP|FINISH|end|stop|finish|End|Stop)(?![a-z])")
_SIGNS = re.compile(r"[^\w\s.,:;'()]{2}|\A\s{0,8}[#%]")
_COLON = re.compile(r"\A[A-Z][^|#>:.!?\n]{2,50}:\s{0,4}\Z")
_ITEM = re.compile(r"\A\s{0,8}(?:[-*+]\s|\d{1,3}[.)]\s)")
_GOES_ON = re.compile(r"\A\s{0,8}(?:[-*+]\s|\d{1,3}[.)]\s)|\A\s{2,12}\S")
_FENCE = re.compile(r"\A\s{0,8}(?:`{3,8}|~{3,8})")
_ROW = re.compile(r"\A\s{0,8}\|")
_NUMBER = re.compile(r"\A\d{1,5}\s{0,4}\Z")
_TIMES = re.compile(r"\A\d{1,2}:\d{2}[:.,\d]{2,12}\s-->\s\d")
_REACH = 200
_LONGEST = 160


def parts(lines: Sequence[str], at: int, inside: set[int]) -> Iterator[Structure]:
    """What begins at a line; `inside` are the lines of fenced blocks."""
    line = lines[at][:_LONGEST]
    if _RULE.match(line):
        yield from _separated(lines, at, inside)
    elif line.startswith("-----BEGIN"):
        yield from _signed(lines, at)
    elif _BEGINS.search(line):
        yield from _region(lines, at)
    elif _COLON.match(line):
        yield from _led_in(lines, at, inside)
    elif at + 1 < len(lines) and _NUMBER.match(line) and _TIMES.match(lines[at + 1][:_LONGEST]):
        yield Structure(noun="number of the cue", lead=(at,), body=(at + 1,))


def _separated(lines: Sequence[str], at: int, inside: set[int]) -> Iterator[Structure]:
    """A rule and what it parts from the rest: what follows, or all that stands above."""
    if at and lines[at - 1].strip() and not lines[at].strip().startswith(("<", "-- ")):
        return
    end = at + 1
    while end < len(lines) and (end in inside or not _RULE.match(lines[end][:_LONGEST])):
        end += 1
    if end < len(lines) and lines[end - 1].strip():
        return
    yield Structure(noun="separator", lead=(at,), body=tuple(range(at + 1, end)))
    above = range(at)
    if any(lines[each].strip() for each in above) and not any(
        _RULE.match(lines[each][:_LONGEST]) for each in above
    ):
        yield Structure(noun="separator", lead=(at,), body=tuple(above))


def _signed(lines: Sequence[str], at: int) -> Iterator[Structure]:
    match = _SIGNED.match(lines[at])
    if match is None:
        return
    closes = f"-----BEGIN {match[1]}SIGNATURE-----"
    end = next((each for each in _below(lines, at) if lines[each].startswith(closes)), 0)
    if not end:
        return
    yield Structure(noun="of the signed message", lead=(at,), body=(), tail=(end,), holds_body=False)  # fmt: skip
    if _HASH.match(lines[at + 1]):
        yield Structure(noun="header of the signed message", lead=(at + 1,), body=(at,))


def _region(lines: Sequence[str], at: int) -> Iterator[Structure]:
    """Two lines that are alike but for the words that say which of them opens."""
    line = lines[at].strip()
    if not _SIGNS.search(line) or len(line) > _LONGEST or line.startswith("<!--"):
        return
    wanted = _BEGINS.sub("\0", line)
    for end in _below(lines, at):
        other = lines[end].strip()
        if other != line and _ENDS.sub("\0", other[:_LONGEST]) == wanted:
            yield Structure(noun="mark of the block", lead=(at,), body=tuple(range(at + 1, end)), tail=(end,), holds_body=False)  # fmt: skip
            return


def _led_in(lines: Sequence[str], at: int, inside: set[int]) -> Iterator[Structure]:
    """A few words with a colon and the block that they announce."""
    begin = next((each for each in range(at + 1, min(at + 3, len(lines))) if lines[each].strip()), 0)  # fmt: skip
    if not begin:
        return
    end = begin
    if _FENCE.match(lines[begin]):
        while end < len(lines) and end in inside:
            end += 1
    elif _ROW.match(lines[begin]):
        while end < len(lines) and _ROW.match(lines[end]):
            end += 1
    elif _ITEM.match(lines[begin]):
        while end < len(lines) and _GOES_ON.match(lines[end]):
            end += 1
    if end > begin:
        yield Structure(noun="label", lead=(at,), body=tuple(range(begin, end)))


def _below(lines: Sequence[str], at: int) -> range:
    return range(at + 1, min(len(lines), at + _REACH))
