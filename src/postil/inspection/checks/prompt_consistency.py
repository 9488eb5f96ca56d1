"""A prompt that the change edits contradicts itself within one mode.

Prompt files and prompts in string literals are read whole, branch by branch; what is reported are
two lines that one reader could not both obey, or a reference to a step that is not there.

Why it matters: a model that is told two things does either one, differently every time.

Stays quiet when: the two lines stand in different modes, the quantifier is qualified, the reader
sees the condition, neither line is new, or the words do not decide it.

Silence it: write `postil: allow prompt-consistency` and a reason on or above the line, or add a
`[[suppress]]` entry with `check = "prompt-consistency"` to `.postil.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.domain.change import Change, ChangedFile, FileStatus, Side
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks._prompt_consistency_conflicts import Conflict, conflicts
from postil.inspection.checks._prompt_consistency_directives import directives
from postil.inspection.checks._prompt_consistency_literals import prompts_in_code
from postil.inspection.checks._prompt_consistency_prompts import (
    Prompt,
    PromptLine,
    from_file,
    is_prompt_file,
)
from postil.inspection.checks._prompt_consistency_steps import Stray, defined, strays
from postil.ports import Tree
from postil.syntax import supports

NAME = "prompt-consistency"
DIMENSION = Dimension.CONSISTENCY
SEVERITY = Severity.MEDIUM
ROOT = Root.CODE

_REMEDIES = {
    "inclusion-vs-exclusion": "Keep one of the two, or say in the first when the second holds.",
    "format-vs-flow": "Take it out of the output format, or let the text produce it.",
    "exhaustive-vs-skip": "Limit the quantifier to what this mode does.",
    "ordering-assumption": "Name the steps that are taken instead of all of them.",
}
_FAILURE = "The reader of the prompt cannot obey both lines and will follow either one."


def activates(change: Change) -> str | None:
    count = sum(_is_read(file) for file in change.files)
    return f"looked for prompts in {count} file(s)" if count else None


def inspect(change: Change, head: Tree, base: Tree) -> Iterator[Remark]:
    for file in change.files:
        if _is_read(file):
            yield from _Reading(file, head.read(file.path) or "", base).remarks()


def _is_read(file: ChangedFile) -> bool:
    path = file.path
    if file.status is FileStatus.DELETED or not (file.added or file.removed):
        return False
    if paths.is_vendored(path) or paths.is_generated(path) or paths.is_minified(path):
        return False
    return supports(path) or is_prompt_file(path, None)


@dataclass(frozen=True)
class _Reading:
    """One changed file, its prompts, and which of their lines are new."""

    file: ChangedFile
    text: str
    base: Tree

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.split("\n")

    def _prompts(self) -> list[Prompt]:
        return _prompts_of(self.file.path, self.text)

    def remarks(self) -> Iterator[Remark]:
        told: set[tuple[str, int]] = set()
        for prompt in self._prompts():
            for remark in (*self._contradictions(prompt), *self._strays(prompt)):
                key = (remark.slug, remark.quotes[0].line or 0)
                if key not in told:
                    told.add(key)
                    yield remark

    def _is_new(self, line: PromptLine) -> bool:
        return line.number in self.file.added_numbers

    def _quote(self, line: PromptLine) -> Quote:
        return Quote(path=self.file.path, text=self._lines[line.number - 1], line=line.number)

    def _contradictions(self, prompt: Prompt) -> Iterator[Remark]:
        if not prompt.touches(self.file.added_numbers):
            return
        for conflict in conflicts(directives(prompt.lines)):
            first, second = conflict.demand.line, conflict.denial.line
            if not self._is_new(first):
                first, second = second, first
            if self._is_new(first):
                yield self._contradiction(conflict, first, second)

    def _contradiction(self, conflict: Conflict, first: PromptLine, second: PromptLine) -> Remark:
        subject = conflict.denial.subject or conflict.denial.noun
        return Remark(
            title=f"The prompt asks for `{subject}` on line {conflict.demand.line.number}"
            f" and against it on line {conflict.denial.line.number}",
            slug=conflict.slug,
            severity=SEVERITY,
            dimension=DIMENSION,
            root=ROOT,
            quotes=(self._quote(first), self._quote(second)),
            failure_mode=_FAILURE,
            mitigation=_REMEDIES[conflict.slug],
            claim=Claim(Shape.MISMATCH, subject),
            confidence=75,
            details=_mode(first, second),
        )

    def _strays(self, prompt: Prompt) -> Iterator[Remark]:
        for stray in strays(prompt.lines):
            gone = self._gone(stray)
            if self._is_new(stray.line) or gone is not None or self._is_moved(stray):
                yield self._astray(stray, gone)

    def _is_moved(self, stray: Stray) -> bool:
        return stray.meant is not None and self._is_new(stray.meant)

    def _gone(self, stray: Stray) -> Quote | None:
        """The line that defined the step before the change took it away."""
        old_path = self.file.old_path
        if stray.meant is not None or old_path is None or not self.file.removed:
            return None
        for prompt in _prompts_of(old_path, self.base.read(old_path) or ""):
            for line in defined(prompt.lines).get((stray.kind, stray.number), ()):
                if line.number in self.file.removed_numbers:
                    text = dict(self.file.removed)[line.number]
                    return Quote(path=old_path, text=text, side=Side.OLD, line=line.number)
        return None

    def _astray(self, stray: Stray, gone: Quote | None) -> Remark:
        quotes = [self._quote(stray.line)]
        quotes += [gone] if gone is not None else []
        quotes += [self._quote(stray.meant)] if stray.meant is not None else []
        wrong = f"is not {stray.side}" if stray.meant is not None else "is not in the prompt"
        return Remark(
            title=f"`{stray.name}` {wrong}",
            slug="stale-step",
            severity=SEVERITY,
            dimension=DIMENSION,
            root=ROOT,
            quotes=tuple(quotes),
            failure_mode="The reader looks for a step that is not where the prompt says and makes one up.",
            mitigation="Name the step that is meant, or take the reference out.",
            claim=Claim(Shape.MISMATCH if len(quotes) > 1 else Shape.ABSENCE, stray.name),
            confidence=85,
        )


def _prompts_of(path: str, text: str) -> list[Prompt]:
    return [from_file(path, text)] if is_prompt_file(path, text) else prompts_in_code(path, text)


def _mode(first: PromptLine, second: PromptLine) -> str:
    tests = dict.fromkeys(arm.test for arm in (*first.arms, *second.arms) if arm.test)
    return (
        f"Both lines are rendered in the mode {', '.join(f'`{test}`' for test in tests)}."
        if tests
        else ""
    )
