"""Opengrep: the project's own rules, as semgrep reads them."""

from __future__ import annotations

from collections.abc import Sequence

from postil.ports import ToolRun

NAME = "opengrep"
SUFFIXES = ()
RULES = (".opengrep.yml", ".opengrep.yaml", ".opengrep/", ".semgrep.yml", ".semgrep.yaml", ".semgrep/")  # fmt: skip

_EXITS = (0, 1)


def arguments(files: Sequence[str], rules: Sequence[str]) -> list[str]:
    del files
    named = [f"--config={name}" for name in rules]
    return ["scan", "--sarif", "--quiet", "--no-git-ignore", *named, "."]


def report(run: ToolRun, files: Sequence[str]) -> bytes | None:
    del files
    if run.exit not in _EXITS:
        return None
    return run.stdout.encode("utf-8", "replace")
