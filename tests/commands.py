"""Runs the command as a person would, in a process of its own or in this one."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

POSTIL = [sys.executable, "-m", "postil"]


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str


def postil(
    *arguments: str,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    path: str | None = None,
    python: str = sys.executable,
) -> Ran:
    """What the command prints and exits with; `path` replaces the search path."""
    variables = surroundings({"COLUMNS": "80", **(env or {})})
    if path is not None:
        variables["PATH"] = path
    done = subprocess.run(
        [python, "-m", "postil", *arguments],
        cwd=cwd,
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=120,
    )
    return Ran(
        done.returncode,
        done.stdout.decode("utf-8", "surrogateescape"),
        done.stderr.decode("utf-8", "surrogateescape"),
    )


def surroundings(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The variables of this process without any that would steer Postil, and those given."""
    steering = ("COLUMNS", "LINES", "NO_COLOR", "PYTHONUNBUFFERED", "TERM")
    return {
        key: value
        for key, value in os.environ.items()
        if not key.startswith("POSTIL_") and key not in steering
    } | dict(extra or {})


def on_terminal(
    *arguments: str,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    columns: int = 80,
    command: Sequence[str] = POSTIL,
) -> Ran:
    """The same at a terminal of that width; `err` is empty, for a terminal shows both as one."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with subprocess.Popen(
        [*command, *arguments],
        cwd=cwd,
        env=surroundings({"TERM": "xterm-256color", **(env or {})}),
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    ) as child:
        os.close(theirs)
        shown = _everything(ours)
    os.close(ours)
    return Ran(child.returncode, shown.decode("utf-8", "surrogateescape").replace("\r\n", "\n"), "")


def _everything(terminal: int) -> bytes:
    shown = b""
    try:
        while part := os.read(terminal, 65_536):
            shown += part
    except OSError:  # how a terminal says that nobody writes to it any more
        pass
    return shown


SLOW_CHECK = '''"""Sleeps, so that a test can interrupt it.

Why it matters: it does not.
"""

import time

from postil.domain.severity import Dimension, Root, Severity

NAME = "slow-coach"
DIMENSION = Dimension.CONSISTENCY
SEVERITY = Severity.LOW
ROOT = Root.CODE


def activates(change):
    return "always"


def inspect(change):
    time.sleep(60)
    yield from ()
'''


def with_extra_check(
    folder: Path, source: str = SLOW_CHECK, *, name: str = "slow_coach"
) -> list[str]:
    """A command that runs with one more check, as if its file had been dropped in."""
    place = folder / "extra"
    place.mkdir()
    (place / f"{name}.py").write_text(source)
    code = (
        "import sys; from postil.inspection import checks; "
        f"checks.__path__.append({str(place)!r}); from postil.cli import main; main(sys.argv[1:])"
    )
    return [sys.executable, "-c", code]
