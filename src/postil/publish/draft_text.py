"""The draft as a text file that a person edits and that is read back.

A finding is moved by moving its block under the other heading, removed by deleting the block
and reworded by changing the lines of the block.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from postil.domain.errors import UserError
from postil.domain.finding import Finding
from postil.domain.publication import ReviewEvent
from postil.publish.draft import Draft, word

INLINE = "## Inline comments"
ADVISORY = "## Advisory"
_MOST = 2_000_000
_LONGEST = 20_000
_FIELDS = ("Title", "Failure mode", "Mitigation")
_FIELD = re.compile(r"\A- ([A-Z][a-z ]{2,20}):")
_HEADING = re.compile(r"\A### (F[1-9][0-9]{0,5})(?=[ \t]|\Z)")
_EVENT = re.compile(r"\AEvent:(.{0,80})\Z")
_HINTS = """\
> Lines that begin with `>` are not read. Move a finding by moving its block under the other
> heading, remove it by deleting the block, reword it by changing the lines below its heading.
> Nothing is posted before you choose to."""


def written(draft: Draft) -> str:
    """The file, the same for the same draft."""
    choices = ", ".join(word(event) for event in draft.allowed)
    limit = f": {draft.limit}" if draft.limit else ""
    parts = [
        _HINTS,
        f"Event: {word(draft.event)}\n> One of {choices}{limit}.",
        INLINE,
        *(_block(finding) for finding in draft.inline),
        ADVISORY,
        *(_block(finding) for finding in draft.advisory),
    ]
    return "\n\n".join(parts) + "\n"


def read(text: str, draft: Draft) -> Draft:
    """The draft as the file has it; raises with the line that cannot be read."""
    if len(text) > _MOST:
        raise UserError(f"The draft has {len(text):,} characters; `{_MOST:,}` is the most.")
    reading = _Reading(draft)
    for at, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        if line.strip() and not line.startswith(">"):
            reading.take(at, line[:_LONGEST].rstrip())
    return reading.result()


def _block(finding: Finding) -> str:
    words = (f"- {name}: {_shown(value)}".rstrip() for name, value in _words(finding))
    return "\n".join((_heading(finding), *words))


def _heading(finding: Finding) -> str:
    return f"### {finding.number} · {finding.severity} · {_shown(finding.place.place)}"


def _words(finding: Finding) -> Iterator[tuple[str, str]]:
    words = (finding.title, finding.failure_mode, finding.mitigation)
    return zip(_FIELDS, words, strict=True)


def _shown(text: str) -> str:
    """One line without anything that a terminal or an editor would act on."""
    flat = " ".join(text.split())
    return "".join(
        f"\\u{ord(each):04x}" if unicodedata.category(each) in ("Cc", "Cs") else each
        for each in flat
    )


@dataclass(slots=True)
class _Entry:
    """One finding's block while it is read."""

    finding: Finding
    at: int
    words: dict[str, str] = field(default_factory=dict)

    def reworded(self) -> Finding:
        """The finding in the words of the block; words that were left alone stay as they were."""
        title, failure_mode, mitigation = (
            self._said(name, before) for name, before in _words(self.finding)
        )
        return replace(self.finding, title=title, failure_mode=failure_mode, mitigation=mitigation)

    def _said(self, name: str, before: str) -> str:
        if name not in self.words:
            raise _unreadable(self.at, f"`{self.finding.number}` has no `- {name}:`")
        after = self.words[name]
        if before.strip() and not after:
            raise _unreadable(self.at, f"the `{name}` of `{self.finding.number}` is empty")
        return before if after == _shown(before) else after


@dataclass(slots=True)
class _Reading:
    """What was read so far."""

    draft: Draft
    event: ReviewEvent | None = None
    parts: dict[str, list[_Entry]] = field(default_factory=dict)
    name: str = ""

    def take(self, at: int, line: str) -> None:
        if event := _EVENT.match(line):
            self._choose(at, event[1].strip())
        elif line in (INLINE, ADVISORY):
            if line in self.parts:
                raise _unreadable(at, f"`{line}` stands there twice")
            self.parts[line] = []
            self.name = ""
        elif line.startswith("#"):
            self._open(at, line)
        else:
            self._say(at, line)

    def result(self) -> Draft:
        if self.event is None:
            raise UserError("The draft has no line `Event: COMMENT`; put it back.")
        missing = [name for name in (INLINE, ADVISORY) if name not in self.parts]
        if missing:
            raise UserError(f"The draft has no heading `{missing[0]}`; put it back.")
        inline, advisory = (
            tuple(entry.reworded() for entry in self.parts[name]) for name in (INLINE, ADVISORY)
        )
        kept = {finding.number for finding in (*inline, *advisory)}
        removed = tuple(each for each in self.draft.findings if each.number not in kept)
        return replace(
            self.draft.choose(self.event),
            inline=inline,
            advisory=advisory,
            removed=(*self.draft.removed, *removed),
        )

    def _choose(self, at: int, given: str) -> None:
        known = {word(event): event for event in ReviewEvent}
        chosen = known.get(given.upper())
        if chosen is None:
            raise _unreadable(at, f"there is no event `{given}`; use {', '.join(known)}")
        if self.event is not None:
            raise _unreadable(at, "the event stands there twice")
        self.event = chosen

    def _open(self, at: int, line: str) -> None:
        """Begins a finding's block, under whichever heading came last."""
        number = _HEADING.match(line)
        found = {each.number: each for each in self.draft.findings}.get(number[1] if number else "")
        if found is None:
            raise _unreadable(at, f"`{line[:80]}` is no heading of this draft")
        if line != _heading(found):
            raise _unreadable(at, f"the heading must stay `{_heading(found)}`")
        if not self.parts:
            raise _unreadable(at, f"`{found.number}` must stand below `{INLINE}` or `{ADVISORY}`")
        if any(each.finding is found for entries in self.parts.values() for each in entries):
            raise _unreadable(at, f"`{found.number}` stands there twice")
        list(self.parts.values())[-1].append(_Entry(found, at))
        self.name = ""

    def _say(self, at: int, line: str) -> None:
        """A field of the block, or more words of the last one."""
        entries = list(self.parts.values())[-1] if self.parts else []
        named = _FIELD.match(line)
        if not entries:
            raise _unreadable(at, f"`{line[:80]}` belongs to no finding")
        words = entries[-1].words
        if named is not None:
            self.name = named[1]
            if self.name not in _FIELDS or self.name in words:
                raise _unreadable(at, f"`- {self.name}:` is not known here, or stands there twice")
            words[self.name] = line[named.end() :].strip()
        elif self.name:
            words[self.name] = f"{words[self.name]} {line.strip()}".strip()
        else:
            raise _unreadable(at, f"`{line[:80]}` belongs to no field")


def _unreadable(at: int, what: str) -> UserError:
    return UserError(f"Line {at} of the draft cannot be read: {what}.")
