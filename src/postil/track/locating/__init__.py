"""Where a range of lines went between two revisions, with or without a common history."""

from __future__ import annotations

from postil.track.locating.content import telling_line
from postil.track.locating.locator import locate
from postil.track.locating.question import Answer, How, Kind, Question, Sides

__all__ = ["Answer", "How", "Kind", "Question", "Sides", "locate", "telling_line"]
