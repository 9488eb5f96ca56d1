"""What a reply in plain words is meant to do, told by its first words; in doubt it contests.

A dispute only asks for an answer with evidence and closes nothing, so it is the safe reading
of words nobody here understands, in any language.
"""

from __future__ import annotations

import re

from postil.domain.replies import Aim
from postil.track.identity import title_words

_LOOKED_AT = 2_000
_FEW = 12
_LEADING = """
    a all already and be been good has have i is it just now should that the this was we yes you
"""
_FINISHED = "addressed corrected done fixed handled mended patched repaired"
_FRIENDLY = """
    ack acknowledged agreed fair good great noted ok okay sure thank thanks todo will yep yes
"""
_OBJECTING = """
    because but by cannot design disagree false how however intended intentional intentionally
    isn no not only purpose t unless what why won wrong
"""
_LEAD_INS, _DONE, _THANKS, _OBJECTIONS = (
    frozenset(words.split()) for words in (_LEADING, _FINISHED, _FRIENDLY, _OBJECTING)
)

# The words alone could be about anything ("won't fix it all"); a reason set off from them is meant.
_DECLINES = re.compile(
    r"\A\s{0,8}(?:wontfix|won['’]?t[ -]fix|will not fix)\s{0,3}(?:[:;,.(—–-]|because\b|since\b)"
    r"[^\w]{0,8}\w",
    re.IGNORECASE,
)
_PUTS_OFF = re.compile(r"\A\s{0,8}(?:deferred|deferring|postponed)\b", re.IGNORECASE)
_LINK = re.compile(r"https?://[^\s<>()]{1,500}|#[0-9]{1,9}\b")


def aim_of(text: str) -> Aim:
    """What somebody who wrote this wants of a finding."""
    if _DECLINES.match(text):
        return Aim.WONTFIX
    if _PUTS_OFF.match(text) and link_in(text):
        return Aim.DEFERS
    listed = title_words(text[:_LOOKED_AT]).split()
    words = [word for word in listed if any(map(str.isalnum, word))]
    if _is_claim(words):
        return Aim.CLAIMS_FIXED
    if not words or _is_nod(words):
        return Aim.ACKNOWLEDGES
    return Aim.CONTESTS


def link_in(text: str) -> str:
    """Where something put off will be taken up: the first address or reference; empty without."""
    found = _LINK.search(text[:_LOOKED_AT])
    return found[0] if found else ""


def _is_claim(words: list[str]) -> bool:
    """Whether the first word that says anything says that it is done."""
    telling = next((word for word in words[:_FEW] if word not in _LEAD_INS), "")
    return telling in _DONE


def _is_nod(words: list[str]) -> bool:
    is_short = len(words) <= _FEW
    return is_short and words[0] in _THANKS and _OBJECTIONS.isdisjoint(words)
