"""What people wrote into a summary of ours: found by holding it against what we wrote."""

from __future__ import annotations

from postil.domain.document import ReviewDocument
from postil.publish.recognising import Own
from postil.render import Style
from postil.render.markdown import render

_MOST_LINES = 40
_MOST_CHARACTERS = 400


def written_by_people(own: Own, previous: ReviewDocument | None) -> tuple[str, ...]:
    """What people ever wrote into our summary: what is kept of it, and what is there anew."""
    if previous is None:
        return ()
    kept = previous.delivery.edits if previous.delivery else ()
    standing = own.summaries[:1]
    if not standing or standing[0].is_intact:
        return kept
    written = render(previous, None, style=_style(previous))
    ours = {line.strip() for line in written.split("\n")}
    body = _shown(standing[0].comment.body.replace("\r\n", "\n"))
    lines = (line.strip() for line in body.split("\n"))
    theirs = [
        line[:_MOST_CHARACTERS]
        for line in lines
        if line and line not in ours and not line.startswith(">")
    ]
    return (*kept, *theirs)[:_MOST_LINES]


def _shown(body: str) -> str:
    """The body without what only machines read; a comment that is not closed hides the rest."""
    first, *others = body.split("<!--")
    return first + "".join(each.partition("-->")[2] for each in others)


def _style(document: ReviewDocument) -> Style:
    record = document.delivery
    stands = record.stands if record else ()
    return Style(pinned=frozenset(id_ for id_, stand in stands if stand != "summary"))
