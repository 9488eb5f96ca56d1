"""A place is in the diff exactly when the patch that GitHub shows has it, on any change."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postil.testing.github import FakeGitHub, Pull, anchors
from postil.testing.github.wire import Refusal

from repositories import Repository

LINES = st.lists(st.sampled_from("abcdef"), max_size=40)


def shown(patch: bytes) -> list[dict[tuple[str, int], int]]:
    """Each hunk's places and where in it they stand, read without any of the stand-in's code."""
    hunks: list[dict[tuple[str, int], int]] = []
    old = new = 0
    for row, line in enumerate(patch.decode().split("\n")):
        if header := re.match(r"@@ -(\d+)\S* \+(\d+)", line):
            old, new = int(header[1]), int(header[2])
            hunks.append({})
        elif hunks and line[:1] in ("-", " "):
            hunks[-1]["LEFT", old] = row
            old += 1
        if hunks and not header and line[:1] in ("+", " "):
            hunks[-1]["RIGHT", new] = row
            new += 1
    return hunks


def accepted(pull: Pull, wish: dict[str, Any]) -> bool:
    try:
        anchors.anchored(pull, pull.head_sha, {"path": "f", **wish})
    except Refusal:
        return False
    return True


@settings(max_examples=20, deadline=None)
@given(before=LINES, after=LINES, data=st.data())
def test_gh01_gh02_gh03_exactly_the_places_of_the_patch(
    tmp_path_factory: pytest.TempPathFactory,
    before: list[str],
    after: list[str],
    data: st.DataObject,
) -> None:
    git = Repository(tmp_path_factory.mktemp("git"))
    git.commit({"f": "".join(f"{line}\n" for line in before), "g": "1\n"})
    git.branch("feature", "main")
    git.commit({"f": "".join(f"{line}\n" for line in after), "g": "2\n"}, branch="feature")
    hub = FakeGitHub()
    pull = hub.pull(hub.repository("ada", "w", git.folder), head="feature", author=hub.user("a"))
    hub.close()
    hunks = shown(git.git("diff", "main...feature", "--", "f"))
    for side in ("LEFT", "RIGHT"):
        for line in range(max(len(before), len(after)) + 3):
            inside = any((side, line) in hunk for hunk in hunks)
            assert accepted(pull, {"side": side, "line": line}) is inside
    sides, lines = st.sampled_from(["LEFT", "RIGHT"]), st.integers(0, 42)
    for _ in range(20):
        start = (data.draw(sides), data.draw(lines))
        end = (data.draw(sides), data.draw(lines))
        fits = any(start in hunk and end in hunk and hunk[start] < hunk[end] for hunk in hunks)
        wish = {"start_side": start[0], "start_line": start[1], "side": end[0], "line": end[1]}
        assert accepted(pull, wish) is fits


def test_a_side_that_is_none(tmp_path_factory: pytest.TempPathFactory) -> None:
    git = Repository(tmp_path_factory.mktemp("git"))
    git.commit({"f": "1\n"})
    git.branch("feature", "main")
    git.commit({"f": "2\n"}, branch="feature")
    hub = FakeGitHub()
    pull = hub.pull(hub.repository("ada", "w", git.folder), head="feature", author=hub.user("a"))
    hub.close()
    assert not accepted(pull, {"side": "BOTH", "line": 1})
    assert not accepted(pull, {"side": "RIGHT", "line": "1"})
    assert not accepted(pull, {"line": 1, "start_line": 1, "start_side": "BOTH"})
    assert accepted(pull, {"line": 1})
    assert accepted(pull, {"line": 1, "side": "LEFT"})
