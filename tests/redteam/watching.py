"""Sees what this process does to the world: files written, programs started, connections made."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGING = frozenset({"os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.chmod", "os.truncate", "shutil.rmtree"})  # fmt: skip
_STARTING = frozenset({"os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.startfile"})
_CONNECTING = frozenset({"socket.connect", "socket.getaddrinfo", "socket.bind", "socket.sendto"})
_watchers: list[list[str]] = []


def _seen(event: str, arguments: tuple[Any, ...]) -> None:
    if not _watchers:
        return
    told = _told(event, arguments)
    if told:
        for watcher in _watchers:
            watcher.append(told)


def _told(event: str, arguments: tuple[Any, ...]) -> str:
    if event == "open":
        path, _mode, flags = arguments
        return "" if not flags & _WRITING or _is_nowhere(path) else f"wrote {path}"
    if event == "subprocess.Popen":
        program = Path(os.fsdecode(arguments[0] or arguments[1][0])).name
        return "" if program == "git" else f"started {program}"
    if event in _CHANGING or event in _STARTING or event in _CONNECTING:
        return f"{event} {arguments[:1]}"
    return ""


def _is_nowhere(path: object) -> bool:
    """A pipe, a file without a name in a folder, or what the interpreter compiled."""
    if isinstance(path, int) or path == os.devnull or "__pycache__" in str(path):
        return True
    return isinstance(path, str | bytes | os.PathLike) and Path(os.fsdecode(path)).is_dir()


# The interpreter keeps such a hook for ever; without a watcher it does nothing.
sys.addaudithook(_seen)


@contextmanager
def watched() -> Iterator[list[str]]:
    """Everything that has an effect while the block runs; starting git is none."""
    seen: list[str] = []
    _watchers.append(seen)
    try:
        yield seen
    finally:
        _watchers.remove(seen)
