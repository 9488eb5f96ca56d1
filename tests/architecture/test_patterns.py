"""Every regular expression we own stays fast on text made to hurt it (T-11)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from threading import Timer

from architecture.torture import Pattern, worst

LIMIT_SECONDS = 0.1
SILENT_SECONDS = 60
"""One pattern takes so long only when it is hopeless; how long all take depends on the machine."""


def test_t11_no_pattern_blows_up() -> None:
    """The patterns run in a child process, so that a hopeless one can be ended and named."""
    script = Path(__file__).with_name("torture.py")
    printed: list[str] = []
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        patience = Timer(SILENT_SECONDS, child.kill)
        patience.start()
        for line in child.stdout:
            patience.cancel()
            printed.append(line)
            patience = Timer(SILENT_SECONDS, child.kill)
            patience.start()
        patience.cancel()
    assert child.returncode == 0, f"stuck after: {printed[-1:]}"
    rows = [json.loads(line) for line in printed]
    slow = [row for row in rows if row.get("seconds", 0.0) > LIMIT_SECONDS]
    assert len([row for row in rows if "seconds" in row]) > 20, "the patterns were not found"
    assert slow == []


def test_t11_the_torture_finds_a_bad_pattern() -> None:
    quadratic = Pattern("example", "BAD", r"\s+$", 0)
    assert worst(quadratic)[0] > LIMIT_SECONDS
