"""What a changed function leaves of an example, told with the line of the example that stays."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from postil.domain import paths
from postil.domain.change import Change, ChangedFile, Side
from postil.domain.finding import Quote
from postil.inspection.checks._data_shape.captions import are_one, is_over_form
from postil.inspection.checks._data_shape.examples import Example, Examples, needles
from postil.inspection.checks._data_shape.headings import heading_on
from postil.inspection.checks._data_shape.leftovers import Leftover, leftovers, touches
from postil.inspection.checks._data_shape.patterns import Unreadable
from postil.inspection.checks._data_shape.steps import Step, Steps, Use, remains
from postil.inspection.checks._data_shape.strips import CUTS
from postil.ports import Hits, Tree
from postil.syntax import definitions, supports

_WORTH = re.compile(
    r"replace|sub\(|Replace|removeprefix|Trim(?:Pre|Suf)fix|_prefix|_suffix|compile|Regex|RegExp|Pattern"
    r"|\bsed\b|\bawk\b|\bgrep\b|starts_?[wW]ith|StartsWith|start_with|HasPrefix|\.match|=~|[=(\s]/\S|=\s?(?:r?[\"'`@~]|%r)"
    r"|\A\s{0,40}[rR@]?[\"'`][^\n]{0,200}\\[\[\](){sSwWdb.*+?]"
)
_LOOPS = re.compile(r"[sS]tarts?_?[wW]ith|strip_prefix|HasPrefix|/\^")
_OPAQUE = re.compile(
    r"\[[\w\s+-]{0,30}:[\w\s+-]{0,30}\](?!\s?[=:])|\.slice\(|\.substring\(|lastIndexOf|rfind\(|rindex\(|\.splice\(|drop\(|\.skip\("
)
_MOST_FUNCTIONS = 20
_MOST_FILES = 200
_MOST_USES = 120
_SHORTEST_HEADING = 4
_FENCED = '```json\n{\n  "a": 1\n}\n```'
_USUAL = (
    _FENCED,
    f"Here it is.\n\n{_FENCED}\n\nDone.",
    "```\na\nb\n```",
    "---\ntitle: One\ntags: [a]\n---\n\nText.\n",
    "+++\ntitle = 'One'\n+++\n\nText.\n",
    "Yes.\n\nOn Tue, 4 Mar 2025 at 09:12, Ann Lee <ann@example.org> wrote:\n> One.\n> Two.\n",
    "<details>\n<summary>Log</summary>\n\n```text\na\n```\n\n</details>\n",
    "<details><summary>Log</summary>\n\n```log\na\n```\n\n</details>\n\nText.\n",
    "| Name | Age |\n| --- | --- |\n| Ann | 4 |\n| Bob | 5 |\n",
    "<think>\nWhy.\n</think>\n\nText.\n",
    "# One\n\n[![Build](https://a.example/b.svg)](https://a.example/b)\n\nText.\n",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
)
"""Structures as everybody writes them; they count for what the old code took and the new leaves."""
_ALIKE = (
    "Text.\n\n<details>\n<summary>Log</summary>\n\na\n\n</details>\n",
    "Text.\n\n<details><summary>Log</summary>\n\na\n\n</details>\n",
    "Text.\n\n| Name | Age |\n|---|---|\n| Ann | 4 |\n| Bob | 5 |\n\nText.\n",
    "Text.\n\n| Name | Age |\n| --- | --- |\n| Ann | 4 |\n| Bob | 5 |\n\nText.\n",
)
_MAIL = ("Yes.\n\nOn Tue, 4 Mar 2025 at 09:12, Ann Lee <ann@example.org> wrote:\n> One.\n> Two.\n",)
"""What is never written without the part that stays counts for new code as well, as a question."""
_OF_STRUCTURE = re.compile(
    r"[<>#`|]|\\\[\\\^|[A-Za-z]{3}|-{2}|={3}|\*{2}|~{3}|\]\\?\(|!\\?\[|\\-\\-|\^\W{0,3}[-*+]"
)
"""One of these stands in what takes a part of a structure out; a slash or a dot goes out of any text."""
_INTRODUCES = re.compile(
    r"wrote|writes|schrieb|écrit|escribi|scritto|escreveu|skrev|napisa|Original|attribution",
    re.IGNORECASE,
)
_OF_MAIL = re.compile(
    r"e?mails?\b|[a-z]Mail|Mail[A-Z]|inbox|imap|smtp|\brepl(?:y|ies)\b|Reply", re.IGNORECASE
)


@dataclass(frozen=True, kw_only=True)
class Function:
    """A function whose steps the change touches: as it was and as it is; `cuts` when it also cuts."""

    file: ChangedFile
    name: str
    steps: list[Step]
    before: list[Step]
    others: list[Step]
    uses: list[Use]
    used: list[Use]
    place: int
    cuts: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Orphan:
    """What stays: the lines that show it, and how it is called."""

    function: Function
    noun: str
    row: str
    taken: str
    quotes: tuple[Quote, ...]
    is_doubled: bool


@dataclass(frozen=True)
class Orphans:
    change: Change
    head: Tree
    base: Tree

    @cached_property
    def functions(self) -> list[Function]:
        worth = islice((file for file in self.change.files if self.is_worth(file)), _MOST_FILES)
        return list(
            islice((each for file in worth for each in self._changed(file)), _MOST_FUNCTIONS)
        )

    @property
    def needles(self) -> frozenset[str]:
        looping = [
            file.path
            for file in self.change.files
            if self.is_worth(file) and any(_LOOPS.search(text) for _, text in file.added)
        ]
        found = [(each.name, each.file.path) for each in self.functions]
        found += [("", path) for path in looping]
        return frozenset(word for name, path in found for word in needles(name, path))

    @staticmethod
    def is_worth(file: ChangedFile) -> bool:
        if not supports(file.path) or paths.is_test(file.path) or paths.is_vendored(file.path):
            return False
        return any(_WORTH.search(text) for _, text in (*file.added, *file.removed))

    def _changed(self, file: ChangedFile) -> Iterator[Function]:
        head = Steps(file.path, self.head.read(file.path) or "")
        if not head.all:
            return
        old_path = file.old_path or ""
        base = Steps(old_path, self.base.read(old_path) or "" if old_path else "")
        moved = {text.strip() for other in self.change.files for _, text in other.removed}
        seen: set[tuple[int, int]] = set()
        for step in head.all:
            name, first, last = _region(head, step.line)
            if (first, last) in seen:
                continue
            seen.add((first, last))
            steps, there = head.within(first, last), _named(base, name)
            if not any(_OF_STRUCTURE.search(each.spelled) for each in steps):
                continue
            before = base.within(*there) if there else []
            if {each.key for each in steps} == {each.key for each in before}:
                continue
            place = _place(file, steps)
            body = "\n".join(head.source.lines[first - 1 : last])
            if not place or _OPAQUE.search(body):
                continue
            if not before and not there and head.source.lines[place - 1].strip() in moved:
                continue
            yield Function(
                file=file,
                name=name,
                steps=steps,
                before=before,
                cuts=CUTS.search(body) is not None,
                others=[each for each in head.all if not first <= each.line <= last],
                uses=list(head.uses(first, last))[:_MOST_USES],
                used=list(base.uses(*there))[:_MOST_USES] if there else [],
                place=place,
            )

    def found(self, hits: Mapping[str, Hits]) -> Iterator[Orphan]:
        examples = Examples(self.change, self.head, hits)
        for function in self.functions:
            orphan = self._shown(function, examples.of(function.file.path, function.name))
            orphan = orphan or self._usual(function) or self._alike(function)
            if orphan is not None:
                yield orphan

    def _shown(self, function: Function, examples: list[Example]) -> Orphan | None:
        """What stays of an example, the plainest first."""
        weak: Orphan | None = None
        patterns = [step.spelled for step in function.steps]
        for example in examples:
            for left in _new(function, example.text):
                again = self._written_again(example, left) if left.is_weak else None
                rows = example.text.split("\n")
                is_wrong = not left.is_weak or is_over_form(
                    rows[left.line], rows[left.taken], patterns
                )
                if again is None and not is_wrong:
                    continue
                orphan = self._told(function, example, left, again)
                if not left.is_weak:
                    return orphan
                weak = weak or orphan
        return weak

    def _told(
        self, function: Function, example: Example, left: Leftover, again: Quote | None
    ) -> Orphan:
        rows = example.text.split("\n")
        place = example.lines[min(left.line, len(example.lines) - 1)]
        text = (self.head.read(example.path) or "").split("\n")[place - 1]
        lost = _lost(function, example.text, left.line)
        quotes = [
            self._here(function),
            lost,
            Quote(path=example.path, text=text, line=place),
            again,
        ]
        return Orphan(
            function=function,
            noun=left.noun,
            row=left.rest or rows[left.line],
            taken=rows[left.taken] if not left.rest else "",
            quotes=tuple(quote for quote in quotes if quote is not None),
            is_doubled=again is not None,
        )

    def _usual(self, function: Function) -> Orphan | None:
        for text in _USUAL if not function.cuts else ():
            for left in _new(function, text):
                lost = _lost(function, text, left.line)
                if left.is_weak or lost is None:
                    continue
                rows = text.split("\n")
                return Orphan(
                    function=function,
                    noun=left.noun,
                    row=left.rest or (rows[left.line] if rows[left.line][0] in "`-+" else ""),
                    taken="",
                    quotes=(self._here(function), lost),
                    is_doubled=False,
                )
        return None

    def _alike(self, function: Function) -> Orphan | None:
        """What new code leaves of what is never written without the part that stays."""
        places = {place for each in function.steps for place in (each.line, each.defined)}
        if function.cuts or not function.file.added_numbers & places & {function.place}:
            return None
        written = self.head.read(function.file.path) or ""
        is_of_mail = bool(
            _OF_MAIL.search(self._words_of(function)) and not _INTRODUCES.search(written)
        )
        for text in (*_ALIKE, *(_MAIL if is_of_mail else ())):
            for left in _new(function, text):
                row = text.split("\n")[left.line]
                is_header = left.noun == "header of the table" and "-" not in row
                if left.is_weak or is_header:
                    continue
                return Orphan(
                    function=function,
                    noun=left.noun,
                    row=row if left.noun != "attribution" else "",
                    taken="",
                    quotes=(self._here(function),),
                    is_doubled=False,
                )
        return None

    def _words_of(self, function: Function) -> str:
        path = function.file.path
        lines = (self.head.read(path) or "").split("\n")
        near = lines[max(0, function.place - 12) : function.place + 4]
        return "\n".join((path.rpartition("/")[2], function.name, *(line[:300] for line in near)))

    def _here(self, function: Function) -> Quote:
        path = function.file.path
        text = (self.head.read(path) or "").split("\n")[function.place - 1]
        return Quote(path=path, text=text, line=function.place)

    def _written_again(self, example: Example, left: Leftover) -> Quote | None:
        """The line that the change adds and that writes the same heading."""
        words = example.text.split("\n")[left.line].strip().lstrip("#").strip()
        if len(words) < _SHORTEST_HEADING:
            return None
        wanted = re.compile(rf"(?:#\s|<h\d[^>\n]{{0,80}}>|[\"'`]){re.escape(words)}\b")
        for file in self.change.files:
            if supports(file.path) and not paths.is_test(file.path):
                for number, text in file.added:
                    written = heading_on(text[:2_000], is_text=False)
                    if wanted.search(text[:2_000]) or are_one(written, words):
                        return Quote(path=file.path, text=text, line=number)
        return None


def _region(steps: Steps, line: int) -> tuple[str, int, int]:
    """The function around a line; the whole file for a script and for what stands in none."""
    name, body = steps.source.function(line)
    if name and paths.language_of(steps.path) != "bash":
        return name, body[0][0], body[-1][0]
    return "", 1, len(steps.source.lines)


def _named(steps: Steps, name: str) -> tuple[int, int] | None:
    """Where the base has that function."""
    if not steps.text:
        return None
    if not name:
        return 1, len(steps.source.lines)
    found = [each for each in definitions(steps.path, steps.text) if each.name == name]
    return (found[0].line, found[0].end_line) if found else None


def _place(file: ChangedFile, steps: list[Step]) -> int:
    """The line of a step, or of its pattern, that the change adds; else the first step's."""
    for step in steps:
        for line in (step.line, step.defined):
            if line in file.added_numbers:
                return line
    return steps[0].line if steps and file.removed else 0


def _new(function: Function, text: str) -> list[Leftover]:
    """What the function leaves of a text, did not leave before, and does not see to elsewhere."""
    try:
        before = {left.line for left in leftovers(function.before, text)}
        found = [left for left in leftovers(function.steps, text) if left.line not in before]
        found = [left for left in found if _stays(function, text, left)]
    except Unreadable:
        return []
    taken = {step.spelled for step in function.steps}
    others = [use for use in function.uses if use.spelled not in taken]
    kept = [left for left in found if not any(_is_about(use, text, left.line) for use in others)]
    return sorted(kept, key=lambda left: left.is_weak)


def _stays(function: Function, text: str, left: Leftover) -> bool:
    """Whether a line is still there after what the rest of the file takes out."""
    kept, line = remains([*function.steps, *function.others[:_MOST_USES]], text), left.line
    if left.at:
        return all(kept[place] for place in left.at)
    begin = sum(len(row) + 1 for row in text.split("\n")[:line])
    return all(kept[begin : text.find("\n", begin) if "\n" in text[begin:] else len(text)])


def _is_about(use: Use, text: str, line: int) -> bool:
    """Whether code has to do with a line; what cannot be read may have."""
    try:
        return touches(use.spelled, use.marks, text, line, is_pattern=use.is_pattern)
    except Unreadable:
        return True


def _lost(function: Function, text: str, line: int) -> Quote | None:
    """The removed line that took what now stays."""
    removed = dict(function.file.removed)
    for use in function.used:
        if use.line not in removed:
            continue
        try:
            is_it = touches(use.spelled, use.marks, text, line, is_pattern=use.is_pattern)
        except Unreadable:
            continue
        if is_it:
            path = function.file.old_path or ""
            return Quote(path=path, text=removed[use.line], side=Side.OLD, line=use.line)
    return None
