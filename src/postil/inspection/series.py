"""Tells a change that is one of several, whose uses may follow, from one that is a whole."""

from __future__ import annotations

import re

from postil.domain.change import Change
from postil.ports import Tree

_LARGE = 60
"""Files of a project of which one commit is seldom the whole of a thing."""
_MOST_COMMITS = 200
_LONGEST = 2_000
_TO_BE_CONTINUED = re.compile(
    r"(?i)\b(?:wip|work in progress|draft|start(?:s|ed|ing)? (?:on|of|work\w*|writing)"
    r"|phase \d|first (?:draft|pass|cut|step)|groundwork|foundations?"
    r"|(?:upcoming|later|future|follow(?:ing|-?up)|next) (?:\w+ )?(?:change|commit|pr|step|work)s?"
    r"|initial|skeleton|scaffold\w*|stubs?|prepar\w+|part \d|\d/\d|experiment\w*|prototype|poc|spike)\b"
)


def is_to_be_continued(change: Change, *, also: re.Pattern[str] | None = None) -> bool:
    """Whether the author says that more is to come, in the usual words or in those of `also`."""
    said = (change.title, *(commit.subject for commit in change.commits[:_MOST_COMMITS]))
    patterns = (_TO_BE_CONTINUED, also) if also else (_TO_BE_CONTINUED,)
    return any(pattern.search(text[:_LONGEST]) for text in said for pattern in patterns)


def is_piece(change: Change, head: Tree) -> bool:
    """Whether it is one commit of a project that is so large that work comes in pieces."""
    alone = not change.request and len(change.commits) <= 1
    return alone and len(head.paths()) > _LARGE
