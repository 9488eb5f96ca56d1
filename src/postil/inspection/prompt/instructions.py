"""Reads the project's own instructions for reviewers at the base commit, nearest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from postil.domain.conversation import tokens
from postil.ports import Tree

NAMES = (
    "AGENTS.md",
    "CLAUDE.md",
    "REVIEW.md",
    "CONTRIBUTING.md",
    ".github/copilot-instructions.md",
)
MOST_FOLDERS = 200


def instructions(base: Tree, changed: Sequence[str], *, room: int) -> list[tuple[str, str]]:
    """Path and text of each file that speaks about the changed paths, while there is room.

    Only the base commit is asked: what a change says about how to review it is content.
    """
    found: list[tuple[str, str]] = []
    for folder in _folders(changed):
        for name in NAMES:
            path = f"{folder}/{name}" if folder else name
            text = base.read(path) if base.exists(path) else None
            if text is None or not text.strip():
                continue
            cost = tokens(text)
            if cost > room:
                found.append((path, f"(not shown: about {cost:,} tokens)"))
                continue
            room -= cost
            found.append((path, text))
    return found


def _folders(changed: Sequence[str]) -> Iterator[str]:
    """The folders of the changed files and those around them, the deepest first."""
    folders = {""}
    for path in changed:
        folder = path.rpartition("/")[0]
        while folder:
            folders.add(folder)
            folder = folder.rpartition("/")[0]
    ordered = sorted(folders, key=lambda each: (-each.count("/") - bool(each), each))
    yield from [
        *ordered[: MOST_FOLDERS - 1],
        *([""] if "" not in ordered[: MOST_FOLDERS - 1] else []),
    ]
