"""What a workflow file as a whole says about one alarm in it: who starts it, how it pins, what it fetches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from postil.inspection.checks._workflow_security.agents import OWN_BRANCH
from postil.inspection.checks._workflow_security.stakes import risks_nothing
from postil.inspection.outlines import Table, Unreadable
from postil.inspection.workflows import Job, Workflow, is_action_path, read_workflow

_LONGEST_WORKFLOW = 400_000
_PINNED = re.compile(r"@[0-9a-f]{40}\b")
_USES = re.compile(
    r"^\s{0,40}(?:- {1,4})?uses: {0,4}[\"']?([\w.-]{1,100}/[^\s\"'#]{1,300})", re.MULTILINE
)
_OFFICIAL = ("actions/", "github/")
_FETCHES = re.compile(
    r"^[^#\n]{0,400}(?:\bgh (?:run download|pr checkout|pr diff)|refs/pull/)", re.MULTILINE
)
"""What brings something along that the sender of a pull request made."""
_HEAD = r"head(?:\.(?:sha|ref|repo)|_(?:ref|sha|branch|commit))"
_TAKES_HEAD = re.compile(
    rf"^[^#\n]{{0,400}}(?:\b(?:ref|repository): |\bgit )[^#\n]{{0,400}}{_HEAD}", re.MULTILINE
)
_NAMES_HEAD = re.compile(rf"^[^#\n]{{0,400}}{_HEAD}", re.MULTILINE)
_WITH_GIT = re.compile(
    r"^[^#\n]{0,400}\bgit (?:-C \S{1,100} )?(?:checkout|fetch|clone|pull|merge|switch|worktree)\b",
    re.MULTILINE,
)
_SERVICES = "services:"
_CHECKOUT = "actions/checkout"
_DOWNLOADS = ("actions/download-artifact", "dawidd6/action-download-artifact")
_STARTS = re.compile(
    r"(?:\A|[\s;&|(])(?:\./|(?:cd|sh|bash|source|\.|python3?|node|ruby|perl|pip install) {1,4}(?:\./)?)"
)
"""What stands before the name of a file that is run."""
_BUILDS = re.compile(
    r"(?:\A|[\s;&|(])(?:make|npm|npx|yarn|pnpm|bun|cargo|go|mvn|gradle|pip3?|bundle|composer|docker)\b"
)
"""Programs that do what they find written in the folder they are started in."""
_JOBS = re.compile(r"\Ajobs:\s{0,20}(?:#.{0,200})?\Z")
_TOP_LEVEL = re.compile(r"\A[^\s#]")
_JOB = re.compile(r"\A( {1,8})[\"']?[A-Za-z_][\w-]{0,100}[\"']?:")
_PUBLISHES = re.compile(r"release|publish", re.IGNORECASE)
_DELIBERATE = frozenset({"workflow_dispatch", "repository_dispatch", "release", "schedule"})
_PINNED_FOR_EACH = 2
"""Actions pinned for each other one that is not, where pinning is the habit of a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """A file around an alarm.

    `jobs` is 0 when they cannot be counted. `is_released` is a workflow that only maintainers
    start, by hand, by the clock or for a release; `publishes` is one that is called after a
    release, whatever starts it. `may_be_called` is one whose inputs other
    workflows fill, or one whose triggers cannot be read.
    """

    in_action: bool
    jobs: int
    fetches: bool
    is_released: bool
    publishes: bool
    may_be_called: bool
    text: str
    workflow: Workflow | None

    @classmethod
    def of(cls, path: str, text: str) -> Surroundings:
        whole = text[:_LONGEST_WORKFLOW]
        workflow = _read(text)
        return cls(
            in_action=is_action_path(path),
            jobs=_job_count(text.split("\n")),
            fetches=_fetches(whole, workflow) and OWN_BRANCH.search(whole) is None,
            is_released=workflow is not None and _is_released(workflow),
            publishes=_PUBLISHES.search(path.rpartition("/")[2][:200]) is not None,
            may_be_called=workflow is None or workflow.call is not None,
            text=whole,
            workflow=workflow,
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

    def risks_nothing(self, action: str) -> bool:
        """Whether no job that takes the action has anything to lose to it."""
        return self.workflow is not None and risks_nothing(self.workflow, action)

    def serves(self, image: str) -> bool:
        """Whether an image is only asked for as a server that runs beside a job."""
        lines = self.text.split("\n")
        asked = [index for index, line in enumerate(lines) if line.strip(" -") == image]
        return bool(asked) and all(_SERVICES in _above(lines, index) for index in asked)


def _above(lines: list[str], index: int) -> Iterator[str]:
    """The keys that a line stands under, the nearest first."""
    depth = len(lines[index]) - len(lines[index].lstrip())
    for line in reversed(lines[:index]):
        plain = line.lstrip()
        if plain and not plain.startswith("#") and len(line) - len(plain) < depth:
            depth = len(line) - len(plain)
            yield plain.rstrip()


def _named(use: str) -> str:
    return use.partition("@")[0]


def _read(text: str) -> Workflow | None:
    try:
        workflow = read_workflow(text)
    except Unreadable:
        return None
    return workflow if workflow.triggers else None


def _fetches(text: str, workflow: Workflow | None) -> bool:
    """Whether a stranger's code or files come along and could be run.

    To read what a pull request is called by, or to hand it on, brings nothing; and an artifact in
    a folder of its own is only read where no script starts anything there.
    """
    if _FETCHES.search(text) is not None or _TAKES_HEAD.search(text) is not None:
        return True
    if _NAMES_HEAD.search(text) is not None and _WITH_GIT.search(text) is not None:
        return True
    if workflow is None:
        return "download-artifact" in text
    return any(_runs_what_it_got(job) for job in workflow.jobs.values())


def _runs_what_it_got(job: Job) -> bool:
    """Whether a job starts what it downloaded, or may have put it over what it checked out."""
    got: list[str] = []
    mixed = any(step.runs_action(_CHECKOUT) for step in job.steps)
    for step in job.steps:
        if step.runs_action(*_DOWNLOADS):
            got.append((step.settings.text("path") or "").removeprefix("./").strip("/."))
        elif step.uses is not None:
            if step.uses.text.startswith("./") and "" in got:
                return True
        elif step.run is not None and got:
            script = step.run.text[:_LONGEST_WORKFLOW]
            if (mixed and "" in got) or any(_starts(script, place) for place in got):
                return True
    return False


def _starts(script: str, place: str) -> bool:
    """Whether a script may start something that lies in a folder, or anywhere for an empty one."""
    if "$" in place or (not place and _BUILDS.search(script) is not None):
        return True
    return any(script.startswith(place, start.end()) for start in _STARTS.finditer(script))


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
