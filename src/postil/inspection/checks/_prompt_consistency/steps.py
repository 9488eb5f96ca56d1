"""References to numbered steps of a prompt that lead nowhere, to the wrong side, or to another step."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from postil.inspection.checks._prompt_consistency.lacks import may_lack
from postil.inspection.checks._prompt_consistency.prompts import PromptLine
from postil.inspection.documents import Part, parts_of

_KIND = r"(?P<kind>step|phase|section|part|stage|check|task|rule|pass|round)"
_DEFINED = re.compile(
    rf"\A(?P<marks>[\s#*>_-]{{0,20}}){_KIND}\s(?P<number>\d{{1,3}})(?:\.\d{{1,2}})?[a-z]?\b(?P<rest>\s{{0,2}}(?:[:.)(—–-]|\*|\Z)|\s)",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    rf"\A[\s#*>_-]{{0,20}}{_KIND}(?:e?s)?\s(?P<first>\d{{1,3}})\s?(?:-|–|to|through|and|&)\s?(?P<last>\d{{1,3}})\s{{0,2}}(?:[:.)(—–-]|\*|\Z)",
    re.IGNORECASE,
)
_MOST_AT_ONCE = 20
_TAGGED = re.compile(
    r"\A\s{0,20}<(?P<kind>step|phase|section|task)\b[^>\n]{0,80}?\b(?:n|number|id)=[\"'](?P<number>\d{1,3})[\"']",
    re.IGNORECASE,
)
_HEADING = re.compile(
    r"\A\s{0,12}(?P<level>#{1,6})\s{1,4}\**(?:(?P<number>\d{1,3})(?:\.\d{1,2})?[a-z]?[.):\s])?"
)
_ITEM = re.compile(r"\A(?P<indent>\s{0,12})\**(?P<number>\d{1,3})[.)]\**\s")
_LISTS = (
    (
        re.compile(
            r"\b(?:steps|procedure|workflow|process|instructions|method|protocol)\b", re.IGNORECASE
        ),
        "step",
    ),
    (re.compile(r"\brules\b", re.IGNORECASE), "rule"),
    (re.compile(r"\b(?:checks|checklist)\b", re.IGNORECASE), "check"),
)
_NAMED = re.compile(
    rf"(?:\b(?P<ahead>above|below),?\s(?:in|under|from)\s)?\b{_KIND}(?:e?s)?\s(?P<number>\d{{1,3}})(?![\w.]{{0,8}}\d)(?:\s?(?:,|and|or|&|to|through|[-–])\s?(?P<other>\d{{1,3}})(?![\w.]{{0,8}}\d))?"
    r"(?:\s(?P<side>above|below)|\s\((?:see\s)?(?P<aside>above|below)\))?(?=(?P<rest>[^\n]{0,24}))",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\A\s(?:of|in|from)\s(?!the\s(?:answer|output|report|above|order|list)\b|this\b|order\b|turn\b|one\b|full\b|parallel|sequence|detail|each|every|your)"
    r"|\A/|\A\s?\(",
    re.IGNORECASE,
)
_FILE = re.compile(r"[`(/][\w./-]{1,80}\.(?:md|mdx|txt)\b")
"""Who names a document as well may mean a step of that one."""
_DONE = re.compile(
    r"\b(?:[a-z]{2,15}ed|found|built|made|chosen|written|taken|drawn|seen|list|results?|output|findings|answers?|scores?)\s(?:for\s|up\s|out\s)?(?:in|from|of|by)\s\Z",
    re.IGNORECASE,
)
_TITLE = re.compile(r"[^a-z0-9]+")
_LEAST = 2


@dataclass(frozen=True, slots=True)
class Step:
    """A step that the prompt defines: a heading, a line of its own, or an entry of a list.

    `at` is where its line comes in the prompt as it is put together, `last` where it ends.
    """

    line: PromptLine
    kind: str
    number: str
    title: str = ""
    level: int = 0
    at: int = 0
    last: int = 0


@dataclass(frozen=True, slots=True)
class Reference:
    """A place of the prompt that names a step, and the side it says."""

    at: int
    line: PromptLine
    kind: str
    number: str
    side: str
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class Stray:
    """A reference, and the line of the step it means when that stands somewhere else.

    `now` is the number that step has today, when it is not the one that is named; `is_elsewhere` when
    the step stands in other modes only.
    """

    line: PromptLine
    kind: str
    number: str
    side: str = ""
    meant: PromptLine | None = None
    now: str = ""
    is_elsewhere: bool = False

    @property
    def name(self) -> str:
        return f"{self.kind.capitalize()} {self.number}"

    @property
    def wrong(self) -> str:
        if self.meant is self.line:
            return "is the step that says so"
        if self.now:
            return f"is now {self.kind} {self.now}"
        if self.is_elsewhere:
            return "is left out in this mode"
        return f"is not {self.side}" if self.meant is not None else "is not in the prompt"


@dataclass(frozen=True)
class Steps:
    """The steps of one prompt and the references to them."""

    lines: Sequence[PromptLine]

    @cached_property
    def _prose(self) -> list[tuple[int, PromptLine]]:
        parts = parts_of("prompt.md", [line.text for line in self.lines])
        return [
            (at, line)
            for at, (line, part) in enumerate(zip(self.lines, parts, strict=True))
            if part is Part.PROSE
        ]

    @cached_property
    def all(self) -> list[Step]:
        """Every step in order, each with the last place that belongs to it."""
        found = list(_steps(self._prose))
        closers = [
            (at, len(match["level"]))
            for at, line in self._prose
            if (match := _HEADING.match(line.text))
        ]
        return [_ended(step, closers, found) for step in found]

    def named(self, kind: str, number: str) -> list[Step]:
        """The steps that a reference can mean; numbered headings and lists count for every kind."""
        return [step for step in self.all if step.number == number and step.kind in (kind, "")]

    def _counts(self, kind: str, number: str) -> bool:
        """Whether steps of this kind are numbered here, so that one can be missing."""
        numbers = [int(step.number) for step in self.all if step.kind == kind]
        if kind == "step" and not numbers:
            numbers = [int(step.number) for step in self.all if step.kind == "" and step.level]
        return len(numbers) >= _LEAST and int(number) >= min(numbers)

    def references(self) -> Iterator[Reference]:
        """Each naming of a step, with the side it says."""
        for at, line in self._prose:
            for match in _NAMED.finditer(line.text):
                if not match["side"] and _FILE.search(line.text):
                    continue
                side = (match["side"] or match["aside"] or match["ahead"] or "").lower()
                if side or not _ELSEWHERE.match(match["rest"]):
                    for number in filter(None, (match["number"], match["other"])):
                        is_own = self._is_own(line, match, number)
                        yield Reference(at, line, match["kind"].lower(), number, side, is_own)

    def _is_own(self, line: PromptLine, match: re.Match[str], number: str) -> bool:
        """Whether a step counts on what it has done itself, as after its number has changed."""
        own = _DEFINED.match(line.text)
        return (
            own is not None
            and own["number"] == number
            and own["kind"].lower() == match["kind"].lower()
            and _DONE.search(line.text[: match.start()]) is not None
        )

    def strays(self) -> Iterator[Stray]:
        """Every reference that does not lead to a step; nothing for kinds that are hardly numbered."""
        for one in self.references():
            line, kind, number, side = one.line, one.kind, one.number, one.side
            named = self.named(kind, number)
            meant = [step for step in named if step.line.stands_with(line)]
            if not self._counts(kind, number):
                continue
            if not named:
                yield Stray(line, kind, number)
            elif one.is_own:
                yield Stray(line, kind, number, meant=line)
            elif not meant:
                yield Stray(line, kind, number, meant=named[0].line, is_elsewhere=True)
            elif side and not any(_is_on(side, step, one.at) for step in meant):
                yield Stray(line, kind, number, side, meant[0].line)
            elif len(meant) == 1 and may_lack(line, meant[0].line):
                yield Stray(line, kind, number, meant=meant[0].line, is_elsewhere=True)

    def moved(self, before: Steps) -> Iterator[Stray]:
        """References whose step has another number now, while its own number names something else."""
        for one in self.references():
            line, kind, number = one.line, one.kind, one.number
            old, new = before.named(kind, number), self.named(kind, number)
            if len(old) != 1 or not old[0].title or any(step.title == old[0].title for step in new):
                continue
            now = [
                step for step in self.all if step.title == old[0].title and step.kind == old[0].kind
            ]
            if len(now) == 1:
                yield Stray(line, kind, number, meant=now[0].line, now=now[0].number)


def _steps(lines: Sequence[tuple[int, PromptLine]]) -> Iterator[Step]:
    listing = ""
    for at, line in lines:
        match = _DEFINED.match(line.text) or _TAGGED.match(line.text)
        heading, item = _HEADING.match(line.text), _ITEM.match(line.text)
        level = len(heading["level"]) if heading else 0
        if heading:
            listing = next((kind for title, kind in _LISTS if title.search(line.text)), "")
        several = _SEVERAL.match(line.text)
        if several:
            first = int(several["first"])
            for number in range(first, min(int(several["last"]), first + _MOST_AT_ONCE) + 1):
                yield Step(line, several["kind"].lower(), str(number), "", level, at)
        elif match and _stands_alone(match):
            title = _TITLE.sub(" ", line.text[match.end() :].lower()).strip()
            yield Step(line, match["kind"].lower(), match["number"], title, level, at)
        elif heading and heading["number"]:
            yield Step(
                line,
                "",
                heading["number"],
                _TITLE.sub(" ", line.text[heading.end() :].lower()).strip(),
                level,
                at,
            )
        elif item:
            yield Step(line, "" if item["indent"] else listing, item["number"], at=at)


def _stands_alone(match: re.Match[str]) -> bool:
    """Whether a line names a step as its title and is no sentence that begins with one."""
    parts = match.groupdict()
    return (
        "rest" not in parts
        or bool(parts["rest"].strip())
        or "#" in parts["marks"]
        or not parts["rest"]
    )


def _ended(step: Step, closers: Sequence[tuple[int, int]], found: Sequence[Step]) -> Step:
    ends = [at for at, level in closers if at > step.at and level <= (step.level or 6)]
    ends += [other.at for other in found if other.at > step.at and other.kind == step.kind]
    return replace(step, last=min(ends, default=1 << 30) - 1)


def _is_on(side: str, step: Step, at: int) -> bool:
    """Whether a step stands on that side of a place; what it is a part of is on neither."""
    return step.last < at if side == "above" else step.at > at
