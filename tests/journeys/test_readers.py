"""What somebody who opens the pull request sees after something came between us and it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from journeys.planted_pull import planted_pull
from killing import Door
from postil.testing.github import Access
from postil.testing.models import Asked, Reply
from pull_stage import CONFLICT, RENAMED, Stage, stage
from stories import planted
from stories.planted import Finder

from commands import Ran

FIXED_USE = {"use.py": "from app import grand_total\n\nprint(grand_total([1]))\n"}


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Stage]:
    with stage(tmp_path) as built:
        yield built


@contextmanager
def happening(scene: Stage, deed: Callable[[], object], *, write: int) -> Iterator[None]:
    """The deed is done just before the write of that number reaches GitHub."""
    with Door(upstream=scene.hub.url, die_at=write - 1, only_writes=True, deed=deed) as door:
        scene.variables["GITHUB_API_URL"] = door.url
        yield
        del scene.variables["GITHUB_API_URL"]


def slugs(scene: Stage) -> list[str]:
    return sorted(each.body.split("`")[1] for each in scene.notes)


def checks(scene: Stage) -> list[tuple[str, str | None]]:
    runs = scene.repository.check_runs.values()
    return [(each.head_sha, each.conclusion) for each in runs]


def is_whole(scene: Stage, ran: Ran) -> None:
    """One summary of the newest head that is finished, each note once, and nothing to write."""
    assert ran.status == 0, ran.err
    (summary,) = scene.summaries
    assert scene.pull.head_sha[:7] in summary
    assert "in progress" not in summary
    assert slugs(scene) == ["merge-marker", "stale-reference"]
    assert checks(scene)[-1] == (scene.pull.head_sha, "success")
    at = len(scene.hub.journal.exchanges)
    scene.run()
    assert scene.writes(at) == []


def test_t_02_beside_a_strangers_copy_ours_goes_on(scene: Stage) -> None:
    scene.run()
    copy = scene.hub.comment(scene.pull, scene.eve, scene.summaries[0])
    text = copy.body
    scene.push({"job.py": "# moved\n" + CONFLICT["job.py"]})
    is_whole(scene, scene.run())
    assert copy.body == text


def test_gh_27_an_edit_is_kept_as_a_quotation_and_changes_nothing(scene: Stage) -> None:
    scene.run()
    ours = next(each for each in scene.pull.comments.values() if scene.is_ours(each.author))
    body = ours.body.replace("Currently open (4)", "Currently open (0)")
    scene.hub.edit(
        ours, scene.ada, body.replace("<!-- postil:state", "All good.\n\n<!-- postil:state")
    )
    scene.push({"job.py": "# moved\n" + CONFLICT["job.py"]})
    is_whole(scene, scene.run())
    assert "Currently open (4)" in scene.summaries[0]
    assert "> All good." in scene.summaries[0]


def test_gh_26_a_deleted_note_stays_away_while_others_are_answered(scene: Stage) -> None:
    scene.run()
    marker = next(each for each in scene.notes if "merge-marker" in each.body)
    scene.hub.delete(marker)
    scene.hub.comment(scene.pull, scene.ada, "@postil full")
    assert scene.run().status == 0
    assert slugs(scene) == ["stale-reference"]
    summary, _answer = scene.summaries
    assert "`merge-marker` — job.py:1" in summary
    assert "Currently open (4)" in summary


def test_f_16_a_locked_conversation_shows_the_review_in_the_check(scene: Stage) -> None:
    scene.hub.lock(scene.pull)
    ran = scene.run()
    assert ran.status == 1
    assert "locked" in ran.err
    (check,) = scene.repository.check_runs.values()
    told = check.output["summary"]
    assert "The conversation is locked" in told
    assert "Written:" not in told
    assert "Said:" not in told
    for finding in ("`merge-marker` — job.py:1", "`stale-reference` — use.py:1"):
        assert told.count(finding) == 1
    scene.hub.unlock(scene.pull)
    is_whole(scene, scene.run())


def test_f_16_a_token_revoked_in_the_middle_leaves_nothing_that_looks_done(scene: Stage) -> None:
    with happening(scene, lambda: scene.hub.revoke(scene.token), write=2):
        ran = scene.run()
    assert ran.status != 0
    assert "GITHUB_TOKEN" in ran.err
    (summary,) = scene.summaries
    assert "Review in progress" in summary
    assert (slugs(scene), checks(scene)) == ([], [])
    app = next(iter(scene.hub.world.apps.values()))
    scene.token = scene.hub.installation_token(next(iter(app.installations.values())))
    is_whole(scene, scene.run())


def test_f_35_a_force_push_between_the_look_and_the_post_gets_nothing_of_the_old(
    scene: Stage,
) -> None:
    old = scene.pull.head_sha

    def rewrite() -> None:
        scene.git.git("update-ref", "refs/heads/feature", "refs/heads/main")
        scene.push(RENAMED | CONFLICT | {"note.txt": "other\n"}, "Another change")

    with happening(scene, rewrite, write=1):
        ran = scene.run()
    assert ran.status == 1
    assert "new commits" in ran.err
    assert (slugs(scene), checks(scene)) == ([], [])
    (summary,) = scene.summaries
    assert f"notes for `{old[:7]}` are being written" in summary
    is_whole(scene, scene.run())


@dataclass
class Busy(Finder):
    """While it reads for the first time, something happens."""

    deeds: list[Callable[[], object]] = field(default_factory=list)

    def __call__(self, asked: Asked) -> Reply:
        while self.deeds:
            self.deeds.pop()()
        return super().__call__(asked)


def test_f_35_a_push_during_the_review_is_reviewed_and_alone_published(tmp_path: Path) -> None:
    finder = Busy()
    with planted_pull(tmp_path, faults=2, finder=finder) as pull:
        old = pull.stage.pull.head_sha
        finder.deeds.append(lambda: pull.push(planted.planted([3])))
        assert pull.run() == 0, pull.said
        new = pull.stage.pull.head_sha
        assert f"Unseen delta: `{old[:7]}..{new[:7]}`" in pull.said
        assert pull.noted() == {1: 1, 2: 1, 3: 1}
        assert {each.commit for each in pull.stage.pull.reviews.values()} == {new}
        (summary,) = pull.carriers()
        assert f"Automated review by Postil of `{new[:7]}`" in summary
        assert [each.head_sha for each in pull.stage.repository.check_runs.values()] == [new]


def test_gh_20_a_token_that_may_only_read_is_told_what_to_give_it(scene: Stage) -> None:
    app = next(iter(scene.hub.world.apps.values()))
    may = {"contents": Access.READ, "pull_requests": Access.READ, "metadata": Access.READ}
    scene.token = scene.hub.installation_token(next(iter(app.installations.values())), may)
    ran = scene.run()
    assert ran.status == 1
    assert "give the token `pull_requests=write`." in ran.err
    assert "said in the summary" not in ran.err
    assert (scene.summaries, slugs(scene), checks(scene)) == ([], [], [])
