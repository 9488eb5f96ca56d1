"""Says in a review that pushes are not reviewed for now, and takes it back."""

from __future__ import annotations

from dataclasses import replace

from postil.domain.commands import Commands, Verb
from postil.domain.document import ReviewDocument

PAUSED = "Reviews of pushes are paused; `@postil resume` in a comment ends that."

_DECISIONS = (Verb.DISMISS, Verb.RESOLVE)


def paced(document: ReviewDocument, *, is_paused: bool) -> ReviewDocument:
    """The document with a notice of the pause, or without one."""
    others = tuple(each for each in document.subject.notices if each != PAUSED)
    notices = (*others, PAUSED) if is_paused else others
    return replace(document, subject=replace(document.subject, notices=notices))


def answerable(asked: Commands) -> Commands:
    """What can be answered without a review; a decision takes effect in the next one."""
    return replace(asked, given=tuple(each for each in asked.given if each.verb not in _DECISIONS))
