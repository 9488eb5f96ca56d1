"""Every regular expression we own stays fast on text made to hurt it (T-11)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from architecture.torture import Pattern, worst

LIMIT_SECONDS = 0.1
WHOLE_RUN_SECONDS = 240


def test_t11_no_pattern_blows_up() -> None:
    """The patterns run in a child process, so that a hopeless one can be ended and named."""
    script = Path(__file__).with_name("torture.py")
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True
    ) as child:
        try:
            printed, _ = child.communicate(timeout=WHOLE_RUN_SECONDS)
        except subprocess.TimeoutExpired:
            child.kill()
            printed, _ = child.communicate()
            pytest.fail(f"stuck after: {printed.splitlines()[-1:]}")
    rows = [json.loads(line) for line in printed.splitlines()]
    slow = [row for row in rows if row.get("seconds", 0.0) > LIMIT_SECONDS]
    assert child.returncode == 0
    assert len([row for row in rows if "seconds" in row]) > 20, "the patterns were not found"
    assert slow == []


def test_t11_the_torture_finds_a_bad_pattern() -> None:
    quadratic = Pattern("example", "BAD", r"\s+$", 0)
    assert worst(quadratic)[0] > LIMIT_SECONDS
