"""What the answer is said to consist of: forms that are shown, keys that are told, lists of parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.inspection.checks._prompt_consistency.passages import Passage, Sentence, passages
from postil.inspection.checks._prompt_consistency.prompts import PromptLine
from postil.inspection.checks._prompt_consistency.things import named, singular
from postil.inspection.documents import Part, parts_of

_FORMAT = re.compile(
    r"\b(?:output|respon[ds]|response|return|answer|format|schema|reply|produce)", re.IGNORECASE
)
_OTHERWISE = ("bad", "wrong", "input", "not ", "never", "request", "don't")
_KEY = re.compile(r"(?<!\w)([A-Za-z_]\w{2,40})[\"']?\s{0,4}:")
_QUOTED_KEY = re.compile(r"[\"']([A-Za-z_][\w -]{1,40})[\"']\s{0,4}:")
_TAG = re.compile(r"<([a-z][a-z0-9_-]{2,40})>")
_HEADING = re.compile(r"\A\s{0,12}#{1,6}\s{1,4}(.{2,60})")
_SHAPE = re.compile(r"\A\s{0,40}(?:[{}\[\]]|[\"'][\w -]{1,60}[\"']\s{0,2}:|<[a-z][\w-]{0,40}>)")
_OPTIONAL = re.compile(
    r"\boptional|\?[\"']?\s{0,2}:|\bonly\b|\bif\b|\bwhen\b|\bnull\b|\bempty\b|\bmay\b|\bor\s(?:none|nil|nothing|leave|absent|\"\")|\bomit",
    re.IGNORECASE,
)
_KINDS = (
    r"(?P<kind>keys|fields|properties|columns|headings|sections|attributes|parts|headers|elements)"
)
_WITH = re.compile(
    rf"\b(?:with|has|have|contains?|containing|includes?|including)\s(?:exactly\s)?(?:the\s|these\s)?(?:following\s)?(?:\w{{1,10}}\s)?{_KINDS}:?\s"
    r"(?P<names>[\w`\"' ,/&-]{3,300})",
    re.IGNORECASE,
)
_SPLIT = re.compile(r"\s?,\s?(?:and\s|or\s)?|\sand\s|\splus\s")
_LEAD = re.compile(
    rf"\b(?:includes?|contains?|have|has|with|use|write|produce|output|return|fill|give|provide|answer|consists?\sof)\b[^.\n]{{0,60}}\b{_KINDS}\b",
    re.IGNORECASE,
)
_MEMBERS = re.compile(
    r"\b(sections|steps|checks|fields|phases|rules|categories|columns|headings|criteria|passes|parts|tasks|clauses|chapters|stages"
    r"|keys|properties|attributes|audits|scans|gates|topics|metrics|dimensions)\W{0,4}\Z",
    re.IGNORECASE,
)
_ITEM_NAME = re.compile(r"\A\W{0,4}([^:(\n]{2,60}?)\W{0,4}(?:\s[-–—]\s|:|\(|\Z)")
_KEY_NAME = re.compile(r"\A[`\"']([A-Za-z_]\w{2,40})[`\"']\s?(?::|\(|\s[-–—]\s)")
_REQUIRED = re.compile(r"\b(?:required|mandatory|obligatory)\b", re.IGNORECASE)
_WRITTEN = re.compile(
    r"\b(?:report|review|summary|document|page)\s(?:(?:must|shall|has\sto)\s(?:always\s)?(?:contain|have|include)|has|contains|includes)\s[^.\n]{0,40}\b(?:sections|headings|parts)\b",
    re.IGNORECASE,
)
_LINES = re.compile(
    r"\b(?:two|three|four|five|six|seven|\d)\s(?:lines|columns|fields|keys|parts|paragraphs|sections|values):\s(?P<names>[^.\n:;]{3,200})",
    re.IGNORECASE,
)
_ROUND = re.compile(r"\s?\([^()\n]{0,80}\)")
_TABLE = re.compile(r"\A\s{0,12}\|(?P<cells>[^\n]{3,300})\|\s{0,4}\Z")
_RULED = re.compile(r"\A\s{0,12}\|[\s:|-]{3,200}\Z")
_LONGEST_NAME = 5
_REACH = 4


@dataclass(frozen=True, slots=True)
class Shown:
    """A part of the answer: its name, the line that shows it, and what sort of part a list calls it."""

    name: str
    line: PromptLine
    kind: str = ""
    given: str = ""


def shown(lines: Sequence[PromptLine]) -> Iterator[Shown]:
    """The parts of every form that is introduced as the answer's, in a fence or in the text."""
    texts = [line.text for line in lines]
    fenced = [part is not Part.PROSE for part in parts_of("prompt.md", texts)]
    apart = [
        is_in or _SHAPE.match(text) is not None for is_in, text in zip(fenced, texts, strict=True)
    ]
    first = 0
    for index, line in enumerate(lines):
        if not apart[index]:
            cells = _TABLE.match(line.text) if _is_ruled(texts, index) else None
            if cells and _introduces_answer(texts, index):
                yield from (Shown(named(cell), line) for cell in cells["cells"].split("|"))
            first = index + 1
        elif not _OPTIONAL.search(line.text) and _introduces_answer(texts, first):
            yield from _parts(line, is_fenced=fenced[index])


def _is_ruled(texts: Sequence[str], index: int) -> bool:
    """Whether the rule of a table stands right below."""
    return index + 1 < len(texts) and _RULED.match(texts[index + 1]) is not None


def _introduces_answer(texts: Sequence[str], first: int) -> bool:
    """Whether what stands right above says that this is how to answer; a heading says it alone."""
    above = [text for text in texts[max(0, first - _REACH) : first] if text.strip()][-2:]
    above = above[-1:] if above and _HEADING.match(above[-1]) else above
    return _introduces(above)


def _introduces(above: Sequence[str]) -> bool:
    return any(_FORMAT.search(text) for text in above) and not any(
        word in text.lower() for text in above for word in _OTHERWISE
    )


def _parts(line: PromptLine, *, is_fenced: bool) -> Iterator[Shown]:
    heading = _HEADING.match(line.text)
    if heading:
        names = [heading[1]]
    else:
        names = (_KEY if is_fenced else _QUOTED_KEY).findall(line.text) + _TAG.findall(line.text)
    for name in names:
        yield Shown(named(name), line)


def told(sentence: Sentence) -> Iterator[Shown]:
    """The parts a sentence names: a JSON object with the keys a, b and c."""
    match = _WITH.search(sentence.text) or _LINES.search(sentence.text)
    said = f"{sentence.text} {' '.join(sentence.headings)} {'answer' if 'JSON' in sentence.text else ''}"
    if match and (_FORMAT.search(said) or _WRITTEN.search(sentence.text)):
        for name in _SPLIT.split(_ROUND.sub("", match["names"])):
            plain = name.strip(" `\"'")
            if plain and len(plain.split()) <= _LONGEST_NAME:
                yield Shown(named(plain), sentence.line_at(match.start()), given=sentence.given)


def listed(lines: Sequence[PromptLine]) -> Iterator[tuple[Shown, bool]]:
    """The entries of lists of parts, and whether the text before the list demands them."""
    lead: Passage | None = None
    for passage in passages(lines):
        if not passage.is_item:
            lead = passage if passage.leads else None
            continue
        found = _entry(passage, lead)
        if found is not None:
            yield found


def _entry(passage: Passage, lead: Passage | None) -> tuple[Shown, bool] | None:
    kind = None
    demanded = False
    if lead is not None and lead.headings == passage.headings:
        match = _LEAD.search(lead.text)
        kind, demanded = (
            (match["kind"], not _OPTIONAL.search(lead.text)) if match else (None, False)
        )
    if kind is None and passage.headings:
        members = _MEMBERS.search(passage.headings[-1])
        kind = members[1] if members else None
        demanded = kind is not None and _REQUIRED.search(passage.headings[-1]) is not None
    name = _ITEM_NAME.match(passage.text)
    key = _KEY_NAME.match(passage.text)
    if kind is None and key and lead is not None and _introduces([lead.text]):
        kind, name, demanded = "field", key, not _OPTIONAL.search(lead.text)
    if kind is None or name is None or len(name[1].split()) > _LONGEST_NAME:
        return None
    entry = Shown(named(name[1]), passage.lines[0], singular(kind))
    return entry, demanded and not _OPTIONAL.search(passage.text)
