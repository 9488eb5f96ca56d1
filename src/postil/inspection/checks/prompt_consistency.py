"""A prompt that the change edits contradicts itself within one mode.

Prompt files, and prompts in string literals and in block scalars of YAML, are read whole, branch by branch; what is reported are
two lines that one reader could not both obey, or a reference to a step or section that is not there.

Why it matters: a model that is told two things does either one, differently every time.

Stays quiet when: the two lines stand in different modes, the quantifier is qualified, the reader
sees the condition, neither line is new, or the words do not decide it.

Silence it: write `postil: allow prompt-consistency` and a reason on or above the line, or add a
`[[suppress]]` entry with `check = "prompt-consistency"` to `.postil.toml`.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.domain.change import Change, ChangedFile, FileStatus, Side
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks._prompt_consistency.conflicts import Conflict, conflicts
from postil.inspection.checks._prompt_consistency.directives import directives
from postil.inspection.checks._prompt_consistency.literals import prompts_in_code
from postil.inspection.checks._prompt_consistency.prompts import (
    Prompt,
    PromptLine,
    from_file,
    is_prompt_file,
)
from postil.inspection.checks._prompt_consistency.scalars import (
    may_hold_scalars,
    prompts_in_scalars,
)
from postil.inspection.checks._prompt_consistency.sections import Lost, headings, lost
from postil.inspection.checks._prompt_consistency.sources import Sources, Unfound, unfound
from postil.inspection.checks._prompt_consistency.steps import Steps, Stray
from postil.inspection.checks._prompt_consistency.wording import mode, remedy, title
from postil.ports import Tree
from postil.syntax import supports

NAME = "prompt-consistency"
DIMENSION = Dimension.CONSISTENCY
SEVERITY = Severity.MEDIUM
ROOT = Root.CODE
_REMEDY = "Take the field out of the output format as well, or let a step of every mode produce it."


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
    return supports(path) or is_prompt_file(path, None) or may_hold_scalars(path)


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
            if not prompt.touches(self._near):
                continue
            for remark in self._about(prompt):
                places = {(remark.slug, quote.line or 0) for quote in remark.quotes[:2]}
                if told.isdisjoint(places):
                    told |= places
                    yield remark

    def _about(self, prompt: Prompt) -> Iterator[Remark]:
        before = self._before(prompt)
        yield from self._contradictions(prompt, before)
        yield from self._strays(prompt, before)
        old = headings(before[0].lines) if before and self.file.removed else {}
        known = {_as_said(found.line) for other in before for found in lost(other.lines, {})}
        for found in lost(prompt.lines, old):
            remark = self._section(found, old, known, has_before=bool(before))
            if remark is not None:
                yield remark
        yield from self._unfound(prompt, before)

    @cached_property
    def _near(self) -> frozenset[int]:
        """The lines that are new, and those right beside what went away."""
        beside = {
            number
            for hunk in self.file.hunks
            for number in (hunk.new_start, hunk.new_start + hunk.new_count)
        }
        return self.file.added_numbers | beside

    def _is_new(self, line: PromptLine) -> bool:
        return line.number in self.file.added_numbers

    def _quote(self, line: PromptLine) -> Quote:
        return Quote(path=self.file.path, text=self._lines[line.number - 1], line=line.number)

    def _is_caused(self, lines: tuple[PromptLine, ...], *, was_read: bool) -> bool:
        """Whether what was not said before comes from the change: a new line, or old ones that now meet."""
        added = self.file.added_numbers
        return any(
            was_read or line.number in added or not added.isdisjoint(line.seams) for line in lines
        )

    def _contradictions(self, prompt: Prompt, before: Sequence[Prompt]) -> Iterator[Remark]:
        for conflict in self._new_ones(list(conflicts(directives(prompt.lines))), before):
            first, second = conflict.demand.line, conflict.denial.line
            if not self._is_new(first):
                first, second = second, first
            yield self._contradiction(conflict, first, second)

    def _new_ones(self, found: Sequence[Conflict], before: Sequence[Prompt]) -> Iterator[Conflict]:
        """Those with a new line, and those of old lines that did not meet before."""
        caused = {
            number
            for number, one in enumerate(found)
            if self._is_caused(one.lines, was_read=bool(before))
        }
        fresh = {
            number for number in caused if any(self._is_new(line) for line in found[number].lines)
        }
        known = (
            {
                tuple(map(_as_said, old.lines))
                for other in before
                for old in conflicts(directives(other.lines))
            }
            if caused - fresh
            else set()
        )
        for number in sorted(caused):
            if number in fresh or tuple(map(_as_said, found[number].lines)) not in known:
                yield found[number]

    def _contradiction(self, conflict: Conflict, first: PromptLine, second: PromptLine) -> Remark:
        return Remark(
            title=title(conflict),
            slug=conflict.slug,
            severity=SEVERITY,
            dimension=DIMENSION,
            root=ROOT,
            quotes=(self._quote(first), self._quote(second)),
            failure_mode="The reader of the prompt cannot obey both lines and will follow either one.",
            mitigation=remedy(conflict),
            claim=Claim(Shape.MISMATCH, conflict.denial.thing.name or conflict.denial.noun),
            confidence=75,
            details=mode(first, second),
        )

    def _before(self, prompt: Prompt) -> list[Prompt]:
        """The same prompt as it was; several where a function returns several, the most alike first."""
        old_path = self.file.old_path
        if old_path is None:
            return []
        found = [other for other in self._old_prompts if other.name in (prompt.name, old_path)]
        if len(found) > 1:
            said = set(map(_as_said, prompt.lines))
            found.sort(key=lambda other: len(said & set(map(_as_said, other.lines))), reverse=True)
        return found

    @cached_property
    def _old_prompts(self) -> list[Prompt]:
        old_path = self.file.old_path or ""
        return _prompts_of(old_path, self.base.read(old_path) or "")

    def _strays(self, prompt: Prompt, before: Sequence[Prompt]) -> Iterator[Remark]:
        steps = Steps(prompt.lines)
        old = Steps(before[0].lines) if before and self.file.removed else None
        known = {
            (_as_said(stray.line), stray.name, stray.wrong)
            for other in before
            for stray in Steps(other.lines).strays()
        }
        for stray in steps.moved(old) if old is not None else ():
            if not self._is_new(stray.line):
                yield self._astray(stray, None)
        for stray in steps.strays():
            gone = self._gone(stray, old)
            is_known = (_as_said(stray.line), stray.name, stray.wrong) in known
            lines = (stray.line,) if stray.meant is None else (stray.line, stray.meant)
            if (
                any(map(self._is_new, lines))
                or gone is not None
                or (not is_known and self._is_caused(lines, was_read=bool(before)))
            ):
                yield self._astray(stray, gone)

    def _gone(self, stray: Stray, old: Steps | None) -> Quote | None:
        """The line that defined the step before the change took it away."""
        if stray.meant is not None or old is None:
            return None
        lines = [step.line.number for step in old.named(stray.kind, stray.number)]
        return self._removed(lines[0]) if lines else None

    def _removed(self, number: int) -> Quote | None:
        text = dict(self.file.removed).get(number)
        if text is None:
            return None
        return Quote(path=self.file.old_path or "", text=text, side=Side.OLD, line=number)

    def _astray(self, stray: Stray, gone: Quote | None) -> Remark:
        quotes = [self._quote(stray.line)]
        quotes += [gone] if gone is not None else []
        if stray.meant is not None and stray.meant is not stray.line:
            quotes.append(self._quote(stray.meant))
        return Remark(
            title=f"`{stray.name}` {stray.wrong}",
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

    def _section(
        self,
        found: Lost,
        old: Mapping[str, PromptLine],
        known: Container[str],
        *,
        has_before: bool,
    ) -> Remark | None:
        if found.heading is not None:
            lines = (found.line, found.heading)
            is_known = _as_said(found.line) in known
            if found.is_partial and is_known:
                return None
            was_read = found.is_partial and has_before
            is_caused = not is_known and self._is_caused(lines, was_read=was_read)
            if not (is_caused or any(map(self._is_new, lines))):
                return None
            there: Quote | None = self._quote(found.heading)
        else:
            there = self._removed(old[found.title].number)
        if there is None:
            return None
        return Remark(
            title=f"The section `{found.title}` {found.wrong}",
            slug="stale-section",
            severity=SEVERITY,
            dimension=DIMENSION,
            root=ROOT,
            quotes=(self._quote(found.line), there),
            failure_mode="The reader is sent to a section that is not where the prompt says and makes one up.",
            mitigation="Point at the section that is meant, or take the reference out.",
            claim=Claim(Shape.MISMATCH, found.title),
            confidence=85,
        )

    def _unfound(self, prompt: Prompt, before: Sequence[Prompt]) -> Iterator[Remark]:
        old = [Sources(other.lines) for other in before]
        removed = dict(self.file.removed)
        known = {one.name for other in old for one in unfound(other, None, ()) if not one.is_gone}
        for one in unfound(Sources(prompt.lines), old[0] if old else None, removed):
            if one.is_gone:
                there = self._removed(one.maker.number)
            else:
                lines = (one.line, one.maker)
                is_caused = any(map(self._is_new, lines)) or self._is_caused(
                    lines, was_read=bool(before)
                )
                is_new = one.name not in known and is_caused
                there = self._quote(one.maker) if is_new else None
            if there is not None:
                yield self._unfound_part(one, there)

    def _unfound_part(self, one: Unfound, there: Quote) -> Remark:
        wrong = (
            "which nothing finds out any more"
            if one.is_gone
            else "which one mode does not find out"
        )
        return Remark(
            title=f"Line {one.line.number} has `{one.name}` in the answer, {wrong}",
            slug="format-vs-flow",
            severity=SEVERITY,
            dimension=DIMENSION,
            root=ROOT,
            quotes=(self._quote(one.line), there),
            failure_mode="The reader has to fill in what no step has told it to find out and makes it up.",
            mitigation=_REMEDY,
            claim=Claim(Shape.MISMATCH, one.name),
            confidence=75,
        )


def _as_said(line: PromptLine) -> str:
    """What a line says, wherever it stands."""
    return " ".join(line.text.split())


def _prompts_of(path: str, text: str) -> list[Prompt]:
    if is_prompt_file(path, text):
        return [from_file(path, text)]
    return prompts_in_scalars(path, text) if may_hold_scalars(path) else prompts_in_code(path, text)
