"""A revision and a search over a plain dictionary of files."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from postil.ports import Hit, Hits


@dataclass
class MemoryTree:
    files: Mapping[str, str]
    oid: str = "0" * 40

    def read(self, path: str) -> str | None:
        return self.files.get(path)

    def read_long(self, path: str) -> str | None:
        return self.files.get(path)

    def exists(self, path: str) -> bool:
        folder = path.rstrip("/") + "/"
        return path in self.files or any(name.startswith(folder) for name in self.files)

    def paths(self) -> Collection[str]:
        return tuple(self.files)


@dataclass
class MemorySearch:
    files: Mapping[str, str]
    asked: list[frozenset[str]] = field(default_factory=list)

    def search(self, needles: Collection[str]) -> Mapping[str, Hits]:
        self.asked.append(frozenset(needles))
        return {needle: self._hits(needle) for needle in needles}

    def _hits(self, needle: str) -> Hits:
        before = r"(?<!\w)" if re.match(r"\w", needle) else ""
        after = r"(?!\w)" if re.search(r"\w\Z", needle) else ""
        pattern = re.compile(before + re.escape(needle) + after, re.ASCII)
        hits = tuple(
            Hit(path, number, line)
            for path, text in sorted(self.files.items())
            for number, line in enumerate(text.split("\n"), start=1)
            if pattern.search(line)
        )
        return Hits(hits, len(hits))
