"""Cuts the output of `git grep -n -z` into lines with their places."""

from __future__ import annotations

from collections.abc import Iterator

from postil.domain.diff import text
from postil.ports import Hit

LINE_CHARACTERS = 20_000
_LINE_BYTES = 4 * LINE_CHARACTERS


class Records:
    """Takes the output piece by piece.

    A record is `TREE:path NUL number NUL text LF`; the path may hold line feeds and the
    text may hold NULs, so a record is read from its front. `prefix` counts the bytes of
    `TREE:`. A line that is too long is dropped while it comes.
    """

    def __init__(self, prefix: int) -> None:
        self._prefix = prefix
        self._held = bytearray()
        self._skipping = False

    def feed(self, chunk: bytes) -> Iterator[Hit]:
        self._held += chunk
        at = 0
        # The rest of a record is moved to the front once per piece, not once per record.
        while (end := self._end(at)) is not None:
            if self._skipping:
                self._skipping = False
            else:
                hit = self._hit(at, end)
                if len(hit.text) <= LINE_CHARACTERS:
                    yield hit
            at = end + 1
        del self._held[:at]
        if self._skipping or self._is_too_long():
            self._skipping = True
            self._held.clear()

    def _end(self, at: int) -> int | None:
        """Where the line feed is that ends the record starting here; None when not yet read."""
        begins = at if self._skipping else self._text_start(at)
        end = -1 if begins < 0 else self._held.find(b"\n", begins)
        return None if end < 0 else end

    def _text_start(self, at: int) -> int:
        name_end = self._held.find(b"\0", at)
        number_end = self._held.find(b"\0", name_end + 1) if name_end >= 0 else -1
        return -1 if number_end < 0 else number_end + 1

    def _hit(self, at: int, end: int) -> Hit:
        name, number, line = self._held[at:end].split(b"\0", 2)
        return Hit(text(bytes(name[self._prefix :])), int(number), text(bytes(line)))

    def _is_too_long(self) -> bool:
        begins = self._text_start(0)
        return begins >= 0 and len(self._held) - begins > _LINE_BYTES
