"""Lines of a document that show the reader something to copy or to do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from postil.inspection.checks._rule_vs_example_rules import Rule, Sentence
from postil.inspection.documents import LONGEST_LINE, Part, paragraph, parts_of

_WRONG = re.compile(
    r"❌|✗|✘|🚫|👎|\b(?:wrong|bad|don['’]?ts?|do not|does not|avoid|never|incorrect|anti-?patterns?|before|old"
    r"|not|fail(?:s|ed|ing)?|broken|instead|rather|legacy|migrat\w*|deprecat\w*|forbid\w*|prohibit\w*|error"
    r"|invalid|previous(?:ly)?|no longer|unsafe|must ?n['’]t|shouldn['’]t|can['’]?t|cannot|won['’]t"
    r"|except|unless|exception|violat\w*|replac\w*|equivalent|same as)\b",
    re.IGNORECASE,
)
_HEADING = re.compile(r"\A(#{1,6})\s")
_UNDERLINE = re.compile(r"\A(?:={3,}|-{3,}|~{3,}|\^{3,}|\"{3,})\s*\Z")
_ENTRY = re.compile(r"\A\s{0,40}(?:[-*+]|\d{1,3}[.)])\s")
_RULES = re.compile(
    r"\b(?:rules?|must|always|never|conventions?|guidelines?|notes?)\b", re.IGNORECASE
)
_TELLS = re.compile(
    r"\b(?:run|use|execute|call|type|invoke|enter|start|try|do|running|with|via)\s(?:the\s)?`{1,2}([^`\n]{2,200})`",
    re.IGNORECASE,
)
_COMMANDS = re.compile(r"&&|\|\||;|\|")
_PROMPT = re.compile(r"\A\s*(?:[$%>]\s|(?:sudo|time|env|command|exec)\s|\w{1,40}=\S{0,100}\s)")
_MOVES = re.compile(r"\b(?:cd|pushd)\s|\s(?:--dir|--prefix|--cwd|-C|--filter|--workspace|-w)[\s=]")
_GLOBAL = re.compile(r"\s(?:-g|--global)(?=\s|\Z)")
_COMMENT = re.compile(r"\A\s*(?:#|//|--|/\*|\*|<!--)\s?")
_CHANGES_OVER = re.compile(
    r"\b(?:switch(?:ing)?|mov(?:e|ing)|com(?:e|ing)|port(?:ing)?|convert(?:ing)?) (?:over )?from\b"
    r"|\b(?:vs|versus|compar\w{1,10}|differences?)\b",
    re.IGNORECASE,
)
"""Headings over what somebody else's thing and ours look like."""
_REACH = 4
_FAR = 100
"""So far from an example its counterpart is looked for."""
_LONGEST_LIST = 300
"""So far above an entry the sentence that introduces its list is looked for."""


@dataclass(frozen=True)
class Document:
    """One document at head and what its lines show."""

    path: str
    text: str

    @cached_property
    def lines(self) -> list[str]:
        return [line[:LONGEST_LINE] for line in self.text.split("\n")]

    @cached_property
    def parts(self) -> list[Part]:
        return parts_of(self.path, self.lines)

    def offenders(self, rule: Rule, *, skip: frozenset[int]) -> Iterator[int]:
        """The numbers of lines that show what the rule forbids and are not marked as wrong."""
        for index, line in enumerate(self.lines):
            if rule.forbidden.partition("(")[0] not in line or index + 1 in skip:
                continue
            shown = self._shown(index)
            if any(_breaks(rule, text, self.parts[index]) for text in shown) and not (
                self._is_marked(index)
                or self._is_kept(rule, index)
                or self._is_compared(rule, index)
            ):
                yield index + 1

    def _shown(self, index: int) -> list[str]:
        if self.parts[index] is Part.PROSE:
            return _TELLS.findall(self.lines[index])
        line = self.lines[index]
        return [] if _COMMENT.match(line) or line.lstrip().startswith(("- ", "-\t")) else [line]

    def _is_marked(self, index: int) -> bool:
        """Whether the line, what is right above it, or its heading says that it is wrong."""
        if self.parts[index] is Part.PROSE:
            return _warns(paragraph(self.lines, index)) or _warns(self._heading(index))
        first = index
        while first > 0 and self.parts[first - 1] is not Part.PROSE:
            first -= 1
        near = self.lines[max(first, index - _REACH) : index]
        said = [line for line in near if _COMMENT.match(line)]
        trailing = self.lines[index].partition(" #")[2] + self.lines[index].partition("//")[2]
        opening = self.lines[first]
        introduction = self._above(first)
        return any(
            _warns(text) for text in (*said, trailing, opening, introduction, self._heading(index))
        )

    def _is_compared(self, rule: Rule, index: int) -> bool:
        """Whether what is advised stands right beside it in the code, or elsewhere in a section
        about the change from one to the other.

        A rule about words or commands is no such thing: those follow each other in any case.
        """
        if not (rule.is_advice and rule.prescribed.endswith(")") and rule.forbidden.endswith(")")):
            return False
        if self.parts[index] is not Part.CODE:
            return False
        _, dot, called = rule.prescribed.partition("(")[0].rpartition(".")
        section = self.reach(index + 1)
        far = _FAR if _CHANGES_OVER.search(self._heading(index)) else 1
        around = range(max(section.start - 1, index - far), min(section.stop - 1, index + far + 1))
        # The library may go by a shorter name in the code.
        return any(
            self.parts[at] is Part.CODE and f"{dot}{called}(" in self.lines[at]
            for at in around
            if at != index
        )

    def _above(self, index: int) -> str:
        """The paragraph that leads to a block; a rule stated there is no introduction."""
        at = index - 1
        while at >= 0 and not self.lines[at].strip():
            at -= 1
        if at < 0 or not self.lines[at].rstrip().endswith(":"):
            return ""
        return paragraph(self.lines, at)

    @cached_property
    def _headings(self) -> list[tuple[int, int]]:
        """Index and level of each heading; underlined ones rank by the order of their marks."""
        found: list[tuple[int, int]] = []
        marks: list[str] = []
        for index, line in enumerate(self.lines):
            if self.parts[index] is not Part.PROSE:
                continue
            match = _HEADING.match(line)
            if match:
                found.append((index, len(match[1])))
            elif index and self.lines[index - 1].strip() and _UNDERLINE.match(line):
                if line[0] not in marks:
                    marks.append(line[0])
                found.append((index - 1, marks.index(line[0]) + 1))
        return found

    def _heading(self, index: int) -> str:
        above = [at for at, _ in self._headings if at <= index]
        return self.lines[above[-1]] if above else ""

    def reach(self, line: int) -> range:
        """The numbers of the lines that the section around a line holds, its parts included."""
        level, first, last = 0, 1, len(self.lines)
        for index, rank in self._headings:
            if index + 1 <= line:
                level, first = rank, index + 1
            elif rank <= level:
                last = index
                break
        return range(first, last + 1)

    def sentence(self, line: int) -> Sentence:
        """A line of prose in its paragraph; an entry belongs to what introduces its list."""
        text = self.lines[line - 1]
        before, _, after = paragraph(self.lines, line - 1).partition(text)
        return Sentence(text, before.strip(), after.strip())

    def is_scoped_list(self, line: int) -> bool:
        """Whether the line is an entry of a list that a sentence with a colon introduces."""
        at = line - 1
        if not _ENTRY.match(self.lines[at]):
            return False
        first = max(0, at - _LONGEST_LIST)
        while at >= first and (
            not self.lines[at].strip() or _ENTRY.match(self.lines[at]) or self.lines[at][0] == " "
        ):
            at -= 1
        return (
            at >= first
            and self.lines[at].rstrip().endswith(":")
            and not _RULES.search(self.lines[at])
        )

    def _is_kept(self, rule: Rule, index: int) -> bool:
        """Whether a rule about the root is kept because the commands go to a folder first."""
        if not rule.in_root:
            return False
        above: Sequence[str] = self.lines[max(0, index - 2 * _REACH) : index + 1]
        return any(_MOVES.search(line) for line in above)


def _warns(text: str) -> bool:
    return _WRONG.search(text) is not None


def _breaks(rule: Rule, text: str, part: Part) -> bool:
    if _keeps(rule, text):
        return False
    if rule.prescribed:
        text = text.replace(rule.prescribed, "\0" * len(rule.prescribed))
    if rule.is_word or (" " in rule.forbidden and part is not Part.CODE):
        return any(_begins(rule.forbidden, _bare(command)) for command in _COMMANDS.split(text))
    return _holds(rule.forbidden, text)


def _keeps(rule: Rule, text: str) -> bool:
    """Whether the line installs a tool for all, or is about the tool that is prescribed."""
    if _GLOBAL.search(text) and not _GLOBAL.search(rule.forbidden):
        return True
    tool = rule.prescribed.partition(" ")[0]
    return tool != rule.forbidden.partition(" ")[0] and tool in text.split()


def _bare(command: str) -> str:
    bare = command.strip()
    match = _PROMPT.match(bare)
    while match:
        bare = bare[match.end() :].lstrip()
        match = _PROMPT.match(bare)
    return bare


def _begins(token: str, command: str) -> bool:
    return command.startswith(token) and _ends(command[len(token) :][:1])


def _holds(token: str, text: str) -> bool:
    """Whether the text has the token as a whole; a call matches whatever its arguments."""
    wanted = token[:-1] if token.endswith("()") else token
    at = text.find(wanted)
    while at >= 0:
        before = text[at - 1] if at else " "
        starts = not (before.isalnum() or before in "_-./")
        if starts and (wanted[-1] in "(/" or _ends(text[at + len(wanted) :][:1])):
            return True
        at = text.find(wanted, at + 1)
    return False


def _ends(following: str) -> bool:
    return not (following.isalnum() or following in ("_", "-", "/", "."))
