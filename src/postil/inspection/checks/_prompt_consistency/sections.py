"""References to sections of a prompt by their title, after the section went away or moved."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from postil.inspection.checks._prompt_consistency.lacks import may_lack_all
from postil.inspection.checks._prompt_consistency.prompts import LONGEST_LINE, PromptLine
from postil.inspection.documents import Part, parts_of

_HEADING = re.compile(r"\A\s{0,12}#{1,6}\s{1,4}(.{2,120})")
_NUMBERING = re.compile(r"\A(?:\d{1,3}(?:\.\d{1,3}){0,3}[.):]?|(?:step|phase)\s\d{1,3}:?)\s")
_PLAIN = re.compile(r"[^a-z0-9]+")
_CUE = re.compile(
    r"\b(see|refer\sto|consult|in|under|from|per|follow|use|to|with|of|the)\s(?:the\s)?",
    re.IGNORECASE,
)
_BY_NAME = re.compile(
    r"\b(?P<cue>sections?|chapter|heading|table|list|from|under|per|follow|according\sto|(?:defined|described|listed|given|explained|set\sout)\sin)\s"
    r"(?:(?:the|called|named|titled|entitled|headed)\s){0,2}"
    r"(?:\"(?P<straight>[^\"\n]{2,80})\"|“(?P<curly>[^”\n]{2,80})”|\*{1,2}(?P<bold>[^*\n]{2,80})\*{1,2}|`(?P<code>[^`\n]{2,80})`)"
    r"(?:,?\s(?P<side>above|below)\b)?",
    re.IGNORECASE,
)
_LINK = re.compile(r"\]\(#(?P<anchor>[\w-]{2,80})\)")
_SEEING = frozenset({"see", "refer to", "consult"})
_CALLED = frozenset({"section", "chapter", "heading", "table", "list"})
_SIDES = frozenset({"above", "below"})
_MOST_WORDS = 6
_MOST_HEADINGS = 400
_LEAST_LETTERS = 4
_LEAST_WORDS = 2
_STOPS = (".", ":", "!", "?", ";")
_PLACED = re.compile(r"(?<![\w-])(?P<words>(?:[\w'’`\"-]{1,30}\s){1,5}[\w'’`\"-]{1,30})\s(?:above|below)\b", re.IGNORECASE)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Lost:
    """A reference to a section, and its heading where that still stands: on another side, or in some modes only."""

    line: PromptLine
    title: str
    side: str = ""
    heading: PromptLine | None = None
    is_partial: bool = False

    @property
    def wrong(self) -> str:
        if self.is_partial:
            return "is left out in one mode"
        return f"is not {self.side}" if self.heading is not None else "is gone from the prompt"


def headings(lines: Sequence[PromptLine]) -> dict[str, PromptLine]:
    """The headings of a prompt, by their plain titles."""
    return {title: lines[places[0]] for title, places in _placed(lines).items()}


def _placed(lines: Sequence[PromptLine]) -> dict[str, list[int]]:
    """Where in the prompt each heading stands; a section of several modes may stand in several places."""
    parts = parts_of("prompt.md", [line.text for line in lines])
    found: dict[str, list[int]] = {}
    for at, (line, part) in enumerate(zip(lines, parts, strict=True)):
        match = _HEADING.match(line.text) if part is Part.PROSE else None
        if match and len(found) < _MOST_HEADINGS:
            found.setdefault(plain(match[1]), []).append(at)
    return found


def plain(title: str) -> str:
    """A title in lower case without numbers in front, marks and signs."""
    return _PLAIN.sub(" ", _NUMBERING.sub("", title.strip(" *_`").lower())).strip()


def lost(lines: Sequence[PromptLine], before: Mapping[str, PromptLine]) -> Iterator[Lost]:
    """References to a section that was there before and is not, or is not on the side they say."""
    here = _placed(lines)
    gone = {
        title for title in before if _is_told(title) and not any(title in known for known in here)
    }
    parts = parts_of("prompt.md", [line.text for line in lines])
    for at, (line, part) in enumerate(zip(lines, parts, strict=True)):
        if part is not Part.PROSE or _HEADING.match(line.text):
            continue
        text = line.text[:LONGEST_LINE]
        pointers = list(_pointers(text))
        for title, side in pointers:
            meant = [place for place in here.get(title, ()) if lines[place].stands_with(line)]
            if title in gone:
                yield Lost(line, title)
            elif side and meant and not any(_is_on(side, place, at) for place in meant):
                yield Lost(line, title, side, lines[meant[0]])
        for title in dict.fromkeys([*(title for title, _ in pointers), *_beside(text)]):
            there = [lines[place] for place in here.get(title, ())]
            if may_lack_all(line, there, _said(lines, at)):
                yield Lost(line, title, "", there[0], is_partial=True)


def _said(lines: Sequence[PromptLine], at: int) -> str:
    """A line with the end of the one before it, when its sentence begins there."""
    before = lines[at - 1].text[:LONGEST_LINE] if at else ""
    is_wrapped = bool(before.strip()) and not before.rstrip().endswith(_STOPS)
    return f"{before if is_wrapped else ''} {lines[at].text[:LONGEST_LINE]}"


def _is_told(title: str) -> bool:
    return len(title) >= _LEAST_LETTERS


def _pointers(text: str) -> Iterator[tuple[str, str]]:
    """Titles that a line points at, each with the side it says: called a section, to be seen, or linked."""
    for named in _BY_NAME.finditer(text):
        title = named["straight"] or named["curly"] or named["bold"] or named["code"]
        yield plain(title), (named["side"] or "").lower()
    for link in _LINK.finditer(text):
        yield plain(link["anchor"]), ""
    for cue in _CUE.finditer(text):
        words = text[cue.end() : cue.end() + 100].split()
        is_seen = " ".join(cue[1].lower().split()) in _SEEING
        for count in range(1, min(_MOST_WORDS, len(words)) + 1):
            rest = [_PLAIN.sub("", word.lower()) for word in words[count : count + 2]]
            is_called = bool(rest) and rest[0] in _CALLED
            side = next((word for word in rest[is_called : is_called + 1] if word in _SIDES), "")
            ends = count == len(words) or words[count - 1][-1] in ".,;:)"
            if is_called or (is_seen and (side or ends)):
                yield plain(" ".join(words[:count])), side


def _beside(text: str) -> Iterator[str]:
    """Titles of several words that are only said to stand above or below."""
    for found in _PLACED.finditer(text):
        words = found["words"].split()
        for count in range(_LEAST_WORDS, len(words) + 1):
            yield plain(" ".join(words[-count:]))


def _is_on(side: str, heading: int, at: int) -> bool:
    return heading < at if side == "above" else heading > at
