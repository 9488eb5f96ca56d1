"""Whether a change says or shows that it moves code, however many lines of frame come with that."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from postil.domain.brief import Archetype
from postil.domain.change import Change
from postil.inspection.checks._refactor_audit.places import is_read

_LONGEST = 1_000
_MOST_COMMITS = 500
_TYPED = re.compile(r"\A(?:\[[^\[\]\n]{1,40}\] {0,4})?([A-Za-z]{2,12})(?:\([^()\n]{0,80}\))?!?: ")
_PROMISING = frozenset(
    {"feat", "feature", "fix", "bugfix", "hotfix", "perf", "revert", "docs", "test"}
)
"""Kinds of work that promise something else than the same in another place."""
_WORDS = re.compile(
    r"\b(?:refactor(?:s|ed|ing)?|restructur(?:e[sd]?|ing)|reorgani[sz](?:e[sd]?|ing)"
    r"|extract(?:s|ed|ing)?|split(?:s|ting)?|mov(?:e[sd]?|ing)|renam(?:e[sd]?|ing)"
    r"|relocat(?:e[sd]?|ing)|inlin(?:e[sd]?|ing)|break(?:s|ing)? (?:up|out)|pull(?:s|ed)? out"
    r"|carv(?:e[sd]?|ing) out|factor(?:s|ed)? out|separat(?:e[sd]?|ing))\b",
    re.IGNORECASE,
)
_OTHER_KINDS = frozenset({Archetype.DOCS, Archetype.STYLE, Archetype.BUGFIX})
_FRAME = re.compile(
    r"\A(?:(?:import|from|use|using|require|require_relative|include|package|extern|pub use)\b"
    r"|export (?:\*|\{)|#(?:include|pragma|ifndef|ifdef|define|endif)\b|['\"]use strict"
    r"|(?:(?:public|abstract|final|export|default|static|sealed|partial|internal|pub|data) ){0,4}"
    r"(?:class|struct|interface|enum|record|trait|object|impl|module|mod|namespace)\b"
    r"|__all__|//|# |\*|/\*|<\?php|(?:const|let|var) .{0,200}= require\()"
)
"""What opens a file or a type, and what only people read."""
_LEAST_LINES = 8
_LEAST_BACK = 0.8
_LEAST_KNOWN = 0.7


def reads_as_move(change: Change, kind: Archetype) -> bool:
    """Whether the change is to be held to what a refactoring promises."""
    if kind is Archetype.REFACTOR:
        return True
    if kind in _OTHER_KINDS:
        return False
    return _says_so(change) or _shows_so(change)


def _says_so(change: Change) -> bool:
    """Whether its title or most of its commits speak of moving code."""
    if _speaks(change.title):
        return True
    subjects = [commit.subject for commit in change.commits[:_MOST_COMMITS]]
    return sum(map(_speaks, subjects)) * 2 > len(subjects) > 0


def _speaks(subject: str) -> bool:
    typed = _TYPED.match(subject[:_LONGEST])
    if typed is not None and typed[1].lower() in _PROMISING:
        return False
    return _WORDS.search(subject[:_LONGEST]) is not None


def _shows_so(change: Change) -> bool:
    """Whether nearly all that went came back in other files, and little else came."""
    typed = _TYPED.match(change.title[:_LONGEST])
    if typed is not None and typed[1].lower() in _PROMISING:
        return False
    gone: Counter[str] = Counter()
    came: Counter[str] = Counter()
    for file in filter(is_read, change.files):
        went, arrived = Counter(_telling(file.removed)), Counter(_telling(file.added))
        gone += went - arrived
        came += arrived - went
    back = (gone & came).total()
    is_enough = back >= _LEAST_LINES and back >= _LEAST_BACK * gone.total()
    return is_enough and back >= _LEAST_KNOWN * came.total()


def _telling(lines: Iterable[tuple[int, str]]) -> list[str]:
    """The lines that say something and are no frame of a file."""
    stripped = (text.strip() for _, text in lines)
    return [text for text in stripped if any(map(str.isalnum, text)) and not is_frame(text)]


def is_frame(text: str) -> bool:
    """Whether a line only opens a file or a type: what every new file has."""
    return _FRAME.match(text[:_LONGEST]) is not None
