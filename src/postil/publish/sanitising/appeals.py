"""Finds text that pleads incapacity and asks its reader to get round a gate; we never say that."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LIMIT = re.compile(
    r"(?<!\w)(?:I|we|this (?:bot|reviewer|review|tool|assistant)|the (?:bot|reviewer|tool|assistant)|postil)"
    r" (?:am|are|is|was|were|do|does|did|have|has|can|could|will|may)?(?: not|n['’]t|not)? ?"
    r"(?:unable|not able|cannot|can['’]t|could not|couldn['’]t|lack|lacks|incapable|not permitted|no permission"
    r"|not have (?:permission|access)|without permission)(?!\w)",
    re.IGNORECASE,
)
_ASK = re.compile(
    r"(?<!\w)(?:please |kindly |you (?:should|must|can|may|need to) |a (?:human|maintainer|admin) (?:should|must|can|may) |so )?"
    r"(?:override|bypass|disable|dismiss|skip|ignore|force|circumvent|waive)(?:[- ](?:merge|push))?"
    r" (?:this|the|that|all|any|my|our|its|every)?(?: ?[a-z-]{1,20}){0,2} ?"
    r"(?:gate|gates|check|checks|block|blocker|blockers|review|verdict|protection|status|rule|rules)(?!\w)"
    r"|(?<!\w)(?:merge|approve) (?:it |this |them )?(?:anyway|manually|regardless|by hand|with admin)(?!\w)",
    re.IGNORECASE,
)


def appeals(text: str) -> Iterator[tuple[int, int]]:
    """Where each request stands, in text that also says the writer is not able to."""
    if _LIMIT.search(text):
        yield from (ask.span() for ask in _ASK.finditer(text))
