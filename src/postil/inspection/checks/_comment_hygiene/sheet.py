"""One file of the tree as this check reads it: what stands on its lines, and what is said about it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from postil.domain import paths
from postil.inspection.checks._comment_hygiene import debug as _debug
from postil.inspection.checks._comment_hygiene import tests as _tests
from postil.inspection.checks._comment_hygiene.blocks import dead_blocks
from postil.inspection.checks._comment_hygiene.dead_code import DeadCode, dead_code, is_shown
from postil.inspection.checks._comment_hygiene.markup import CLOSINGS, OPENINGS, dead_markup
from postil.inspection.line_marks import lines_holding
from postil.inspection.line_roles import LineRoles

MAX_LINE = 2_000
_REASON = re.compile(r"[A-Za-z]{3}.*[A-Za-z]{3}")
_ATTRIBUTE = re.compile(r"\A\s{0,100}(?:#\[|@\w|\[\w)")
_CLASS = re.compile(r"\bclass\s\w")
_TITLE = re.compile(r"[\"'`]([^\"'`\n]{1,200})")
_TITLE_SAYS_WHY = re.compile(
    r"\b(?:ts|types?|typescript|windows|linux|mac(?:os)?|node|browser|ci|local|manual(?:ly)?|dev(?:elopment)?)"
    r"[ -]only\b|\bonly (?:on|in|for) (?:ts|typescript|windows|linux|mac(?:os)?|node|ci)\b"
    r"|\bflaky\b|\bshould (?:not run|be (?:skipped|pending|ignored))\b|\bbenchmarks?\b|\bnot yet\b|\b(?:to-?do|fixme|wip)\b|https?://",
    re.IGNORECASE,
)
"""What says in the name of a test that it cannot run everywhere, or not yet."""
_MEANT = re.compile(
    r"\bno-(?:debugger|console|alert)\b|\bnoqa: ?T(?:100|20[13])\b|\bLint/Debugger\b"
    r"|\bforgotten-debug|\bclippy::dbg_macro\b|\bDebugger\.IsAttached\b|\bDevelopmentCodeFragment\b|\bob_start\("
)
"""What says that a debugging statement is meant: a linter is told so, or its output is caught."""
_LINES_ABOVE = 4
_BRANCH = re.compile(r"\A\s{0,100}(?:\}\s?)?(?:if\b|else\b|elsif\b|elif\b|unless\b)")
_ON_REQUEST = re.compile(r"\A[^/#]{0,200}\b(?:if|unless)\b[^/#]{0,200}[Dd](?i:ebug)")
"""Asks whether somebody wants to debug."""
_COMPILED = re.compile(r"\A\s{0,20}#\s?(?:if|ifdef|ifndef|elif)\b")
_PREPROCESSED = frozenset({"c", "cpp", "csharp"})
_TESTS_FOLLOW = re.compile(r"^\s{0,100}#\[cfg\((?:all\()?test\b", re.MULTILINE)


def indent(line: str) -> int:
    return len(line) - len(line.lstrip())


@dataclass(frozen=True)
class Sheet:
    """A file at head; lines count from 1."""

    path: str
    text: str

    @cached_property
    def language(self) -> str:
        return paths.language_of(self.path) or ""

    @cached_property
    def roles(self) -> LineRoles:
        return LineRoles(self.text, self.language)

    @cached_property
    def lines(self) -> Sequence[str]:
        return self.text.split("\n")

    def line(self, number: int) -> str:
        """The line; empty where there is none, or none that anybody would read."""
        text = self.lines[number - 1] if 1 <= number <= len(self.lines) else ""
        return text if len(text) <= MAX_LINE else ""

    def is_tested(self, number: int) -> bool:
        """Whether the line belongs to tests, which in Rust may stand below what they test."""
        if paths.is_test(self.path) or self.language != "rust":
            return paths.is_test(self.path)
        begins = _TESTS_FOLLOW.search(self.text)
        return begins is not None and self.text.count("\n", 0, begins.start()) < number

    def switch(self, number: int) -> _tests.Switch | None:
        """The switch that the line throws on a test."""
        if not paths.is_test(self.path) and self.language != "rust":
            return None
        found = _tests.switched(
            self.language, line=self.line(number), code=partial(self.roles.code, number)
        )
        if found is not None and found.first_statement:
            return found if _tests.opens_test(self.line(self.opening(number))) else None
        return found

    @cached_property
    def switches(self) -> list[int]:
        """The lines that throw a switch on a test."""
        held = lines_holding(_tests.marks(self.language), self.lines)
        return [index + 1 for index in held if self.switch(index + 1) is not None]

    def leftover(self, number: int) -> _debug.Sight | None:
        """The debugging statement on the line, unless something near says that it is meant."""
        near = [self.line(at) for at in range(number - _LINES_ABOVE, number + 1)]
        if any(map(_MEANT.search, near)) or self._is_on_request(number):
            return None
        if self.language in _PREPROCESSED and any(map(_COMPILED.match, near)):
            return None
        return _debug.leftover(
            self.path, self.language, line=self.line(number), code=partial(self.roles.code, number)
        )

    def _is_on_request(self, number: int) -> bool:
        """Whether the line before opens a branch for those who want to debug."""
        before = self.line(self.opening(number))
        if before.strip() == "{":
            before = self.line(self.opening(self.opening(number)))
        return indent(before) < indent(self.line(number)) and bool(_ON_REQUEST.match(before))

    def dead_code(self, numbered: Sequence[tuple[int, str]]) -> list[DeadCode]:
        """The blocks of code in comments among some of its lines, which stand there as they are."""
        found = [
            block
            for block in dead_code(numbered, language=self.language)
            if block.last <= len(self.lines)
            and not self.roles.is_string(block.first)
            and not is_shown(self.lines, block, language=self.language)
        ]
        marks = (*OPENINGS, *CLOSINGS)
        held = lines_holding(marks, [text for _, text in numbered])
        opened = frozenset(numbered[index][0] for index in held)
        if opened:
            found += dead_blocks(self.lines, added=opened, roles=self.roles)
            found += dead_markup(self.lines, added=opened, roles=self.roles)
        return sorted(found, key=lambda block: block.first)

    @cached_property
    def switched_off(self) -> list[DeadCode]:
        """All blocks of code in comments."""
        return self.dead_code(list(enumerate(self.lines, start=1)))

    def opening(self, number: int) -> int:
        """The nearest line above that is not blank; 0 at the top of the file."""
        above = number - 1
        while above > 0 and not self.lines[above - 1].strip():
            above -= 1
        return above

    def subject(self, number: int) -> int:
        """The line that an attribute is about: the first below that is none; 0 without one."""
        below = number
        while _ATTRIBUTE.match(self.line(below)):
            below += 1
        return below if below > number else 0

    def title(self, number: int) -> str | None:
        """The first text in quotes on the line, which names the test, unless an attribute holds it."""
        line = self.line(number)
        title = None if _ATTRIBUTE.match(line) else _TITLE.search(line)
        return title[1] if title else None

    def has_reason(self, number: int) -> bool:
        """A comment on the line, a whole-line one above it and its attributes, or the title says why."""
        if _REASON.search(self.roles.comment(number)) or self._title_says_why(number):
            return True
        above = number - 1
        while above > 0 and _ATTRIBUTE.match(self.lines[above - 1][:MAX_LINE]):
            above -= 1
        return not self.roles.code(above).strip() and bool(
            _REASON.search(self.roles.comment(above))
        )

    def _title_says_why(self, number: int) -> bool:
        return _TITLE_SAYS_WHY.search(self.title(number) or "") is not None

    def is_conditional(self, number: int) -> bool:
        """Whether the line stands directly in a branch: the test is switched for some only."""
        depth = indent(self.line(number))
        above = (line for line in reversed(self.lines[: number - 1]) if line.strip())
        opening = next((line for line in above if indent(line) < depth), "")
        return _BRANCH.match(opening[:MAX_LINE]) is not None

    def is_specimen(self, number: int) -> bool:
        """Whether the test stands in a static class inside another: a case that tests run themselves."""
        depth = indent(self.line(number))
        for line in reversed(self.lines[: number - 1]):
            if line.strip() and indent(line) < depth:
                depth = indent(line)
                if _CLASS.search(line[:MAX_LINE]):
                    return "static " in line[:MAX_LINE] and depth > 0
        return False
