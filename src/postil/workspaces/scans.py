"""Reads scanners' reports from files that somebody named, block by block."""

from __future__ import annotations

import os
from collections.abc import Iterator

from postil.domain.errors import UserError, WorkspaceError

_BLOCK = 64 * 1024


class ScanOnDisk:
    """A `ports.ScanFile`; refuses at once what is not there or cannot be read."""

    def __init__(self, path: str) -> None:
        if os.path.isdir(path):
            raise UserError(f"`{path}` is a folder; name a SARIF file with `--sarif`.")
        if not os.path.exists(path):
            raise UserError(f"`{path}` does not exist; name a SARIF file with `--sarif`.")
        if not os.access(path, os.R_OK):
            raise UserError(f"`{path}` cannot be read; name a SARIF file with `--sarif`.")
        self._path = path

    @property
    def name(self) -> str:
        return self._path

    def blocks(self) -> Iterator[bytes]:
        try:
            with open(self._path, "rb") as file:
                while block := file.read(_BLOCK):
                    yield block
        except OSError as error:
            raise WorkspaceError(f"cannot be read ({error.strerror})") from error
