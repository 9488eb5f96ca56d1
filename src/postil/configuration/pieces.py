"""Reads TOML that may be broken: what parses is kept, what does not is named by its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise

MAX_CHARACTERS = 256 * 1024
_MOST_DOTS = 50
_MOST_PIECES = 1_000
_MOST_REPAIRS = 5
_HEADER = re.compile(r"^[ \t]{0,40}\[{1,2}[^\[\]\n]{1,1000}\]{1,2}[ \t]{0,40}(?:#[^\n]*)?$")
_AT_LINE = re.compile(r"\(at line (\d{1,9}), column \d{1,9}\)")
_KEY = re.compile(r"^[ \t]{0,40}(?P<name>[\w.\"'-]{1,200})[ \t]{0,40}=")


@dataclass(frozen=True, slots=True)
class Flaw:
    """A place that could not be read, and why."""

    line: int
    message: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Table:
    """What a file says: its values, its flaws, and where names stand."""

    values: dict[str, object]
    flaws: tuple[Flaw, ...] = ()
    _lines: dict[str, list[int]] = field(default_factory=dict)

    def line_of(self, name: str, occurrence: int = 0) -> int:
        """The line of a key or a table by its dotted name; 0 when it cannot be told."""
        lines = self._lines.get(_plain(name), [])
        return lines[min(occurrence, len(lines) - 1)] if lines else 0


def read(text: str) -> Table:
    """Everything that can be read. Size and depth are bounded, for the file may be anyone's."""
    if len(text) > MAX_CHARACTERS:
        most = f"`{MAX_CHARACTERS:,}` characters is the most that is read."
        return Table({}, (Flaw(0, "The file is too long and was not read.", most),))
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    flaws = list(_flatten(lines))
    try:
        values = tomllib.loads("\n".join(lines))
    except (ValueError, RecursionError):
        values = {}
        for piece in _pieces(lines, flaws):
            _merge(values, piece, flaws)
    return Table(values, tuple(flaws), _index(lines))


def _flatten(lines: list[str]) -> Iterator[Flaw]:
    """Blank lines with very many dots: the parser's time grows with the square of a key's depth."""
    for position, line in enumerate(lines):
        if line.count(".") > _MOST_DOTS:
            lines[position] = ""
            yield Flaw(position + 1, "The line has too many dots and was left out.", "Break it up.")


@dataclass(frozen=True, slots=True)
class _Piece:
    """The lines from one table header to the next; the first piece has no header."""

    start: int
    lines: list[str]

    @property
    def is_entry(self) -> bool:
        return self.lines[0].lstrip().startswith("[[")


def _pieces(lines: list[str], flaws: list[Flaw]) -> Iterator[_Piece]:
    """The file cut at everything that looks like a header, broken headers included.

    What follows a broken header must not end up in the table before it.
    """
    starts = [0, *(at for at, line in enumerate(lines) if at and _looks_like_header(line))]
    if len(starts) > _MOST_PIECES:
        line = starts[_MOST_PIECES] + 1
        flaws.append(
            Flaw(line, "Tables from here on are too many and were left out.", "Merge them.")
        )
    for start, end in islice(pairwise([*starts, len(lines)]), _MOST_PIECES):
        yield _Piece(start, lines[start:end])


def _looks_like_header(line: str) -> bool:
    return line.lstrip().startswith("[")


def _merge(values: dict[str, object], piece: _Piece, flaws: list[Flaw]) -> None:
    for name, value in _parsed(piece, flaws).items():
        known = values.get(name)
        if known is None:
            values[name] = value
        elif isinstance(known, list) and isinstance(value, list):
            known.extend(value)
        elif isinstance(known, dict) and isinstance(value, dict) and known.keys().isdisjoint(value):
            known.update(value)
        else:
            message = f"`{name[:60]}` is declared twice; the first counts."
            flaws.append(Flaw(piece.start + 1, message, "Remove one of them."))


def _parsed(piece: _Piece, flaws: list[Flaw]) -> dict[str, object]:
    """The values of a piece without the lines that break it.

    Headers and list entries are never repaired: without the broken line they would mean
    something else. When blanking lines does not help, the first complaint is the true one.
    """
    found: list[Flaw] = []
    for _ in range(_MOST_REPAIRS):
        try:
            values = tomllib.loads("\n".join(piece.lines))
        except RecursionError:
            found.append(Flaw(piece.start + 1, "The table is nested too deeply.", "Flatten it."))
            break
        except ValueError as error:
            broken = _broken_line(piece, error)
            found.append(_flaw(piece.start + broken + 1, error))
            if piece.is_entry or (broken == 0 and _looks_like_header(piece.lines[0])):
                break
            piece.lines[broken] = ""
        else:
            flaws += found
            return values
    flaws.append(found[0])
    return {}


def _broken_line(piece: _Piece, error: ValueError) -> int:
    """The position of the line an error is about; without a number, the last that says anything."""
    found = _AT_LINE.search(str(error))
    if found:
        return int(found[1]) - 1
    return max((at for at, line in enumerate(piece.lines) if line.strip()), default=0)


def _flaw(line: int, error: ValueError) -> Flaw:
    reason = _AT_LINE.sub("", str(error)).strip()[:200]
    return Flaw(line, f"This is not TOML: {reason}.", "Correct the line; see https://toml.io.")


def _index(lines: list[str]) -> dict[str, list[int]]:
    """Where each header and each key stands, by dotted name; good enough for messages."""
    index: dict[str, list[int]] = {}
    table = ""
    for number, line in enumerate(lines, start=1):
        if _HEADER.match(line[:2000]):
            table = _plain(line.partition("#")[0].strip().strip("[]"))
            index.setdefault(table, []).append(number)
            continue
        found = _KEY.match(line[:2000])
        if found:
            name = _plain(found["name"])
            index.setdefault(f"{table}.{name}" if table else name, []).append(number)
    return index


def _plain(name: str) -> str:
    return name.replace('"', "").replace("'", "").replace(" ", "")
