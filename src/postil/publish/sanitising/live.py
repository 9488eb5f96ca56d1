"""What a forge or a bot acts on although it is plain text: mentions, references, addresses, commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What was taken out of a body or made harmless in it."""

    MENTION = "mention"
    REFERENCE = "reference"
    ADDRESS = "address"
    IMAGE = "image"
    COMMAND = "command"
    HTML = "html"
    MARKUP = "markup"
    MARK = "mark"
    HIDDEN = "hidden character"
    TASK = "task box"
    DRAWING = "drawing"
    SUGGESTION = "suggestion"
    APPEAL = "appeal"


@dataclass(frozen=True, slots=True)
class Live:
    """A stretch of text that would do something."""

    kind: Kind
    start: int
    end: int


# The character before is not asked for: `x@y` is a mail address and `o/r#1` a reference.
_TRIGGER = re.compile(
    r"(?P<mention>@(?=[^\s\x00]))|(?P<reference>[#!&](?=[0-9])|(?<![0-9a-z])gh-(?=[0-9]))"
    r"|(?P<address>://|(?<![0-9a-z])www\.|(?<![0-9a-z])mailto:|(?<![0-9a-z])xmpp:)",
    re.IGNORECASE,
)
_BEFORE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+%")
_WORD_END = re.compile(r"[^\w./+#@-]")
_ADDRESS_END = re.compile(r"[\s<>\"`\x00]")
_TRAILING = ".,;:!?'\")]}*_~"

_COMMAND = re.compile(r"\A[ \t]{0,8}(/)(?=[A-Za-z])")
_CLOSING_WORD = re.compile(
    r"(?<!\w)(?:clos|fix|resolv|implement)(?:e[sd]?|ing|s|ed)?(?!\w)", re.IGNORECASE
)
_TICKET = re.compile(r"/(?:issues|pull|merge_requests|work_items|epics)/[0-9]")
# Read by bots in the raw text, wherever it stands; neither code nor a quote protects it.
_PHRASE = re.compile(
    r"(?<!\w)(?:ok[ ]to[ ]test|(?:re)?test[ ]this(?:[ ]please)?|retest[ ]please|add[ ]to[ ](?:whitelist|allowlist)"
    r"|run[ ]ci|rebuild[ ]this|jenkins[ ](?:re)?test)(?!\w)"
    r"|\[(?:skip[ ]ci|ci[ ]skip|no[ ]ci|skip[ ]actions|actions[ ]skip|skip[ ]netlify|skip[ ]review|ci[ ]full)\]"
    r"|\*\*\*NO_CI\*\*\*",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"\A[ \t]{0,8}(?=(?:bors|homu|r[+-]|r=|recheck|reverify|retest|::include)(?![\w-]))",
    re.IGNORECASE,
)
_ASSENT = re.compile(
    r"\A[ \t]{0,8}(?=(?:lgtm|:shipit:|:\+1:|shipit|ship[ ]it|approved?|merge|rebase|squash|automerge)"
    r"[ \t.!]{0,8}\Z)",
    re.IGNORECASE,
)


def live(text: str) -> Iterator[Live]:
    """Every stretch a forge would turn into a link or a notification, left to right, disjoint."""
    done = 0
    for trigger in _TRIGGER.finditer(text):
        if trigger.start() < done:
            continue
        start, limit = trigger.start(), max(done, trigger.start() - 200)
        while start > limit and text[start - 1] in _BEFORE:
            start -= 1
        kind = Kind(trigger.lastgroup or "")
        stop = (_ADDRESS_END if kind is Kind.ADDRESS else _WORD_END).search(text, trigger.end())
        end = stop.start() if stop else len(text)
        while end > trigger.end() and text[end - 1] in _TRAILING:
            end -= 1
        done = end
        yield Live(kind, start, end)


def is_inert(text: str) -> bool:
    return next(live(text), None) is None


def closes_something(text: str) -> bool:
    """Whether the text holds a word after which a forge closes the tickets that follow."""
    return _CLOSING_WORD.search(text) is not None


def is_ticket(address: str) -> bool:
    return _TICKET.search(address) is not None


def commands(text: str, *, begins_line: bool = True) -> Iterator[int]:
    """Where text as it is written tells a bot to do something: the character that begins it.

    Slashes and bare words count at the beginning of a line, whole phrases anywhere.
    """
    start = 0
    for line in text.split("\n") if begins_line else ():
        slash = _COMMAND.match(line)
        if slash:
            yield start + slash.start(1)
        word = _ORDER.match(line) or _ASSENT.match(line)
        if word:
            yield start + word.end()
        start += len(line) + 1
    yield from (phrase.start() for phrase in _PHRASE.finditer(text))
