"""How prose says that something happens in the root folder of a project."""

from __future__ import annotations

_WHOLE = r"(?:repo(?:sitory)?|project|workspace|monorepo|checkout)"
AT_ROOT = (
    r"(?:,?\s(?:when|if)\s(?:(?:it|they|you|is|are|being)\s){0,2}(?:run|called|executed|invoked|started|typed)(?:\s(?:it|them))?)?"
    r"\s(?:from|in|at|inside|within)\s(?:the\s)?"
    rf"(?:top[-\s]level|(?:very\s)?root|{_WHOLE}(?:['’]s)?\s(?:root|top[-\s]level))"
    rf"(?:\s(?:directory|folder|dir|level))?(?:\sof\s(?:the|this)\s(?:whole\s)?{_WHOLE})?\b"
    r"(?!\s(?:`|(?:module|package|component|node|element|layout|user|account|manifest|file|config)s?\b))"
)
"""A stretch of a sentence, the space in front of it included."""
