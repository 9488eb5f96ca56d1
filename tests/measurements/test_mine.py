"""The miner finds what one commit left behind and another mended, and asks us about both."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from repositories import Repository

BENCH = Path(__file__).parents[2] / "bench"

SENDING = "def send_parcel(box):\n    weight = box.weigh()\n    return weight\n"
WORKFLOW = """\
on: push
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - run: make
  ship:
    needs: build
    runs-on: ubuntu-latest
    steps:
      - run: make ship
"""


@pytest.fixture
def history(tmp_path: Path) -> Repository:
    """A symbol, a path, a folder and a job, each left behind by one commit and mended by the next."""
    made = Repository(tmp_path)
    made.commit(
        {
            "post/sending.py": SENDING,
            "docs/guide.md": "Call `send_parcel` first.\n\nIt waits.\n",
            "post/depot.py": "from post.sending import send_parcel\n\nsend_parcel(1)\n",
            "tools/weigh-all.sh": "echo weigh\n",
            "notes.txt": "Run tools/weigh-all.sh daily.\n",
            ".github/workflows/ci.yml": WORKFLOW,
            "post/unheard.py": "x = 1\n",
        },
        message="Start",
    )
    made.commit(
        {
            "post/sending.py": SENDING.replace("send_parcel", "ship_parcel"),
            "post/depot.py": "from post.sending import ship_parcel\n\nship_parcel(1)\n",
        },
        message="Rename",
    )
    made.commit({"docs/guide.md": "Call `ship_parcel` first.\n\nIt waits.\n"}, message="Fix guide")
    made.commit({"tools/weigh-all.sh": None, "tools/scale.sh": "echo weigh\n"}, message="Move")
    made.commit({"notes.txt": "Run tools/scale.sh daily.\n"}, message="Fix path")
    made.commit(
        {".github/workflows/ci.yml": WORKFLOW.replace("  build:", "  compile:")}, message="Job"
    )
    made.commit(
        {
            ".github/workflows/ci.yml": WORKFLOW.replace("  build:", "  compile:").replace(
                "needs: build", "needs: compile"
            )
        },
        message="Add missing needs",
    )
    made.commit(
        {"post/unheard.py": "x = 1\n\n\ndef never_called(y):\n    return y\n"}, message="Add more"
    )
    made.commit({"post/unheard.py": "x = 1\n"}, message="Remove unused function")
    return made


def run(script: str, *arguments: str) -> str:
    return subprocess.run(
        [sys.executable, str(BENCH / script), *arguments],
        capture_output=True,
        check=False,
        text=True,
    ).stdout


def test_every_kind_is_mined_named_and_quiet(history: Repository) -> None:
    shown = run("mine.py", str(history.folder), "--show").splitlines()
    marks = {tuple(line.split()[:3]) for line in shown if "`" in line}
    assert ("named", "symbol", "`send_parcel`") in marks
    assert ("named", "path", "`tools/weigh-all.sh`") in marks
    assert ("named", "workflow", "`build`") in marks
    assert any("unused export `never_called`" in line for line in shown)
    assert not any("LOUD" in line for line in shown)
    assert shown[-1].startswith("  recall 1.00")


def test_the_alarm_counts_findings_and_prints_the_recall_beside(
    history: Repository, tmp_path: Path
) -> None:
    out = tmp_path / "alarms.jsonl"
    shown = run("alarm.py", str(history.folder), "--sample", "2", "--out", str(out))
    assert "9 commits," in shown
    assert "stale-reference" in shown
    assert "[2] " in shown
    assert "[3] " not in shown
    assert "recall 1.00" in shown
    again = run("alarm.py", "--read", str(out), "--sample", "2")
    assert again.partition("[1]")[0] == shown.partition("[1]")[0]
