"""What pushes do to threads: moved lines take them along, touched lines leave them outdated."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postil.testing.github import diffs
from testing.github.stage import AFTER, Stage

from repositories import Repository


def noted(here: Stage, **place: Any) -> None:
    here.hub.review(here.pull, here.carol, comments=[{"path": "app.py", "body": "x", **place}])


def where(here: Stage) -> dict[str, Any]:
    document: dict[str, Any] = here.client(here.carol).get(f"{here.at}/comments").json[-1]
    return document


def test_gh07_lines_pushed_down_take_the_thread_along(here: Stage) -> None:
    noted(here, line=6)
    old = here.pull.head_sha
    for pushes in range(1, 4):
        head = here.push({"app.py": "new\n" * pushes + AFTER})
        said = where(here)
        assert (said["line"], said["original_line"]) == (6 + pushes, 6)
        assert (said["commit_id"], said["original_commit_id"]) == (head, old)
        assert said["position"] == 7 + pushes
    assert len(here.pull.threads) == 1


@pytest.mark.parametrize(
    "text",
    [
        AFTER.replace("line five and a half", "line 5.5"),
        AFTER.replace("line five and a half\n", ""),
        "",
    ],
    ids=["changed", "removed", "emptied"],
)
def test_gh07_touched_lines_are_outdated(here: Stage, text: str) -> None:
    noted(here, line=6)
    old = here.pull.head_sha
    here.push({"app.py": text})
    said = where(here)
    assert (said["line"], said["position"], said["start_line"]) == (None, None, None)
    assert (said["original_line"], said["original_position"]) == (6, 6)
    assert said["commit_id"] == old
    assert said["diff_hunk"].endswith("+line five and a half")


def test_a_line_that_leaves_the_diff_is_outdated(here: Stage) -> None:
    noted(here, line=8)
    here.push({"app.py": AFTER.replace("line five\nline five and a half\n", "line 5\n")})
    assert where(here)["line"] is None


def test_a_deleted_file_leaves_its_threads_outdated(here: Stage) -> None:
    here.hub.review(
        here.pull,
        here.carol,
        comments=[
            {"path": "new.py", "line": 2, "body": "x"},
            {"path": "new.py", "subject_type": "file", "body": "y"},
        ],
    )
    here.push({"new.py": None})
    listed = here.client(here.carol).get(f"{here.at}/comments").json
    assert [thread.outdated for thread in here.pull.threads.values()] == [True, True]
    assert [each["path"] for each in listed] == ["new.py", "new.py"]


def test_a_renamed_file_keeps_its_threads(here: Stage) -> None:
    noted(here, line=6)
    here.push({"app.py": None, "main.py": AFTER})
    said = where(here)
    assert (said["path"], said["line"]) == ("main.py", 6)


def test_removed_lines_are_followed_on_the_left(here: Stage) -> None:
    noted(here, line=30, side="LEFT")
    here.push({"app.py": "new\n" + AFTER})
    assert (where(here)["line"], where(here)["side"]) == (30, "LEFT")
    here.push({"app.py": "new\n" + AFTER.replace("line 29\n", "line 29\nline 30\n")})
    assert where(here)["line"] is None


def test_a_range_moves_whole_or_not_at_all(here: Stage) -> None:
    noted(here, start_line=5, line=6)
    here.push({"app.py": "new\n" + AFTER})
    assert (where(here)["start_line"], where(here)["line"]) == (6, 7)
    here.push({"app.py": "new\n" + AFTER.replace("line five\n", "line V\n")})
    said = where(here)
    assert (said["start_line"], said["line"]) == (None, None)
    assert (said["original_start_line"], said["original_line"]) == (5, 6)


def test_a_rebase_next_to_other_edits_keeps_the_place(here: Stage) -> None:
    noted(here, line=6)
    base = here.git.commit({"app.py": None, "readme": "x\n"}, branch="elsewhere", parents=[])
    assert base
    main = here.git.commit({"other.txt": "x\n"}, branch="main")
    here.git.commit({"app.py": AFTER}, branch="feature", parents=[main])
    here.hub.push(here.pull)
    assert (where(here)["line"], len(here.pull.heads)) == (6, 2)


def test_a_push_without_news_changes_nothing(here: Stage) -> None:
    head = here.pull.head_sha
    assert here.hub.push(here.pull) == head
    assert here.pull.heads == [head]


LINES = st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=25)


@settings(max_examples=30, deadline=None)
@given(before=LINES, after=LINES)
def test_a_followed_line_reads_the_same(
    tmp_path_factory: pytest.TempPathFactory, before: list[str], after: list[str]
) -> None:
    git = Repository(tmp_path_factory.mktemp("git"))
    old = git.commit({"f": "".join(f"{line}\n" for line in before)})
    new = git.commit({"f": "".join(f"{line}\n" for line in after)})
    kept = []
    for number, line in enumerate(before, 1):
        place = diffs.follow(git.folder, old, new, ("f", number))
        if place is not None:
            assert after[place[1] - 1] == line
            kept.append(place[1])
    assert kept == sorted(set(kept))
    shown = git.git("diff", "--numstat", old, new).split()
    removed = int(shown[1]) if shown else 0
    assert len(before) - len(kept) == removed
