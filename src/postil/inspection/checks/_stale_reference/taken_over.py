"""Names that a library has: one of its classes that was opened again, or what it brings since."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from postil.domain.change import Change
from postil.inspection.checks._stale_reference.lost import Lost
from postil.ports import Tree
from postil.syntax import Kind

_LONGEST = 400
_REQUIRED = re.compile(r"^[ \t]{0,40}require[ (]{1,2}[\"']([\w-]{1,80})[\"'/]", re.MULTILINE)
_HANDED_ON = re.compile(r"\A\s{0,40}pub use (?:::)?(\w{1,80})::(?:\w{1,80}::){0,6}\*;")
_DEPENDENCY = re.compile(r"\A(?:\[dependencies\.)?([\w-]{1,80})(?:\]|\s{0,8}=|\.)")


@dataclass(frozen=True)
class TakenOver:
    """A change, and the tree before it."""

    change: Change
    base: Tree

    def includes(self, lost: Lost) -> bool:
        """Whether a library defines what a file of the tree defined, too, or until now."""
        return self._is_reopened(lost) or (
            lost.family == "rust" and lost.file_is_gone and self._hands_crate_on
        )

    def _is_reopened(self, lost: Lost) -> bool:
        """Whether a Ruby file added to a class of a library that it requires by its name."""
        if lost.family != "ruby" or lost.definition.kind not in (Kind.CLASS, Kind.TYPE):
            return False
        text = self.base.read(lost.subject.cause.path) or ""
        required = {_plain(name): name for name in _REQUIRED.findall(text)}
        own = required.get(_plain(lost.name))
        return own is not None and not self.base.exists(f"lib/{own}.rb")

    @cached_property
    def _hands_crate_on(self) -> bool:
        """Whether all of a package that the change asks for is offered as the program's own."""
        asked = set(self._asked())
        return any(
            found[1] in asked
            for file in self.change.files
            if file.path.endswith(".rs")
            for _, text in file.added
            if (found := _HANDED_ON.match(text[:_LONGEST]))
        )

    def _asked(self) -> Iterator[str]:
        for file in self.change.files:
            if file.path.rpartition("/")[2] == "Cargo.toml":
                found = (_DEPENDENCY.match(text[:_LONGEST]) for _, text in file.added)
                yield from (one[1].replace("-", "_") for one in found if one)


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())
