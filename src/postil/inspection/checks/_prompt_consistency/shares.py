"""A share of what could be reported that a sentence leaves away: findings of one severity, those below another."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.inspection.checks._prompt_consistency.sorts import Reading, Sort

_NOT = r"(?:never|must\snot|must\snever|do\snot|don['’]t|should\snot|should\snever|shall\snot|may\snot)"
_TELL = r"(?:report|list|include|mention|output|show|print|return|emit|raise|flag|write(?:\sdown)?|add|give|present|name)"
_DROP = r"(?:skip|omit|leave\s(?:out|away)|drop|exclude|ignore|disregard|discard|suppress|hide|filter\sout)"
_NOUN = r"(?:findings?|issues?|problems?|violations?|defects?|bugs?|warnings?|comments?|observations?|errors?|vulnerabilit(?:y|ies)|risks?|smells?|weakness(?:es)?|concerns?|mistakes?)\b"
_GRADE = r"(?:critical|blockers?|blocking|high|medium|moderate|low|minor|major|trivial|info|informational|cosmetic|nits?|p[0-5]|s[0-5]|sev-?\d)"
_SCALE = r"(?:severity|priority|level|risk|importance|impact|confidence|grade)"
_GRADED = (
    rf"(?:{_GRADE}(?:(?:[\s-]|\sor\s|\sand\s|,\s|/)(?:{_GRADE}|{_SCALE})){{0,3}}\s{_NOUN}"
    rf"|{_NOUN}\s(?:of|with|at|rated|marked|graded|labell?ed|classified|that\s(?:are|have)|whose)\s(?:as\s|an?\s|the\s|only\s)?(?:{_SCALE}\s(?:of\s|is\s|level\s)?)?{_GRADE}\b"
    rf"|{_NOUN}\s(?:(?:with|of)\s(?:an?\s)?(?:{_SCALE}\s)?)?(?:below|under|less\sthan|lower\sthan|beneath)\s(?:an?\s|the\s)?(?:{_SCALE}\s)?(?:of\s)?(?:{_GRADE}|\d{{1,3}})\b"
    rf"|(?:nits|nitpicks)\b)"
)
_OF = r"(?:any\s|all\s|the\s|those\s)?"
_TOLD = (
    r"(?:reported|listed|included|mentioned|shown|printed|returned|raised|flagged|written\sdown)"
)
_LEFT = (
    r"(?:left\s(?:out|away)|omitted|dropped|ignored|skipped|excluded|discarded|suppressed|hidden)"
)
_MAY = r"(?:must|may|should|shall|will|can)"
_MORE = r"(?:\s(?:or|and)\s(?:lower|below|higher|above))?"
_PATTERNS = (
    re.compile(rf"\b(?:{_NOT}\s(?:ever\s)?{_TELL}|{_DROP})\s{_OF}{_GRADED}", re.IGNORECASE),
    re.compile(rf"\b(?:only\s{_TELL}|{_TELL}\sonly)\s{_OF}{_GRADED}", re.IGNORECASE),
    re.compile(
        rf"(?:\A\W{{0,12}}|[:,]\s){_OF}{_GRADED}{_MORE}\s(?:{_MAY}\s(?:not|never)\sbe\s{_TOLD}|(?:are|is)\s(?:not|never)\s{_TOLD}|(?:are|is|{_MAY}\sbe)\s{_LEFT})\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:\A\W{{0,12}}|[:,]\s)only\s{_OF}{_GRADED}{_MORE}\s(?:are|is|{_MAY}\sbe)\s(?:to\sbe\s)?{_TOLD}\b",
        re.IGNORECASE,
    ),
    re.compile(rf"\A\W{{0,12}}no\s{_GRADED}\W{{0,4}}\Z", re.IGNORECASE),
)
_NAMED = re.compile(rf"\b{_NOUN}", re.IGNORECASE)
_NEGATED = re.compile(
    r"\b(?:never|not|n['’]t|cannot|rather\sthan|instead\sof|without|will|can|may|could|would|they|we|it)\s(?:\w{1,20}\s)?\Z",
    re.IGNORECASE,
)
_NARROWED = re.compile(
    r"\A\s(?:(?:that|which|where|in|from|about|for|when|if|already|unless|on|twice|again)\b)",
    re.IGNORECASE,
)


def shares(sentence: str) -> Iterator[Reading]:
    """Which part of the findings is not wanted."""
    for pattern in _PATTERNS:
        match = pattern.search(sentence)
        if (
            match is None
            or _NEGATED.search(sentence[: match.start()])
            or _NARROWED.match(sentence[match.end() :])
        ):
            continue
        noun = _NAMED.search(match[0])
        yield Reading(Sort.SHARE, match.start(), noun[0] if noun else "finding", object=match[0])
        return
