"""`postil review owner/repo#N` from end to end: published once, read back, and honest about both."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from postil.testing.github import (
    BodyOnly,
    DropAfter,
    DropBefore,
    Forget,
    Html,
    Outcome,
    Partial,
    Status,
    Truncate,
    When,
)
from pull_stage import CONFLICT, RENAMED, Stage, stage


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Stage]:
    with stage(tmp_path) as built:
        yield built


def test_a_first_review_is_one_summary_one_review_one_check(scene: Stage) -> None:
    ran = scene.run()
    assert ran.status == 0, ran.err
    assert len(scene.summaries) == 1
    assert "📋 Currently open (4)" in scene.summaries[0]
    assert sorted(each.body.split("`")[1] for each in scene.notes) == [
        "merge-marker",
        "stale-reference",
    ]
    assert [line.split(": ")[1] for line in ran.err.splitlines()] == ["summary", "review", "check"]
    kinds = [each.split(" ")[0] for each in scene.writes()]
    assert kinds == ["POST", "POST", "PATCH", "POST"]
    assert len(scene.since(0)) <= 12


def test_an_unchanged_run_reads_three_times_and_writes_nothing(scene: Stage) -> None:
    scene.run()
    before = len(scene.hub.journal.exchanges)
    again = scene.run()
    assert again.status == 0
    assert scene.writes(before) == []
    assert len(scene.since(before)) <= 3


def test_an_unchanged_run_without_a_store_goes_by_the_state_that_stands(scene: Stage) -> None:
    scene.run("--store", "none")
    before = len(scene.hub.journal.exchanges)
    scene.run("--store", "none")
    assert scene.writes(before) == []
    assert len(scene.since(before)) <= 3


def test_a_dry_run_prints_everything_and_writes_nothing(scene: Stage) -> None:
    ran = scene.run("--dry-run")
    assert ran.status == 0
    assert "post a review of" in ran.out
    assert "note on app.py:1" in ran.out
    assert "set check postil" in ran.out
    assert scene.writes() == []


def test_a_fix_closes_its_finding_and_the_other_keeps_its_thread(scene: Stage) -> None:
    scene.run()
    threads = {each.id for each in scene.notes}
    scene.push({"use.py": "from app import grand_total\n\nprint(grand_total([1]))\n"})
    ran = scene.run()
    assert ran.status == 0, ran.err
    assert {each.id for each in scene.notes} == threads
    assert len(scene.summaries) == 1
    assert "Likely fixed" in scene.summaries[0]
    assert "Last iteration changes" in scene.summaries[0]


def test_gh_07_pushes_that_move_code_bring_no_second_thread(scene: Stage) -> None:
    scene.run()
    count = len(scene.notes)
    for number in range(3):
        shift = "# shifted\n" * (number + 1)
        scene.push({"job.py": shift + CONFLICT["job.py"], "app.py": shift + RENAMED["app.py"]})
        assert scene.run().status == 0
        assert len(scene.notes) == count
        assert len(scene.summaries) == 1


def test_gh_25_a_thread_a_person_resolved_is_not_raised_again(scene: Stage) -> None:
    scene.run()
    marker = next(each for each in scene.notes if "merge-marker" in each.body)
    scene.hub.resolve(marker, scene.ada)
    scene.push({"job.py": "# moved\n" + CONFLICT["job.py"]})
    scene.run()
    assert sum("merge-marker" in each.body for each in scene.notes) == 1
    thread = next(t for t in scene.pull.threads.values() if t.comments[0] is marker)
    assert thread.resolved


def test_inv_04_a_thread_with_a_reply_is_left_open_and_answered_at_most_once(scene: Stage) -> None:
    scene.run()
    marker = next(each for each in scene.notes if "merge-marker" in each.body)
    scene.hub.reply(marker, scene.bob, "This is wrong, there is no merge marker here.")
    scene.run()
    scene.run()
    thread = next(t for t in scene.pull.threads.values() if t.comments[0] is marker)
    assert not thread.resolved
    assert sum(scene.is_ours(each.author) for each in thread.comments) <= 2
    assert [each.author.login for each in thread.comments if each.author][1] == "bob"


def test_t_02_a_strangers_copy_of_our_summary_is_left_alone(scene: Stage) -> None:
    scene.run()
    copy = scene.hub.comment(scene.pull, scene.eve, scene.summaries[0])
    text = copy.body
    scene.push({"use.py": "from app import grand_total\n\nprint(grand_total([1]))\n"})
    scene.run()
    assert copy.body == text
    assert len(scene.summaries) == 1


def test_gh_27_gh_28_an_edited_summary_is_kept_as_a_quotation(scene: Stage) -> None:
    scene.run()
    ours = next(each for each in scene.pull.comments.values() if scene.is_ours(each.author))
    body = ours.body.replace("<!-- postil:state", "Wait for the audit.\n\n<!-- postil:state")
    scene.hub.edit(ours, scene.ada, body)
    scene.push({"use.py": "from app import grand_total\n\nprint(grand_total([1]))\n"})
    scene.run()
    assert "> Wait for the audit." in scene.summaries[0]
    assert "not read as input" in scene.summaries[0]


def test_gh_26_a_deleted_note_stays_deleted_for_that_head(scene: Stage) -> None:
    scene.run()
    marker = next(each for each in scene.notes if "merge-marker" in each.body)
    scene.hub.delete(marker)
    scene.run("--scope", "full")
    assert not any("merge-marker" in each.body for each in scene.notes)


def test_gh_26_a_deleted_summary_stays_deleted_for_that_head(scene: Stage) -> None:
    scene.run()
    ours = next(each for each in scene.pull.comments.values() if scene.is_ours(each.author))
    scene.hub.delete(ours)
    before = len(scene.hub.journal.exchanges)
    assert scene.run().status == 0
    assert scene.writes(before) == []
    scene.push({"notes.txt": "more\n"})
    scene.run()
    assert len(scene.summaries) == 1


def test_f_16_a_locked_conversation_is_told_and_the_check_stands(scene: Stage) -> None:
    scene.hub.lock(scene.pull)
    ran = scene.run()
    assert ran.status == 1
    assert "locked" in ran.err
    writes = scene.writes()
    assert len(writes) == len(set(writes))
    assert any("check-runs" in each for each in writes)


def test_f_16_a_token_that_is_revoked_meanwhile_ends_it(scene: Stage) -> None:
    scene.hub.revoke(scene.token)
    ran = scene.run()
    assert ran.status == 2
    assert "token" in ran.err.lower()
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("target", ["ada/widgets#999", "ada/nothing#1", "ada/widgets#0"])
def test_a_pull_request_that_is_not_there_is_one_sentence(scene: Stage, target: str) -> None:
    ran = scene.run(target=target)
    assert ran.status == 2
    assert len(ran.err.splitlines()) == 1
    assert scene.writes() == []


WRITES = {
    "opening": When(method="POST", path="*/issues/1/comments"),
    "review": When(method="POST", path="*/pulls/1/reviews"),
    "final": When(method="PATCH", path="*/issues/comments/*"),
    "check": When(method="POST", path="*/check-runs"),
}
OUTCOMES = [
    DropBefore(),
    DropAfter(),
    Status(status=500),
    Status(status=502, committed=True),
    Forget(),
    Truncate(),
    Html(),
    BodyOnly(),
    Partial(comments=1),
]


@pytest.mark.parametrize("outcome", OUTCOMES, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("kind", WRITES)
def test_f_10_to_f_14_nothing_twice_and_nothing_lost(
    scene: Stage, kind: str, outcome: Outcome
) -> None:
    scene.hub.faults.add(outcome, WRITES[kind])
    scene.run()
    healed = scene.run()
    assert len(scene.summaries) == 1, healed.err
    slugs = [each.body.split("`")[1] for each in scene.notes]
    assert len(slugs) == len(set(slugs))
    for slug in ("merge-marker", "stale-reference"):
        assert slug in slugs or slug in scene.summaries[0]
    assert "Review in progress" not in scene.summaries[0]
    before = len(scene.hub.journal.exchanges)
    scene.run()
    assert scene.writes(before) == []


def test_a_document_is_published_as_it_was_reviewed(scene: Stage, tmp_path: Path) -> None:
    path = tmp_path / "review.json"
    scene.run("--dry-run", "--document", str(path), "--store", "none")
    planned = scene.run(str(path), "--plan", command_name="publish")
    assert "post a review of" in planned.out
    assert scene.writes() == []
    done = scene.run(str(path), command_name="publish")
    assert done.status == 0, done.err
    assert len(scene.summaries) == 1
    scene.push({"use.py": "from app import grand_total\n\nprint(grand_total([1]))\n"})
    stale = scene.run(str(path), command_name="publish")
    assert stale.status == 2
    assert "review it again" in stale.err


@pytest.mark.parametrize("profile", ["panel", "sections", "guided", "threads"])
def test_every_profile_publishes_and_plans_nothing_more(scene: Stage, profile: str) -> None:
    options = ("--profile", profile, "--yes")
    ran = scene.run(*options)
    assert ran.status in (0, 1), ran.err
    assert scene.notes
    before = len(scene.hub.journal.exchanges)
    scene.run(*options)
    assert scene.writes(before) == []
    scene.push({"use.py": "from app import grand_total\n\nprint(grand_total([1]))\n"})
    scene.run(*options)
    count = len(scene.notes)
    after = len(scene.hub.journal.exchanges)
    scene.run(*options)
    assert scene.writes(after) == []
    assert len(scene.notes) == count
    carriers = len(scene.summaries) + sum(
        "<!-- postil:tables" in each.body for each in scene.pull.reviews.values()
    )
    assert carriers == {"panel": 1, "threads": 1, "sections": 2, "guided": 2}[profile]


def test_guided_without_a_terminal_writes_nothing(scene: Stage, tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    ran = scene.run("--profile", "guided", "--document", str(path))
    assert ran.status == 2
    assert "postil publish" in ran.err
    assert scene.writes() == []
    assert json.loads(path.read_text())["subject"]["head"] == scene.pull.head_sha


@pytest.mark.parametrize("title", ["[WIP] Rename", "[no-review] Rename"])
def test_what_asks_to_be_left_alone_is(scene: Stage, title: str) -> None:
    scene.pull.title = title
    ran = scene.run()
    assert ran.status == 0
    assert "take it out to have it reviewed" in ran.err
    assert scene.writes() == []
