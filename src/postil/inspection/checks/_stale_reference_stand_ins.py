"""Types that a file no longer writes itself and leaves to another of the same name."""

from __future__ import annotations

import re
from collections.abc import Iterable

_LONGEST = 400
_TAKES_IN = re.compile(r"\A[ \t]{0,40}(?:pub )?(?:use|using|import|from) |\bclass_alias\(")


def stand_ins(owners: Iterable[str], added: Iterable[tuple[int, str]]) -> set[str]:
    """Those of some types that a file now takes from elsewhere, under a name of its own or none.

    What such a type can do is written there, whatever is left of it here.
    """
    taken = " ".join(text[:_LONGEST] for _, text in added if _TAKES_IN.search(text[:_LONGEST]))
    words = set(re.findall(r"\w+(?![\w.\\/])", taken))
    return words.intersection(owners)
