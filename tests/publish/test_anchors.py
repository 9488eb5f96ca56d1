"""A note stands only where the forge's own diff has the place, and otherwise on the file or nowhere."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postil.domain.change import Side
from postil.domain.finding import Evidence
from postil.publish.anchors import Anchor, Anchors
from postil.testing.github import FakeGitHub, anchors
from postil.testing.github.wire import Refusal

from repositories import Repository

LINES = st.lists(st.sampled_from("abcdef"), max_size=40)
SIDES = {Side.OLD: "LEFT", Side.NEW: "RIGHT"}
# Lines 3-7 of the old file and 3-8 of the new one, then lines 20-22 and 21-23.
PATCH = "@@ -3,5 +3,6 @@\n c\n-d\n+D\n+E\n e\n f\n g\n@@ -20,3 +21,3 @@\n t\n-u\n+U\n v"


def evidence(start: int | None, end: int | None = None, *, side: Side = Side.NEW) -> Evidence:
    return Evidence(path="f", side=side, revision="1" * 40, text="", start=start, end=end)


def placed(at: Evidence) -> Anchor | None:
    return Anchors({"f": PATCH}, frozenset({"f"})).of(at)


@pytest.mark.parametrize("line", [1, 2, 9, 20, 24, 10**9])
def test_gh_01_what_the_diff_does_not_show_is_said_on_the_file(line: int) -> None:
    assert placed(evidence(line)) == Anchor(path="f")
    assert placed(evidence(None)) == Anchor(path="f")
    assert Anchors({"f": PATCH}, frozenset()).of(evidence(line)) is None


@pytest.mark.parametrize(
    ("start", "end", "kept"),
    [(4, 4, None), (4, 6, 4), (1, 5, 3), (5, 22, 21), (5, 21, None), (4, None, None)],
)
def test_gh_02_a_range_is_cut_to_the_hunk_of_its_end(
    start: int, end: int | None, kept: int | None
) -> None:
    expected = Anchor(path="f", line=end or start, start=kept)
    assert placed(evidence(start, end)) == expected


@pytest.mark.parametrize(("line", "is_removed"), [(4, True), (21, True), (3, False), (22, False)])
def test_gh_03_on_the_old_side_only_a_removed_line_takes_a_note(
    line: int, is_removed: bool
) -> None:
    expected = Anchor(path="f", line=line if is_removed else None, side=Side.OLD)
    found = placed(evidence(line, side=Side.OLD))
    assert found == (expected if is_removed else Anchor(path="f"))


@settings(max_examples=25, deadline=None, derandomize=True)
@given(before=LINES, after=LINES, side=st.sampled_from(Side))
def test_gh_01_nothing_we_place_is_refused_whatever_the_change(
    tmp_path_factory: pytest.TempPathFactory, before: list[str], after: list[str], side: Side
) -> None:
    """Every range of every change is placed where the stand-in takes it, or not on a line."""
    git = Repository(tmp_path_factory.mktemp("git"))
    git.commit({"f": "".join(f"{line}\n" for line in before), "g": "1\n"})
    git.branch("feature", "main")
    git.commit({"f": "".join(f"{line}\n" for line in after), "g": "2\n"}, branch="feature")
    hub = FakeGitHub()
    pull = hub.pull(hub.repository("ada", "w", git.folder), head="feature", author=hub.user("a"))
    hub.close()
    patches = {file.path: file.patch for file in anchors.files(pull)}
    ours = Anchors(patches, frozenset(patches))
    for start in range(1, max(len(before), len(after)) + 3):
        for end in (start, start + 1, start + 7):
            found = ours.of(evidence(start, end, side=side))
            if found is None or found.line is None:
                continue
            wish = {"path": "f", "side": SIDES[found.side], "line": found.line}
            if found.start is not None:
                wish |= {"start_line": found.start, "start_side": SIDES[found.side]}
            try:
                anchors.anchored(pull, pull.head_sha, wish)
            except Refusal as refusal:
                pytest.fail(f"{wish} is refused: {refusal}")
