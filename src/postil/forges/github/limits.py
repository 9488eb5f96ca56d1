"""How long GitHub wants us to wait, read from an answer by its documented rules.

https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
"""

from __future__ import annotations

import re
from email.utils import parsedate_to_datetime

from postil.forges.github.reply import Reply

UNSAID = 60.0
"""What to wait when GitHub refuses for haste and does not say how long."""

_SECONDS = re.compile(r"\A[0-9]{1,11}")
_WORDS = ("rate limit", "abuse detection", "submitted too quickly")
_FORBIDDEN, _TOO_FAST, _INVALID = 403, 429, 422


def is_limit(reply: Reply) -> bool:
    """Whether an answer refuses because too much was asked, and for no other reason."""
    if reply.status == _TOO_FAST:
        return True
    if reply.status not in (_FORBIDDEN, _INVALID):
        return False
    headers = reply.headers
    if reply.status == _FORBIDDEN and ("retry-after" in headers or _is_spent(reply)):
        return True
    said = reply.said.lower()
    return any(words in said for words in _WORDS)


def wait_after(reply: Reply, *, epoch: float, refusals: int) -> float:
    """Seconds until the next request; `refusals` counts those that came one after the other."""
    asked = _number(reply.headers.get("retry-after", ""))
    if asked is not None:
        return max(1.0, asked)
    reset = _number(reply.headers.get("x-ratelimit-reset", ""))
    if _is_spent(reply) and reset is not None:
        return max(1.0, reset - _their_time(reply, epoch))
    return UNSAID * 2.0 ** min(refusals, 5)


def _is_spent(reply: Reply) -> bool:
    return reply.headers.get("x-ratelimit-remaining", "").strip() == "0"


def _their_time(reply: Reply, epoch: float) -> float:
    """What time it is for GitHub: this machine's clock may be an hour off."""
    try:
        return parsedate_to_datetime(reply.headers.get("date", "")).timestamp()
    except (ValueError, OverflowError):
        return epoch


def _number(text: str) -> float | None:
    match = _SECONDS.fullmatch(text.strip())
    return float(match[0]) if match else None
