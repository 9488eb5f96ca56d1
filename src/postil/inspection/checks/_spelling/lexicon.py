"""Asks the program `typos` which of some words are misspelled, and keeps what is beyond doubt."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from postil.inspection.checks._spelling.accepted import ACCEPTED
from postil.ports import Toolbox, ToolRun, ToolStatus

TOOL = "typos"
SHORTEST = 5
MOST_WORDS = 200_000
"""A change of a hundred thousand lines has some ten thousand different words."""
_FILE = "words.txt"
_ARGUMENTS = (
    *("--isolated", "--no-check-filenames", "--locale", "en", "--threads", "1"),
    *("--format", "json", "--color", "never", _FILE),
)
_CLEAN, _FOUND = 0, 2
_TIMEOUT = 20.0
_FURTHEST = 2
_PLAIN = re.compile(r"[a-z]{5,40}\Z")
_SILENT = re.compile(r"e(?=able|abl[ey]|ability|ing\Z)")
"""A vowel that one dictionary keeps and another drops: `writeable`, `cachable`."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Each misspelled word in small letters with what is meant, or why not all could be asked."""

    rights: Mapping[str, str] = field(default_factory=dict)
    failure: str = ""
    remedy: str = f"run `{TOOL}` by hand to see why"
    missing: bool = False


def looked_up(words: Collection[str], tools: Toolbox) -> Lexicon:
    """What the program says about words in small letters; it sees nothing else of the change."""
    if not words:
        return Lexicon()
    listed = sorted(words)[:MOST_WORDS]
    run = tools.run(TOOL, _ARGUMENTS, files={_FILE: "\n".join(listed) + "\n"}, timeout=_TIMEOUT)
    if run.status is ToolStatus.MISSING:
        remedy = f"install it with `pip install {TOOL}`"
        return Lexicon(missing=True, failure=f"`{TOOL}` is not installed", remedy=remedy)
    if run.status is not ToolStatus.RAN:
        return Lexicon(failure=f"`{TOOL}` {run.status.value}")
    if run.exit not in (_CLEAN, _FOUND):
        return Lexicon(failure=f"`{TOOL}` stopped with exit status {run.exit}")
    lexicon = _reported(run, frozenset(listed))
    if len(words) > MOST_WORDS and not lexicon.failure:
        reason = f"{len(words) - MOST_WORDS} of its words are more than are looked up"
        return replace(lexicon, failure=reason, remedy="split the change")
    return lexicon


def _reported(run: ToolRun, asked: frozenset[str]) -> Lexicon:
    rights: dict[str, str] = {}
    for line in filter(None, run.stdout.split("\n")):
        try:
            entry = json.loads(line)
            wrong, corrections = entry.get("typo"), entry.get("corrections")
        except (ValueError, RecursionError, AttributeError):
            return Lexicon(failure=f"`{TOOL}` printed something that is not its report")
        if wrong in asked and isinstance(corrections, list) and len(corrections) == 1:
            right = str(corrections[0])
            if is_sure(wrong, right):
                rights[wrong] = right
    return Lexicon(rights)


def is_sure(wrong: str, right: str) -> bool:
    """Whether nobody would defend the spelling: no short form, variety, plural or other word."""
    if not (_PLAIN.match(wrong) and _PLAIN.match(right)) or wrong in ACCEPTED:
        return False
    if wrong in (f"{right}s", f"{right}es") or _SILENT.sub("", wrong) == _SILENT.sub("", right):
        return False
    return _distance(wrong, right) <= _FURTHEST


def is_cut(wrong: str, right: str) -> bool:
    """Whether the word only stops early or begins late, as short forms in names do."""
    if wrong + wrong[-1] == right:
        return False
    return right.startswith(wrong) or right.endswith(wrong)


def is_owners(wrong: str, right: str) -> bool:
    """Whether the word in a name is another with the s of an owner, which has no apostrophe there."""
    return wrong.endswith("s") and right in (f"{wrong[:-1]}es", f"{wrong[:-2]}ies")


def _distance(one: str, other: str) -> int:
    """How many letters must be put in, taken out or exchanged."""
    row = list(range(len(other) + 1))
    for index, letter in enumerate(one, start=1):
        above, row[0] = row[0], index
        for column, wanted in enumerate(other, start=1):
            cost = min(row[column] + 1, row[column - 1] + 1, above + (letter != wanted))
            above, row[column] = row[column], cost
    return row[-1]
