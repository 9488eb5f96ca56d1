"""Draws the line around text that is data, with a boundary nobody outside this run can know."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fence:
    """The boundary of one run; `nonce` comes from a source an author cannot guess."""

    nonce: str

    def around(self, text: str, *, source: str) -> str:
        """The text as data from a named source; the source is our word, never the text's."""
        held = text.replace(self.nonce, "⟦boundary⟧")
        return f"<data-{self.nonce} from={source!r}>\n{held}\n</data-{self.nonce}>"
