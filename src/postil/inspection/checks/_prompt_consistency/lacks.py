"""What one mode of a prompt lacks although a line that is rendered there counts on it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from postil.inspection.checks._prompt_consistency.prompts import PromptLine

_HEDGED = re.compile(
    r"\b(?:if|when|where|unless|any|present|optional|applicable|skip\w{0,4}|ran|otherwise|or)\b",
    re.IGNORECASE,
)


def may_lack(line: PromptLine, there: PromptLine) -> bool:
    """Whether a line is also rendered where a branch leaves the other out, and does not say so."""
    return not _HEDGED.search(line.text) and _is_left_out(line, there)


def may_lack_all(line: PromptLine, lines: Sequence[PromptLine], said: str) -> bool:
    """Whether some mode renders the line and none of the others, of which no two are alternatives.

    `said` is the sentence the line is a part of.
    """
    return (
        bool(lines)
        and not _HEDGED.search(said)
        and all(_is_left_out(line, there) for there in lines)
        and all(one.stands_with(other) for one in lines for other in lines)
    )


def _is_left_out(line: PromptLine, there: PromptLine) -> bool:
    known = {fact for arm in line.arms for fact in arm.facts}
    decided = {arm.branch for arm in line.arms}
    return any(
        arm.facts and arm.branch not in decided and known.isdisjoint(arm.facts)
        for arm in there.arms
    )
