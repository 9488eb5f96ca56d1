"""Makes characters that hide, reorder or command visible, so that text shows what it holds."""

from __future__ import annotations

import re

# Everything that moves the cursor, changes the reading direction, takes no room or stands
# for a byte that is not UTF-8. The joiners U+200C and U+200D and the two selectors of text and
# emoji stay: scripts and emoji need them.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff9-\ufffb\ufffe\uffff\ud800-\udfff"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_PICTURES = 0x2400
_BLANK = 0x20
_DELETE = 0x7F
_BYTES = range(0xDC80, 0xDD00)


def visible(text: str) -> str:
    """Hidden characters as pictures (`␛`) or escapes (`\\u202e`); line feeds and tabs stay."""
    return _HIDDEN.sub(_shown, text)


def one_line(text: str) -> str:
    """The text on one line, every run of white space one blank."""
    return visible(" ".join(text.split()))


def _shown(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < _BLANK:
        return chr(_PICTURES + code)
    if code == _DELETE:
        return "␡"
    if code in _BYTES:
        return f"\\x{code - 0xDC00:02x}"
    if code <= 0xFF:  # noqa: PLR2004 - the width of the escape, not a limit
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"  # noqa: PLR2004 - see above
