"""Names that a text spells with everything before them: what a program looks up by its full name."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.domain.change import Change
from postil.domain.paths import is_doc, is_test, language_of
from postil.inspection.checks._stale_reference.barrels import Barrels
from postil.inspection.checks._stale_reference.lost import Lost
from postil.inspection.checks._stale_reference.modules import names_module
from postil.inspection.checks._stale_reference.path_words import is_compared
from postil.inspection.checks._stale_reference.silenced import is_migration
from postil.inspection.checks._stale_reference.subjects import is_written_anew
from postil.inspection.checks._stale_reference.views import View
from postil.inspection.checks._stale_reference.words import LONGEST_LINE, is_deliberate
from postil.syntax import Form, Occurrence, Role

_BEFORE = re.compile(r"(?<![\w./-])([\w./-]{1,200})\.\Z")
_BESIDE = "_.py"
_REACH = 300
_MODULE = re.compile(r"\A[A-Za-z_]\w{0,80}(?:\.\w{1,80}){1,12}\Z")


@dataclass(frozen=True)
class Place:
    """Where a lost thing was, as texts spell it: a module, a namespace or a package.

    `answering` are the files that have one of its name.
    """

    lost: Lost
    package: str
    answering: Sequence[View]
    barrels: Barrels

    def named_in(self, view: View, change: Change) -> Iterator[int]:
        """Lines of code and settings that lead to the lost thing by its full name."""
        if self.lost.is_member or is_doc(view.path) or is_migration(view.path):
            return
        for use in view.of(self.lost.name):
            line = view.lines[use.line - 1][:LONGEST_LINE]
            found = _BEFORE.search(line[: use.column][-_REACH:])
            if found is None or not _is_followed(use) or is_deliberate(line):
                continue
            if is_written_anew(change, view.path, use.line, line):
                continue
            if is_test(view.path) and is_compared(line):
                continue
            if self._is_spelled(found[1], view.path):
                yield use.line

    def _is_spelled(self, spelled: str, path: str) -> bool:
        """Whether what stands before the name is the place, and nothing there has it any more."""
        lost = self.lost
        if lost.family == "go":
            return "/" in self.package and spelled == self.package
        if lost.family == "csharp":
            return "." in spelled and spelled == lost.namespace
        if lost.family != "python" or not _MODULE.match(spelled):
            return False
        # Settings have no language whose imports could be read; a module beside them does.
        here = (
            path
            if language_of(path) == "python"
            else posixpath.join(posixpath.dirname(path), _BESIDE)
        )
        if any(names_module(spelled, other.path, from_path=here) for other in self.answering):
            return False
        return names_module(spelled, lost.subject.cause.path, from_path=here) or bool(
            self.barrels.lacking(lost, spelled, here)
        )


def _is_followed(use: Occurrence) -> bool:
    """Whether it is a text, or stands in a file that no grammar reads."""
    unread = use.role is Role.CODE and use.form is Form.UNKNOWN
    return use.role is Role.STRING or unread
