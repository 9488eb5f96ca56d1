"""A toolbox whose programs say what they were told to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from postil.ports import ToolRun, ToolStatus


def ran(stdout: str = "", *, exit_status: int = 0, stderr: str = "") -> ToolRun:
    return ToolRun(status=ToolStatus.RAN, exit=exit_status, stdout=stdout, stderr=stderr)


@dataclass
class Asked:
    tool: str
    arguments: tuple[str, ...]
    files: dict[str, str]


@dataclass
class ScriptedTools:
    """Answers by program name; a program without an answer is not installed."""

    answers: Mapping[str, ToolRun] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)

    def run(
        self,
        tool: str,
        arguments: Sequence[str],
        *,
        files: Mapping[str, str],
        timeout: float = 30.0,
    ) -> ToolRun:
        assert timeout <= 30.0
        self.asked.append(Asked(tool, tuple(arguments), dict(files)))
        return self.answers.get(tool, ToolRun(status=ToolStatus.MISSING))
