"""The bench that follows lines runs on a small repository and finds what was put there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from architecture.source import ROOT
from commands import surroundings
from repositories import Repository


def function(name: str, size: int = 6) -> str:
    steps = "".join(f"    {name}_step_{n}(data)\n" for n in range(size))
    return f"def {name}(data):\n{steps}    return {name}_end(data)\n"


def history(folder: Path) -> Repository:
    """Forty commits that put functions into one file, then a move and a deletion."""
    repository = Repository(folder)
    text = function("last", 30)
    for number in range(40):
        text = function(f"part{number}", 30 if number == 39 else 3) + text
        repository.commit({"a.py": text, "b.py": "import a\n"}, f"Part {number}")
    moved = function("part10", 3)
    text = text.replace(moved, "")
    repository.commit({"a.py": text, "b.py": "import a\n" + moved}, "Move")
    repository.commit({"a.py": text.replace(function("part12", 3), "")}, "Delete")
    return repository


def test_the_bench_reports_every_kind_of_truth(tmp_path: Path) -> None:
    repository = history(tmp_path / "r")
    done = subprocess.run(
        [sys.executable, str(ROOT / "bench" / "locate.py"), repository.path, "--history", "5"],
        env=surroundings(),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.stderr == ""
    shown = done.stdout
    assert "moved blocks   postil                 5  exact 5 (100.00%)" in shown
    assert "moved blocks   git diff -M            5  unknown 5 (100.00%)" in shown
    assert "deleted        postil                 5  deleted 5" in shown
    assert "fewer than 500 commits; not timed" in shown
    assert done.returncode == 1
