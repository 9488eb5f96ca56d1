"""A change of forty thousand lines: read in shards, each part once by each role, in little memory."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from journeys.panels import MODEL, ROLES, role_of
from postil import codec
from postil.domain.document import ReviewDocument
from postil.domain.judgement import Coverage, Outcome
from postil.domain.observation import Attendance
from postil.testing.models import Answer, Call, ScriptedModels, always
from postil.understand.units import units
from postil.workspaces.git import Target, open_repository

from commands import surroundings
from repositories import Repository

FILES, STEPS, LINES = 80, 125, 40_000
MOST_MEGABYTES = 600
WITHOUT_LIMITS = """
import sys
from dataclasses import replace
from pathlib import Path
from postil import codec, pipeline, wiring
from postil.workspaces.git import Target

folder, model, document = sys.argv[1:]
wanted = wiring.Wanted(
    repo=folder, target=Target(revision="main...topic"), flags={"model": model}
)
with wiring.prepare(wanted, wiring.surroundings()) as prepared:
    policy = prepared.desk.policy
    rules = replace(policy.panel, run_usd=None, change_usd=None, seconds=3600.0, seat_seconds=3600.0)
    desk = replace(prepared.desk, policy=replace(policy, panel=rules))
    Path(document).write_bytes(codec.encode(pipeline.review(desk).document))
"""
_HEADING = re.compile(r"^=== (.{1,200}?)(?: \(new file\))?$", re.MULTILINE)


@dataclass(frozen=True)
class Large:
    folder: Path
    units: frozenset[str]


@dataclass(frozen=True)
class Held:
    """What one review left behind: its document, the calls it took, and its memory at most."""

    document: ReviewDocument
    calls: tuple[Call, ...]
    megabytes: float
    status: int

    def read(self) -> dict[str, Counter[str]]:
        """By role, how often each part of the change was shown to it."""
        shown: dict[str, Counter[str]] = {role: Counter() for role in ROLES}
        for call in self.calls:
            shown[role_of(call.asked)].update(_HEADING.findall(call.prompt))
        return shown

    def unread(self) -> dict[str, list[str]]:
        panel = self.document.reviewers
        assert panel is not None
        return {role: [unit for who, unit, _ in panel.unread if who == role] for role in ROLES}


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Large:
    made = Repository(tmp_path_factory.mktemp("large") / "steps")
    made.commit({"README": "Steps.\n"}, "Begin")
    made.branch("topic", "main")
    files = {f"area_{n % 10}/part_{n}.py": "".join(_steps(n)) for n in range(FILES)}
    made.commit(files, "feat: many steps", branch="topic")
    with open_repository(made.path) as repository:
        change = repository.change(Target(revision="main...topic"))
    assert sum(file.additions for file in change.files) == LINES
    return Large(made.folder, frozenset(unit.name for unit in units(change)))


def _steps(number: int) -> Iterator[str]:
    for step in range(STEPS):
        yield f"def step_{number}_{step}(amount, rate):\n"
        yield f"    owed = amount * rate + {step}\n    return max(owed, 0)\n\n"


def held(arguments: list[str], document: Path, *, cwd: Path) -> Held:
    with ScriptedModels(always(Answer(value={"findings": []}))) as server:
        variables = {"ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": server.url}
        megabytes, status = _watched([sys.executable, *arguments], cwd=cwd, variables=variables)
    return Held(codec.decode(document.read_bytes()), server.journal.calls, megabytes, status)


def _watched(command: list[str], *, cwd: Path, variables: Mapping[str, str]) -> tuple[float, int]:
    """The most memory the process and all it started held at once, and how it ended."""
    most = 0
    with subprocess.Popen(
        command, cwd=cwd, env=surroundings(variables), stdout=subprocess.DEVNULL
    ) as child:
        process = psutil.Process(child.pid)
        while child.poll() is None:
            most = max(most, _tree(process))
            time.sleep(0.05)
    return most / 1e6, child.returncode


def _tree(process: psutil.Process) -> int:
    total = 0
    try:
        for member in (process, *process.children(recursive=True)):
            total += member.memory_info().rss
    except psutil.Error:  # one of them has just ended
        return total
    return total


def test_every_part_is_read_once_by_each_role(large: Large, tmp_path: Path) -> None:
    document = tmp_path / "review.json"
    seen = held(
        ["-c", WITHOUT_LIMITS, str(large.folder), MODEL, str(document)], document, cwd=tmp_path
    )
    assert seen.document.reviewers is not None
    assert seen.document.reviewers.shards > 1
    assert len(seen.calls) == seen.document.reviewers.shards * len(ROLES)
    assert seen.read() == {role: Counter(large.units) for role in ROLES}
    assert seen.unread() == {role: [] for role in ROLES}
    assert seen.megabytes <= MOST_MEGABYTES


def test_with_the_usual_limits_it_ends_partial_and_says_what_is_left(
    large: Large, tmp_path: Path
) -> None:
    document = tmp_path / "review.json"
    command = ["-m", "postil", "review", "main...topic", "--repo", str(large.folder)]
    rest = ["--model", MODEL, "--only", "comment-hygiene", "--json", "--document", str(document)]
    seen = held([*command, *rest], document, cwd=tmp_path)
    assert (seen.document.coverage, seen.document.outcome) == (Coverage.PARTIAL, Outcome.PARTIAL)
    assert seen.status == 1
    read, unread = seen.read(), seen.unread()
    for role in ROLES:
        assert Counter(unread[role]) + read[role] == Counter(large.units)
    assert unread["security"] == []
    assert sum(map(len, unread.values())) > 0
    told = [gap for gap in seen.document.required_gaps if "budget of 2.00 USD" in gap.reason]
    assert sum(int(gap.reason.split("(")[1].split(" part")[0]) for gap in told) == sum(
        map(len, unread.values())
    )
    assert {gap.remedy for gap in told} == {"allow more money or time, or split the change"}
    ran = {each.name for each in seen.document.inspectors if each.attendance is Attendance.RAN}
    assert "security" in ran
