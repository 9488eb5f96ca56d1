"""Finds merge rules that still wait for a check which no workflow runs under that name any more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.paths import is_ci
from postil.inspection.checks._stale_reference.subjects import LIKELY, Setting, Subject, old_line
from postil.ports import Hit, Tree

_WORKFLOW = re.compile(r"\A\.github/workflows/[^/]{1,200}\.ya?ml\Z")
_JOB = re.compile(r"\A( {1,8})([A-Za-z_][\w-]{0,100}):\s{0,8}(?:#.{0,300})?\Z")
_PART = re.compile(
    r"\A( {2,16})(name|uses|strategy):\s{0,8}(?:\"([^\"]{1,200})\"|'([^']{1,200})'|([^\s#\"'].{0,200}))?"
)
_COMPUTED = re.compile(r"\$\{\{.{0,200}?\}\}")
_MERGIFY = frozenset(
    {".mergify.yml", ".mergify.yaml", ".mergify/config.yml", ".github/mergify.yml"}
)
_LISTS = {
    ".github/settings.yml": ("contexts:", "checks:"),
    ".github/settings.yaml": ("contexts:", "checks:"),
    ".asf.yaml": ("contexts:", "checks:"),
    "bors.toml": ("status =", "pr_status =", "status=", "pr_status="),
    ".github/bors.toml": ("status =", "pr_status =", "status=", "pr_status="),
}
"""Files that list required checks, and what opens such a list in them."""
_CONDITION = re.compile(r"\b(?:check|status)-success ?= ?([^\]},]{1,200})")
_MARKS = " \t\"',"
_REACH = 60


@dataclass(frozen=True, slots=True)
class _Job:
    """A job as its check is called; `is_spread` when the check's name says more than the job does."""

    check: str
    line: int
    is_spread: bool

    def may_run(self, check: str) -> bool:
        """Whether a check of that name may be this job."""
        if self.is_spread and check.startswith((f"{self.check} (", f"{self.check} / ")):
            return True
        first, *rest = _COMPUTED.split(self.check)
        return check.startswith(first) and check.endswith(rest[-1]) if rest else check == first


def lost_checks(change: Change, *, base: Tree, head: Tree) -> Iterator[Setting]:
    """Checks that a changed workflow ran and none runs since, where the tree has merge rules."""
    workflows = [file for file in change.files if _WORKFLOW.match(file.old_path or "")]
    if not workflows:
        return
    running = [
        job
        for path in head.paths()
        if _WORKFLOW.match(path)
        for job in _jobs(head.read(path) or "")
    ]
    for file in workflows:
        yield from _lost(file, running, base=base, head=head)


def _lost(file: ChangedFile, running: list[_Job], *, base: Tree, head: Tree) -> Iterator[Setting]:
    before = base.read(file.old_path or file.path) or ""
    old = _jobs(before)
    after = "" if file.status is FileStatus.DELETED else head.read(file.path) or ""
    lines = before.split("\n")
    gone = [
        job
        for job in old
        if not (job.is_spread or _COMPUTED.search(job.check))
        and not any(other.may_run(job.check) for other in running)
    ]
    known = {job.check for job in old}
    fresh = [job.check for job in _jobs(after) if job.check not in known]
    now = fresh[0] if len(fresh) == len(gone) == 1 and not _COMPUTED.search(fresh[0]) else ""
    for job in gone:
        cause = old_line(file, job.line, lines[job.line - 1])
        subject = Subject(name=job.check, noun="check", cause=cause, now=now)
        yield Setting(subject, job.check, partial(_accepts, head=head, now=now), _defines)


def _jobs(text: str) -> list[_Job]:
    """The jobs of a workflow by indentation; one with a name of its own is called by that."""
    found: list[_Job] = []
    indent = inner = ""
    inside = False
    for number, line in enumerate(text.split("\n"), start=1):
        if line[:1] not in ("", " ", "#", "\t"):
            inside, indent = line.startswith("jobs:"), ""
            continue
        job = _JOB.match(line[:400]) if inside else None
        if job is not None and job[1] == (indent or job[1]):
            indent, inner = job[1], ""
            found.append(_Job(job[2], number, is_spread=False))
            continue
        part = _PART.match(line[:400]) if inside and found else None
        if line.strip() and not line.lstrip().startswith("#"):
            inner = inner or line[: len(line) - len(line.lstrip())]
        if part is None or part[1] != inner:
            continue
        job_so_far = found[-1]
        if part[2] == "name":
            name = (part[3] or part[4] or part[5] or "").partition(" #")[0].strip()
            if name:
                found[-1] = _Job(name, number, job_so_far.is_spread)
        else:
            found[-1] = _Job(job_so_far.check, job_so_far.line, is_spread=True)
    return found


def _defines(_name: str, hit: Hit) -> bool:
    """Whether another build server may run a check of that name."""
    rules = hit.path in _LISTS or hit.path in _MERGIFY
    return is_ci(hit.path) and not (rules or _WORKFLOW.match(hit.path))


def _accepts(name: str, hit: Hit, *, head: Tree, now: str) -> int:
    if hit.path not in _MERGIFY and hit.path not in _LISTS:
        return _is_awaited(name, hit, head)
    lines = (head.read(hit.path) or "").split("\n")
    if hit.text.lstrip().startswith("#") or (now and any(_holds(now, line) for line in lines)):
        # A rule that knows the new name as well lets either of them do for a while.
        return 0
    if hit.path in _MERGIFY:
        asked = _CONDITION.findall(hit.text[:1_000])
        return LIKELY if name in (entry.strip(_MARKS) for entry in asked) else 0
    openings = _LISTS[hit.path]
    plain = hit.text[:1_000].strip()
    if plain.startswith(openings):
        entries = plain.partition("[")[2].partition("]")[0].split(",")
        return LIKELY if name in (entry.strip(_MARKS) for entry in entries) else 0
    entry = plain.removeprefix("- ").removeprefix("context:").strip(_MARKS)
    return LIKELY if entry == name and _is_listed(lines, hit.line, openings) else 0


def _is_awaited(name: str, hit: Hit, head: Tree) -> int:
    """A step that waits for the check, or rules for branches that a program puts in force."""
    text, quoted = hit.text[:1_000], rf"[\"']?{re.escape(name)}[\"']?"
    if _WORKFLOW.match(hit.path):
        asks = rf"\A\s{{1,40}}check[-_]?name: {quoted}\s{{0,4}}\Z"
        return LIKELY if re.match(asks, text, re.IGNORECASE) else 0
    if not hit.path.endswith((".tf", ".json")):
        return 0
    asks = (
        rf"\"context\": ?{quoted}|\bcontexts? ?[:=] ?\[?(?:\"[^\"]{{1,100}}\", ?){{0,40}}{quoted}"
    )
    named = re.search(asks, text) or text.strip(_MARKS) == name
    return LIKELY if named and "required_status_checks" in (head.read(hit.path) or "") else 0


def _holds(check: str, line: str) -> bool:
    """Whether a line names the check, not one whose name only begins or ends like it."""
    whole = rf"(?<![\w-]){re.escape(check)}(?![\w-])"
    return check in line and re.search(whole, line[:1_000]) is not None


def _is_listed(lines: list[str], number: int, openings: tuple[str, ...]) -> bool:
    """Whether the entry of a list stands below one of the openings."""
    for line in reversed(lines[max(0, number - 1 - _REACH) : number - 1]):
        plain = line.strip()
        if plain.startswith(openings):
            return True
        if plain and not plain.startswith(("-", "#", '"', "'", "app_id:")):
            return False
    return False
