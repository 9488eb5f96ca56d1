"""Files whose content another file took over, in which their name says where a part comes from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from postil.domain.change import Change, FileStatus
from postil.inspection.checks._stale_reference.subjects import Stale

_SHARE = 0.6
_SHORTEST = 6
_MOST_LINES = 5_000


@dataclass(frozen=True)
class Merged:
    """A change that may put what it takes out of one file into another."""

    change: Change

    def is_origin(self, entry: Stale) -> bool:
        """Whether words name, without a folder, a file that their own file took most lines of."""
        subject = entry.subject
        name = subject.name.rpartition("/")[2]
        if entry.is_code or subject.now or subject.noun != "file" or f"/{name}" in entry.text:
            return False
        return self._took_over(subject.name, entry.path)

    def _took_over(self, old: str, path: str) -> bool:
        file = self.change.by_path.get(path)
        lines = list(self._left(old))
        if file is None or not lines:
            return False
        added = {text.strip() for _, text in file.added[:_MOST_LINES]}
        return sum(line in added for line in lines) >= _SHARE * len(lines)

    def _left(self, path: str) -> Iterator[str]:
        """The lines of a deleted file that say something."""
        for file in self.change.files:
            if file.old_path == path and file.status is FileStatus.DELETED:
                plain = (text.strip() for _, text in file.removed[:_MOST_LINES])
                yield from (text for text in plain if len(text) >= _SHORTEST)
