"""What each hunk of a change takes out and brings in, spelled once for all wrappers that ask."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from postil.domain.change import Change, Hunk
from postil.inspection.checks._helper_rollout.spelling import LONGEST_LINE, spelled
from postil.inspection.checks._helper_rollout.wrappers import Wrapper, family_of

_CALLED = re.compile(r"(?<!\w)\w{1,200}(?=\()")
_LAST_WORD = re.compile(r"(?<!\w)\w{1,200}\Z")


@dataclass(frozen=True)
class Exchange:
    """The removed and the added lines of one hunk."""

    path: str
    family: str
    hunk: Hunk

    @cached_property
    def before(self) -> str:
        return self._side("-")

    @cached_property
    def after(self) -> str:
        return self._side("+")

    def after_without(self, number: int) -> str:
        """The added lines but the one of that number, where a wrapper begins."""
        return self._side("+", but=number)

    @cached_property
    def taken(self) -> frozenset[str]:
        return frozenset(_CALLED.findall(self.before))

    @cached_property
    def brought(self) -> frozenset[str]:
        return frozenset(_CALLED.findall(self.after))

    def _side(self, mark: str, *, but: int = 0) -> str:
        text = "\n".join(
            line.text[:LONGEST_LINE]
            for line in self.hunk.lines()
            if line.mark == mark and line.new != but
        )
        return spelled(text, self.family)


@dataclass(frozen=True)
class Exchanges:
    """Those of a whole change."""

    change: Change

    def between(self, wrapper: Wrapper) -> list[Exchange]:
        """Those that lose a call like the one which the wrapper makes, and gain one of the wrapper."""
        taken, brought = _last_word(wrapper.call), _last_word(wrapper.name)
        losing = self._losing.get((wrapper.family, taken), ())
        return [exchange for exchange in losing if brought in exchange.brought]

    @cached_property
    def _losing(self) -> dict[tuple[str, str], Sequence[Exchange]]:
        rows: defaultdict[tuple[str, str], list[Exchange]] = defaultdict(list)
        for file in self.change.files:
            family = family_of(file.path)
            for hunk in file.hunks if family else ():
                exchange = Exchange(file.path, family, hunk)
                for name in exchange.taken:
                    rows[family, name].append(exchange)
        return dict(rows)


def _last_word(call: str) -> str:
    found = _LAST_WORD.search(call[-200:])
    return found[0] if found else ""
