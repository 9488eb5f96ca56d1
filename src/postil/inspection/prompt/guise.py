"""How text from outside is shown to a model: secrets masked, hidden characters visible, both undone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from postil.inspection.credentials import Place, Setting, digest, survey
from postil.inspection.prompt.key_blocks import KIND, key_lines

_OPEN, _CLOSE = "⟦", "⟧"
# What moves the cursor, changes the reading direction, takes no room, or stands for a byte that
# is not UTF-8; and our own bracket, so that nothing in the text can look like a mark of ours.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\ufffe\uffff\ud800-\udfff"
    f"\U000e0000-\U000e0fff{_OPEN}]"
)
_MARK = re.compile(r"⟦U\+([0-9A-F]{2,6})⟧")
_PLACEHOLDER = re.compile(r"⟦secret:[a-z0-9-]{1,60}:[0-9a-f]{8}⟧")
_NOT_A_NAME = re.compile(r"[^a-z0-9]{1,60}")
_ANYWHERE = Place(Setting.PRODUCT, bare_values=True)
"""Hiding one value too many costs a reviewer little; showing one costs a secret."""


@dataclass
class Guise:
    """One run's way of showing text, and the table that leads back.

    The same value gets the same placeholder everywhere, so that a reviewer can see that two
    places use one secret without learning it.
    """

    _values: dict[str, str] = field(default_factory=dict)

    def lines(self, texts: Sequence[str]) -> list[str]:
        """Lines that stand together, as they are shown."""
        found = survey(texts, _ANYWHERE).found
        keys = key_lines(texts)
        shown = []
        for index, line in enumerate(texts):
            secrets = [(one.start, one.end, one.kind) for one in found.get(index, ())]
            if index in keys:
                secrets = [(*keys[index], KIND)]
            pieces, position = [], 0
            for start, end, kind in sorted(secrets):
                if start < position:
                    continue
                pieces += [_visible(line[position:start]), self._placeholder(kind, line[start:end])]
                position = end
            pieces.append(_visible(line[position:]))
            shown.append("".join(pieces))
        return shown

    def text(self, text: str) -> str:
        """A text of any number of lines; carriage returns before line feeds are left out."""
        return "\n".join(self.lines([line.removesuffix("\r") for line in text.split("\n")]))

    def one_line(self, text: str) -> str:
        """A title, a path or a name, with nothing in it that ends or leaves the line."""
        shown = self.text(text)
        for character in "\n\t":
            shown = shown.replace(character, f"{_OPEN}U+{ord(character):02X}{_CLOSE}")
        return shown

    def original(self, shown: str) -> str:
        """What stands in the file where a reviewer saw this."""
        revealed = _PLACEHOLDER.sub(lambda match: self._values.get(match[0], match[0]), shown)
        return _MARK.sub(_character, revealed)

    def hides(self, shown: str) -> bool:
        """Whether the text has one of our placeholders in it."""
        return any(mark in self._values for mark in _PLACEHOLDER.findall(shown))

    def masked(self, original: str) -> str:
        """The text with every value we have masked replaced, wherever it came from."""
        # Lookups run in threads and may mask something new meanwhile.
        for placeholder, value in tuple(self._values.items()):
            original = original.replace(value, placeholder)
        return original

    def _placeholder(self, kind: str, value: str) -> str:
        name = _NOT_A_NAME.sub("-", kind.lower()).strip("-")[:60] or "value"
        placeholder = f"{_OPEN}secret:{name}:{digest(value)}{_CLOSE}"
        self._values[placeholder] = value
        return placeholder


def _visible(text: str) -> str:
    return _HIDDEN.sub(lambda match: f"{_OPEN}U+{ord(match[0]):02X}{_CLOSE}", text)


def _character(match: re.Match[str]) -> str:
    code = int(match[1], 16)
    return chr(code) if code <= 0x10FFFF else match[0]  # noqa: PLR2004 - the last code point
