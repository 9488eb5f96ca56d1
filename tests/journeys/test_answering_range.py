"""On a forge the lines pushed since the last review are known to answer it; nobody has to say so."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from journeys.planted_pull import planted_pull
from postil.testing.models import Asked, Reply
from stories import planted
from stories.planted import Finder


@dataclass
class SelfMade(Finder):
    """Calls every finding one about lines that answered an earlier review."""

    def __call__(self, asked: Asked) -> Reply:
        reply = super().__call__(asked)
        for finding in getattr(reply, "value", {}).get("findings", ()):
            finding["signals"] = ["B"]
        return reply


@pytest.mark.parametrize("is_rewritten", [False, True], ids=["pushed on top", "rewritten"])
def test_signal_b_counts_for_what_was_pushed_on_top(tmp_path: Path, *, is_rewritten: bool) -> None:
    path = tmp_path / "review.json"
    with planted_pull(tmp_path, faults=2, finder=SelfMade()) as pull:
        pull.run()
        # Nothing answered a review before the first one, so nothing was set aside for it.
        assert sorted(pull.noted()) == [1, 2]
        if is_rewritten:
            pull.stage.git.git("update-ref", "refs/heads/feature", "refs/heads/main")
            pull.push(planted.planted([1, 2, 3]))
        else:
            pull.push(planted.planted([3]))
        pull.run("--document", str(path))
        reasons = [each["reason"] for each in json.loads(path.read_text())["set_aside"]]
        is_aside = any("answered an earlier review" in each for each in reasons)
        assert is_aside is not is_rewritten
        assert (3 in pull.noted()) is is_rewritten
