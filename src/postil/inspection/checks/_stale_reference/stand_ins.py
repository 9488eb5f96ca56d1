"""Types that a file no longer writes itself and leaves to another of the same name."""

from __future__ import annotations

import re
from collections.abc import Iterable

_LONGEST = 400
_ANOTHER_NAME = re.compile(
    r"\A(?:export )?(?:const |pub )?(?:type )?(\w{1,200}) = (\w{1,200});?\s{0,8}\Z"
)
"""A line at the margin that makes a name stand for another one."""
_TAKES_IN = re.compile(r"\A[ \t]{0,40}(?:pub )?(?:use|using|import|from) |\bclass_alias\(")


def stand_ins(owners: Iterable[str], added: Iterable[tuple[int, str]]) -> set[str]:
    """Those of some types that a file now takes from elsewhere, or has under another name.

    What such a type can do is written there, whatever is left of it here.
    """
    texts = [text[:_LONGEST] for _, text in added]
    renamed = {found[1] for text in texts if (found := _ANOTHER_NAME.match(text))}
    taken = " ".join(text for text in texts if _TAKES_IN.search(text))
    words = set(re.findall(r"\w+(?![\w.\\/])", taken))
    return (words | renamed).intersection(owners)
