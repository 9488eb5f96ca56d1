"""The steps of a workflow with what starts them, and which of them hand text to an AI agent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from postil.inspection.expressions import Reading
from postil.inspection.outlines import Table, scalars
from postil.inspection.workflows import (
    Job,
    Step,
    Workflow,
    is_workflow_path,
    read_action,
    read_workflow,
)

_AGENT_ACTIONS = (
    *("anthropics/claude-code-action", "anthropics/claude-code-base-action"),
    *("openai/codex-action", "google-github-actions/run-gemini-cli"),
    *("google-gemini/gemini-cli-action", "actions/ai-inference", "sst/opencode/github"),
    *("anomalyco/opencode/github", "block/goose-action", "warpdotdev/oz-agent-action"),
)
PROMPTS = frozenset(
    {
        *("prompt", "direct_prompt", "override_prompt", "custom_instructions", "system-prompt"),
        *("system_prompt", "append_system_prompt", "message", "instructions"),
    }
)
# Each program and the words one of which makes it work without a person; none: it always does.
_AGENT_PROGRAMS: dict[str, frozenset[str]] = {
    "claude": frozenset({"-p", "--print"}),
    "codex": frozenset({"exec", "e"}),
    "gemini": frozenset({"-p", "--prompt", "-y", "--yolo"}),
    "copilot": frozenset({"-p", "--prompt"}),
    "opencode": frozenset({"run"}),
    "goose": frozenset({"run"}),
    "aider": frozenset({"-m", "--message"}),
    "cursor-agent": frozenset(),
    "claude-code": frozenset({"-p", "--print"}),
    "gemini-cli": frozenset({"-p", "--prompt", "-y", "--yolo"}),
}
_BETWEEN_WORDS = re.compile(r"[\s;&|()`$\"']+")
_LONGEST_SCRIPT = 50_000


_UNTRUSTED = tuple(
    tuple(chain.split("."))
    for chain in (
        *("github.head_ref", "github.event.issue.title", "github.event.issue.body"),
        *("github.event.pull_request.title", "github.event.pull_request.body"),
        *("github.event.pull_request.head.ref", "github.event.pull_request.head.label"),
        *("github.event.comment.body", "github.event.review.body", "github.event.discussion.title"),
        *("github.event.discussion.body", "github.event.head_commit.message"),
        *("github.event.workflow_run.head_branch", "github.event.workflow_run.display_title"),
        "github.event.review_comment.body",
    )
)


@dataclass(frozen=True, slots=True)
class Scene:
    """A list of steps, what starts them, the environment around them, and the jobs beside them."""

    path: str
    lines: tuple[str, ...]
    triggers: frozenset[str]
    steps: tuple[Step, ...]
    env: tuple[Table, ...]
    condition: str
    jobs: Mapping[str, Job]


def scenes(path: str, text: str) -> Iterator[Scene]:
    lines = tuple(text.split("\n"))
    if not is_workflow_path(path):
        yield Scene(path, lines, frozenset(), read_action(text).steps, (), "", {})
        return
    workflow: Workflow = read_workflow(text)
    for job in workflow.jobs.values():
        env = (workflow.table.table("env"), job.table.table("env"))
        condition = job.table.text("if") or ""
        starts = frozenset(workflow.triggers)
        yield Scene(path, lines, starts, job.steps, env, condition, workflow.jobs)


def is_agent(step: Step) -> bool:
    return step.runs_action(*_AGENT_ACTIONS) or _runs_agent(script_of(step))


def _runs_agent(script: str) -> bool:
    for line in script.replace("\\\n", " ").split("\n"):
        words = _BETWEEN_WORDS.split(line)
        programs = [word.rpartition("/")[2].partition("@")[0] for word in words]
        for index, program in enumerate(programs):
            flags = _AGENT_PROGRAMS.get(program)
            if flags is not None and (not flags or flags & set(words[index + 1 :])):
                return True
    return False


def script_of(step: Step) -> str:
    """The step's script without its comment lines."""
    text = step.run.text[:_LONGEST_SCRIPT] if step.run is not None else ""
    return "\n".join(line for line in text.split("\n") if not line.lstrip().startswith("#"))


def told_to(step: Step) -> str:
    """Everything the agent is told: its prompt inputs, or the whole command line."""
    prompts = (
        value.text
        for entry in step.settings
        if entry.key in PROMPTS
        for value in scalars(entry.value)
    )
    return "\n".join((*prompts, script_of(step)))


def is_untrusted(reading: Reading) -> bool:
    """Whether the chain is one of those strangers write, or holds one of them."""
    return (
        any(
            chain[: len(reading.names)] == reading.names or reading.names[: len(chain)] == chain
            for chain in _UNTRUSTED
        )
        and len(reading.names) > 1
    )


def place_of(scene: Scene, text: str, start: int) -> int:
    """The first line from `start` that holds the text, else `start`."""
    for number in range(start, min(len(scene.lines), start + 400) + 1):
        if text in scene.lines[number - 1]:
            return number
    return start
