"""What the lines of a prompt tell its reader to do, to leave out, or to write in which form."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from postil.inspection.checks._prompt_consistency.company import company
from postil.inspection.checks._prompt_consistency.contents import contents
from postil.inspection.checks._prompt_consistency.forms import Shown, listed, shown, told
from postil.inspection.checks._prompt_consistency.passages import Sentence, sentences
from postil.inspection.checks._prompt_consistency.prompts import PromptLine
from postil.inspection.checks._prompt_consistency.rows import as_title, titles
from postil.inspection.checks._prompt_consistency.sentences import condition_of, readings
from postil.inspection.checks._prompt_consistency.shares import shares
from postil.inspection.checks._prompt_consistency.sorts import Reading, Sort
from postil.inspection.checks._prompt_consistency.steps import Steps
from postil.inspection.checks._prompt_consistency.things import (
    Thing,
    named,
    singular,
    thing,
    things,
)
from postil.inspection.checks._prompt_consistency.waits import waits
from postil.inspection.checks._prompt_consistency.widenings import without_reasons, without_turns

_RUNS = (
    "run", "perform", "complet", "execut", "do", "follow", "appl", "evaluat", "check", "report", "go", "walk", "work",
    "finish", "carr", "conduct", "verif", "inspect",
)  # fmt: skip
_HARD = re.compile(r"\b(?:no exceptions?|without exception|regardless|(?:every|all) modes?)\b", re.IGNORECASE)  # fmt: skip

_BARE = frozenset({Sort.SKIP, Sort.DO_NOT})
_RULES = re.compile(
    r"\b(?:rules?|styles?|output|constraints?|tone|guidelines?|answer|response)\b", re.IGNORECASE
)
_WORD = re.compile(r"[a-z]{4,20}")
_EVERYDAY = frozenset({"mode", "when", "unless", "this", "that", "with", "only", "while", "section", "step", "check", "skip"})  # fmt: skip


_NOTHING = Thing("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Directive:
    """One thing a line says.

    `noun` is the sort of thing it is about, singular; `thing` the thing itself.
    `title` is that of the step it leaves out by number. `condition` is what the text makes it depend on, empty when it always holds;
    `in_turn` the same with what is only to come next.
    """

    sort: Sort
    line: PromptLine
    noun: str = ""
    thing: Thing = _NOTHING
    verb: str = ""
    title: str = ""
    condition: str = ""
    in_turn: str = ""
    is_hard: bool = False
    is_strong: bool = False
    headings: tuple[str, ...] = ()

    @property
    def is_about_doing(self) -> bool:
        """Whether it speaks of work to be done, as against text to be written."""
        return self.verb.startswith(_RUNS)


def directives(lines: Sequence[PromptLine]) -> list[Directive]:
    """Everything the prompt says in prose, and what the form of its answer shows."""
    entries = list(listed(lines))
    form = list(shown(lines))
    members = {part.name: "field" for part in form}
    members |= {entry.name: entry.kind for entry, _ in entries}
    found = [_form(part, Sort.SHOWN) for part in form]
    found += [_form(entry, Sort.LISTED) for entry, demanded in entries if demanded]
    rows: set[str] = set()
    read = list(sentences(lines))
    for sentence in read:
        at, asked = titles(sentence)
        rows |= {title for title in asked if not title.islower()}
        parts = [_form(part, Sort.SHOWN) for part in told(sentence)]
        found += parts or [_in_row(sentence, at, title) for title in asked]
    for sentence in read:
        for reading in _readings(sentence.text):
            found += _said(_as_section(reading, rows), sentence, members)
        found += _of_answer(sentence)
    found = list(_titled(found, lines))
    return sorted(found, key=lambda one: one.line.number)


def _in_row(sentence: Sentence, at: int, title: str) -> Directive:
    """One of several sections that a sentence asks for by their titles."""
    line = sentence.line_at(at)
    condition = _unsettled(condition_of(sentence.text, sentence.given), line)
    return Directive(
        sort=Sort.IN_ROW,
        line=line,
        noun="section",
        thing=Thing(named(title)),
        condition=condition,
        headings=sentence.headings,
    )


def _as_section(reading: Reading, rows: Container[str]) -> Reading:
    """What leaves out or forbids just a title of a row leaves out that section."""
    if reading.sort in (Sort.DROP, Sort.DO_NOT) and as_title(reading.object) in rows:
        return replace(reading, sort=Sort.SKIP, noun="section", verb=reading.verb or "drop")
    return reading


def _readings(text: str) -> Iterator[Reading]:
    yield from readings(text)
    yield from waits(text)
    yield from shares(text)
    yield from contents(text)


def _titled(found: Sequence[Directive], lines: Sequence[PromptLine]) -> Iterator[Directive]:
    """Steps that are left out by their number, with the title they have."""
    steps = Steps(lines)
    for one in found:
        number = one.thing.name.split()[-1:]
        if one.sort is Sort.SKIP and number and number[0].isdigit():
            known = {step.title for step in steps.named(one.noun, number[0])}
            yield (
                replace(one, title=" ".join(map(singular, known.pop().split())))
                if len(known) == 1
                else one
            )
        else:
            yield one


def _form(part: Shown, sort: Sort) -> Directive:
    return Directive(
        sort=sort, line=part.line, noun=part.kind, thing=Thing(part.name), condition=part.given
    )


def _said(reading: Reading, sentence: Sentence, members: Mapping[str, str]) -> Iterator[Directive]:
    sort, noun = reading.sort, singular(reading.noun)
    if sort is Sort.DROP:
        noun = members.get(named(reading.object), "")
        sort = Sort.SKIP
        if not noun:
            return
    if (
        not reading.verb
        and sort in _BARE
        and not any(_RULES.search(one) for one in sentence.headings[-1:])
    ):
        return
    line = sentence.line_at(reading.at)
    is_named = sort in (Sort.SKIP, Sort.WAIT)
    whole = Thing(named(reading.object)) if is_named else thing(reading.object)
    said = sentence.text
    if sort is Sort.DO_NOT and reading.is_strong:
        said = without_reasons(said, reading.at)
    elif sort is Sort.DO and reading.is_strong:
        said = without_turns(said)
    each = things(reading.object) if sort in (Sort.DO, Sort.DO_NOT) else (whole,)
    for one in each:
        yield Directive(
            sort=sort,
            line=line,
            noun=noun,
            thing=one,
            verb=reading.verb,
            condition=_unsettled(_condition(sort, said, sentence.given), line),
            in_turn=_unsettled(_condition(sort, sentence.text, sentence.given), line),
            is_hard=sort is Sort.NEVER_SKIP or _HARD.search(sentence.text) is not None,
            is_strong=reading.is_strong,
            headings=sentence.headings,
        )


def _condition(sort: Sort, said: str, given: str) -> str:
    """What a sentence depends on; that a step comes first is no condition of one that waits for it."""
    return given if sort is Sort.WAIT else condition_of(said, given)


def _of_answer(sentence: Sentence) -> Iterator[Directive]:
    said = company(sentence)
    if said is not None:
        line = sentence.line_at(said.at)
        condition = condition_of(said.rest, sentence.given)
        yield Directive(
            sort=said.sort,
            line=line,
            thing=Thing(said.form),
            condition=_unsettled(condition, line),
            headings=sentence.headings,
        )


def _unsettled(condition: str, line: PromptLine) -> str:
    """A condition of the text, unless the branch the line stands in has already decided it."""
    tests = " ".join(arm.test.lower() for arm in line.arms if not arm.test.startswith("not "))
    words = {word for word in _WORD.findall(condition) if word not in _EVERYDAY}
    return "" if any(word in tests for word in words) else condition
