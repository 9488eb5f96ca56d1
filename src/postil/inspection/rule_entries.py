"""The paragraphs and list entries of a rule book, each with the headings and lists it stands under."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from postil.inspection.documents import Part, parts_of
from postil.inspection.rule_tables import Tables

_LONGEST_ENTRY = 4_000
_HEADING = re.compile(r"\A\s{0,3}(#{1,6})\s(.{0,300})")
_ENTRY = re.compile(r"\A(\s{0,40})(?:[-*+]|\d{1,3}[.)])\s{1,8}")
_UNDERLINE = re.compile(r"\A\s{0,3}(?:={3,}|-{3,}|\*{3,})\s{0,8}\Z")
_TICKED = re.compile(r"(`{1,2})([^`\n]{1,200})\1")
_SENTENCE = re.compile(r"(?<!e\.g)(?<!i\.e)(?<!etc)(?<!\bvs)[.!?;]\*{0,2}\s{1,4}(?=[\w*`(_\"'])")


@dataclass
class Entry:
    """A paragraph or a list entry, its lines joined, with the place each line begins at."""

    line: int
    indent: int
    is_listed: bool
    headings: tuple[str, ...]
    leads: tuple[str, ...]
    text: str = ""
    starts: list[int] = field(default_factory=list)

    def take(self, line: str) -> None:
        piece = line.strip()[: _LONGEST_ENTRY - 1]
        if len(self.text) + len(piece) < _LONGEST_ENTRY:
            self.starts.append(len(self.text) + bool(self.text))
            self.text = f"{self.text} {piece}" if self.text else piece

    def sentences(self) -> Iterator[tuple[int, int, str]]:
        """First line, last line and text of each sentence."""
        masked = _TICKED.sub(lambda match: "`" * len(match[0]), self.text)
        position = 0
        ends = [match.end() for match in _SENTENCE.finditer(masked)]
        for end in (*ends, len(masked)):
            sentence = self.text[position:end].strip()
            if sentence:
                yield self._line(position), self._line(end - 1), sentence
            position = end

    def _line(self, position: int) -> int:
        return self.line + sum(start <= position for start in self.starts) - 1


def entries(book: str, lines: Sequence[str]) -> Iterator[Entry]:
    """The paragraphs and list entries of a book in order, code blocks left out."""
    reading = _Reading()
    for number, (line, part) in enumerate(zip(lines, parts_of(book, lines), strict=True), 1):
        done = reading.take(number, line if part is Part.PROSE else "")
        if done is not None:
            yield done
    if reading.current is not None:
        yield reading.current


@dataclass
class _Reading:
    """Where in the book we are: below which headings, in which list, in which entry."""

    headings: list[tuple[int, str]] = field(default_factory=list)
    lists: list[tuple[int, str]] = field(default_factory=list)
    current: Entry | None = None
    tables: Tables = field(default_factory=Tables)

    def take(self, number: int, line: str) -> Entry | None:
        """The entry that this line ends, if it ends one."""
        row = self.tables.sentence(line)
        line = row or line
        heading, entry = _HEADING.match(line), _ENTRY.match(line)
        blank = not line.strip() or _UNDERLINE.match(line) is not None
        if self.current is not None and not (
            heading or entry or blank or row or line.lstrip()[0] in "|<"
        ):
            self.current.take(line)
            return None
        done, self.current = self.current, None
        if done is not None:
            self._leave(done)
        if heading:
            self._enter(len(heading[1]), heading[2].strip())
        elif not blank and not line.lstrip().startswith("<!--"):
            self._open(number, line, entry)
        return done

    def _enter(self, level: int, text: str) -> None:
        self.headings = [above for above in self.headings if above[0] < level]
        self.headings.append((level, text))
        self.lists = []

    def _open(self, number: int, line: str, entry: re.Match[str] | None) -> None:
        indent = len(line) - len(line.lstrip())
        is_listed = entry is not None
        depth = indent if is_listed else indent - 1
        self.lists = [above for above in self.lists if above[0] < depth]
        self.current = Entry(
            line=number,
            indent=indent,
            is_listed=is_listed,
            headings=tuple(text for level, text in self.headings if level > 1),
            leads=tuple(text for _, text in self.lists),
        )
        self.current.take(line[entry.end() :] if entry else line)

    def _leave(self, done: Entry) -> None:
        """What follows an entry may stand below it: a deeper list, or the list a colon announces."""
        if done.is_listed:
            self.lists.append((done.indent, done.text))
        elif done.text.rstrip("*_ ").endswith(":"):
            self.lists = [above for above in self.lists if above[0] < done.indent]
            self.lists.append((done.indent - 1, done.text))
