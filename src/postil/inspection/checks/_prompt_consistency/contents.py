"""What an answer is to begin or to end with, or there may not be, read as what it has to contain or may not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.inspection.checks._prompt_consistency.sorts import Reading, Sort

_TURN = r"(?:end|finish|close|conclude|start|begin|open)"
_ANSWER = r"(?:answers?|reports?|reply|replies|responses?|output|reviews?|messages?|summary|documents?|comments?|descriptions?|plan|letters?|emails?)"
_WHOLE = rf"(?:(?:your|the|every|each|all)\s(?:[\w-]{{1,20}}\s)?{_ANSWER}\s|off\s|it\s)?"
_THING = (
    r"(?P<object>(?:an?|one)\s(?:[^.;:,()—!?\n]){2,80}"
    r"|(?:the|your)\s(?:[^.;:,()—!?\n]){2,60}?\s(?:section|heading|chapter)\b)"
)
"""What has an article of its own may be a thing to be worked on: start with the tests."""
_ASKED = (
    re.compile(
        rf"(?:\A\W{{0,12}}(?P<please>please\s)?|\b(?P<strong>always|must)\s){_TURN}\s{_WHOLE}(?:with|by\s(?:adding|writing|giving))\s{_THING}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:your|the|every|each|all)\s(?:[\w-]{{1,20}}\s)?{_ANSWER}\s(?:(?:always|must|should|has\sto|have\sto|shall)\s){{0,2}}(?P<strong>{_TURN})s?\swith\s{_THING}",
        re.IGNORECASE,
    ),
)
_SECTION = re.compile(r"\A(?P<name>.{2,60}?\b(?:section|heading|chapter)\b)(?P<rest>.{0,80})", re.IGNORECASE)  # fmt: skip


_THERE = re.compile(
    r"\bthere\s(?:must|shall|should|may)\s(?:(?P<no>be\sno|not\sbe\san?|never\sbe\san?)|(?:always\s)?be\san?)\s(?P<object>(?:[^.;:,()—!?\n]){2,80})",
    re.IGNORECASE,
)


def contents(sentence: str) -> Iterator[Reading]:
    """What the answer is to begin or end with; more said of a section than its name is left away."""
    there = _THERE.search(sentence)
    if there is not None:
        sort = Sort.DO_NOT if there["no"] else Sort.DO
        yield Reading(sort, there.start(), "", "add", there["object"], is_strong=True)
    for pattern in _ASKED:
        match = pattern.search(sentence)
        if match is not None:
            section = _SECTION.match(match["object"])
            named = section["name"] if section else match["object"]
            is_strong = bool(match["strong"])
            yield Reading(Sort.DO, match.start(), "", "add", named, is_strong=is_strong)
            return
