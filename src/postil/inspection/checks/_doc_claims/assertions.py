"""Which sentences say that the code of this project has a certain name, and which names are near it."""

from __future__ import annotations

import re
from enum import IntEnum

from postil.domain.paths.names import words
from postil.inspection.documents import LONGEST_LINE

CODE_TAG = re.compile(r"(?:\{@code |<c>|<code>)([A-Z]\w{2,80})(?:\}|</c>|</code>)")
"""A name that manuals set as code without a link."""
_THING = r"(?:(?:the|our|its|a) )?(?:(?:constant|variable|setting|value|option|function|method|class|flag|field|parameter|limit|key) )?"
_SUBJECT = re.compile(
    r"(?:\b(?:the|our|this|each|every|its|a|an) (?:[\w-]{1,40} ){0,2}?([\w-]{2,40})|`([^`\n]{2,120})`)"
    r" (?:(?:always|then|only|also|first|currently|now|simply|just|itself) )?"
    r"(?:uses|reads|calls|checks|defines|declares|sets|exports|runs|starts|invokes|consults|compares|honou?rs|respects"
    r"|applies|enters|loops in|falls back (?:to|on)|delegates to|relies on|depends on|looks (?:at|up)|goes through"
    r"|is called from|gives up after|stops after|waits for|retries up to|takes)"
    rf" {_THING}\Z",
    re.IGNORECASE,
)
_PASSIVE = re.compile(
    r"\b(?:is|are|gets|get) (?:\w{1,20} )?(?:controlled|limited|governed|configured|capped|bounded|set|defined|decided"
    r"|driven|determined|guarded|handled|implemented|kept|stored|tuned|given|specified|read|taken|computed|done|called|started)"
    rf" (?:by|with|via|through|in|as|from|at|using|to) {_THING}\Z",
    re.IGNORECASE,
)
_POINTS = re.compile(
    rf"(?:\A|\W)(?:see(?: also)?|via|through|defined (?:as|by|in)|implemented (?:by|in)|thanks to|up to|at most|after|every|by) {_THING}\Z",
    re.IGNORECASE,
)
_ORDERS = re.compile(
    rf"(?:\A|\W)(?:set|change|adjust|raise|lower|tune|override|increase|decrease|edit|bump|reduce|call|use|import) {_THING}\Z",
    re.IGNORECASE,
)
_DOES = re.compile(
    r"\A(?: \([^()\n]{1,60}\))?(?: (?:constant|variable|setting|function|limit|value))?"
    r" (?:limits|controls|sets|decides|defines|holds|caps|bounds|governs|determines|keeps|says|specifies|configures"
    r"|is (?:the|our|an?) |defaults to|runs|polls|loops|starts|handles|returns|tells)",
    re.IGNORECASE,
)
_LISTED = re.compile(r"\A\s{0,40}(?:[-*+]|\|)\s{0,8}\Z")
_ENTRY = re.compile(r"\A\s{0,4}(?:[:|–—-]|\()")
_END = re.compile(r"(?<!e\.g)(?<!i\.e)[.!?;](?=\s)")
_ACTORS = frozenset(
    words(
        "code module function class server client worker service app application program script tool cli command daemon"
        " scheduler handler parser loop queue cache pipeline engine api backend frontend middleware router controller job"
        " task consumer producer runner agent bot component store loader importer exporter poller sender receiver watcher"
        " dispatcher listener process thread collector crawler renderer compiler resolver validator factory builder"
    )
)
"""What a page calls a part of its own program."""
_SYSTEM = re.compile(
    r"\A(?:GITHUB|GITLAB|CI|NODE|NPM|PYTHON|PIP|AWS|AZURE|GOOGLE|GCP|DJANGO|FLASK|RAILS|LC|LD|XDG|SSL|HTTPS?|JAVA|GO|CARGO"
    r"|RUST|DOCKER|SSH|KUBE|PG|POSTGRES|MYSQL|REDIS|SQL|GL|VK|WIN32|E[A-Z]{3,10}|SIG[A-Z]{2,6}|CMAKE|CC|CXX|OPENAI|ANTHROPIC"
    r"|OTEL|SENTRY|NEXT|VITE|REACT|UV|TOX|PYTEST|COVERAGE|PRE)_"
)
_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_TAILS = ("count", "limit", "size", "ms", "seconds", "secs", "timeout")
_FEWEST = 3


class Assertion(IntEnum):
    """How surely a sentence says that our code has the name."""

    NONE = 0
    LIKELY = 1
    PLAIN = 2


def is_of_system(name: str) -> bool:
    """Whether a name begins as those of a well known system or library do."""
    return _SYSTEM.match(name) is not None


def asserted(around: str, spelled: str, own: frozenset[str]) -> Assertion:
    """What the sentence around a name in backticks says; `own` are words for parts of the tree."""
    quoted = f"`{spelled}`"
    text = CODE_TAG.sub(r"`\1`", around[:LONGEST_LINE])
    at = text.find(quoted)
    if at < 0 or is_of_system(spelled):
        return Assertion.NONE
    before = _END.split(text[:at].replace("``", "`"))[-1].rstrip("`")[-300:]
    after = text[at + len(quoted) :].lstrip("`")[:120]
    subject = _SUBJECT.search(before)
    if subject is not None:
        actor = (subject[1] or subject[2] or "").lower()
        named = bool(subject[2]) or actor in _ACTORS or actor in own
        return Assertion.PLAIN if named else Assertion.LIKELY
    if any(pattern.search(before) for pattern in (_PASSIVE, _POINTS, _ORDERS)):
        return Assertion.LIKELY
    listed = _LISTED.match(before) is not None and _ENTRY.match(after) is not None
    return Assertion.LIKELY if listed or _DOES.match(after) else Assertion.NONE


def near(name: str) -> frozenset[str]:
    """Names that differ by a word, a number or an ending, in the style of this one."""
    parts = [part for piece in name.split("_") for part in _BOUNDARY.split(piece) if part]
    low = [part.lower() for part in parts]
    shorter = [low[:at] + low[at + 1 :] for at in range(len(low))] if len(low) >= _FEWEST else []
    longer = [[*low, tail] for tail in _TAILS] + [["default", *low]]
    other = [[*low[:-1], tail] for tail in _TAILS] if len(low) >= _FEWEST else []
    found: set[str] = set()
    for some in (low, *shorter, *longer, *other):
        for at in range(len(some)):
            for form in (some[at], *_numbers(some[at])):
                found.add(_in_style(name, [*some[:at], form, *some[at + 1 :]]))
    return frozenset(found) - {name}


def shorter(name: str) -> frozenset[str]:
    """The name without one of its words, where two or more are left."""
    parts = [part for piece in name.split("_") for part in _BOUNDARY.split(piece) if part]
    low = [part.lower() for part in parts]
    if len(low) < _FEWEST:
        return frozenset()
    return frozenset(_in_style(name, low[:at] + low[at + 1 :]) for at in range(len(low)))


def _numbers(word: str) -> tuple[str, ...]:
    """The word in the other number, as far as that can be told by its letters."""
    if word.endswith("ies"):
        return (word[:-3] + "y",)
    if word.endswith("s"):
        return (word[:-1],)
    return (word[:-1] + "ies",) if word.endswith("y") else (word + "s",)


def _in_style(model: str, some: list[str]) -> str:
    if "_" in model:
        joined = "_".join(some)
        return joined.upper() if model.isupper() else joined
    first = some[0].title() if model[:1].isupper() else some[0]
    return first + "".join(word.title() for word in some[1:])
