"""A pull request with labels configured, from end to end: one stands, people's stay, none is owed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from postil.testing.github import Forget, Status, When
from pull_stage import BASE, CONFLICT, Stage, stage

CHANGES, NOTES = "postil: changes", "postil: notes"
QUIET, HALF = "postil: checks are quiet", "postil: incomplete"
SETTINGS = f"""
[labels]
blocked = "{CHANGES}"
review = "{CHANGES}"
notes = "{NOTES}"
clean = "postil: clean"
checks_only = "{QUIET}"
partial = "{HALF}"
"""
MENDED = {
    "use.py": "from app import grand_total\n\nprint(grand_total([1]))\n",
    "job.py": "def run():\n    return 2\n",
    "spare.py": None,
}
"""The findings are answered, and a question is left."""
UNDONE = {**MENDED, "app.py": BASE["app.py"], "use.py": BASE["use.py"]}
"""Nothing is left to ask."""
PEOPLES = ["urgent", "kind/chore"]
AT = "/repos/ada/widgets/issues/1/labels"
LABELLING = When(method="POST", path=AT)


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Stage]:
    with stage(tmp_path, settings=SETTINGS) as built:
        built.pull.labels = list(PEOPLES)
        yield built


def unchanged(scene: Stage, *options: str) -> None:
    """Another run reads at most three times and writes nothing."""
    before = len(scene.hub.journal.exchanges)
    scene.run(*options)
    assert scene.writes(before) == []
    assert len(scene.since(before)) <= 3


@pytest.mark.parametrize("profile", ["panel", "sections", "guided", "threads"])
def test_inv_08_three_pushes_with_each_profile(scene: Stage, profile: str) -> None:
    options = ("--profile", profile, "--yes", "--store", "none")
    for files, label in (({}, CHANGES), (MENDED, NOTES), (UNDONE, QUIET)):
        if files:
            scene.push(files)
        ran = scene.run(*options)
        assert ran.status in (0, 1), ran.err
        assert scene.pull.labels == [*PEOPLES, label], ran.err
        unchanged(scene, *options)
    labelled = [each for each in scene.writes() if f" {AT}" in each]
    assert labelled == [
        f"POST {AT}",
        f"DELETE {AT}/{CHANGES}",
        f"POST {AT}",
        f"DELETE {AT}/{NOTES}",
        f"POST {AT}",
    ]
    assert set(scene.repository.labels) >= {CHANGES, NOTES, QUIET}


def test_a_first_review_takes_one_request_more_and_at_most_twelve(scene: Stage) -> None:
    ran = scene.run()
    assert ran.status == 0, ran.err
    kinds = [each.split(" ")[0] for each in scene.writes()]
    assert kinds == ["POST", "POST", "POST", "PATCH", "POST"]
    assert len(scene.since(0)) <= 12


def test_a_dry_run_says_it_and_writes_nothing(scene: Stage) -> None:
    scene.pull.labels.append("Postil: Clean")
    ran = scene.run("--dry-run")
    assert "take off the label Postil: Clean\n" in ran.out
    assert f"put on the label {CHANGES}\n" in ran.out
    assert scene.writes() == []


def test_what_was_not_wholly_looked_at_is_never_clean(tmp_path: Path) -> None:
    settings = SETTINGS + "\n[checks]\nofff = []\n"
    with stage(tmp_path, {"job.py": MENDED["job.py"]}, settings=settings) as scene:
        scene.pull.labels = ["postil: clean"]
        ran = scene.run()
        assert ran.status == 2
        assert scene.pull.labels == [HALF]


def test_a_name_no_forge_takes_is_named_with_the_remedy(tmp_path: Path) -> None:
    with stage(tmp_path, settings='[labels]\nclean = "a, b"\n') as scene:
        ran = scene.run()
        assert ran.status == 2
        assert "`labels.clean`: `a, b` does not fit." in ran.err
        assert "Write a label's name of 1 to 50 characters without commas" in ran.err
        assert scene.pull.labels == []


@pytest.mark.parametrize("store", [("--store", "none"), ()])
def test_a_label_a_person_took_off_comes_back_with_the_next_push(
    scene: Stage, store: tuple[str, ...]
) -> None:
    scene.run(*store)
    scene.pull.labels.remove(CHANGES)
    unchanged(scene, *store)
    assert scene.pull.labels == PEOPLES
    scene.push({"job.py": "# moved\n" + CONFLICT["job.py"]})
    assert scene.run(*store).status == 0
    assert scene.pull.labels == [*PEOPLES, CHANGES]


def test_where_nothing_is_posted_nothing_remembers_that_it_was_taken_off(tmp_path: Path) -> None:
    options = ("--profile", "sections", "--store", "none")
    with stage(tmp_path, {"job.py": MENDED["job.py"]}, settings=SETTINGS) as scene:
        assert scene.run(*options).status == 0
        assert (scene.pull.labels, scene.summaries) == ([QUIET], [])
        before = len(scene.hub.journal.exchanges)
        scene.run(*options)
        assert scene.writes(before) == []
        scene.pull.labels.clear()
        scene.run(*options)
        assert scene.pull.labels == [QUIET]


def test_one_that_a_person_put_on_is_taken_off_again(scene: Stage) -> None:
    scene.run()
    scene.pull.labels.append("postil: clean")
    scene.run()
    assert scene.pull.labels == [*PEOPLES, CHANGES]
    unchanged(scene)


def test_without_permission_the_review_is_whole_and_says_so(scene: Stage, tmp_path: Path) -> None:
    refused = Status(status=403, message="Resource not accessible by integration")
    scene.hub.faults.add(refused, LABELLING)
    written = tmp_path / "document.json"
    ran = scene.run("--document", str(written))
    assert ran.status == 0, ran.err
    told = [line for line in ran.err.splitlines() if "label" in line]
    assert len(told) == 1
    assert f"The label `{CHANGES}` was not changed: GitHub answered 403" in told[0]
    assert scene.pull.labels == PEOPLES
    assert len(scene.notes) == 2
    assert scene.writes().count(f"POST {AT}") == 1
    delivery = json.loads(written.read_bytes())["delivery"]
    assert (delivery["is_confirmed"], delivery["label"]) == (True, "")
    unchanged(scene)


def test_one_that_is_lost_every_time_is_owed_to_the_next_run(scene: Stage) -> None:
    scene.hub.faults.add(Forget(), LABELLING, times=2)
    ran = scene.run()
    assert ran.status == 0, ran.err
    assert "does not show the label of this review" in ran.err
    assert scene.pull.labels == PEOPLES
    scene.run()
    assert scene.pull.labels == [*PEOPLES, CHANGES]


def test_a_locked_conversation_still_shows_the_state(scene: Stage) -> None:
    scene.hub.lock(scene.pull)
    scene.run()
    assert scene.summaries == []
    assert scene.pull.labels == [*PEOPLES, CHANGES]


def test_our_own_label_is_no_word_about_the_change(tmp_path: Path) -> None:
    settings = '[labels]\nreview = "bug: seen by Postil"\n'
    with stage(tmp_path, settings=settings) as scene:
        written = tmp_path / "document.json"
        kinds = []
        for _ in range(2):
            assert scene.run("--document", str(written)).status == 0
            kinds.append(json.loads(written.read_bytes())["brief"]["archetype"])
        assert scene.pull.labels == ["bug: seen by Postil"]
        assert kinds[0] == kinds[1]
        unchanged(scene)
