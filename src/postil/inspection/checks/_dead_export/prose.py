"""Tells a document that only speaks of a name from one that somebody takes the name by."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from postil.inspection.checks._dead_export.conventions import family_of
from postil.inspection.documents import LONGEST_LINE, Part, parts_of
from postil.inspection.standing import ancestors
from postil.ports import Tree

_DOCUMENTS = (".md", ".mdx", ".rst")
_ENTRIES = ("main", "module", "exports", "types", "typings", "bin", "files", "publishConfig")
_MOST_CHARACTERS = 500_000
_TAKEN = re.compile(
    r"\b(?:import|require|from|export|console|repl|shell|terminal|eval|invoke|run|call|calls|calling|use|uses|using|prefer|reuse|extend|wrap)\b"
    r"|\bnode\s-|@",
    re.IGNORECASE,
)
"""What tells the readers of a document that they, or a file that is not here, are to take the name."""


@dataclass
class Prose:
    """The documents of programs: nobody takes a name from one that just tells what there is.

    A library is used by those who read about it, so its documents always count; and so does every
    example and every sentence that says how to take the name.
    """

    head: Tree
    _programs: dict[str, bool] = field(default_factory=dict)

    def only_mentions(self, path: str, text: str, name: str, *, offered_in: str) -> bool:
        """Whether a document at `path` speaks of the name and nothing more."""
        if not path.lower().endswith(_DOCUMENTS) or not self._is_program(offered_in):
            return False
        lines = text[:_MOST_CHARACTERS].split("\n")
        if len(text) > _MOST_CHARACTERS:
            return False
        word = re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])")
        return not any(
            part is not Part.PROSE or len(line) > LONGEST_LINE or _TAKEN.search(line)
            for line, part in zip(lines, parts_of(path, lines), strict=True)
            if word.search(line)
        )

    def _is_program(self, path: str) -> bool:
        """Whether the language keeps it inside, or the nearest package is private and has no entry for others."""
        folder = path.rpartition("/")[0]
        if path.endswith(".go"):
            return "internal" in folder.split("/")
        if family_of(path) != "javascript":
            return False
        if folder not in self._programs:
            manifests = (
                self.head.read(f"{above}/package.json" if above else "package.json")
                for above in ancestors(folder)
            )
            nearest = next((text for text in manifests if text is not None), "")
            self._programs[folder] = _is_kept(nearest)
        return self._programs[folder]


def _is_kept(manifest: str) -> bool:
    try:
        package = json.loads(manifest[:_MOST_CHARACTERS])
    except (ValueError, RecursionError):
        return False
    return (
        isinstance(package, dict)
        and package.get("private") is True
        and not any(key in package for key in _ENTRIES)
    )
