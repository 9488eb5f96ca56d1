"""Sentences that wait for one step of the prompt, or go on with what it has found."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.inspection.checks._prompt_consistency.sorts import Reading, Sort

_KIND = r"(?:step|check|phase|stage|pass|task|part|audit|scan|gate|test|validation|review)"
_STEP = (
    rf"(?:the\s)?(?:(?P<noun>{_KIND})\s(?P<number>\d{{1,3}})|(?<=the\s)(?P<name>(?:[\w-]{{2,20}}\s){{1,3}}?)(?P<named>{_KIND}))\b"
    r"(?!\s(?:\d|results?\b|output\b|report\b|section\b|file\b|suite\b))"
)
_DONE = (
    r"\s(?:(?:has|have|had|is|are)\s(?:been\s)?(?:fully\s|successfully\s)?(?:passed|done|completed?|finished|succeeded|run|over|green|through"
    r"|performed|executed|successful|clean|ended)|passes|succeeds|completes|finishes|ends|is)\b"
)
_WAITS = (
    rf"(?:after|once|until|till|before|as\ssoon\sas)\s{_STEP}{_DONE}",
    (
        r"(?:after|having)\s(?:you\s(?:have\s)?)?(?:complet|finish|runn|perform|execut|do|pass)(?:ing|ed|e|ne)?"
        rf"\s{_STEP}"
    ),
    rf"(?<!stop\s)(?<!end\s)(?<!finish\s)(?<!halt\s)(?<!exit\s)after\s{_STEP}(?=,|\s(?!(?:and|or|to)\b)[a-z]|\W{{0,3}}\Z)",
    rf"wait\sfor\s{_STEP}",
    (
        r"(?:results?|outcomes?|output|findings|numbers?|scores?|list|table|verdict|ranking|answers?|data|notes)\s(?:you\s\w{2,12}\s)?(?:of|from|in|by)"
        rf"\s{_STEP}"
    ),
    (
        r"(?:[a-z]{2,15}ed|found|built|chosen|made|taken|written|drawn|given|seen|shown|known|got|kept|set)"
        rf"\s(?:in|by|during)\s{_STEP}"
    ),
)
_PATTERNS = tuple(re.compile(rf"\b{pattern}", re.IGNORECASE) for pattern in _WAITS)
_HEDGED = re.compile(
    r"\b(?:if|when|unless|where|any|or|skip\w{0,4}|otherwise|optional|ran)\b", re.IGNORECASE
)
"""Who says what happens without the step allows for leaving it out."""


def waits(sentence: str) -> Iterator[Reading]:
    """The step that has to be over before what the sentence asks for can be done."""
    for pattern in _PATTERNS:
        match = pattern.search(sentence)
        if match and not _HEDGED.search(f"{sentence[: match.start()]} {sentence[match.end() :]}"):
            noun = match["noun"] or match["named"]
            name = f"{noun} {match['number']}" if match["number"] else match["name"]
            yield Reading(Sort.WAIT, match.start(), noun, object=name)
            return
