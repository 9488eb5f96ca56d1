"""Functions that are declared to give a value of a class: who calls one need not name the class."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from postil.inspection.checks._stale_reference.views import View
from postil.ports import Tree

_LONGEST_TEXT = 200_000
_MAKES = re.compile(
    r"^func (\w{1,100})(?:\[[^\]\n]{0,100}\])?\([^()\n]{0,300}\) \(?\*?([A-Z]\w{1,100})\b",
    re.MULTILINE,
)
"""A function of Go, which makes its values by custom and not by a word of the language."""


@dataclass(frozen=True)
class Constructors:
    """The functions of one folder, by name, whose declared result is one of some classes."""

    folder: str = ""
    names: frozenset[str] = frozenset()

    def are_called_in(self, view: View) -> bool:
        """Whether a file of the same package calls one; elsewhere the package stands before it."""
        if not self.names or view.family != "go":
            return False
        lead = r"(?<![\w.])" if view.folder == self.folder else rf"\b{_package(self.folder)}\."
        called = re.compile(rf"{lead}(\w{{1,100}})\(")
        return not self.names.isdisjoint(called.findall(view.text[:_LONGEST_TEXT]))


def constructors_of(path: str, owners: Iterable[str], head: Tree) -> Constructors:
    """Those that stand in the file of the classes themselves."""
    if not path.endswith(".go"):
        return Constructors()
    wanted = frozenset(owners)
    text = (head.read(path) or "")[:_LONGEST_TEXT]
    found = frozenset(name for name, made in _MAKES.findall(text) if made in wanted)
    return Constructors(path.rpartition("/")[0], found)


def _package(folder: str) -> str:
    return re.escape(folder.rpartition("/")[2]) or r"\w{1,60}"
