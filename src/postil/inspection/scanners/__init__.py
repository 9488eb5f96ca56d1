"""What a scanner is: one module that says which files it wants, how it is called, what it answers.

A scanner module has these names:

    NAME        the program, as it is installed
    SUFFIXES    how the names of files it reads end; none means every file
    RULES       files, or folders with a slash at the end, that hold the project's rules at the
                base; none for a scanner that brings its own
    arguments   `(files, rules) -> list[str]`: how it is called, in a folder that holds both
    report      `(ToolRun, files) -> bytes | None`: its answer as SARIF; None when it failed

It runs on copies of the changed files, without network, and its answer is untrusted text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

MUST_HAVE = frozenset({"NAME", "SUFFIXES", "RULES", "arguments", "report"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    """One result of a scanner that does not speak SARIF."""

    path: str
    first: int
    last: int
    rule: str
    name: str
    level: str
    confidence: str
    text: str
    tags: tuple[str, ...] = ("security",)


def sarif(tool: str, alarms: Iterable[Alarm], *, complete: bool) -> bytes:
    """The alarms as a SARIF log."""
    listed = list(alarms)
    rules = {
        alarm.rule: {
            "id": alarm.rule,
            "name": alarm.name,
            "properties": {"tags": list(alarm.tags)},
        }
        for alarm in listed
    }
    run = {
        "tool": {"driver": {"name": tool, "rules": list(rules.values())}},
        "invocations": [{"executionSuccessful": complete}],
        "results": [_result(alarm) for alarm in listed],
    }
    return json.dumps({"version": "2.1.0", "runs": [run]}).encode()


def _result(alarm: Alarm) -> dict[str, object]:
    place = {
        # A percent sign in a name is no escape.
        "artifactLocation": {"uri": alarm.path.replace("%", "%25")},
        "region": {"startLine": alarm.first, "endLine": max(alarm.first, alarm.last)},
    }
    return {
        "ruleId": alarm.rule,
        "level": alarm.level,
        "message": {"text": alarm.text},
        "locations": [{"physicalLocation": place}],
        "properties": {"confidence": alarm.confidence},
    }
