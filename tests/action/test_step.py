"""A step of a job against the stand-in GitHub: outputs, summary, annotations, exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from action.steps import outputs, step
from pull_stage import stage

ROOT = Path(__file__).parents[2]


def test_a_step_publishes_and_hands_on_what_it_found(tmp_path: Path) -> None:
    with stage(tmp_path) as scene:
        ran = step(scene)
        assert ran.returncode == 0, ran.stderr
        assert len(scene.summaries) == 1
        told = outputs(scene)
        assert told["status"] == "checks-only"
        assert told["findings"] == "4"
        assert told["high"] == "2"
        assert json.loads(Path(told["document"]).read_text())["verdict"] == "review"
        assert "Currently open" in (tmp_path / "summary").read_text()
        lines = ran.stdout.splitlines()
        assert lines[0].startswith("::stop-commands::")
        assert f"::{lines[0].removeprefix('::stop-commands::')}::" in lines


def test_gh_35_a_fork_writes_nothing_and_does_not_pass(tmp_path: Path) -> None:
    with stage(tmp_path) as scene:
        ran = step(scene, fork=True)
        assert ran.returncode == 1, ran.stderr
        assert scene.writes() == []
        assert "::error file=" in ran.stdout
        assert "may not write to the pull request" in (tmp_path / "summary").read_text()
        assert step(scene, fork=True, on_unreviewed="pass").returncode == 0


def test_fail_on_fails_the_step(tmp_path: Path) -> None:
    with stage(tmp_path) as scene:
        assert step(scene, fail_on="high").returncode == 1
        assert len(scene.summaries) == 1


def test_every_input_reaches_the_step_and_every_output_comes_from_it() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    handed = " ".join(action["runs"]["steps"][1]["env"].values())
    assert all(f"inputs.{name} " in handed for name in action["inputs"])
    told = {each["value"].split("outputs.")[1].split(" ")[0] for each in action["outputs"].values()}
    assert told == set(action["outputs"])


def test_t_23_the_action_and_the_workflows_of_its_page_are_clean(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "github.md").read_text()
    workflows = [part.split("```")[0] for part in page.split("```yaml\n")[1:]]
    assert len(workflows) == 4
    place = tmp_path / ".github" / "workflows"
    place.mkdir(parents=True)
    for number, text in enumerate(workflows):
        (place / f"{number}.yml").write_text(text)
        assert yaml.safe_load(text)["permissions"] == {}
    zizmor = Path(sys.executable).parent / "zizmor"
    command = [str(zizmor), "--offline", "--quiet", "--no-progress"]
    done = subprocess.run(
        [*command, str(tmp_path), str(ROOT / "action.yml")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("event", ["", "{", '{"pull_request": 3}'])
def test_an_event_that_makes_no_sense_is_one_sentence(tmp_path: Path, event: str) -> None:
    with stage(tmp_path) as scene:
        (tmp_path / "event.json").write_text(event)
        variables = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.pathsep.join(sys.path),
            "GITHUB_ACTIONS": "true",
            "GITHUB_EVENT_PATH": str(tmp_path / "event.json"),
            "GITHUB_API_URL": scene.hub.url,
        }
        done = subprocess.run(
            [sys.executable, "-P", "-m", "postil.action"],
            cwd=tmp_path,
            env=variables,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        assert "event" in done.stderr
