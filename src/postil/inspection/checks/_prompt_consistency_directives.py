"""What the lines of a prompt tell its reader to do, to leave out, or to write in which form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.inspection.checks._prompt_consistency_prompts import PromptLine
from postil.inspection.checks._prompt_consistency_sentences import (
    Sort,
    bare,
    condition_of,
    readings,
    singular,
)
from postil.inspection.documents import Part, parts_of

_HEADING_MODE = re.compile(
    r"\bmode\b|\A(?:if|when|for)\b|--\w|\boptional\b|\bvariant\b", re.IGNORECASE
)
_HEADING = re.compile(r"\A\s{0,12}(#{1,6})\s(.{1,200})")
_FORMAT = re.compile(
    r"\b(?:output|respon[ds]|response|return|answer|format|schema|reply|produce)", re.IGNORECASE
)
_KEY = re.compile(r"(?<!\w)([A-Za-z_]\w{2,40})[\"']?\s{0,4}:")
_SHOWN_HEADING = re.compile(r"\A\s{0,12}#{1,6}\s{1,4}(.{2,60})")
_RUNS = (
    "run",
    "perform",
    "complete",
    "execute",
    "do",
    "follow",
    "apply",
    "evaluate",
    "check",
    "report",
    "go",
    "walk",
)
_REACH = 4
_SENTENCE = re.compile(r"(?<!e\.g)(?<!i\.e)[.!?;]\s")
_HARD = re.compile(r"\b(?:no exceptions?|without exception|regardless|(?:every|all) modes?)\b", re.IGNORECASE)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Directive:
    """One thing a line says.

    `noun` is the kind of thing it is about, singular; `subject` the thing itself, bare.
    `condition` is what the text makes it depend on, empty when it always holds.
    """

    sort: Sort
    line: PromptLine
    noun: str = ""
    subject: str = ""
    verb: str = ""
    condition: str = ""
    is_hard: bool = False

    @property
    def is_about_doing(self) -> bool:
        """Whether it speaks of work to be done, as against text to be written."""
        return self.verb.startswith(_RUNS)


def directives(lines: Sequence[PromptLine]) -> list[Directive]:
    """Everything the prompt says in prose, and what the form of its answer shows."""
    parts = parts_of("prompt.md", [line.text for line in lines])
    found: list[Directive] = []
    headings: list[tuple[int, str]] = []
    for index, line in enumerate(lines):
        if parts[index] is not Part.PROSE:
            if _shows_answer(lines, parts, index):
                found += _shown(line)
            continue
        heading = _HEADING.match(line.text)
        if heading:
            level = len(heading[1])
            headings = [above for above in headings if above[0] < level]
            headings.append((level, heading[2].strip().lower()))
        else:
            mode = " / ".join(text for _, text in headings if _HEADING_MODE.search(text))
            for sentence in _SENTENCE.split(line.text):
                found += _said(sentence, line, mode)
    return found


def _shows_answer(lines: Sequence[PromptLine], parts: Sequence[Part], index: int) -> bool:
    """Whether the block is introduced as the form of the answer."""
    first = index
    while first and parts[first - 1] is not Part.PROSE:
        first -= 1
    above = [line.text for line in lines[max(0, first - _REACH) : first] if line.text.strip()]
    return any(_FORMAT.search(text) for text in above[-2:]) and not any(
        word in text.lower() for text in above[-2:] for word in ("bad", "wrong", "input", "not ")
    )


def _shown(line: PromptLine) -> Iterator[Directive]:
    heading = _SHOWN_HEADING.match(line.text)
    names = [heading[1]] if heading else _KEY.findall(line.text)
    for name in names:
        yield Directive(sort=Sort.SHOWN, line=line, subject=bare(name))


def _said(sentence: str, line: PromptLine, mode: str) -> Iterator[Directive]:
    condition = condition_of(sentence, mode)
    for sort, match in readings(sentence):
        parts = match.groupdict()
        yield Directive(
            sort=sort,
            line=line,
            noun=singular(parts.get("noun") or parts.get("once") or ""),
            subject=bare(parts.get("object") or parts.get("name") or ""),
            verb=" ".join((parts.get("verb") or "").lower().split()),
            condition=condition,
            is_hard=sort is Sort.NEVER_SKIP or _HARD.search(sentence) is not None,
        )
