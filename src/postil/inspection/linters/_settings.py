"""Finds the settings that decide for a file, follows what they extend, refuses what leads outside."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from postil.domain.observation import Gap
from postil.inspection.linters import Desk, Refused, Sheet
from postil.ports import Tree

_MOST_EXTENDED = 10
_OUTSIDE = ("~", "$", "\\", "\0", ":")

_Says = TypeVar("_Says")
View = Callable[[str, str], _Says | None]
"""From path and text of a file to what the linter reads there; None where it reads nothing."""


@dataclass(frozen=True, slots=True)
class Ruled(Generic[_Says]):
    """Sheets that one settings file decides for, and what that file says."""

    path: str
    says: _Says
    sheets: tuple[Sheet, ...]

    @property
    def folder(self) -> str:
        return posixpath.dirname(self.path)


@dataclass
class Lookup(Generic[_Says]):
    """The nearest settings above a folder in one tree, each folder looked at once."""

    tree: Tree
    names: Sequence[str]
    view: View[_Says]
    known: dict[str, tuple[str, _Says] | None] = field(default_factory=dict)

    def nearest(self, folder: str) -> tuple[str, _Says] | None:
        if folder not in self.known:
            self.known[folder] = self._here(folder) or (
                self.nearest(posixpath.dirname(folder)) if folder else None
            )
        return self.known[folder]

    def _here(self, folder: str) -> tuple[str, _Says] | None:
        for name in self.names:
            path = posixpath.join(folder, name)
            text = self.tree.read(path)
            says = None if text is None else self.view(path, text)
            if says is not None:
                return path, says
        return None


def ruled(
    desk: Desk, linter: str, names: Sequence[str], view: View[_Says]
) -> Iterator[Ruled[_Says] | Gap]:
    """The sheets by the settings file of the base that decides for them.

    Where the change edits those settings neither version is right about the new lines: the
    base's rules are out of date and the head's are not yet agreed upon. `arriving` tells the
    same of settings that the base does not have.
    """
    before, after = Lookup(desk.base, names, view), Lookup(desk.head, names, view)
    groups: dict[str, tuple[_Says, list[Sheet]]] = {}
    said: set[str] = set()
    for sheet in desk.sheets:
        folder = posixpath.dirname(sheet.path)
        try:
            found = before.nearest(folder)
            moved = found is not None and after.nearest(folder) != found
        except Refused as refusal:
            if refusal.reason not in said:
                said.add(refusal.reason)
                yield refused(linter, refusal)
            continue
        if found is None:
            continue
        path, says = found
        if moved and path not in said:
            said.add(path)
            yield _unsettled(linter, f"the change edits its settings, which were in `{path}`")
        if not moved:
            groups.setdefault(path, (says, []))[1].append(sheet)
    for path, (says, sheets) in groups.items():
        yield Ruled(path, says, tuple(sheets))


def arriving(desk: Desk, linter: str, names: Sequence[str], view: View[_Says]) -> Iterator[Gap]:
    """The settings that the change brings, for a linter that also runs where there are none."""
    before, after = Lookup(desk.base, names, view), Lookup(desk.head, names, view)
    for folder in dict.fromkeys(posixpath.dirname(sheet.path) for sheet in desk.sheets):
        try:
            found = None if before.nearest(folder) else after.nearest(folder)
        except Refused:
            # Settings that cannot be read are told where they are used.
            continue
        if found is not None:
            yield _unsettled(linter, f"the change brings its settings, `{found[0]}`")
            return


def refused(linter: str, refusal: Refused) -> Gap:
    return Gap(
        subject=f"linter `{linter}`", reason=refusal.reason, required=False, remedy=refusal.remedy
    )


def _unsettled(linter: str, reason: str) -> Gap:
    return Gap(
        subject=f"linter `{linter}`",
        reason=reason,
        required=False,
        remedy="run it on the head, or review the settings in a change of their own",
    )


def inside(folder: str, target: str) -> str:
    """The path in the repository that settings in a folder mean; refuses one that leads outside."""
    path = posixpath.normpath(posixpath.join(folder, target))
    if (
        not target
        or target.startswith("/")
        or any(mark in target for mark in _OUTSIDE)
        or path.split("/")[0] in ("..", ".")
    ):
        raise Refused(
            f"its settings name `{target[:100]}`, which is outside of the repository",
            "keep shared settings in the repository",
        )
    return path


def extended(
    tree: Tree, path: str, targets: Callable[[str, str], Sequence[str]]
) -> Mapping[str, str]:
    """A settings file and everything it extends, nearest first; refuses what is not there."""
    found: dict[str, str] = {}
    waiting = [path]
    while waiting:
        current = waiting.pop(0)
        if current in found:
            continue
        text = tree.read(current)
        if text is None or len(found) == _MOST_EXTENDED:
            why = "which the base does not hold" if text is None else "and so on without an end"
            raise Refused(f"its settings extend `{current[:100]}`, {why}", "repair the settings")
        found[current] = text
        folder = posixpath.dirname(current)
        waiting += [inside(folder, target) for target in targets(current, text)]
    return found
