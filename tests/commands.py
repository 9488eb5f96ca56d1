"""Runs the command as a person would, in a process of its own or in this one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

POSTIL = [sys.executable, "-m", "postil"]


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str


def postil(
    *arguments: str, cwd: Path, env: Mapping[str, str] | None = None, path: str | None = None
) -> Ran:
    """What the command prints and exits with; `path` replaces the search path."""
    variables = {
        key: value for key, value in os.environ.items() if not key.startswith("POSTIL_")
    } | {"COLUMNS": "80", **(env or {})}
    if path is not None:
        variables["PATH"] = path
    done = subprocess.run(
        [*POSTIL, *arguments],
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
