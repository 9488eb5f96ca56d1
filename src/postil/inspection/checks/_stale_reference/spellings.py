"""Which paths, as they are spelled, a change takes out of the files that it keeps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from postil.domain.change import Change, FileStatus
from postil.inspection.checks._stale_reference.path_words import tokens
from postil.inspection.checks._stale_reference.words import LONGEST_LINE


@dataclass(frozen=True)
class Spellings:
    """The lines that a change took away, in which its author named what is gone."""

    change: Change

    @cached_property
    def _taken(self) -> frozenset[str]:
        return frozenset(
            token
            for file in self.change.files
            if file.status is not FileStatus.DELETED
            for token in _in_lines(text for _, text in file.removed)
            - _in_lines(text for _, text in file.added)
        )

    def is_taken_out(self, token: str) -> bool:
        """Whether a file stopped naming something by that very path, which so was what it meant."""
        return token in self._taken


def _in_lines(lines: Iterable[str]) -> frozenset[str]:
    return frozenset(
        token for line in lines for token in tokens(line[:LONGEST_LINE]) if "/" in token
    )
