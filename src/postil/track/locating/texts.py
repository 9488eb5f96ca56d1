"""The texts of both revisions, each read and each pair of them compared at most once."""

from __future__ import annotations

from functools import cached_property

from postil.domain.change import ChangedFile, FileStatus
from postil.track.locating.blocks import Index
from postil.track.locating.linemap import LineMap
from postil.track.locating.lines import Lines
from postil.track.locating.question import Sides


class Texts:
    """What the answers of one batch share."""

    def __init__(self, sides: Sides) -> None:
        self._sides = sides
        self._old: dict[str, Lines | None] = {}
        self._new: dict[str, Lines | None] = {}
        self._maps: dict[str, LineMap | None] = {}
        self._whole: dict[str, Index] = {}
        self._files = {
            file.old_path: file
            for file in sides.files
            if file.old_path is not None and file.status is not FileStatus.COPIED
        }

    def file(self, path: str) -> ChangedFile | None:
        """What happened to a path of the old revision; None when nothing is known to have."""
        return self._files.get(path)

    def now(self, path: str) -> str:
        """What a path of the old revision is called in the new one."""
        file = self._files.get(path)
        return file.path if file else path

    def old(self, path: str) -> Lines | None:
        if path not in self._old:
            text = self._sides.old.read(path) if self._sides.old else None
            self._old[path] = None if text is None else Lines(text)
        return self._old[path]

    def new(self, path: str) -> Lines | None:
        if path not in self._new:
            text = self._sides.new.read(path)
            self._new[path] = None if text is None else Lines(text)
        return self._new[path]

    def map(self, path: str) -> LineMap | None:
        """The lines of an old file in its new version; None when either cannot be read."""
        if path not in self._maps:
            old, new = self.old(path), self.new(self.now(path))
            self._maps[path] = None if old is None or new is None else LineMap(old, new)
        return self._maps[path]

    @cached_property
    def added(self) -> Index:
        """Every line that the new revision has and the old one had not."""
        index = Index()
        for file in self._sides.files:
            lines = None if file.status is FileStatus.DELETED else self.new(file.path)
            if lines is None:
                continue
            if file.old_path is None or file.status is FileStatus.COPIED:
                index.add(file.path, lines)
            elif (mapped := self.map(file.old_path)) is not None:
                index.add(file.path, lines, mapped.taken)
        return index

    def whole(self, path: str) -> Index:
        """All lines of one file of the new revision."""
        if path not in self._whole:
            index = self._whole[path] = Index()
            if (lines := self.new(path)) is not None:
                index.add(path, lines)
        return self._whole[path]

    @cached_property
    def everywhere(self) -> Index:
        """All lines of the changed files and of those named as worth searching."""
        index = Index()
        present = (file.path for file in self._sides.files if file.status is not FileStatus.DELETED)
        for path in (*present, *self._sides.elsewhere):
            if (lines := self.new(path)) is not None:
                index.add(path, lines)
        return index
