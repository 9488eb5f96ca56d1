"""Decides which comments, texts and documents still mean a name that is gone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from postil.domain.change import Change
from postil.domain.paths import is_doc, is_test
from postil.inspection.checks._stale_reference.lost import Lost
from postil.inspection.checks._stale_reference.markup import is_label
from postil.inspection.checks._stale_reference.mentions import is_listed, may_be_meant, weigh
from postil.inspection.checks._stale_reference.namespaces import is_word_of_another
from postil.inspection.checks._stale_reference.shown import is_another_time
from postil.inspection.checks._stale_reference.silenced import is_in_dead_block, is_migration
from postil.inspection.checks._stale_reference.subjects import CERTAIN, Stale, is_written_anew
from postil.inspection.checks._stale_reference.views import View
from postil.inspection.checks._stale_reference.words import is_deliberate
from postil.inspection.checks._stale_reference.written import is_carried, is_link
from postil.syntax import Form, Kind, Occurrence, Role

_LONGEST_NAME = 200
_MARKED = re.compile(r"`[~!]?[\w.]{1,200}\Z")


def stale_at(lost: Lost, view: View, line: int, *, is_code: bool, confidence: int) -> Stale:
    """A line of a file that still names what is gone."""
    return Stale(
        subject=lost.subject,
        path=view.path,
        line=line,
        text=view.lines[line - 1],
        is_code=is_code,
        confidence=confidence,
    )


def _ends_name(before: str) -> bool:
    """Whether a dotted name stands before it, without the mark of code."""
    return before.endswith(".") and not _MARKED.search(before[-_LONGEST_NAME:])


@dataclass(frozen=True)
class Speech:
    """One lost name and the files that may speak of it."""

    lost: Lost
    views: Sequence[View]
    change: Change

    def stale(self) -> Iterator[Stale]:
        if self._is_identifier() or (self._is_called_by_kind and self._is_spoken_name):
            return
        for view in self.views:
            if view.declares(self.lost.name):
                continue
            for occurrence in view.of(self.lost.name):
                if occurrence.role is Role.CODE and occurrence.form is not Form.UNKNOWN:
                    continue
                line = view.lines[occurrence.line - 1]
                if self._is_passed_over(view, occurrence, line):
                    continue
                weight = weigh(self.lost, occurrence, line)
                if weight and may_be_meant(self.lost, view, occurrence):
                    listed = is_listed(view, occurrence)
                    confidence = CERTAIN if listed else weight
                    yield stale_at(
                        self.lost, view, occurrence.line, is_code=listed, confidence=confidence
                    )

    @cached_property
    def _is_spoken_name(self) -> bool:
        """Whether a program and its tests hold the name as a text, an event, say; or several
        programs do that a removed method never was reached by, as the kinds of a message are.

        One is enough for a method that is called by the kind of a thing.
        """
        holding = {
            view.path
            for view in self.views
            if view.is_parsed
            for occurrence in view.of(self.lost.name)
            if occurrence.role is Role.STRING and self.lost.family != "python"
        }
        tests = {path for path in holding if is_test(path)}
        spoken = not self.lost.subject.now and self.lost.definition.kind is Kind.METHOD
        least = 1 if self._is_called_by_kind else 2
        return bool(tests and holding - tests) or (spoken and len(holding - tests) >= least)

    def _is_passed_over(self, view: View, occurrence: Occurrence, line: str) -> bool:
        """Whether words are new, speak of the past, or are about something else that is called so."""
        if is_deliberate(line, self.lost.name):
            return True
        if is_written_anew(self.change, view.path, occurrence.line, line):
            said = occurrence.role is Role.COMMENT
            if not (
                said and (is_link(self.lost.name, line) or is_carried(self.change, view.path, line))
            ):
                return True
        if occurrence.role is not Role.PROSE and self.lost.owner_is_gone:
            # What speaks of the owner is told of already.
            return True
        if occurrence.role is Role.COMMENT:
            return (
                self._is_marked_only(view)
                or is_in_dead_block(view, occurrence.line)
                or is_word_of_another(self.lost, view, self.change)
            )
        if occurrence.role is Role.PROSE:
            return is_another_time(view.text, occurrence.line)
        is_text = occurrence.role is Role.STRING
        return is_text and (self._is_spoken_name or self._is_label or is_migration(view.path))

    def _is_marked_only(self, view: View) -> bool:
        """Whether the file has it under a name that only gained or lost a mark of what is private."""
        plain = self.lost.name.strip("_#")
        return any(found.name.strip("_#") == plain for found in view.definitions)

    @cached_property
    def _is_label(self) -> bool:
        """Whether the texts are the word of a part of a page, which has a life of its own."""
        return any(
            is_label(view, occurrence)
            for view in self.views
            for occurrence in view.of(self.lost.name)
            if occurrence.role is not Role.COMMENT
        )

    @property
    def _is_called_by_kind(self) -> bool:
        """Whether a method begins with a capital in a language that calls none so, as visitors do."""
        lost = self.lost
        return (
            lost.family == "javascript"
            and lost.definition.kind is Kind.METHOD
            and lost.name[:1].isupper()
        )

    def _is_identifier(self) -> bool:
        """Whether a text in code or settings has it at the end of a dotted name, as commands have.

        What is called there is code in a document, not a command, and so is what is marked as code.
        """
        return any(
            _ends_name(view.lines[occurrence.line - 1][: occurrence.column])
            and not view.lines[occurrence.line - 1].startswith(
                "(", occurrence.column + len(self.lost.name)
            )
            for view in self.views
            if not is_doc(view.path)
            for occurrence in view.of(self.lost.name)
            if occurrence.role is Role.STRING or view.path.endswith(".json")
        )
