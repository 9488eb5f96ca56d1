"""What a job has that a step of it could take: secrets, rights, and what it gives to the public."""

from __future__ import annotations

import re
from collections.abc import Sequence

from postil.inspection.outlines import Node, scalars
from postil.inspection.workflows import Job, Workflow

_LONGEST = 20_000
_FOR_STRANGERS = "pull_request"
_WITHOUT_PRIVILEGE = frozenset(
    {_FOR_STRANGERS, "push", "merge_group", "workflow_dispatch", "schedule"}
)
_SECRET = re.compile(r"\bsecrets\b(?!\.GITHUB_TOKEN\b)", re.IGNORECASE)
_GIVES_OUT = re.compile(
    r"\b(?:publish|deploy)|\b(?:docker|git) push\b|\bgh release\b|\btwine upload\b"
    r"|/[\w.-]{0,60}release[\w.-]{0,60}@",
    re.IGNORECASE,
)


_FOR_BOT = re.compile(
    r"\s{2,4}if:[^|!]{0,200}\bpull_request\.user\.login\s?==\s?['\"][\w-]{1,60}\[bot\]['\"][^|!]{0,200}\Z"
)
"""The condition of a whole job, which stands less deep than that of a step."""
_OPENS_JOB = re.compile(r"\S|\s{1,3}[\w-]{1,100}:\s{0,8}\Z")


def risks_nothing(workflow: Workflow, action: str) -> bool:
    """Whether every job that takes the action is one that a stranger's pull request may start
    as it is: it holds no secret but the token it is given, may write nothing, and gives nothing out.
    """
    triggers = set(workflow.triggers)
    if _FOR_STRANGERS not in triggers or not triggers <= _WITHOUT_PRIVILEGE:
        return False
    if _may_write(workflow.table.get("permissions")) or _holds(workflow.table.get("env")):
        return False
    jobs = [job for job in workflow.jobs.values() if _takes(job, action)]
    return bool(jobs) and all(_is_bare(job) for job in jobs)


def is_for_bots(lines: Sequence[str], row: int) -> bool:
    """Whether the job around a line runs for the requests of one bot alone, which names its branches."""
    for line in reversed(lines[:row]):
        if _FOR_BOT.match(line[:_LONGEST]):
            return True
        if _OPENS_JOB.match(line[:_LONGEST]):
            return False
    return False


def _takes(job: Job, action: str) -> bool:
    return any(step.uses is not None and step.uses.text == action for step in job.steps)


def _is_bare(job: Job) -> bool:
    table = job.table
    if table.get("environment") is not None or _may_write(table.get("permissions")):
        return False
    return not (_GIVES_OUT.search(job.id) or _holds(table))


def _may_write(permissions: Node | None) -> bool:
    return any("write" in one.text for one in scalars(permissions))


def _holds(node: Node | None) -> bool:
    texts = (one.text[:_LONGEST] for one in scalars(node))
    return any(_SECRET.search(text) or _GIVES_OUT.search(text) for text in texts)
