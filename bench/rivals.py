"""Two other ways of following a line, for comparison: the plain diff and `git blame -C`."""

from __future__ import annotations

from whereabouts import Git

Spot = tuple[str, int]


class DiffMap:
    """What `git diff -M` says: unchanged lines shift with the hunks above, the others are gone."""

    def __init__(self, git: Git, old: str, new: str) -> None:
        self._files = {file.old_path: file for file in git.files(old, new) if file.old_path}

    def find(self, path: str, line: int) -> Spot | None:
        file = self._files.get(path)
        if file is None:
            return path, line
        if file.status == "deleted" or line in file.removed_numbers:
            return None
        # A hunk without old lines starts after the line its header names.
        above = [hunk for hunk in file.hunks if hunk.old_start + (hunk.old_count == 0) <= line]
        return file.path, line + sum(hunk.new_count - hunk.old_count for hunk in above)


class Blame:
    """What `git blame -C -C` of the new files says, over one commit from the old tree to the new."""

    def __init__(self, git: Git, old: str, new: str, paths: set[str]) -> None:
        self._spots: dict[Spot, Spot] = {}
        parent = git.commit(old)
        child = git.commit(new, parent)
        for path in sorted(paths):
            said = git.words(
                "blame", "-C", "-C", "-s", "-n", "-f", "--line-porcelain", child, "--", path,
                check=False,
            )  # fmt: skip
            self._read(said, path, parent)

    def _read(self, said: list[str], path: str, parent: str) -> None:
        origin: tuple[str, int, int] | None = None
        for row in said:
            if row.startswith("\t"):
                origin = None
            elif origin is None:
                commit, before, after = row.split(" ")[:3]
                origin = commit, int(before), int(after)
            elif row.startswith("filename ") and origin[0] == parent:
                self._spots.setdefault(
                    (row.removeprefix("filename "), origin[1]), (path, origin[2])
                )

    def find(self, path: str, line: int) -> Spot | None:
        return self._spots.get((path, line))
