"""What people said about a finding, and what their words are meant to do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from postil.domain.memory import Standing


class Aim(StrEnum):
    """What a reply asks for; whether it gets it depends on who speaks."""

    CONTESTS = "contests"
    CLAIMS_FIXED = "claims-fixed"
    ACKNOWLEDGES = "acknowledges"
    DISMISSES = "dismisses"
    WONTFIX = "wontfix"
    DEFERS = "defers"
    RESOLVES = "resolves"
    REOPENS = "reopens"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One person's word on one finding, named by its id or its number.

    `text` is theirs and never an instruction. `link` is where something deferred will be
    taken up. `context` is what else came with the reply, such as what became of the file
    since; it is text like the reply itself. `origin` is the forge's id of the comment it stands
    in, or of the thread somebody resolved. `is_text` marks words that move nothing: said in
    passing, by somebody without a say, or heard in an earlier run.
    """

    finding: str
    aim: Aim
    by: Standing
    who: str = ""
    text: str = ""
    link: str = ""
    context: str = ""
    origin: str = ""
    is_text: bool = False
