"""Lines that show code of the reader's own, or only say in which of the reader's files it goes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from postil.inspection.documents import LONGEST_LINE, Part, parts_of

_FENCES = ("```", "~~~")
_SET_IN = re.compile(r"\A(?: {4,16}|\t{1,4})(?:#|//|--|;|/\*|<!--)")
_LABEL = re.compile(
    r"\A\s{0,40}(?:#{1,6} |[-*+] |\d{1,3}[.)] )?(?:(?:in|inside|file|filename)\b:? )?[*_`\"']{0,6}"
    r"[\w.@+-]{1,80}(?:/[\w.@+-]{1,80}){1,12}[*_`\"':]{0,8}\s{0,8}\Z",
    re.IGNORECASE,
)
_FOR_MAKERS = re.compile(
    r"(?:\A|/)(?:agents|claude|gemini|contributing|hacking|architecture|develop\w{0,8}"
    r"|copilot-instructions)\b",
    re.IGNORECASE,
)
"""Documents for those who work on the project; what these show is mostly what stands there."""
_MARKS = ("# ", "// ")
_MOST_ABOVE = 6
_BELOW = 2


def is_of_reader(path: str, lines: Sequence[str], index: int, parts: Sequence[Part]) -> bool:
    """Whether a line of a document heads a sample and says where that goes."""
    if _SET_IN.match(lines[index][:LONGEST_LINE]):
        return _heads_block(lines, index)
    if _FOR_MAKERS.search(path[:LONGEST_LINE]) or not is_label(lines[index]):
        return False
    below = range(index + 1, min(len(lines), index + 1 + _BELOW))
    first = next((at for at in below if lines[at].strip()), None)
    return first is not None and (
        parts[first] is not Part.PROSE or lines[first].startswith(("    ", "\t"))
    )


def is_label(text: str) -> bool:
    """Whether a line holds nothing but a path, however it is set."""
    return _LABEL.match(text[:LONGEST_LINE]) is not None


def opens_sample(text: str) -> bool:
    return text.startswith(_FENCES)


def is_comment_of_sample(words: str) -> bool:
    """Whether a line of a comment or docstring is a comment itself, in code that is shown there."""
    return words.startswith(_MARKS)


def is_shown(docstring: Sequence[str]) -> bool:
    """Whether the last of these lines of a docstring belongs to a sample."""
    if sum(opens_sample(line.strip()) for line in docstring[:-1]) % 2 == 1:
        return True
    return parts_of("docstring.rst", docstring)[-1] is not Part.PROSE


def _heads_block(lines: Sequence[str], index: int) -> bool:
    """Whether only comments stand between a line that is set in and the blank line above it."""
    for at in range(index - 1, max(-1, index - 1 - _MOST_ABOVE), -1):
        if not lines[at].strip():
            return True
        if not _SET_IN.match(lines[at][:LONGEST_LINE]):
            return False
    return False
