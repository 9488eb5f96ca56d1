"""Notices when the settings file people see is not the one that counts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from postil.domain.change import Change
from postil.ports import Tree
from postil.wiring.settings import CONFIG_FILE
from postil.wiring.wanted import Wanted
from postil.workspaces.git import Repository

_MOST_COMPARED = 1024 * 1024


def noticed(change: Change, base: Tree, repository: Repository, wanted: Wanted) -> Change:
    """Say so when the file people see is not the one that counts."""
    if wanted.config is not None or not repository.work_tree:
        return change
    text = text_at(Path(repository.work_tree) / CONFIG_FILE)
    if text is None or text == (base.read(CONFIG_FILE) or "").replace("\r\n", "\n"):
        return change
    notice = (
        f"`{CONFIG_FILE}` here differs from the one at the base, which counts; "
        f"try yours with `--config {CONFIG_FILE}`."
    )
    return replace(change, notices=(*change.notices, notice))


def text_at(path: Path) -> str | None:
    """A file of the working tree, which may be anything: no link is followed, no device read."""
    try:
        if path.is_symlink() or not path.is_file():
            return None
        with path.open("rb") as file:
            data = file.read(_MOST_COMPARED)
    except OSError:
        return None
    return data.replace(b"\r\n", b"\n").decode("utf-8", "surrogateescape")
