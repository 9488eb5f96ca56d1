"""What of a change is younger than its last review, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from postil.domain.change import Change, ChangedFile, Id, Side
from postil.domain.finding import Finding
from postil.domain.stretch import Stretch
from postil.domain.unit import Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """The lines of the change that differ from an earlier commit; nothing else is asked about."""

    since: Id
    lines: Stretch

    def shows(self, finding: Finding) -> bool:
        """Whether at least one quote of the finding stands in the window."""
        return any(map(self.lines.meets, finding.evidence))

    def opens_on(self, unit: Unit) -> bool:
        """Whether something of the unit is in the window."""
        return unit.path in self.lines.paths

    def frames(self, unit: Unit) -> bool:
        """Whether all of the unit is in the window, so that who read there has read it whole."""
        marked = [line for hunk in unit.hunks for line in hunk.lines() if line.mark != " "]
        new = self.lines.lines(unit.path, Side.NEW)
        old = self.lines.lines(unit.file.old_path or "", Side.OLD)
        return self.opens_on(unit) and all(
            line.old in old if line.new is None else line.new in new for line in marked
        )


def window(change: Change, *, since: Id, differing: Sequence[ChangedFile]) -> Window:
    """The part of the change that is younger than a commit, given what differs from that commit.

    What came in from elsewhere on the way differs, too, and is no part of the change.
    """
    later = {file.path: file for file in differing}
    both = [(file, later[file.path]) for file in change.files if file.path in later]
    names = (name for file, _ in both for name in (file.path, file.old_path) if name)
    return Window(
        since=since,
        lines=Stretch(
            added={file.path: _added(file, young) for file, young in both},
            removed={file.old_path: _removed(file, young) for file, young in both if file.old_path},
            paths=frozenset(names),
        ),
    )


def _added(file: ChangedFile, young: ChangedFile) -> frozenset[int]:
    # What is too large to compare may be new all over.
    return file.added_numbers if young.left_out else file.added_numbers & young.added_numbers


def _removed(file: ChangedFile, young: ChangedFile) -> frozenset[int]:
    """The two count their old lines from different commits; equal text is the same line."""
    if young.left_out:
        return file.removed_numbers
    texts = {text for _, text in young.removed}
    return frozenset(number for number, text in file.removed if text in texts)
