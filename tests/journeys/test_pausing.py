"""`@postil pause` on a pull request: no reviews of pushes, said where people look, until resumed."""

from __future__ import annotations

from pathlib import Path

from pull_stage import RENAMED, stage


def test_paused_said_so_and_resumed(tmp_path: Path) -> None:
    with stage(tmp_path) as scene:
        scene.run()
        scene.hub.comment(scene.pull, scene.ada, "@postil pause")
        assert scene.run().status == 0
        summary, answer = scene.summaries
        assert "Reviews of pushes are paused" in summary
        assert answer.startswith("Paused: ")
        before = len(scene.hub.journal.exchanges)
        scene.run()
        assert scene.writes(before) == []
        scene.push({"app.py": "# moved\n" + RENAMED["app.py"]})
        ran = scene.run()
        assert "paused" in ran.err
        assert scene.writes(before) == []
        scene.hub.comment(scene.pull, scene.ada, "@postil resume")
        assert scene.run().status == 0
        summary, _, answer = scene.summaries
        assert "paused" not in summary
        assert answer.startswith("Pushes are reviewed again.")
