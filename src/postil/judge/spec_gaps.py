"""Tells a hole in the specification from a departure from it, by what the remedy offers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from postil.domain.finding import SPECIFICATION, Remark
from postil.domain.judgement import SetAside
from postil.domain.severity import Kind
from postil.judge.case import set_aside

STEP = "specification"
AUDITOR = "spec-auditor"
_TEXT = r"(?:spec(?:ification)?s?|requirements?|docs?|documentation|comments?|docstring|readme|adr|decision record)"
_WRITE = (
    # What is written down may be anything, with or without a word on where.
    r"(?:document(?:ing)?\b"
    # Other verbs mean writing only where a text is their object or the place they write to.
    rf"|(?:clarif(?:y|ying)|amend(?:ing)?|updat(?:e|ing)|adjust(?:ing)?|extend(?:ing)?) (?:the |its )?{_TEXT}\b"
    rf"|(?:add(?:ing)?|leav(?:e|ing)|writ(?:e|ing)) an? (?:code )?(?:comment|docstring|note)\b"
    rf"|(?:stat(?:e|ing)|record(?:ing)?|describ(?:e|ing)|explain(?:ing)?|add(?:ing)?|not(?:e|ing))"
    rf" [^.;,]{{1,80}} (?:in|to|into) (?:the |a )?(?:code )?{_TEXT}\b)"
)
_EQUAL = re.compile(
    rf"(?i)\b(?:or|alternatively)\b,?(?: else| alternatively| simply| just)? {_WRITE}"
    rf"|(?:\A|[.;:,] ?|\beither ){_WRITE}[^.;]{{0,120}}\bor\b"
)
_LAST_RESORT = re.compile(
    r"(?i)\b(?:at (?:the )?(?:very )?least|failing (?:that|this|which)|otherwise|as a (?:last resort|fallback)|only if"
    r"|worst case|if (?:that|this|it|you|we|the|not|im|un|too|neither|none|changing|fixing)[a-z']{0,20}\b)"
)
_LONGEST = 600


def paired(
    remarks: Sequence[Remark], *, spec: str
) -> tuple[tuple[Remark, ...], tuple[SetAside, ...]]:
    """The remarks with their code first and the specification after it, and those that lack one.

    Without a specification there is nothing to pair.
    """
    if not spec:
        return tuple(remarks), ()
    kept: list[Remark] = []
    aside: list[SetAside] = []
    for remark in remarks:
        code = tuple(quote for quote in remark.quotes if quote.path != SPECIFICATION)
        said = tuple(quote for quote in remark.quotes if quote.path == SPECIFICATION)
        if not code:
            reason = "it quotes no code"
        elif remark.source == AUDITOR and remark.kind is Kind.DEFECT and not said:
            reason = "it quotes nothing of the specification"
        else:
            kept.append(replace(remark, quotes=(*code, *said)))
            continue
        aside.append(set_aside(remark, step=STEP, reason=reason))
    return tuple(kept), tuple(aside)


def settled(remarks: Sequence[Remark]) -> tuple[Remark, ...]:
    """The auditor's defects whose remedy offers documenting as an equal choice become questions."""
    return tuple(
        replace(remark, kind=Kind.SPEC_GAP)
        if remark.source == AUDITOR
        and remark.kind is Kind.DEFECT
        and offers_documenting(remark.mitigation)
        else remark
        for remark in remarks
    )


def offers_documenting(mitigation: str) -> bool:
    """Whether writing it down is offered as equal to changing the code, and not as a last resort."""
    text = " ".join(mitigation[:_LONGEST].split())
    return _EQUAL.search(text) is not None and _LAST_RESORT.search(text) is None
