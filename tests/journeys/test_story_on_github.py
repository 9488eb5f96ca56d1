"""The story of ten pushes through a pull request: nothing twice, nothing lost, nothing left to write."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from postil.testing.github import FakeGitHub, Role
from postil.testing.models import Answer, Asked, Reply, ScriptedModels
from pull_stage import Stage
from stories.shop import Reviewer
from stories.ten_pushes import BRANCH, STORY, Branch, Chronicle, Push

from repositories import Repository

MODEL = "anthropic:claude-sonnet-5-5"
ROLES = {"panel": "staff-engineer", "sections": "generalist", "threads": "generalist"}


@dataclass
class Heard(Reviewer):
    """The same who, asked about findings it did not write, has no question to ask."""

    def __call__(self, asked: Asked) -> Reply:
        if "# Your charge: " not in asked.prompt:
            return Answer(value={"questions": [], "answers": [], "scores": []})
        return super().__call__(asked)


@contextmanager
def opened(folder: Path) -> Iterator[tuple[Stage, Branch]]:
    """A pull request made of the story's first push."""
    branch = Branch(Repository(folder / "shop"))
    branch.begin()
    STORY[0].does(branch)
    with FakeGitHub() as hub:
        ada, bob, eve = hub.user("ada"), hub.user("bob"), hub.user("eve")
        repository = hub.repository("ada", "widgets", branch.repository.folder)
        hub.grant(repository, bob, Role.WRITE)
        pull = hub.pull(repository, head=BRANCH, author=bob, title="Sell things")
        token = hub.installation_token(hub.install(hub.app("postil", None), repository))
        yield (
            Stage(
                folder=folder,
                hub=hub,
                git=branch.repository,
                repository=repository,
                pull=pull,
                ada=ada,
                bob=bob,
                eve=eve,
                token=token,
            ),
            branch,
        )


def holds(scene: Stage, push: Push, profile: str, replies: int) -> None:
    """What is true on the pull request after every push."""
    kept = sum(
        comment.author is scene.bob
        for thread in scene.pull.threads.values()
        for comment in thread.comments
    )
    assert kept == replies, push.name
    marks = [note.body.rsplit("id=", 1)[1].split(" ")[0] for note in scene.notes]
    assert max(Counter(marks).values(), default=1) == 1, push.name
    if profile in ("panel", "threads"):
        assert len(scene.summaries) == 1, push.name
        assert "in progress" not in scene.summaries[0]
        assert scene.pull.head_sha[:7] in scene.summaries[0]


@pytest.mark.parametrize("profile", ["panel", "sections", "guided", "threads"])
def test_inv_01_inv_02_ten_pushes_through_a_pull_request(tmp_path: Path, profile: str) -> None:
    chronicle, written, replies = Chronicle(), tmp_path / "document.json", 0
    role = ROLES.get(profile, "code-reviewer")
    told = [f"{profile:<32} calls  requests  writes"]
    with opened(tmp_path) as (scene, branch), ScriptedModels(Heard(role)) as server:
        scene.variables |= {"ANTHROPIC_API_KEY": "k-for-tests", "ANTHROPIC_BASE_URL": server.url}
        options = ("--profile", profile, "--model", MODEL, "--yes", "--document", str(written))
        for push in STORY:
            if push is not STORY[0]:
                push.does(branch)
                scene.hub.push(scene.pull)
            server.journal.clear()
            before = len(scene.hub.journal.exchanges)
            ran = scene.run(*options)
            assert ran.status in (0, 1), (push.name, ran.err)
            document = json.loads(written.read_bytes())
            if profile == "panel":
                chronicle.review(push, document, head=branch.head)
            assert document["delivery"]["is_confirmed"], (push.name, ran.err)
            told.append(
                f"{push.name:<32} {len(server.journal.calls):>5}  "
                f"{len(scene.since(before)):>8}  {len(scene.writes(before)):>6}"
            )
            holds(scene, push, profile, replies)
            after, calls = len(scene.hub.journal.exchanges), len(server.journal.calls)
            scene.run(*options)
            assert scene.writes(after) == [], push.name
            assert len(server.journal.calls) == calls, push.name
            if push.name == "first push" and scene.notes:
                scene.hub.reply(scene.notes[0], scene.bob, "Thanks, looking into it.")
                replies = 1
    print("\n" + "\n".join(told))
