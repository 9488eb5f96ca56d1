"""What a renderer is: one file per format that turns a review document into text.

A renderer module has these names:

    NAME         the format as a user types it (`terminal`, `markdown`, `sarif`)
    MEDIA_TYPE   what the text is
    render       `(document, change, *, style) -> str`

`change` holds the lines the document leaves out; None when only the document is at hand.
Files whose names start with an underscore are not renderers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from postil.domain.change import Change
from postil.domain.document import ReviewDocument

MUST_HAVE = frozenset({"NAME", "MEDIA_TYPE", "render"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How the text should look, decided by whoever knows where it goes.

    `pinned` are the ids of findings that stand as notes on their lines; a summary need not
    explain those again.
    """

    width: int = 80
    color: bool = False
    timings: bool = False
    pinned: frozenset[str] = frozenset()


class Renderer(Protocol):
    """What every module in this folder offers."""

    NAME: str
    MEDIA_TYPE: str

    def render(self, document: ReviewDocument, change: Change | None, *, style: Style) -> str:
        """The whole text, ending in a line feed."""
