"""Whether a sentence that is against something obliges, as against advising or telling."""

from __future__ import annotations

import re

from postil.inspection.prohibitions import Ban, Force

_PLAIN_LEAD = re.compile(
    r"\A\W{0,10}(?:(?:always|please|you|we|and|so|it|is|are|mandatory|required|to|must|contributors|agents|code|therefore"
    r"|instead|also|all|new|everywhere|then)\W{1,3}){0,6}\Z",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(
    r"\A\W{0,10}(?:access|read|log|fetch|import|write|build|create|query|render|format|parse|get|load|inject|send|store|handle"
    r"|report|throw|raise|validate|declare|define|style|test|mock|open|make|compare|sort|generate|spawn|print|wait|sleep)"
    r"(?:\s(?!if\b|when\b|only\b)[a-z][\w/-]{1,20}){0,4}\s?\Z",
    re.IGNORECASE,
)
"""What to do, in front of with what."""
_TAKES = re.compile(
    r"\smust\s(?:always\s)?(?:take|get|read|obtain|fetch|import|create|build|make|load|draw|receive)(?:\s(?!if\b|when\b|only\b)[a-z][\w/-]{1,20}){0,4}\s?\Z",
    re.IGNORECASE,
)
"""What somebody must do, in front of with what."""


def is_binding(ban: Ban, before: str) -> bool:
    """Whether the sentence obliges; what is only advised, fails or is not there does not."""
    if ban.is_preference:
        return ban.must
    if ban.is_weighed:
        lead = before.rpartition(":")[2].rpartition(", ")[2]
        if takes(lead):
            return True
        return ban.must or any(one.match(lead) is not None for one in (_PLAIN_LEAD, _IMPERATIVE))
    return ban.force is Force.BAN


def takes(lead: str) -> bool:
    """Whether the words end in what somebody must take, in front of where from."""
    return _TAKES.search(lead) is not None


_LONGEST_BOOK = 200_000


def is_advised(token: str, book: str) -> bool:
    """Whether the book tells elsewhere to take what it forbids here, so that each holds somewhere only."""
    spelled = re.escape(f"`{token}`")
    told = re.search(
        rf"(?im)(?:^[\s>*-]{{0,12}}|[.;]\s)(?:always\s|please\s)?(?:use|prefer)\s{spelled}"
        rf"|{spelled}\s(?:remains?|is|are)\s(?:still\s|also\s)?(?:valid|fine|okay|ok|allowed|permitted|acceptable)\b",
        book[:_LONGEST_BOOK],
    )
    return told is not None
