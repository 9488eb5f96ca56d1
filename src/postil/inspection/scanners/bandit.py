"""Bandit: security faults in Python, by its own rules, from medium severity upwards."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from postil.inspection.scanners import Alarm, sarif
from postil.ports import ToolRun

NAME = "bandit"
SUFFIXES = (".py", ".pyi")
RULES = ()

_EXITS = (0, 1)
_LEVELS = {"HIGH": "error", "MEDIUM": "warning", "LOW": "note"}


def arguments(files: Sequence[str], rules: Sequence[str]) -> list[str]:
    del rules
    return ["--quiet", "--format", "json", "-ll", "--", *(f"./{name}" for name in files)]


def report(run: ToolRun, files: Sequence[str]) -> bytes | None:
    del files
    if run.exit not in _EXITS:
        return None
    try:
        answer = json.loads(run.stdout)
        alarms = list(_alarms(answer["results"]))
        return sarif(NAME, alarms, complete=not answer["errors"])
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


def _alarms(results: Sequence[Any]) -> Iterator[Alarm]:
    for result in results:
        yield Alarm(
            path=str(result["filename"]),
            first=int(result["line_number"]),
            last=int(result["line_range"][-1]),
            rule=str(result["test_id"]),
            name=str(result["test_name"]),
            level=_LEVELS.get(result["issue_severity"], "warning"),
            confidence=str(result["issue_confidence"]),
            text=str(result["issue_text"]),
            tags=("security", f"external/cwe/cwe-{result['issue_cwe'].get('id', '')}"),
        )
