"""Semgrep: the project's own rules, offline and without metrics."""

from __future__ import annotations

from collections.abc import Sequence

from postil.ports import ToolRun

NAME = "semgrep"
SUFFIXES = ()
RULES = (".semgrep.yml", ".semgrep.yaml", ".semgrep/")

_EXITS = (0, 1)


def arguments(files: Sequence[str], rules: Sequence[str]) -> list[str]:
    del files
    quiet = ["--metrics=off", "--disable-version-check", "--quiet", "--no-git-ignore"]
    named = [f"--config={name}" for name in rules]
    return ["scan", "--sarif", *quiet, "--no-rewrite-rule-ids", *named, "."]


def report(run: ToolRun, files: Sequence[str]) -> bytes | None:
    del files
    if run.exit not in _EXITS:
        return None
    return run.stdout.encode("utf-8", "replace")
