"""The block that a pattern matches: how it opens and closes, and what is matched in front of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

FENCE = "```"
LONGEST_LINE = 2_000
_FENCED = re.compile(r"`{3}[a-z][a-z0-9]{0,15}|`{3}")
_TAGGED = re.compile(r"<([a-z][a-z0-9_-]{1,30})(?:\[\^>\][*+]\??)?>")
_COMMENT = re.compile(r"<!--(?:\\s[*+]?|\s)?[\w:.-]{0,40}")
_RULE = re.compile(r"-{3}|\+{3}|(?:\\-){3}")
_AHEAD = re.compile(r"\(\?=[\\^$ns*+?\s]{0,10}\Z")
_PLAIN_LEAD = re.compile(
    r"\\[nsAb][*+?]?|\(\?[imsx]{1,4}\)|\(\?:|[\^(\s]|r?[\"'/]|\[\\s\][*+?]?|\A[~#%@]|%r\{"
)
_QUOTE = re.compile(r"[\"'/]")


@dataclass(frozen=True, slots=True)
class Block:
    """`mark` opens it, `close` ends it; `led` is what the pattern takes before it.

    `is_seen` when the pattern looks at the end and does not take it.
    """

    mark: str
    close: str
    led: str
    is_seen: bool


def block_in(literal: str) -> Block | None:
    """The first block that a literal matches from beginning to end."""
    for opened, close in _openings(literal):
        at = literal.find(close, opened.end())
        if at < 0:
            continue
        is_seen = _AHEAD.search(literal[opened.end() : at]) is not None
        is_rule = _RULE.fullmatch(opened[0]) is not None
        if is_seen or not is_rule:
            led = _PLAIN_LEAD.sub("", _QUOTE.split(literal[: opened.start()])[-1])
            return Block(
                opened[0].replace("\\", "").split("[")[0], close.replace("\\", ""), led, is_seen
            )
    return None


def _openings(literal: str) -> list[tuple[re.Match[str], str]]:
    """How a block can open in the literal, each with what would close it."""
    found: list[tuple[re.Match[str], str]] = []
    fenced, tagged = _FENCED.search(literal), _TAGGED.search(literal)
    comment, rule = _COMMENT.search(literal), _RULE.search(literal)
    if fenced:
        found.append((fenced, FENCE))
    if tagged:
        found += [(tagged, f"</{tagged[1]}>"), (tagged, f"<\\/{tagged[1]}>")]
    if comment:
        found.append((comment, "-->"))
    if rule:
        found.append((rule, rule[0]))
    return found
