"""The sentences of a paragraph, as patterns for claims read them."""

from __future__ import annotations

import re

from postil.inspection.documents import LONGEST_LINE

_LINKED = re.compile(r"\[(`[^`\]\n]{1,200}`)\]\([^()\n]{0,300}\)")
_STOP = re.compile(r"(?<!e\.g)(?<!i\.e)[.!?;](?=\s|\Z)")


def single_ticked(paragraph: str) -> str:
    """The paragraph with single blanks, one backtick around code as Markdown has it, and no links."""
    text = " ".join(paragraph[:LONGEST_LINE].split()).replace("``", "`")
    return _LINKED.sub(r"\1", text)


def holding(text: str, at: int) -> str:
    """The sentence around a place of the text."""
    return before(text, at) + after(text, at)


def before(text: str, at: int) -> str:
    """What stands in front of the place, in its sentence."""
    return _STOP.split(text[:at])[-1]


def after(text: str, at: int) -> str:
    """What follows the place, in its sentence."""
    return _STOP.split(text[at:], maxsplit=1)[0]
