"""Constants that belong to a list of values, which is kept whole whoever uses them."""

from __future__ import annotations

import re

from postil.inspection.checks._dead_export.offers import Offer
from postil.syntax import Kind, definitions

_LOUD = re.compile(r"\A[A-Z][A-Z0-9]{0,80}(?:_[A-Z0-9]{1,80}){0,12}\Z")
_NUMBER = re.compile(r"= {0,4}(\d{3,8})\b")
_LONGEST = 2_000


def is_one_of_values(offer: Offer, text: str) -> bool:
    """Whether it is a constant in capitals beside others, or one whose name spells its number.

    Codes of a protocol or names of settings are written down together; one that nobody needs
    just now is still true.
    """
    if not _LOUD.match(offer.name):
        return False
    top = [one for one in definitions(offer.path, text) if not (one.local or one.owner)]
    values = {one.name for one in top if one.kind is Kind.CONSTANT and _LOUD.match(one.name)}
    if offer.name not in values:
        return False
    return len(values) > 1 or _is_code(offer)


def _is_code(offer: Offer) -> bool:
    """Whether others have given the number its meaning, and the name has both."""
    number = _NUMBER.search(offer.text[:_LONGEST])
    return number is not None and number[1] in offer.name.split("_")
