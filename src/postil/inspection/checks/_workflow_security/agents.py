"""Ways into AI agents that run in workflows, and checkouts of strangers' code beside secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from postil.domain.severity import Severity
from postil.inspection.checks._workflow_security.alarm import Alarm
from postil.inspection.checks._workflow_security.carried import FETCH, LOGS, handed_to
from postil.inspection.checks._workflow_security.fetching import pulled_in
from postil.inspection.checks._workflow_security.scenes import (
    PROMPTS,
    Scene,
    is_agent,
    is_untrusted,
    place_of,
    scenes,
    script_of,
    told_to,
)
from postil.inspection.expressions import Reading
from postil.inspection.outlines import Scalar
from postil.inspection.workflows import Step, expressions

_OPEN_FLAG = re.compile(
    r"--dangerously-skip-permissions\b|--dangerously-bypass-approvals-and-sandbox\b|--yolo\b"
    r"|--approval-mode[ =]yolo\b|--sandbox[ =]danger-full-access\b|--allow-all-tools\b"
    r"|--permission-mode[ =]bypassPermissions\b"
)
_OPEN_SETTING = re.compile(
    r"""["'](?:sandbox["']\s*:\s*false|defaultMode["']\s*:\s*["']bypassPermissions)"""
)
_OPEN_VALUES = {
    "sandbox": "danger-full-access",
    "safety-strategy": "unsafe",
    "yolo": "true",
    "dangerously_skip_permissions": "true",
    "permission_mode": "bypassPermissions",
}
_ANYBODY = frozenset({"allowed_non_write_users", "allow-users", "allowed_bots", "allow-bots"})
_OPEN_TOOL = re.compile(
    r"\bBash(?:\((?:\*|:\*|(?:ba|z|da)?sh\b|eval\b|sudo\b|env\b|xargs\b|python3?\b(?! -m)|node\b|perl\b|ruby\b)[^)\n]{0,200}\)"
    r"|(?![\w(]))|\brun_shell_command(?:\((?:echo|printf|bash|sh|eval|env|xargs)\b[^)\n]{0,200}\)|(?![\w(]))"
)
_TOOL_LISTS = ("allowed_tools", "allowedTools", "claude_args", "settings", "allowed-tools", "args")
_RUN_ANSWER = re.compile(
    r"\|[ \t]*(?:sudo )?(?:ba|z|da)?sh\b"
    r"|\b(?:eval|(?:ba)?sh -c) (?:\"\$[^\"\n]{0,80}\"|'\$[^'\n]{0,80}'|[\"']?\$[\w{}]{0,80})"
)
_STRANGERS = (
    "issues",
    "issue_comment",
    "pull_request_target",
    "discussion",
    "discussion_comment",
    "workflow_run",
)
_OF_LOGS = "the log of a run, which any program in it can write to"
_OF_ANYBODY = "text that anybody may have written"
_WHOLE_SHELL = frozenset({"Bash", "Bash(*)", "Bash(:*)", "Bash(*:*)", "run_shell_command"})
_BY_ANYBODY = frozenset({*_STRANGERS, "pull_request_review", "pull_request_review_comment"})
_PRIVILEGED = ("pull_request_target", "workflow_run")
OWN_BRANCH = re.compile(
    r"head\.repo\.full_name\s*==\s*github\.repository|head\.repo\.fork\b|head_repository\.full_name\s*=="
    r"|pull_request\.user\.login\s*==\s*'[\w-]{1,40}\[bot\]'"
)
_STRANGERS_CODE = (
    ("github", "event", "pull_request", "head"),
    ("github", "event", "workflow_run", "head_sha"),
    ("github", "event", "workflow_run", "head_branch"),
    ("github", "event", "workflow_run", "head_repository"),
    ("github", "head_ref"),
)


def agent_alarms(path: str, text: str) -> Iterator[Alarm]:
    """Every alarm of one file; raises Unreadable where it cannot be read."""
    for scene in scenes(path, text):
        answers = {(step.id or "").lower() for step in scene.steps if is_agent(step)} - {""}
        for step in scene.steps:
            if is_agent(step):
                yield from _into_agent(scene, step)
            yield from _out_of_agent(scene, step, answers)
            yield from _privileged_checkout(scene, step)


def _into_agent(scene: Scene, step: Step) -> Iterator[Alarm]:
    for entry in step.settings:
        if entry.key in PROMPTS:
            yield from (
                _pasted(scene, reading)
                for reading in expressions(entry.value)
                if is_untrusted(reading)
            )
        yield from (
            _setting(scene, entry.key, entry.value.text, entry.line)
            if isinstance(entry.value, Scalar)
            else ()
        )
    yield from _relayed(scene, step)
    yield from _handed(scene, step)
    script, told = script_of(step), told_to(step)
    flag = _OPEN_FLAG.search(script)
    if flag is not None:
        yield _open_sandbox(scene, flag[0], step.line)
    logs = LOGS.search(told)
    if logs is not None:
        yield _reads(
            scene,
            "agent-reads-logs",
            logs[0],
            step.line,
            _OF_LOGS,
        )
    fetched = FETCH.search(told)
    if fetched is not None and scene.triggers & set(_STRANGERS):
        yield _reads(scene, "agent-fetches-text", fetched[0], step.line, _OF_ANYBODY)
    answer = _RUN_ANSWER.search(script)
    if answer is not None:
        yield _executed(scene, answer[0], step.line)


def _handed(scene: Scene, step: Step) -> Iterator[Alarm]:
    """What a step before the agent collected and the agent is told."""
    for handed in handed_to(scene, step):
        load = handed.load
        if load.is_log or scene.triggers & set(_STRANGERS):
            slug = "agent-reads-logs" if load.is_log else "agent-fetches-text"
            what = _OF_LOGS if load.is_log else _OF_ANYBODY
            alarm = _reads(scene, slug, load.subject, handed.line, what)
            yield replace(alarm, line=handed.line, last_line=handed.line)


def _pasted(scene: Scene, reading: Reading) -> Alarm:
    return Alarm(
        path=scene.path,
        line=reading.line,
        last_line=reading.line,
        slug="agent-prompt-injection",
        subject=reading.spelled,
        severity=Severity.HIGH,
        title=f"`{reading.spelled}` is pasted into an agent's prompt",
        failure="Whoever writes that text instructs the agent, with this workflow's token and tools",
        mitigation="Hand over a number or a link, and treat what the agent looks up as data",
    )


def _relayed(scene: Scene, step: Step) -> Iterator[Alarm]:
    told = told_to(step)
    for table in (*scene.env, step.table.table("env")):
        for entry in table:
            reading = next((r for r in expressions(entry.value) if is_untrusted(r)), None)
            named = re.search(rf"(?<!\w){re.escape(entry.key)}(?!\w)", told)
            if reading is not None and named is not None:
                yield Alarm(
                    path=scene.path,
                    line=entry.line,
                    last_line=entry.line,
                    slug="agent-env-relay",
                    subject=f"{entry.key} {reading.spelled}",
                    severity=Severity.HIGH,
                    title=f"`{reading.spelled}` reaches an agent's prompt through `{entry.key}`",
                    failure="Whoever writes that text instructs the agent, with this workflow's token and tools",
                    mitigation="Keep strangers' text out of the prompt, or give the agent no token and no tools",
                )


def _setting(scene: Scene, key: str, value: str, line: int) -> Iterator[Alarm]:
    if _OPEN_VALUES.get(key) == value.strip():
        yield _open_sandbox(scene, f"{key}: {value.strip()}", line, shown=value.strip())
    if key in _TOOL_LISTS:
        flag = _OPEN_FLAG.search(value) or _OPEN_SETTING.search(value)
        if flag is not None:
            yield _open_sandbox(scene, flag[0], line)
        tool = _OPEN_TOOL.search(value)
        if tool is not None and tool[0] in _WHOLE_SHELL and scene.triggers & _BY_ANYBODY:
            yield _open_sandbox(scene, tool[0], line)
        elif tool is not None:
            yield _open_list(scene, tool[0], line)
    if key in _ANYBODY and value.strip() == "*":
        yield Alarm(
            path=scene.path,
            line=line,
            last_line=line,
            slug="agent-open-to-all",
            subject=key,
            severity=Severity.LOW,
            title=f"`{key}` lets every account start the agent",
            failure="Strangers can spend its budget and try instructions on it",
            mitigation="Name the accounts that may start it",
        )


def _open_sandbox(scene: Scene, subject: str, line: int, *, shown: str = "") -> Alarm:
    place = place_of(scene, shown or subject, line)
    return Alarm(
        path=scene.path,
        line=place,
        last_line=place,
        slug="agent-open-sandbox",
        subject=subject,
        severity=Severity.CRITICAL,
        title=f"An agent runs with `{subject}`",
        failure="Any instruction it picks up is carried out on the runner, secrets included",
        mitigation="Keep the sandbox on and allow the single tools it needs",
    )


def _open_list(scene: Scene, subject: str, line: int) -> Alarm:
    place = place_of(scene, subject, line)
    return Alarm(
        path=scene.path,
        line=place,
        last_line=place,
        slug="agent-open-allow-list",
        subject=subject,
        severity=Severity.MEDIUM,
        title=f"The agent's allow list holds `{subject}`, which can run any other command",
        failure="The list no longer limits what an instruction can make the agent do",
        mitigation="Allow complete commands that cannot start others",
    )


def _reads(scene: Scene, slug: str, subject: str, line: int, what: str) -> Alarm:
    place = place_of(scene, subject, line)
    return Alarm(
        path=scene.path,
        line=place,
        last_line=place,
        slug=slug,
        subject=subject,
        severity=Severity.HIGH,
        title=f"`{subject}` feeds an agent {what}",
        failure="Text in there instructs the agent, with this workflow's token and tools",
        mitigation="Give that agent no token and no tools, or let a person choose what it reads",
    )


def _executed(scene: Scene, subject: str, line: int) -> Alarm:
    place = place_of(scene, subject, line)
    return Alarm(
        path=scene.path,
        line=place,
        last_line=place,
        slug="agent-output-executed",
        subject=subject,
        severity=Severity.CRITICAL,
        title=f"What a model answers is run as code: `{subject}`",
        failure="Whoever can sway the answer runs commands with this workflow's token and secrets",
        mitigation="Take the answer through `env` as data and compare it with the values you expect",
    )


def _out_of_agent(scene: Scene, step: Step, answers: set[str]) -> Iterator[Alarm]:
    """A model's answer that a later step pastes into its script, or runs from a variable."""
    if step.run is None or not answers:
        return
    for reading in expressions(step.run):
        if reading.names[0] == "steps" and reading.at(1) in answers and reading.at(2) == "outputs":
            yield _executed(scene, reading.spelled, reading.line)
    for entry in step.table.table("env"):
        relayed = any(
            r.names[0] == "steps" and r.at(1) in answers for r in expressions(entry.value)
        )
        run = re.search(
            rf"\b(?:eval|(?:ba)?sh -c) [\"']?\$\{{?{re.escape(entry.key)}\b\}}?[\"']?",
            script_of(step),
        )
        if relayed and run is not None:
            yield _executed(scene, run[0], step.line)


def _privileged_checkout(scene: Scene, step: Step) -> Iterator[Alarm]:
    guards = f"{scene.condition}\n{step.table.text('if') or ''}"
    if not scene.triggers & set(_PRIVILEGED) or OWN_BRANCH.search(guards):
        return
    taken: list[tuple[str, int]] = []
    if step.runs_action("actions/checkout"):
        for key in ("ref", "repository"):
            value = step.settings.get(key)
            taken += [
                (reading.spelled, reading.line)
                for reading in expressions(value)
                if any(reading.names[: len(chain)] == chain for chain in _STRANGERS_CODE)
            ]
            if isinstance(value, Scalar) and "refs/pull/" in value.text:
                taken.append((value.text, value.line))
    pulled = pulled_in(script_of(step))
    if pulled is not None:
        taken.append((pulled[0], place_of(scene, pulled[0], step.line)))
    for subject, line in taken[:1]:
        trigger = min(scene.triggers & set(_PRIVILEGED))
        yield Alarm(
            path=scene.path,
            line=line,
            last_line=line,
            slug="privileged-checkout",
            subject=subject,
            severity=Severity.CRITICAL,
            title=f"`{trigger}` checks out code that strangers wrote: `{subject}`",
            failure="Building or testing it hands this repository's secrets and write token to them",
            mitigation="Use `pull_request` for the part that runs the code, and keep secrets out of that job",
        )
