"""Keeps our own secrets out of what is posted, however they are spelt.

Text is compared by its letters and digits alone, without case: blanks, line feeds, zero-width
characters, quotes and dashes between them do not help. A stretch of twelve bytes is enough, so
a secret in pieces or without its prefix is found too.
"""

from __future__ import annotations

import base64
import codecs
import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

_SHORTEST = 8
"""Of letters and digits; shorter values occur in ordinary text."""
_STRETCH = 12
_NOTE = "(own secret removed)"
_ESCAPE = re.compile(
    r"%([0-9A-Fa-f]{2})|\\u([0-9A-Fa-f]{4})|\\x([0-9A-Fa-f]{2})|(&#?[0-9A-Za-z]{1,31};)"
)
_COUNTED = re.compile(r"[0-9A-Za-z]")


class Spelling(StrEnum):
    """How a secret was written; escapes for addresses, JSON and HTML are undone first."""

    PLAIN = "plain"
    REVERSED = "reversed"
    ROT13 = "rot13"
    HEX = "hexadecimal"
    BASE64 = "base64"


@dataclass(frozen=True, slots=True)
class Secret:
    """A value only we know, and what it is called where a person reads about it."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Leak:
    """A secret that stood in a body; never its value."""

    name: str
    spelling: Spelling


@dataclass(frozen=True, slots=True)
class Screened:
    """A body without our secrets; with a leak, the run that wrote it is not to be trusted."""

    body: str
    leaks: tuple[Leak, ...] = ()


@dataclass(frozen=True, slots=True)
class _View:
    """The letters and digits of a body, each with the stretch of the body it was read from."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]


Stretches = Mapping[int, Mapping[str, Leak]]


def screen(body: str, secrets: Iterable[Secret]) -> Screened:
    """The body with every stretch of a secret replaced by a note that says so."""
    stretches = _stretches(secrets)
    if not stretches:
        return Screened(body)
    leaks: dict[Leak, None] = {}
    spans: list[tuple[int, int]] = []
    for view in _views(body):
        for length, known in stretches.items():
            for at in range(len(view.text) - length + 1):
                leak = known.get(view.text[at : at + length])
                if leak is not None:
                    leaks[leak] = None
                    spans.append((view.starts[at], view.ends[at + length - 1]))
    return Screened(_masked(body, spans), tuple(leaks))


def _stretches(secrets: Iterable[Secret]) -> Stretches:
    """What to look for, by its length."""
    found: dict[int, dict[str, Leak]] = {}
    for secret in secrets:
        if len(_counted(secret.value)) < _SHORTEST:
            continue
        for spelling, text, length in _spellings(secret.value):
            counted = _counted(text)
            size = min(length, len(counted))
            leak = Leak(secret.name, spelling)
            known = found.setdefault(size, {})
            for at in range(len(counted) - size + 1):
                known.setdefault(counted[at : at + size], leak)
    return found


def _spellings(value: str) -> Iterator[tuple[Spelling, str, int]]:
    data = value.encode("utf-8", "surrogatepass")
    yield Spelling.PLAIN, value, _STRETCH
    yield Spelling.REVERSED, value[::-1], _STRETCH
    yield Spelling.ROT13, codecs.encode(value, "rot13"), _STRETCH
    yield Spelling.HEX, data.hex(), 2 * _STRETCH
    for before in range(3):
        # What stands before and after a secret in the encoded text colours its edges.
        coded = base64.b64encode(bytes(before) + data).decode("ascii")
        first = (0, 2, 3)[before]
        last = len(coded) if (before + len(data)) % 3 == 0 else coded.index("=") - 1
        yield Spelling.BASE64, coded[first:last], 4 * _STRETCH // 3


def _counted(text: str) -> str:
    return "".join(_COUNTED.findall(text)).lower()


def _views(body: str) -> Iterator[_View]:
    """The body as it is written, and once more with its escapes undone."""
    plain = [(found.start(), found.end(), found[0]) for found in _COUNTED.finditer(body)]
    yield _view(plain)
    undone = [(found.start(), found.end(), _undone(found)) for found in _ESCAPE.finditer(body)]
    if undone:
        inside = {at for start, end, _ in undone for at in range(start, end)}
        rest = [one for one in plain if one[0] not in inside]
        decoded = [one for one in undone if _COUNTED.fullmatch(one[2])]
        yield _view(sorted((*rest, *decoded)))


def _undone(found: re.Match[str]) -> str:
    digits = found[1] or found[2] or found[3]
    return chr(int(digits, 16)) if digits else html.unescape(found[0])


def _view(pieces: Sequence[tuple[int, int, str]]) -> _View:
    text = "".join(piece for _, _, piece in pieces).lower()
    return _View(text, [start for start, _, _ in pieces], [end for _, end, _ in pieces])


def _masked(body: str, spans: Sequence[tuple[int, int]]) -> str:
    pieces: list[str] = []
    position = 0
    for start, end in sorted(spans):
        if start >= position:
            pieces += (body[position:start], _NOTE)
        position = max(position, end)
    return "".join((*pieces, body[position:]))
