"""What a workflow file as a whole says about one alarm in it: who starts it, how it pins, what it fetches."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import takewhile

from postil.inspection.checks._workflow_security_agents import OWN_BRANCH
from postil.inspection.outlines import Table, Unreadable
from postil.inspection.workflows import Workflow, is_action_path, read_workflow

_LONGEST_WORKFLOW = 400_000
_PINNED = re.compile(r"@[0-9a-f]{40}\b")
_USES = re.compile(
    r"^\s{0,40}(?:- {1,4})?uses: {0,4}[\"']?([\w.-]{1,100}/[^\s\"'#]{1,300})", re.MULTILINE
)
_OFFICIAL = ("actions/", "github/")
_FETCHES = re.compile(
    r"^[^#\n]{0,400}(?:download-artifact|\bgh (?:run download|pr checkout|pr diff)|refs/pull/"
    r"|head\.(?:sha|ref|repo)|head_(?:ref|sha|branch|commit))",
    re.MULTILINE,
)
"""What brings something along that the sender of a pull request made."""
_JOBS = re.compile(r"\Ajobs:\s{0,20}(?:#.{0,200})?\Z")
_TOP_LEVEL = re.compile(r"\A[^\s#]")
_JOB = re.compile(r"\A( {1,8})[\"']?[A-Za-z_][\w-]{0,100}[\"']?:")
_DELIBERATE = frozenset({"workflow_dispatch", "repository_dispatch", "release", "schedule"})
_PINNED_FOR_EACH = 2
"""Actions pinned for each other one that is not, where pinning is the habit of a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """A file around an alarm.

    `jobs` is 0 when they cannot be counted. `is_released` is a workflow that only maintainers
    start, by hand, by the clock or for a release. `may_be_called` is one whose inputs other
    workflows fill, or one whose triggers cannot be read.
    """

    in_action: bool
    jobs: int
    fetches: bool
    is_released: bool
    may_be_called: bool
    text: str

    @classmethod
    def of(cls, path: str, text: str) -> Surroundings:
        whole = text[:_LONGEST_WORKFLOW]
        workflow = _read(text)
        return cls(
            in_action=is_action_path(path),
            jobs=_job_count(text.split("\n")),
            fetches=_FETCHES.search(whole) is not None and OWN_BRANCH.search(whole) is None,
            is_released=workflow is not None and _is_released(workflow),
            may_be_called=workflow is None or workflow.call is not None,
            text=whole,
        )

    def pins_others(self, action: str) -> bool:
        """Whether the file pins actions as a habit, this one left aside."""
        used = _USES.findall(self.text)
        pinned = {_named(use) for use in used if _PINNED.search(use)}
        loose = {_named(use) for use in used if not use.startswith(_OFFICIAL)} - pinned - {action}
        by_tag = any(use.startswith(_OFFICIAL) and not _PINNED.search(use) for use in used)
        # One that its makers want pinned shows no habit where those of the platform are not.
        fewest = _PINNED_FOR_EACH if by_tag else 1
        return len(pinned) >= max(fewest, _PINNED_FOR_EACH * len(loose))


def _named(use: str) -> str:
    return use.partition("@")[0]


def _read(text: str) -> Workflow | None:
    try:
        workflow = read_workflow(text)
    except Unreadable:
        return None
    return workflow if workflow.triggers else None


def _is_released(workflow: Workflow) -> bool:
    push = workflow.triggers.get("push")
    by_tag = isinstance(push, Table) and push.get("tags") is not None and not _on_branches(push)
    return all(name in _DELIBERATE or (name == "push" and by_tag) for name in workflow.triggers)


def _on_branches(push: Table) -> bool:
    return push.get("branches") is not None or push.get("paths") is not None


def _job_count(lines: list[str]) -> int:
    """How many jobs a workflow lists, told by indentation; 0 when that cannot be told."""
    starts = [index for index, line in enumerate(lines) if _JOBS.match(line)]
    if not starts:
        return 0
    inside = list(takewhile(lambda line: not _TOP_LEVEL.match(line), lines[starts[0] + 1 :]))
    keys = [found for line in inside if (found := _JOB.match(line))]
    shallowest = min((len(found[1]) for found in keys), default=0)
    return sum(len(found[1]) == shallowest for found in keys)
