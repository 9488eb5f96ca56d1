"""A pull request with planted faults, the model that reports them, and what its readers see of each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from postil.testing.github import FakeGitHub
from postil.testing.github.journal import Exchange
from postil.testing.github.state.conversation import Thread
from postil.testing.models import ScriptedModels
from pull_stage import Stage, peopled
from stories import planted
from stories.planted import Finder

from repositories import Repository

MODEL = "anthropic:claude-sonnet-5-5"
ROLES = {"panel": "staff-engineer", "guided": "code-reviewer"}
_NUMBER = re.compile(r"order\.sizes\[([0-9]{1,3})\]")


@dataclass
class PlantedPull:
    """One pull request from push to push, with a journal of both servers."""

    stage: Stage
    finder: Finder
    models: ScriptedModels
    profile: str

    @property
    def options(self) -> tuple[str, ...]:
        return ("--profile", self.profile, "--model", MODEL, "--yes")

    def run(self, *more: str) -> int:
        """The exit status of a review."""
        ran = self.stage.run(*self.options, *more)
        assert "Traceback" not in ran.err, ran.err
        self.said = ran.err
        return ran.status

    def push(self, files: Mapping[str, str | None]) -> None:
        self.stage.push(files)

    def thread(self, number: int) -> Thread:
        """The one thread about a planted fault."""
        (only,) = self.threads(number)
        return only

    def threads(self, number: int) -> list[Thread]:
        """All threads about it, those that were closed included."""
        return [
            thread
            for thread in self.stage.pull.threads.values()
            if str(number) in _NUMBER.findall(thread.comments[0].body)
        ]

    def noted(self) -> Counter[int]:
        """How often each planted fault has a note of its own."""
        bodies = [note.body for note in self.stage.notes]
        return Counter(int(found[0]) for body in bodies if (found := _NUMBER.findall(body)))

    def carriers(self) -> list[str]:
        """What readers take for the summary, oldest first."""
        reviews = [each.body for each in self.stage.pull.reviews.values()]
        tables = [body for body in reviews if "<!-- postil:tables" in body]
        return self.stage.summaries or tables

    def conclusions(self) -> list[str | None]:
        return [each.conclusion for each in self.stage.repository.check_runs.values()]

    def since(self, at: int) -> list[Exchange]:
        exchanges = self.stage.hub.journal.exchanges[at:]
        return [each for each in exchanges if ".git/" not in each.path]

    @property
    def moment(self) -> int:
        return len(self.stage.hub.journal.exchanges)

    @property
    def calls(self) -> int:
        return len(self.models.journal.calls)

    def tokens(self, at: int = 0) -> int:
        return sum(call.input for call in self.models.journal.calls[at:])


@contextmanager
def planted_pull(
    folder: Path,
    *,
    faults: int,
    files: int = 0,
    profile: str = "panel",
    finder: Finder | None = None,
) -> Iterator[PlantedPull]:
    """A pull request that plants so many faults, in as many files or more."""
    git = Repository(folder / "hub")
    count = max(files, faults + 1)
    git.commit(planted.base(count), "First")
    git.branch("feature", "main")
    change = {planted.path(n): planted.file(n, planted.mended(n)) for n in range(1, files + 1)}
    git.commit(change | planted.planted(range(1, faults + 1)), "Share", branch="feature")
    finder = finder or Finder(role=ROLES.get(profile, "generalist"))
    with FakeGitHub() as hub, ScriptedModels(finder) as models:
        stage = peopled(hub, git, folder, title="Share by size")
        stage.pull.body = "Orders are shared by size."
        stage.variables |= {"ANTHROPIC_API_KEY": "k-for-tests", "ANTHROPIC_BASE_URL": models.url}
        yield PlantedPull(stage=stage, finder=finder, models=models, profile=profile)
