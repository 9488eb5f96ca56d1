"""Words of a sentence that take nothing away from it: even if it is empty, before tagging, a reason."""

from __future__ import annotations

import re

_LEFT_OUT = (
    r"(?![^.;:()\n]{0,60}\b(?:(?:is|are|was|were|be|been|you|have|has)\s(?:\w{1,12}\s)?(?:skip|omit|exclu|disabl|drop|left\sout)"
    r"|(?:not|n['’]t)\s(?:run|apply|appl|done|needed|check|perform|execut)))"
)
"""Who also tells of what was left out allows for leaving it out."""
_EVEN = re.compile(
    rf",?\s(?=(?:even|also)\s){_LEFT_OUT}(?:even|also)\s(?:if|when|where|while|though)\b[^,.;:()\n]{{0,160}}",
    re.IGNORECASE,
)
"""A case that is meant as well takes nothing away."""
_UNEXCEPTED = re.compile(r",?\s(?:with\sno|without)\s(?:any\s)?exceptions?\b", re.IGNORECASE)
_WIDENS = re.compile(
    r"\A\s(?:(?:listed|given|shown|described|named|defined)\s)?(?:above|below)?\s?(?:in|for|of|on|to|with)\s(?:every|each|all|any|your)\s[\w-]{1,20}(?:\s[\w-]{1,20}){0,2}",
    re.IGNORECASE,
)
_YOURS = re.compile(r"\A\s(?:that\s)?you\s(?:have|find|found|see|saw)\b", re.IGNORECASE)
_TOO = re.compile(
    rf"\A(?:,|\s[–—-]|\s\(|,\sand)?\s?{_LEFT_OUT}"
    r"(?:(?:also|including|even|not\s(?:only|just))\s(?:(?:for|on|of|in|from|about)\s)?(?:the\s)?(?:those|ones|\w{1,20}s)\s"
    r"(?:that|which|where|with|without|you)\b"
    r"|(?:no\smatter|regardless|irrespective)\b|whether\s(?:or\snot\b|[^.;:()\n]{1,60}\sor\s)|(?:pass|passed|good)\sor\s(?:fail|failed|bad|not)\b)"
    r"[^,.;:()\n]{0,160}\)?",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"\s(?:before|prior\sto)\s(?!using|running|calling)[a-z]{3,15}ing\b[^,.;:()\n]{0,80}",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"(?::|\s[–—-])\s(?![^\n]{0,200}\b(?:unless|except|only|if|instead|mode)\b)", re.IGNORECASE
)


def found_by_you(rest: str) -> str:
    """What follows a quantifier without saying that its things are those the reader has found."""
    return _YOURS.sub("", rest)


def unwidened(rest: str) -> str:
    """What follows a quantifier without all that takes in more."""
    return _EVEN.sub("", _TOO.sub("", _WIDENS.sub("", _YOURS.sub("", rest))))


def without_even(sentence: str) -> str:
    """A sentence without the cases that are meant as well."""
    return _UNEXCEPTED.sub("", _EVEN.sub("", sentence))


def without_reasons(sentence: str, at: int) -> str:
    """A sentence without what comes after a colon or a dash as the reason of a prohibition."""
    reason = _REASON.search(sentence, at)
    return sentence if reason is None else sentence[: reason.start()]


def without_turns(sentence: str) -> str:
    """A sentence without what is to be done next: that is when, not whether."""
    return _NEXT.sub("", sentence)
