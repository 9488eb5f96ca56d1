"""A comment starts the step: commands are answered, and nothing is reviewed that nobody asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from action.steps import step
from pull_stage import RENAMED, stage

COMMENT, NOTE = "issue_comment", "pull_request_review_comment"


def test_a_command_is_answered_once_and_small_talk_is_not(tmp_path: Path) -> None:
    with stage(tmp_path) as scene:
        assert step(scene).returncode == 0
        scene.hub.comment(scene.pull, scene.bob, "Nice weather.")
        before = len(scene.hub.journal.exchanges)
        ran = step(scene, name=COMMENT)
        assert ran.returncode == 0, ran.stderr
        assert "nothing that was said is for Postil" in ran.stderr
        assert scene.writes(before) == []
        scene.hub.comment(scene.pull, scene.ada, "@postil why F1")
        assert step(scene, name=COMMENT).returncode == 0
        summary, answer = scene.summaries
        assert answer.startswith("**F1** · ")
        assert "Currently open (4)" in summary
        before = len(scene.hub.journal.exchanges)
        step(scene, name=COMMENT)
        assert scene.writes(before) == []


def test_a_comment_is_no_reason_to_review_a_push(tmp_path: Path) -> None:
    with stage(tmp_path) as scene:
        step(scene)
        scene.push({"app.py": "# moved\n" + RENAMED["app.py"]})
        scene.hub.comment(scene.pull, scene.ada, "@postil why F1")
        before = len(scene.hub.journal.exchanges)
        ran = step(scene, name=COMMENT)
        assert ran.returncode == 0, ran.stderr
        assert "its own run hears what was said" in ran.stderr
        assert scene.writes(before) == []
        scene.hub.comment(scene.pull, scene.ada, "@postil review")
        step(scene, name=COMMENT)
        assert scene.pull.head_sha[:7] in scene.summaries[0]


def test_a_pause_holds_in_a_workflow_too(tmp_path: Path) -> None:
    with stage(tmp_path) as scene:
        step(scene)
        scene.hub.comment(scene.pull, scene.ada, "@postil pause")
        assert step(scene, name=COMMENT).returncode == 0
        assert "Reviews of pushes are paused" in scene.summaries[0]
        scene.push({"app.py": "# moved\n" + RENAMED["app.py"]})
        before = len(scene.hub.journal.exchanges)
        assert "paused" in step(scene).stderr
        assert scene.writes(before) == []
        step(scene, pr="1")
        assert scene.pull.head_sha[:7] in scene.summaries[0]


@pytest.mark.parametrize("name", [NOTE, "pull_request"])
def test_gh_35_a_comment_on_a_forks_note_fails_nobodys_job(tmp_path: Path, name: str) -> None:
    with stage(tmp_path) as scene:
        ran = step(scene, fork=True, name=name)
        assert ran.returncode == (0 if name == NOTE else 1), ran.stderr
        assert scene.writes() == []
        assert ("none that Postil could answer" in ran.stdout) is (name == NOTE)
