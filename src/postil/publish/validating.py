"""The last look at a body before it is posted, whoever wrote it: a violation is an error."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from postil.publish.sanitising import Allowed, sanitise
from postil.publish.sanitising.reading import skim
from postil.publish.secrets import Secret, screen
from postil.publish.sizing import LIMIT, length
from postil.publish.tagging import untagged

_ANY_MARK = re.compile(r"<!--\s{0,20}postil\b", re.IGNORECASE)
_HEADING = re.compile(r"\A#{1,6} ")
_NUMBER = re.compile(r"\bF[0-9]{1,6}\b")


class Rule(StrEnum):
    """What a body is held to."""

    LENGTH = "length"
    TEXT = "text"
    MARK = "mark"
    LIVE = "live"
    SECRET = "secret"  # noqa: S105 - the name of a rule
    SPACING = "spacing"
    LAYOUT = "layout"


class CarrierKind(StrEnum):
    """What carries the body."""

    SUMMARY = "summary"
    REVIEW = "review"
    NOTE = "note"
    ANSWER = "answer"
    OVERFLOW = "overflow"


@dataclass(frozen=True, slots=True)
class Violation:
    rule: Rule
    what: str


Layout = Callable[[str], Iterable[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Carrier:
    """Where a body goes and what is right there.

    `marks` are the lines that must end it, in this order; `author` is the one person who may be
    mentioned, right above them. `layout` says what is wrong with the text as the layout it
    claims to be; a summary has one.
    """

    kind: CarrierKind
    allow: Allowed
    marks: tuple[str, ...] = ()
    author: str = ""
    layout: Layout | None = None


def validate(
    body: str, carrier: Carrier, *, secrets: Sequence[Secret] = ()
) -> tuple[Violation, ...]:
    """What is wrong with a body, each thing once; nothing wrong means it may be posted."""
    text, trailing = _parted(body, carrier.marks)
    own = untagged(text, carrier.author)
    found = [
        *_size(body, own),
        *_marks(body, trailing, carrier),
        *_live(own, carrier.allow),
        *_secrets(body, secrets),
        *_spacing(own),
        *_layout(own, carrier),
    ]
    return tuple(dict.fromkeys(found))


def _parted(body: str, marks: Sequence[str]) -> tuple[str, list[str]]:
    """The text, and the marks that end the body."""
    lines = body.rstrip("\n").split("\n")
    trailing: list[str] = []
    while lines and lines[-1] in marks:
        trailing.insert(0, lines.pop())
    while trailing and lines and not lines[-1]:
        lines.pop()
    return "\n".join(lines), trailing


def _size(body: str, text: str) -> Iterator[Violation]:
    if length(body) > LIMIT:
        yield Violation(Rule.LENGTH, f"the body is longer than {LIMIT:,} characters")
    if not text.strip():
        yield Violation(Rule.TEXT, "the body says nothing")


def _marks(body: str, trailing: Sequence[str], carrier: Carrier) -> Iterator[Violation]:
    if tuple(trailing) != carrier.marks:
        yield Violation(Rule.MARK, "the body does not end in its marks, each once")
    known = len(trailing) + sum(body.split("\n").count(mark) for mark in _leading(carrier))
    if len(_ANY_MARK.findall(body)) > known:
        yield Violation(Rule.MARK, "a mark stands where only text may")


def _leading(carrier: Carrier) -> list[str]:
    return [mark for mark in carrier.allow.marks if mark not in carrier.marks]


def _live(text: str, allow: Allowed) -> Iterator[Violation]:
    """What the sanitiser would still change."""
    done = sanitise(text, allow=allow)
    if done.body != text:
        kinds = ", ".join(kind for kind, _ in done.found) or "marks"
        yield Violation(Rule.LIVE, f"the text is not harmless: {kinds}")


def _secrets(body: str, secrets: Sequence[Secret]) -> Iterator[Violation]:
    for leak in screen(body, secrets).leaks:
        yield Violation(Rule.SECRET, f"`{leak.name}` stands in the body ({leak.spelling})")


def _spacing(text: str) -> Iterator[Violation]:
    """Blank lines where a Markdown reader needs them to see a heading."""
    reading = skim(text)
    code = {line for one in reading.codes for line in range(one.first, one.end)}
    lines = ("", *reading.lines, "")
    for at, line in enumerate(reading.lines):
        if _HEADING.match(line) and at not in code and (lines[at] or lines[at + 2]):
            yield Violation(Rule.SPACING, f"no blank line around `{line[:80]}`")


def _layout(text: str, carrier: Carrier) -> Iterator[Violation]:
    if carrier.kind is CarrierKind.NOTE:
        yield from _note(text)
    if carrier.kind is CarrierKind.SUMMARY and carrier.layout is None:
        yield Violation(Rule.LAYOUT, "a summary has a layout and none was named")
    for problem in carrier.layout(text) if carrier.layout else ():
        yield Violation(Rule.LAYOUT, problem)


def _note(text: str) -> Iterator[Violation]:
    if not _NUMBER.search(text.partition("\n")[0]):
        yield Violation(Rule.LAYOUT, "the first line of a note does not show its number")
    suggested = [code for code in skim(text).codes if code.info == "suggestion"]
    if len(suggested) > 1:
        yield Violation(Rule.LAYOUT, "a note offers more than one suggestion")
