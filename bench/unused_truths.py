"""Finds exports that nobody used when they were added and that a later commit removed as unused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from diffs import steps
from truths import TreeAt, Truth

_SAYS_UNUSED = re.compile(
    r"\b(?:unused|dead code|not used|never used|no longer used)\b", re.IGNORECASE
)
_EXPORT = re.compile(
    r"^export\s+(?:async\s+)?(?:function|class|const|let)\s+(?P<name>\w{5,60})"
    r"|^(?:async\s+)?def\s+(?P<python>[a-z]\w{4,60})|^class\s+(?P<type>[A-Z]\w{4,60})"
    r"|^func\s+(?P<go>[A-Z]\w{4,60})|^\s*pub fn\s+(?P<rust>\w{5,60})"
)
_CODE = (".js", ".ts", ".tsx", ".jsx", ".py", ".go", ".rs", ".mjs")


def unused_truths(repository: Path, count: int) -> Iterator[Truth]:
    born: dict[tuple[str, str], str] = {}
    for step in steps(repository, count):
        for edit in step.edits:
            if not edit.new.endswith(_CODE) or "test" in edit.new.lower():
                continue
            added, removed = _exported(edit.added), _exported(edit.removed)
            for name in added - removed:
                born[edit.new, name] = step.commit
            if not _SAYS_UNUSED.search(step.message):
                continue
            for name in removed - added:
                commit = born.pop((edit.old, name), "")
                if commit and _is_alone(name, edit.old, TreeAt(repository, commit)):
                    yield Truth(
                        "unused export", name, commit, step.commit, edit.old, "", step.message
                    )


def _exported(lines: list[str]) -> set[str]:
    found = [match for line in lines if (match := _EXPORT.match(line))]
    return {next(name for name in match.groups() if name) for match in found}


def _is_alone(name: str, path: str, tree: TreeAt) -> bool:
    return all(place == path for place, _ in tree.lines_with(name))
