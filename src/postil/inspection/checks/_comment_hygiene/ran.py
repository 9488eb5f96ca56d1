"""Lines that ran until a change put them into comments, in any language that has comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from postil.domain import paths
from postil.domain.change import ChangedFile
from postil.inspection.checks._comment_hygiene.dead_code import (
    LEAST_LINES,
    MAX_LINE,
    MOST_LINES,
    DeadCode,
    introduces,
    is_program,
    only_prints,
)
from postil.inspection.checks._comment_hygiene.markup import said_above
from postil.inspection.checks._comment_hygiene.sheet import Sheet

_SHORTEST = 8
"""Letters and signs of which one line of a block has to have so many: braces are everywhere."""
_LINE = re.compile(r"\A\s{0,200}(?:#(?![!:#])|//(?![/!])|--|;|%) ?(?P<text>.*)")
_OPENS = re.compile(r"\A\s{0,200}(?:\{\s?/\*|/\*(?![*!])|<!--(?!\[|#))\s{0,8}(?P<text>.*)")
_CLOSES = re.compile(r"(?:\*/\s?\}|\*/|-->)\s{0,8}\Z")
_SAMPLE = re.compile(r"(?i)(?:sample|example|default|template|dist|tmpl)")
_TELLS = re.compile(
    r"[(=;<{]|\A(?:import|from|return|use|raise|throw|yield|await|include|require)\b|\A@\w|\A[a-z_]{2,40} :\w"
)
"""What a line has that does something, as against an entry of a list."""
_LETTERS = re.compile(r"[^\W_]")
_LEAST_LETTERS = 4
_SENTENCE = re.compile(r"\A(?:[A-Za-z][a-z']{1,20}[,;]? ){3,40}[A-Za-z][a-z']{1,20}[.:]?\s{0,4}\Z")


def all_dead_code(file: ChangedFile, sheet: Sheet, before: Sheet) -> list[DeadCode]:
    """What reads as code in the added comments, and what is known to have been code."""
    found = sheet.dead_code(file.added)
    held = {number for block in found for number in range(block.first, block.last + 1)}
    for block in ran_until_now(file, sheet, before):
        if held.isdisjoint(range(block.first, block.last + 1)):
            found.append(block)
    return sorted(found, key=lambda block: block.first)


def ran_until_now(file: ChangedFile, sheet: Sheet, before: Sheet) -> list[DeadCode]:
    """The blocks of added comments whose lines all stood in the file as code before the change.

    Proof is what the lines were, not what they look like, so that settings count too; a file that is
    handed out as a sample shows its settings in comments.
    """
    if (
        _SAMPLE.search(paths.without_address(file.path))
        or paths.is_doc(file.path)
        or not before.text
    ):
        return []
    gone = _Gone(file, sheet, before)
    return sorted((*gone.runs(), *gone.blocks()), key=lambda block: block.first)


class _Gone:
    """What was code in a file before, held against the comments that a change adds to it."""

    def __init__(self, file: ChangedFile, sheet: Sheet, before: Sheet) -> None:
        self.sheet = sheet
        self.added = dict(file.added)
        self.numbers = sorted(self.added)
        self.removed = {
            plain
            for number, text in file.removed
            if (plain := _plain(text)) and before.roles.code(number).strip()
        }
        self.before = before

    def runs(self) -> Iterator[DeadCode]:
        """Lines with a mark each, which the change took away without their marks."""
        run: list[int] = []
        for number in self.numbers if self.removed else ():
            text = self.bare(number)
            follows = bool(run) and number == run[-1] + 1
            if run and not follows:
                yield from self.judged(run)
                run = []
            if text is not None and (_plain(text) in self.removed or (follows and not text)):
                run.append(number)
            elif run:
                yield from self.judged(run)
                run = []
        yield from self.judged(run)

    def bare(self, number: int) -> str | None:
        """The comment on the line without its mark; None where it holds anything else."""
        match = _LINE.match(self.sheet.line(number)[:MAX_LINE])
        is_comment = match is not None and not self.sheet.roles.code(number).strip()
        return match["text"] if match is not None and is_comment else None

    def judged(self, run: list[int]) -> Iterator[DeadCode]:
        while run and not self.bare(run[-1]):
            run = run[:-1]
        texts = [self.bare(number) or "" for number in run]
        if any(map(_SENTENCE.match, map(str.strip, texts))) or not self.is_code(texts):
            return
        if len(run) == 1 and not self.is_gone(texts[0]):
            return
        if not introduces(said_above(run[0], self.sheet.lines, self.sheet.roles)):
            yield DeadCode(run[0], run[-1])

    def blocks(self) -> Iterator[DeadCode]:
        """Comments of several lines, of which only the marks have to be added."""
        code: frozenset[str] | None = None
        for first in self.numbers:
            opening = _OPENS.match(self.sheet.line(first)[:MAX_LINE])
            if opening is None or self.sheet.roles.is_string(first):
                continue
            last = self.closing(first, opening["text"])
            if last not in self.added:
                continue
            if last == first:
                inside = [_CLOSES.sub("", opening["text"]).rstrip()]
            else:
                inside = [opening["text"], *self.sheet.lines[first : last - 1]]
                inside.append(_CLOSES.sub("", self.sheet.line(last)).rstrip())
            code = self.code() if code is None else code
            filled = [text for text in inside if text.strip()]
            if last == first and not self.is_gone(inside[0]):
                continue
            if all(_plain(text) in code for text in filled) and self.is_code(filled):
                marks = sum(not inside[place].strip() for place in (0, -1))
                if not introduces(said_above(first, self.sheet.lines, self.sheet.roles)):
                    yield DeadCode(first, last, marks=marks, is_block=True)

    def closing(self, first: int, opened: str) -> int:
        """The line that ends the comment and holds nothing after it; 0 without one near."""
        if any(mark in opened for mark in ("*/", "-->")):
            return first if _ends_once(opened) else 0
        for number in range(first + 1, first + MOST_LINES):
            text = self.sheet.line(number)
            if "*/" in text or "-->" in text:
                return number if _CLOSES.search(text) else 0
        return 0

    def is_code(self, texts: Sequence[str]) -> bool:
        """Whether one of the lines says something, and not all is only to print.

        Of a program one line is enough; a single setting that is switched is a matter of taste.
        """
        filled = [text.strip() for text in texts if text.strip()]
        telling = [
            text for text in filled if len(_LETTERS.findall(text[:MAX_LINE])) >= _LEAST_LETTERS
        ]
        least = LEAST_LINES
        if is_program(self.sheet.language) and all(map(_TELLS.search, filled)):
            least = 1
        return (
            len(filled) >= least
            and any(len(text) >= _SHORTEST for text in telling)
            and not only_prints(filled)
        )

    def is_gone(self, text: str) -> bool:
        """Whether a line of code left the file, so that the comment is no heading of one that stays."""
        plain = _plain(text)
        return plain in self.removed and _count(self.before, plain) > _count(self.sheet, plain)

    def code(self) -> frozenset[str]:
        """Every line of the file before that was no comment."""
        lines = enumerate(self.before.lines, start=1)
        return frozenset(
            plain
            for number, text in lines
            if (plain := _plain(text[:MAX_LINE])) and self.before.roles.code(number).strip()
        )


def _ends_once(opened: str) -> bool:
    """Whether a comment ends on the line that opens it, with nothing behind it."""
    return opened.count("*/") + opened.count("-->") == 1 and _CLOSES.search(opened) is not None


def _count(sheet: Sheet, plain: str) -> int:
    """On how many lines of the file this is code."""
    return sum(
        _plain(text) == plain and bool(sheet.roles.code(number).strip())
        for number, text in enumerate(sheet.lines, start=1)
    )


def _plain(line: str) -> str:
    return "".join(line.split())
