"""Runs git over a repository of the stand-in, whatever settings the machine has."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

GENTLE = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_OPTIONAL_LOCKS": "0"}


class GitRefused(Exception):
    """Git could not do it; the text is what it said."""


def run(path: Path, *arguments: str, stdin: bytes = b"") -> bytes:
    done = subprocess.run(  # noqa: S603 - fixed program, arguments as a list
        ["git", *arguments],  # noqa: S607 - the git on PATH is the one under test
        cwd=path,
        input=stdin,
        capture_output=True,
        check=False,
        env=environment(),
    )
    if done.returncode:
        raise GitRefused(done.stderr.decode(errors="replace").strip())
    return done.stdout


def text(path: Path, *arguments: str) -> str:
    """What git prints, as text; bytes that are not UTF-8 are replaced, as GitHub does."""
    return run(path, *arguments).decode(errors="replace")


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, **GENTLE, **(extra or {})}


def oid(path: Path, name: str) -> str:
    """The commit a name stands for, or nothing."""
    try:
        return text(path, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}").strip()
    except GitRefused:
        return ""


EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
"""What a first commit is compared with."""
