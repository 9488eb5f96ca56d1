"""The Action's step as a job runs it, against the stand-in GitHub."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from pull_stage import Stage


def step(
    scene: Stage, *, fork: bool = False, name: str = "pull_request", **inputs: str
) -> subprocess.CompletedProcess[str]:
    """The step as the event of that name starts it."""
    event = scene.folder / "event.json"
    home = {"full_name": "eve/widgets" if fork else "ada/widgets"}
    subject: dict[str, Any] = {
        "pull_request": {"number": 1, "head": {"repo": home}, "user": {"login": "bob"}}
    }
    if name == "issue_comment":
        subject = {"issue": {"number": 1, "pull_request": {"url": "x"}}}
    event.write_text(json.dumps({**subject, "repository": {"full_name": "ada/widgets"}}))
    variables = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.pathsep.join(sys.path),
        "HOME": str(scene.folder / "home"),
        "RUNNER_TEMP": str(scene.folder),
        "GITHUB_ACTIONS": "true",
        "GITHUB_EVENT_NAME": name,
        "GITHUB_EVENT_PATH": str(event),
        "GITHUB_REPOSITORY": "ada/widgets",
        "GITHUB_API_URL": scene.hub.url,
        "GITHUB_OUTPUT": str(scene.folder / "output"),
        "GITHUB_STEP_SUMMARY": str(scene.folder / "summary"),
        "POSTIL_GITHUB_TOKEN": scene.token,
        "POSTIL_STATE_KEY": "a key of this test",
        "POSTIL_TEST_TIME_SCALE": "0",
        **{f"INPUT_{name.upper()}": value for name, value in inputs.items()},
    }
    work = scene.folder / "work"
    work.mkdir(exist_ok=True)
    return subprocess.run(
        [sys.executable, "-P", "-m", "postil.action"],
        cwd=work,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def outputs(scene: Stage) -> dict[str, str]:
    lines = (scene.folder / "output").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines)
