"""Gosec: security faults in Go, by its own rules; it needs the packages to load."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from postil.inspection.scanners import Alarm, sarif
from postil.ports import ToolRun

NAME = "gosec"
SUFFIXES = (".go", "go.mod", "go.sum")
RULES = ()

_EXITS = (0, 1)
_LEVELS = {"HIGH": "error", "MEDIUM": "warning", "LOW": "note"}


def arguments(files: Sequence[str], rules: Sequence[str]) -> list[str]:
    del files, rules
    return ["-no-fail", "-fmt=json", "./..."]


def report(run: ToolRun, files: Sequence[str]) -> bytes | None:
    """Its answer; incomplete when it read fewer files than it was given."""
    if run.exit not in _EXITS:
        return None
    wanted = [name for name in files if name.endswith(".go") and not name.endswith("_test.go")]
    try:
        answer = json.loads(run.stdout)
        alarms = list(_alarms(answer["Issues"] or (), files))
        errors = bool(answer.get("Golang errors"))
        complete = not errors and int(answer["Stats"]["files"]) >= len(wanted)
        return sarif(NAME, alarms, complete=complete)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


def _alarms(issues: Sequence[Any], files: Sequence[str]) -> Iterator[Alarm]:
    for issue in issues:
        # It names files by where its private folder happens to lie; the longest name that fits.
        fitting = [name for name in files if issue["file"].endswith(f"/{name}")]
        first, _, last = str(issue["line"]).partition("-")
        yield Alarm(
            path=max(fitting, key=len),
            first=int(first),
            last=int(last or first),
            rule=str(issue["rule_id"]),
            name=str(issue["details"]),
            level=_LEVELS.get(issue["severity"], "warning"),
            confidence=str(issue["confidence"]),
            text=str(issue["details"]),
        )
