"""Learns from files that the change leaves alone whether anybody keeps a written rule."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from heapq import nsmallest
from itertools import islice

from postil.domain import paths
from postil.domain.change import Change, ChangedFile, FileStatus, Hunk
from postil.inspection.checks._rule_compliance.breaches import breach_of
from postil.inspection.checks._rule_compliance.orders import Order, Way
from postil.inspection.checks._rule_compliance.reading import Reading
from postil.inspection.checks._rule_compliance.tokens import Token
from postil.ports import Tree

_MOST_READ = 40
_MOST_RANKED = 200
_LONGEST = 200_000
_SEVERAL = 3
_FREELY = 6
_WORD = re.compile(r"[a-z]{3,20}\Z")
# Such a rule is about what a change does; the files that stood before show nothing of it.
_OF_CHANGES = frozenset({Way.MODIFY, Way.PUT, Way.HEADER})
_TEST_ENDING = ".bats"


@dataclass
class Custom:
    """The project as it was before the change, each file of it read once."""

    change: Change
    base: Tree

    def breaks(self, order: Order, path: str, folder: str) -> bool:
        """Whether untouched files of the same kind break the order as well, or use its word freely.

        `folder` is the one that the order's book speaks for.
        """
        if order.way in _OF_CHANGES:
            return False
        held = [
            other
            for other in self._beside(path)
            if (not folder or other.startswith(f"{folder}/"))
            and order.scope.holds(other, folder=folder)
        ]
        broken = (o for o in held if breach_of(order, self._reading(o)) is not None)
        if len(list(islice(broken, _SEVERAL))) == _SEVERAL:
            return True
        # A plain word that stands in the code all over is forbidden in one sense only.
        spoken = (other for other in held if self._holds_word(other, order))
        return len(list(islice(spoken, _FREELY))) == _FREELY

    def _holds_word(self, path: str, order: Order) -> bool:
        if order.way is not Way.USE or _WORD.match(order.token) is None:
            return False
        reading, token = self._reading(path), Token(order.token)
        return any(
            token.written_in(reading.roles.code(number)) for number, _ in reading.lines(order.token)
        )

    @cached_property
    def _touched(self) -> frozenset[str | None]:
        return frozenset(path for f in self.change.files for path in (f.path, f.old_path))

    @cached_property
    def _readings(self) -> dict[str, Reading]:
        return {}

    @cached_property
    def _near(self) -> dict[tuple[str, str, bool], tuple[str, ...]]:
        return {}

    def _beside(self, path: str) -> tuple[str, ...]:
        """Files with the same ending, tests beside tests and code beside code, the nearest first."""
        folder, name = posixpath.split(path)
        ending = posixpath.splitext(name)[1]
        tests = _is_test(path)
        key = (folder, ending, tests)
        if key not in self._near:
            self._near[key] = tuple(islice(self._alike(folder, ending, tests=tests), _MOST_READ))
        return self._near[key]

    def _alike(self, folder: str, ending: str, *, tests: bool) -> Iterator[str]:
        here = folder.split("/")

        def far(path: str) -> tuple[int, str]:
            there = posixpath.dirname(path).split("/")
            shared = len(posixpath.commonprefix([here, there]))
            return len(here) + len(there) - 2 * shared, path

        alike = (p for p in self.base.paths() if p.endswith(ending) and p not in self._touched)
        # What a path is for costs more to say than how far it is, so only the near ones are asked.
        for path in nsmallest(_MOST_RANKED, alike, key=far):
            same = posixpath.splitext(path)[1] == ending and _is_test(path) == tests
            if same and _is_ours(path):
                yield path

    def _reading(self, path: str) -> Reading:
        """An untouched file as if all of it had been written just now."""
        if path not in self._readings:
            text = self.base.read(path) or ""
            lines = text.split("\n") if len(text) <= _LONGEST else []
            body = tuple(f"+{line}" for line in lines)
            hunks = (Hunk(0, 0, 1, len(body), body),)
            file = ChangedFile(path, FileStatus.ADDED, hunks=hunks, additions=len(body))
            self._readings[path] = Reading(file, self.base, self.base, frozenset())
        return self._readings[path]


def _is_test(path: str) -> bool:
    return path.endswith(_TEST_ENDING) or paths.is_test(path)


def _is_ours(path: str) -> bool:
    return not (paths.is_vendored(path) or paths.is_generated(path) or paths.is_fixture(path))
