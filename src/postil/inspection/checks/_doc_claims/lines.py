"""The added lines of documents, comments and docstrings that may claim something."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from postil.domain import paths
from postil.domain.change import Change, ChangedFile, FileStatus
from postil.inspection.arrivals import comes_with_others, is_brought_in
from postil.inspection.checks._doc_claims.brought import brings
from postil.inspection.checks._doc_claims.samples import (
    is_comment_of_sample,
    is_label,
    is_of_reader,
    is_shown,
    opens_sample,
)
from postil.inspection.documents import LONGEST_LINE, Part, paragraph, parts_of
from postil.inspection.line_roles import LineRoles, can_tell
from postil.ports import Tree

_HISTORY = re.compile(
    r"(?:^|[/_.-])(?:migrat\w*|upgrad\w*|deprecat\w*|breaking\w*|archive\w*|adrs?|rfcs?|decisions?"
    r"|release[_-]?notes?|releases?|whats?[_-]?new|blog|posts|news|proposals?|design[_-]\d+|slices?|dispatch(?:es)?|qa[_-]run|learnings|handoffs?|retros?|postmortems?|plans?"
    r"|roadmap|history|changes|changelog\.d|news-?fragments?|minutes|meetings?|journal|\d{4}-\d{2}-\d{2}|licen[cs]es?|templates?|examples?|samples?|i18n|locales?)(?:[/_.-]|$)",
    re.IGNORECASE,
)
_OF_WORK = re.compile(
    r"(?:^|[/_.-])(?:plans?|slices?|dispatch(?:es)?|qa[_-]run|learnings|handoffs?|retros?)(?:[/_.-]|$)",
    re.IGNORECASE,
)
"""Notes about a piece of work, which name the commits of its branch."""
_MARKS = re.compile(
    r"`|\w/[\w.]|\]\(|\[\*?[A-Z]\w{2,80}[\].]|--\w|\b[0-9a-f]{7}|[{@]@?(?:link|see|code)|cref=|<c(?:ode)?>|\A\s{0,40}(?:\.\. |::: |import \{|(?:>>> )?from [a-z])|require\(|[A-Z]_[A-Z0-9]{1,40}="
)
_DOCSTRING = re.compile(r"\A\s{0,80}[rRuU]?(?:\"\"\"|''')")
_LEADER = re.compile(r"\A\s{0,200}(?:/\*+|\*+/?|//+!?|#+|--|;+)?\s{0,40}")
_LISTED = re.compile(r"(?: {4,16}|\t{1,4})(?:#|//) ?[\w.-]{1,80}(?:/[\w.-]{1,80}){0,10}\s{0,4}\Z")
"""Heads a listing that is set in, with the file of the reader's that it shows."""
_COMMAND = re.compile(
    r"\A\s{0,16}(?:[$>] )?[\w./-]{2,60} [^\n]{0,400}(?<!\S)--[a-z]|\A\s{0,16}(?:[$>] )?(?:export )?[A-Z]{2,40}_\w{1,80}="
)
"""A command line or a variable that is set, as examples without a language show them too."""
_REACH = 200
_FIRST_LINES = 400
_NEAR = 4


@dataclass(frozen=True)
class Statement:
    """One added line, the words in it that people read, and the paragraph around it."""

    path: str
    line: int
    text: str
    words: str
    around: str
    part: Part
    above: tuple[str, ...] = ()

    @property
    def place(self) -> tuple[str, int]:
        return (self.path, self.line)

    @property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]


def statements(change: Change, head: Tree) -> Iterator[Statement]:
    for file in _written(change):
        if is_left_alone(file.path):
            continue
        if paths.is_doc(file.path):
            yield from _in_document(file, head)
        elif can_tell(paths.language_of(file.path)):
            yield from _in_comments(file, head)


def told_of_other_times(change: Change, head: Tree) -> Iterator[Statement]:
    """What change logs, release notes and the like say, which may name what is not there any more."""
    for file in _written(change):
        path = file.path
        if not paths.is_doc(path) or _is_nobodys(path) or _OF_WORK.search(path[:LONGEST_LINE]):
            continue
        if is_left_alone(path):
            yield from _in_document(file, head)


def _written(change: Change) -> Iterator[ChangedFile]:
    for file in change.files:
        gone = file.status is FileStatus.DELETED or not file.added
        if not gone and not comes_with_others(change, file):
            yield file


def is_left_alone(path: str) -> bool:
    """Whether nobody writes this file by hand, or it speaks of other times or other projects."""
    return (
        is_unread(path) or _HISTORY.search(paths.without_address(path[:LONGEST_LINE])) is not None
    )


def is_unread(path: str) -> bool:
    """Whether nobody writes this file by hand, or nobody goes by what it says."""
    return _is_nobodys(path) or paths.is_changelog(path)


def _is_nobodys(path: str) -> bool:
    return (
        paths.is_lockfile(path)
        or paths.is_vendored(path)
        or paths.is_generated(path)
        or paths.is_minified(path)
        or paths.is_test(path)
    )


def is_read_as_code(change: Change, file: ChangedFile) -> bool:
    """Whether the change touches a file that people of the project write, with its comments."""
    return (
        file.status is not FileStatus.DELETED
        and bool(file.added or file.removed)
        and not is_unread(file.path)
        and not is_brought_in(change, file)
    )


def text_as_written(file: ChangedFile, head: Tree) -> str:
    """A file as it is; empty where its first lines say that a program made it."""
    text = head.read(file.path) or ""
    made = paths.is_generated(file.path, text.split("\n", _FIRST_LINES)[:_FIRST_LINES])
    return "" if made else text


def text_before(file: ChangedFile, base: Tree) -> str:
    """A file as it was; empty where the change brings it."""
    if file.status is FileStatus.ADDED:
        return ""
    return base.read(file.old_path or file.path) or ""


def _in_document(file: ChangedFile, head: Tree) -> Iterator[Statement]:
    lines = (head.read(file.path) or "").split("\n")
    numbers = (number for number, _ in file.added if number <= len(lines))
    return said_in(file.path, lines, numbers)


def said_in(path: str, lines: Sequence[str], numbers: Iterable[int]) -> Iterator[Statement]:
    """What those lines of a document may claim."""
    parts = parts_of(path, lines)
    for number in numbers:
        text = lines[number - 1]
        if not _may_claim(text) or _LISTED.match(text):
            continue
        is_code = parts[number - 1] is Part.CODE
        if is_code and _COMMAND.match(text) is None and not brings(text):
            continue
        if is_of_reader(path, lines, number - 1, parts):
            continue
        yield Statement(
            path=path,
            line=number,
            text=text,
            words=text,
            around=paragraph(lines, number - 1),
            part=parts[number - 1],
            above=tuple(lines[max(0, number - 16) : number - 1]),
        )


def _in_comments(file: ChangedFile, head: Tree) -> Iterator[Statement]:
    text = head.read(file.path) or ""
    roles = LineRoles(text, paths.language_of(file.path) or "")
    lines: list[str] = []
    for number, added in file.added:
        if not _may_claim(added):
            continue
        lines = lines or text.split("\n")
        words = roles.comment(number)
        if words and (_is_sample(roles, number) or _heads_sample(roles, number)):
            continue
        around = _comment_around(roles, number, len(lines)) if words else ""
        if not words and roles.language == "python":
            top = _docstring(lines, number - 1, roles)
            if top is None or is_shown(lines[top:number]):
                continue
            words, around = added, paragraph(lines, number - 1)
        if words:
            yield Statement(
                path=file.path,
                line=number,
                text=added,
                words=words,
                around=around,
                part=Part.PROSE,
            )


def _comment_around(roles: LineRoles, number: int, count: int) -> str:
    """The paragraph of a comment, whose lines may each begin with a mark that opens a list elsewhere."""
    first, last = max(1, number - _NEAR), min(count, number + _NEAR)
    said = [roles.comment(line)[:LONGEST_LINE] for line in range(first, last + 1)]
    return paragraph([_bare(text) for text in said], number - first)


def _is_sample(roles: LineRoles, number: int) -> bool:
    """Whether a line of a comment lies between fences: it shows code of the reader's."""
    fences = 0
    for line in range(number - 1, max(0, number - _REACH), -1):
        said = roles.comment(line)
        if not said:
            break
        fences += opens_sample(_bare(said))
    return fences % 2 == 1 or is_comment_of_sample(_bare(roles.comment(number)))


def _heads_sample(roles: LineRoles, number: int) -> bool:
    """Whether a line of a comment names a file and nothing else, above code of the reader's."""
    if not is_label(_bare(roles.comment(number))):
        return False
    below = [_bare(roles.comment(number + by)) for by in (1, 2)]
    return opens_sample(below[0] or below[1])


def _bare(said: str) -> str:
    """The words of a comment without the mark before them."""
    return _LEADER.sub("", said[:LONGEST_LINE])


def _may_claim(text: str) -> bool:
    return len(text) <= LONGEST_LINE and _MARKS.search(text) is not None


def _docstring(lines: Sequence[str], index: int, roles: LineRoles) -> int | None:
    """Where the string begins that opens a module, class or function and holds the line."""
    top = index
    while top > max(0, index - _REACH) and roles.is_string(top + 1):
        top -= 1
    if top >= len(lines) or _DOCSTRING.match(lines[top][:LONGEST_LINE]) is None:
        return None
    before = next((line for line in reversed(lines[:top]) if line.strip()), ":")
    return top if before.rstrip().endswith(":") else None
