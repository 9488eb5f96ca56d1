"""Finds the lines that are the body of a private key, also where its first line is not in sight."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

KIND = "private key"
_FRAME = re.compile(r"-----(?P<end>BEGIN|END) (?P<what>[A-Z0-9 ]{1,60})-----")
_ENCODED = re.compile(
    r"\A[\s\"'#*>|]{0,60}(?P<value>[A-Za-z0-9+/=]{1,200})(?:\\[nr]){0,2}[\s\"'+,;\\]{0,20}\Z"
)
_BETWEEN = re.compile(
    r"\A[\s\"'#*>|]{0,60}(?:(?:Proc-Type|DEK-Info|Version|Comment):|(?:\\[nr]){0,2}[\s\"'+,\\]{0,20}\Z)"
)
"""What may stand between the first line of a key and its body."""
_FIRST = 16
"""A body does not begin with a line shorter than this; a word of code may be."""
_WIDE = re.compile(r"\A(?=[^A-Z]{0,60}[A-Z])(?=[^a-z]{0,60}[a-z])(?=[^0-9]{0,60}[0-9]).{60}")
"""Two such lines in a row are encoded text; when nobody says what it is, it is hidden."""


def key_lines(texts: Sequence[str]) -> dict[int, tuple[int, int]]:
    """For each line of a private key's body, by its index, the columns that must not be shown.

    Between frames of something else, a certificate say, nothing is hidden.
    """
    matches = {index: match for index, text in enumerate(texts) if (match := _ENCODED.match(text))}
    values = {index: match["value"] for index, match in matches.items()}
    hidden: dict[int, tuple[int, int]] = {}
    inside: bool | None = None
    for index, text in enumerate(texts):
        frame = _FRAME.search(text)
        if frame is not None:
            inside = "PRIVATE KEY" in frame["what"] if frame["end"] == "BEGIN" else None
        elif index not in values:
            inside = inside if _BETWEEN.match(text) else None
        elif inside is not False and (
            # The last line of a body is as short as it happens to be.
            index - 1 in hidden
            or (inside and len(values[index]) >= _FIRST)
            or _is_orphan(index, values)
        ):
            hidden[index] = matches[index].span("value")
    return hidden


def _is_orphan(index: int, values: Mapping[int, str]) -> bool:
    """Whether a line and one beside it are encoded text of which the frame is not in sight."""
    beside = (values.get(index - 1, ""), values.get(index + 1, ""))
    return bool(_WIDE.match(values[index])) and any(map(_WIDE.match, beside))
