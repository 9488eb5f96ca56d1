"""What earlier steps collect and hand on to an AI agent: logs, fetched text and words of strangers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from postil.inspection.checks._workflow_security.scenes import (
    PROMPTS,
    Scene,
    is_untrusted,
    place_of,
    script_of,
    told_to,
)
from postil.inspection.expressions import Reading
from postil.inspection.workflows import Step, expressions

LOGS = re.compile(
    r"\bgh run view\b[^\n]{0,300}--log(?:-failed)?\b"
    r"|\bgh api [^\n]{0,300}/(?:jobs|runs)/[^\n]{0,200}/logs\b"
    r"|\b(?:curl|wget) [^\n]{0,300}/(?:jobs|runs)/[^\n]{0,200}/logs\b"
    r"|\bdownload(?:Job|WorkflowRun)Logs\w{0,40}"
)
FETCH = re.compile(
    r"\bgh (?:issue|pr) view\b|\bgh api [^\n]{0,300}\bcomments\b|\bgh issue list\b"
    r"|\b(?:issues|pulls)\.(?:get|listComments|listReviewComments|listReviews)\b"
)
_TO_FILE = re.compile(r"(?:>{1,2}|\btee(?: -a)?)\s{0,4}[\"']?([\w./-]{4,200})")
_TO_OUTPUT = re.compile(
    r"GITHUB_OUTPUT\b|::set-output\b|\bcore\.setOutput\b|^\s{0,40}return\b", re.MULTILINE
)
_TO_ENV = re.compile(r"GITHUB_ENV\b|\bcore\.exportVariable\b")
_SET = re.compile(r"\b([A-Za-z_]\w{0,80})(?:=|<<)|exportVariable\(\s{0,20}[\"']([A-Za-z_]\w{1,80})")
_GITHUB_SCRIPT = "actions/github-script"
_LONGEST = 50_000
_DEVICES = ("/dev/",)


@dataclass(frozen=True, slots=True)
class Load:
    """Text of strangers that a step has collected, and where it put it."""

    step: str
    subject: str
    is_log: bool
    to_output: bool
    variables: frozenset[str]
    files: frozenset[str]


@dataclass(frozen=True, slots=True)
class Handed:
    """A load that an agent is told, with the line it is told on."""

    load: Load
    line: int


def handed_to(scene: Scene, step: Step) -> Iterator[Handed]:
    """What an agent's step is told of that the steps before it collected, each once."""
    given = [*_given(step)]
    words = told_to(step)
    for load in _loads(scene, step):
        line = _line(scene, step, load, given, words)
        if line is not None:
            yield Handed(load, line)
    yield from _from_jobs(scene, given)


def _loads(scene: Scene, until: Step) -> Iterator[Load]:
    for step in takewhile(lambda one: one is not until, scene.steps):
        yield from _load(step)


def _load(step: Step) -> Iterator[Load]:
    text = _collecting(step)
    source = LOGS.search(text) or FETCH.search(text)
    subject = source[0] if source is not None else _words_of_strangers(step)
    if not subject:
        return
    files = {found for found in _TO_FILE.findall(text) if not found.startswith(_DEVICES)}
    variables = (
        {one or other for one, other in _SET.findall(text)} if _TO_ENV.search(text) else set()
    )
    yield Load(
        step=(step.id or "").lower(),
        subject=subject,
        is_log=LOGS.search(text) is not None,
        to_output=_TO_OUTPUT.search(text) is not None,
        variables=frozenset(variables),
        files=frozenset(files),
    )


def _collecting(step: Step) -> str:
    """The step's program: that of the shell, or that of `github-script`."""
    if not step.runs_action(_GITHUB_SCRIPT):
        return script_of(step)
    return (step.settings.text("script") or "")[:_LONGEST]


def _words_of_strangers(step: Step) -> str:
    """The expression by which a step gets what strangers wrote, where its program makes use of it."""
    written = next(filter(is_untrusted, expressions(step.run)), None)
    if written is not None:
        return written.spelled
    program = _collecting(step)
    for entry in step.table.table("env"):
        held = next(filter(is_untrusted, expressions(entry.value)), None)
        if held is not None and re.search(rf"\b{re.escape(entry.key)}\b", program):
            return held.spelled
    return ""


def _given(step: Step) -> Iterator[Reading]:
    """Every expression that is filled into what the agent is told, its variables included."""
    for entry in step.settings:
        if entry.key in PROMPTS:
            yield from expressions(entry.value)
    yield from expressions(step.run)
    words = told_to(step)
    for entry in step.table.table("env"):
        if re.search(rf"(?<!\w){re.escape(entry.key)}(?!\w)", words):
            yield from expressions(entry.value)


def _line(scene: Scene, step: Step, load: Load, given: list[Reading], words: str) -> int | None:
    for reading in given:
        if load.to_output and load.step and reading.names[:3] == ("steps", load.step, "outputs"):
            return reading.line
        if reading.names[0] == "env" and reading.at(1) in {one.lower() for one in load.variables}:
            return reading.line
    for name in sorted(load.variables):
        if re.search(rf"\$\{{?{re.escape(name)}\b", words):
            return place_of(scene, name, step.line)
    for path in sorted(load.files):
        if re.search(rf"(?<![\w/]){re.escape(path)}(?!\w)", words):
            return place_of(scene, path, step.line)
    return None


def _from_jobs(scene: Scene, given: list[Reading]) -> Iterator[Handed]:
    """What another job collected and offers as its output."""
    for reading in given:
        job = scene.jobs.get(reading.at(1) or "") if reading.names[0] == "needs" else None
        if job is None or reading.at(2) != "outputs":
            continue
        offers = [one for one in job.table.table("outputs") if one.key.lower() == reading.at(3)]
        steps = {one.at(1) for entry in offers for one in expressions(entry.value)}
        for step in job.steps:
            loads = [load for load in _load(step) if load.to_output and load.step in steps]
            yield from (Handed(load, reading.line) for load in loads[:1])
