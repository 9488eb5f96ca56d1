"""The sentences of a prompt: wrapped lines joined, what introduces a list carried into it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from postil.inspection.checks._prompt_consistency.prompts import PromptLine
from postil.inspection.checks._prompt_consistency.sentences import is_turn
from postil.inspection.documents import Part, parts_of

_HEADING = re.compile(r"\A\s{0,12}(#{1,6})\s(.{1,200})")
_ITEM = re.compile(r"\A(\s{0,40})(?:[-*+•]|\d{1,3}[.)])\s{1,4}(?:\[[ xX]\]\s)?")
_ASIDE = re.compile(r"\A\s{0,40}(?:\||>|❌|✗|✅|✓|(?:[-*+]\s)?\W{0,4}(?:bad|wrong|good|example|incorrect|correct|e\.g\.|❌|✗|✅|✓)(?:\b|\s))", re.IGNORECASE)  # fmt: skip
_SHAPE = re.compile(r"\A\s{0,40}(?:[{}\[\]]|[\"'][\w -]{1,60}[\"']\s{0,2}:|</?[a-z][\w-]{0,40}>)")
_MODE = re.compile(
    r"\b[\w-]{2,20}\W{1,3}mode\b|\bmode\W{1,4}\w|\A(?:if|when|only|for\s(?!each|every|all))\b|--\w|\boptional\b|\bvariant\b|\b(?:scenario|option|alternative|case|examples?)\b",
    re.IGNORECASE,
)
_GIVEN = re.compile(
    r"\b(?:if|when|unless|while|otherwise|else|mode|only|optional|may|can|could|e\.g|such\sas)\b|\A\W{0,6}for\s(?!each|every|all|the)",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:do\snot|don['’]t|never|must\snot|must\snever|should\snot)\W{0,6}\Z|\A\W{0,6}(?:do\snot|don['’]ts?|never(?:\sdo)?)\b\W{0,6}\Z", re.IGNORECASE)  # fmt: skip
_WARNS = re.compile(
    r"\b(?:avoid|forbidden|prohibited|not\sallowed|anti-?patterns?|mistakes?|bad|wrong|incorrect|pitfalls?|red\sflags?"
    r"|what\snot|don['’]ts?|do\snots?|never|must\snot|excuses?|rationali[sz]ations?|violations?|smells?|not\sto)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\A\s{0,40}\*\*[^*\n]{1,80}\*\*:?\s{0,8}\Z")
_BOTH = re.compile(r"\bdo(?:['’]?s)?\W{0,3}(?:/|and|&|or|vs)", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<!e\.g)(?<!i\.e)(?<!etc)[.!?;]\W{0,3}(?=\s|\Z)\s?")
_OPENING_CONDITION = re.compile(
    r"\A\W{0,12}(?:if|when|unless|in\s[\w`*-]{1,20}\smode|for)\b", re.IGNORECASE
)
_QUOTED = re.compile(r"[\"“]([^\"“”\n]{1,200})[\"”]")
_LONGEST_QUOTED_NAME = 3
_MOST_WRAPPED = 12


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, the lines it stands on, and what the text around it makes it depend on.

    `leads` when a list follows it, `headings` are the titles it stands under.
    """

    text: str
    line: PromptLine
    given: str = ""
    is_list_lead: bool = False
    headings: tuple[str, ...] = ()
    passage: Passage | None = None
    start: int = 0

    def line_at(self, offset: int) -> PromptLine:
        return self.passage.line_at(self.start + offset) if self.passage else self.line


@dataclass
class Passage:
    """A paragraph or an entry of a list, joined to one text."""

    indent: int
    is_item: bool
    headings: tuple[str, ...]
    lines: list[PromptLine] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    text: str = ""

    def add(self, line: PromptLine, text: str) -> None:
        joined = f"{self.text} " if self.text else ""
        self.starts.append(len(joined))
        self.lines.append(line)
        self.text = joined + text.replace("*", "").strip()

    def takes(self, line: PromptLine) -> bool:
        """Whether a line that opens nothing goes on with this passage."""
        return len(self.lines) < _MOST_WRAPPED and self.lines[-1].arms == line.arms

    def line_at(self, offset: int) -> PromptLine:
        return self.lines[max(0, bisect_right(self.starts, offset) - 1)]

    @property
    def leads(self) -> bool:
        """Whether a list after it is its list: it ends with a colon, or is a label in bold."""
        return self.text.rstrip(" _").endswith(":") or _LABEL.match(self.lines[-1].text) is not None


def passages(lines: Sequence[PromptLine]) -> Iterator[Passage]:
    """The paragraphs and entries in order, without examples, tables, quotations and forms."""
    parts = parts_of("prompt.md", [line.text for line in lines])
    headings: list[tuple[int, str]] = []
    current: Passage | None = None
    for line, part in zip(lines, parts, strict=True):
        text = line.text
        heading = _HEADING.match(text) if part is Part.PROSE else None
        item = _ITEM.match(text)
        if heading:
            headings = [above for above in headings if above[0] < len(heading[1])]
            headings.append((len(heading[1]), heading[2].strip()))
        is_apart = (
            part is not Part.PROSE
            or not text.strip()
            or heading
            or _ASIDE.match(text)
            or _SHAPE.match(text)
        )
        if current and (is_apart or item or not current.takes(line)):
            yield current
            current = None
        if is_apart:
            continue
        if current is None:
            indent = len(item[1]) if item else len(text) - len(text.lstrip())
            current = Passage(indent, item is not None, tuple(title for _, title in headings))
        current.add(line, text[item.end() :] if item else text)
    if current:
        yield current


def sentences(lines: Sequence[PromptLine]) -> Iterator[Sentence]:
    """Every sentence of the prose, each with the condition its surroundings put on it."""
    leads: list[Passage] = []
    for passage in passages(lines):
        leads = [lead for lead in leads if _governs(lead, passage)]
        if not _is_warned(passage, leads):
            yield from _split(passage, leads)
        if passage.leads:
            leads.append(passage)


def _governs(lead: Passage, passage: Passage) -> bool:
    """Whether a list entry stands under a lead; a list of its own ends what stood before."""
    if lead.headings != passage.headings or not passage.is_item:
        return False
    return not lead.is_item or passage.indent > lead.indent


def _is_warned(passage: Passage, leads: Sequence[Passage]) -> bool:
    """Whether it is listed as something that goes wrong, without saying what to do."""
    titles = [*passage.headings, *(lead.text for lead in leads)]
    return any(_WARNS.search(title) and not _denies(title) for title in titles)


def _denies(title: str) -> bool:
    """Whether a title or a lead turns what stands below it around."""
    return _DENIES.search(title.rstrip(" :*_")) is not None and not _BOTH.search(title)


def _split(passage: Passage, leads: Sequence[Passage]) -> Iterator[Sentence]:
    given = [title.lower() for title in passage.headings if _MODE.search(title)]
    given += [lead.text.lower() for lead in leads if _GIVEN.search(lead.text)]
    titles = [*(title for title in passage.headings[-1:]), *(lead.text for lead in leads)]
    is_denied = passage.is_item and any(map(_denies, titles))
    text = _QUOTED.sub(_without_speech, passage.text)
    start = 0
    for piece in (*_SENTENCE.finditer(text), None):
        end = piece.start() if piece else len(text)
        said = text[start:end]
        if said.strip():
            yield Sentence(
                text=f"Do not {said}" if is_denied else said,
                line=passage.line_at(start),
                given=" / ".join(given),
                is_list_lead=passage.leads and piece is None,
                headings=passage.headings,
                passage=None if is_denied else passage,
                start=start,
            )
        if _OPENING_CONDITION.match(said) and not is_turn(said):
            given.append(said.lower().strip())
        start = piece.end() if piece else len(text)


def _without_speech(quoted: re.Match[str]) -> str:
    """Quoted names stay; what somebody would say goes."""
    is_name = len(quoted[1].split()) <= _LONGEST_QUOTED_NAME
    return quoted[0] if is_name else " " * len(quoted[0])
