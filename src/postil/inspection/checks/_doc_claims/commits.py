"""Commits of this repository that a statement cites, and whether the clone holds them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from postil.domain.errors import PostilError
from postil.domain.observation import Gap
from postil.domain.paths.names import words
from postil.inspection.checks._doc_claims.lines import Statement
from postil.inspection.checks._doc_claims.words import speaks_of_others
from postil.inspection.documents import LONGEST_LINE, Part
from postil.ports import Commits

_ID = r"[`*(\[\"'<]{0,3}([0-9a-f]{7,40})(?![\w/@-]|:[^\s`*]|\.\w)"
_NAMED = re.compile(
    rf"\b(?:commits?|revisions?|rev|changesets?|sha)(?: (?:id|hash|sha))?:? {_ID}", re.IGNORECASE
)
_DONE_IN = re.compile(
    r"\b(?:fix|introduc|add|land|revert|remov|chang|merg|regress|solv|resolv|cur|ship|rework|implement"
    r"|correct|address|repair|broke|caus|break|bisect|trac|done|start|appear|made|refactor|rewritten|improv)"
    rf"(?:ed|e|es|d|n|ken|ing|s)?(?: it)?(?: back)? (?:in|by|with|at|since|to) {_ID}",
    re.IGNORECASE,
)
_SINCE = re.compile(
    r"\b(?:since|as of|until|reverts?|reverting|undo(?:es)?|regression (?:from|in|of)|follow-?up (?:to|of)"
    rf"|see(?: also)?|cf\.?|per|before|after) {_ID}",
    re.IGNORECASE,
)
_AROUND = " 	([*_,:-—–`"
_LEADS = frozenset(
    words(
        "in by with since from of at the our this see per after before revert reverts reverted reverting"
        " until through and or to via also that git is was fix fixed fixes introduced broke undo undoes as on"
        " last good bad first offending same short full merge squash a an follows following cf between"
    )
)
"""What may stand before the word: any other says whose commit it is."""
_OF_OTHERS = re.compile(
    r"\A[`*)\]\"'>]{0,4},? (?:of|from|in|on|at)(?: the)? (?:[A-Z`\[<]|upstream|\w{1,40}/\w|https?:)"
)
_ELSEWHERE = re.compile(
    r"https?://|\b(?:vendor\w*|submodules?|pinn?(?:ed|s)?|forks?|forked|import(?:ed|s)? from"
    r"|sync(?:ed|hroni[sz]ed)?|cherry|backport\w*|e\.g)\b",
    re.IGNORECASE,
)
_SOMETHING_ELSE = re.compile(
    r"\b(?:mirror\w*|checkouts?|clone[ds]?|snapshots?|images?|digest|checksum|md5|etag|token)\b",
    re.IGNORECASE,
)
"""What may be at an id, where it stands before it; after it, it is only what a reader has."""
_ENDS = re.compile(r"[.;!?](?=\s)")
_MADE_UP = re.compile(
    r"\A(?:0?1234567|abc1?2?3?4?d|abc12?3?4?|abcdef|a1b2c3|deadbe|cafeba|c0ffee|badc0|feedfa|fedcba|0000000|fffffff|123abc|aaaaaaa)"
)
_MOST = 200
_NEAR = 80


@dataclass(frozen=True)
class CitedCommit:
    """A commit by its id, whole or abbreviated."""

    statement: Statement
    spelled: str


def cited_commits(statement: Statement) -> Iterator[CitedCommit]:
    if statement.part is not Part.PROSE:
        return
    text = statement.words[:LONGEST_LINE]
    around = statement.around[:LONGEST_LINE]
    told = dict.fromkeys(
        one for said in (text, around) for one in (*_with_word(said), *_with_verb(said))
    )
    for spelled in told:
        before = around.partition(spelled)[0] if spelled in around else text.partition(spelled)[0]
        is_anothers = _ELSEWHERE.search(text) or _SOMETHING_ELSE.search(_ENDS.split(before)[-1])
        # The word before an id may end the line above.
        if spelled in text and not (is_anothers or speaks_of_others(around, spelled)):
            yield CitedCommit(statement, spelled)


def _with_word(text: str) -> Iterator[str]:
    for found in _NAMED.finditer(text):
        lead = text[: found.start()][-_NEAR:].rstrip(_AROUND).rpartition(" ")[2].lstrip(_AROUND)
        opens = not lead or lead[-1] in ".;!?"
        if (opens or lead.lower() in _LEADS) and _is_one(found):
            yield found[1]


def _with_verb(text: str) -> Iterator[str]:
    for pattern in (_DONE_IN, _SINCE):
        for found in pattern.finditer(text):
            # A number alone and a word of such letters are more often something else.
            mixed = any(one.isdigit() for one in found[1]) and not found[1].isdigit()
            if mixed and _is_one(found):
                yield found[1]


def _is_one(found: re.Match[str]) -> bool:
    """Whether it looks like an id that git gave, of a commit that is not said to be another's."""
    rest = found.string[found.end(1) :][:120]
    return not (_MADE_UP.match(found[1]) or _OF_OTHERS.match(rest))


def unknown_commits(
    cited: Sequence[CitedCommit], commits: Commits
) -> tuple[Collection[CitedCommit], Gap | None]:
    """The cited commits that are not in the clone; in their place a gap where it cannot tell."""
    some = cited[:_MOST]
    try:
        missing = commits.unknown({one.spelled for one in some}) if some else frozenset()
    except PostilError as error:
        return (), _gap(f"git could not be asked for the commits that documents cite: {error}")
    unknown = [one for one in some if one.spelled in missing]
    if unknown and not commits.are_all_here:
        listed = ", ".join(f"`{one}`" for one in sorted(missing)[:3])
        return (), _gap(f"the clone is shallow, so that {listed} cannot be looked up")
    return unknown, None


def _gap(reason: str) -> Gap:
    return Gap(
        subject="commits that documents cite",
        reason=reason,
        required=False,
        remedy="fetch the whole history (`git fetch --unshallow`) and run again",
    )
