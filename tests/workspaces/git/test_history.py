"""Where lines come from and what changed them, asked of real repositories."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from postil.domain.change import Revision
from postil.domain.errors import GitFailed
from postil.workspaces.git import Scope, Target, open_repository
from postil.workspaces.git import history as history_module
from postil.workspaces.git.command import Program
from postil.workspaces.git.history import MOST_STEPS, GitHistory

from repositories import Repository

DAY = "2023-11-14"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


def at(repository: Repository, name: str = "HEAD") -> Revision:
    return Revision(name=name, oid=repository.oid(name))


def test_each_line_has_the_commit_it_comes_from(repository: Repository) -> None:
    first = repository.commit({"a.py": "one\ntwo\nthree\n"}, "Begin\n\nWith a body.")
    second = repository.commit({"a.py": "one\nTWO\nthree\n"}, "Raise two")
    with open_repository(repository.path) as opened:
        origins = opened.history(at(repository)).origins("a.py", 1, 3)
    assert [(origin.oid, origin.day, origin.subject) for origin in origins] == [
        (first, DAY, "Begin"),
        (second, DAY, "Raise two"),
        (first, DAY, "Begin"),
    ]


def test_nobody_learns_who_made_a_commit(repository: Repository) -> None:
    repository.commit({"a.py": "one\n"}, "Begin")
    with open_repository(repository.path) as opened:
        history = opened.history(at(repository))
        told = repr((history.origins("a.py", 1, 1), history.steps("a.py", 1, 1)))
    assert "Begin" in told
    assert "Ada" not in told
    assert "example.org" not in told


def test_the_steps_of_a_stretch_are_its_own(repository: Repository) -> None:
    first = repository.commit({"a.py": "one\ntwo\nthree\n"}, "Begin")
    repository.commit({"a.py": "one\ntwo\nTHREE\n"}, "Elsewhere")
    third = repository.commit({"a.py": "=one\n-- two\nTHREE\n"}, "Both")
    with open_repository(repository.path) as opened:
        steps = opened.history(at(repository)).steps("a.py", 1, 2)
    assert [(step.origin.oid, step.origin.subject, step.patch) for step in steps] == [
        (third, "Both", ("@@ -1,2 +1,2 @@", "-one", "-two", "+=one", "+-- two")),
        (first, "Begin", ("@@ -0,0 +1,2 @@", "+one", "+two")),
    ]


def test_lines_that_look_like_headings_of_a_patch_stay_lines(repository: Repository) -> None:
    repository.commit({"a.py": "-- a/a.py\n"}, "Begin")
    repository.commit({"a.py": "++ b/a.py\n"}, "=0 0 diff --git")
    with open_repository(repository.path) as opened:
        newest, oldest = opened.history(at(repository)).steps("a.py", 1, 1)
    assert newest.origin.subject == "=0 0 diff --git"
    assert newest.patch == ("@@ -1,1 +1,1 @@", "--- a/a.py", "+++ b/a.py")
    assert oldest.patch == ("@@ -0,0 +1,1 @@", "+-- a/a.py")


def test_only_the_newest_steps_are_told(repository: Repository) -> None:
    for number in range(MOST_STEPS + 3):
        repository.commit({"a.py": f"{number}\n"}, f"Step {number}")
    with open_repository(repository.path) as opened:
        steps = opened.history(at(repository)).steps("a.py", 1, 1)
    assert [step.origin.subject for step in steps] == [
        f"Step {number}" for number in range(MOST_STEPS + 2, 2, -1)
    ]


@pytest.mark.parametrize(
    "path",
    [":(top)x.py", "a:b.py", ":x", "-L1,1", "*.py", "ü \udcff.py", "two\nlines.py", '"q".py'],
)
def test_a_strange_name_is_no_more_than_a_name(repository: Repository, path: str) -> None:
    oid = repository.commit({path: "one\n", "x.py": "other\n", "y.py": "more\n"}, "Begin")
    with open_repository(repository.path) as opened:
        history = opened.history(at(repository))
        assert [origin.oid for origin in history.origins(path, 1, 1)] == [oid]
        (step,) = history.steps(path, 1, 1)
    assert step.patch == ("@@ -0,0 +1,1 @@", "+one")


def test_uncommitted_lines_say_so_and_the_others_keep_their_commit(repository: Repository) -> None:
    first = repository.commit({"a.py": "one\ntwo\n"}, "Begin")
    repository.checkout()
    repository.write({"a.py": "one\nTWO\n"})
    before = sorted(path for path in (repository.folder / ".git" / "objects").rglob("*"))
    with open_repository(repository.path) as opened:
        change = opened.change(Target(scope=Scope.WORK_TREE))
        kept, new = opened.history(change.head).origins("a.py", 1, 2)
    assert (kept.oid, kept.subject) == (first, "Begin")
    assert (new.day, new.subject) == ("", "not committed yet")
    assert sorted(path for path in (repository.folder / ".git" / "objects").rglob("*")) == before


def test_uncommitted_work_before_the_first_commit_has_a_history_of_one(
    repository: Repository,
) -> None:
    repository.write({"a.py": "one\n"})
    with open_repository(repository.path) as opened:
        change = opened.change(Target(scope=Scope.WORK_TREE))
        (step,) = opened.history(change.head).steps("a.py", 1, 1)
    assert (step.origin.subject, step.patch) == (
        "not committed yet",
        ("@@ -0,0 +1,1 @@", "+one"),
    )


def test_longer_object_ids_are_read(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository", object_format="sha256")
    oid = repository.commit({"a.py": "one\n"}, "Begin")
    repository.checkout()
    repository.write({"a.py": "one\ntwo\n"})
    with open_repository(repository.path) as opened:
        change = opened.change(Target(scope=Scope.WORK_TREE))
        first, second = opened.history(change.head).origins("a.py", 1, 2)
    assert len(oid) == 64
    assert (first.oid, second.subject) == (oid, "not committed yet")


def test_lines_that_are_not_there_are_an_error_in_gits_words(repository: Repository) -> None:
    repository.commit({"a.py": "one\n"})
    with open_repository(repository.path) as opened:
        history = opened.history(at(repository))
        with pytest.raises(
            GitFailed, match=r"`git blame` failed: fatal: file a\.py has only 1 line"
        ):
            history.origins("a.py", 5, 6)
        with pytest.raises(GitFailed, match="`git log` failed"):
            history.steps("a.py", 5, 6)


def test_time_and_output_are_bounded(repository: Repository) -> None:
    repository.commit({"a.py": "one\n" * 100})
    with open_repository(repository.path) as opened:
        git = opened.history(at(repository))._git
        wordy = GitHistory(git, repository.oid(), limit=10)
        with pytest.raises(GitFailed, match="printed more than is read"):
            wordy.origins("a.py", 1, 100)
        slow = GitHistory(replace(git, program=_sleeper(repository)), "HEAD", deadline=0.05)
        with pytest.raises(GitFailed, match="`git blame` did not finish in time"):
            slow.origins("a.py", 1, 1)


def _sleeper(repository: Repository) -> Program:
    place = repository.folder / "slow-git"
    place.write_text("#!/bin/sh\nexec sleep 5\n")
    place.chmod(0o755)
    return Program(path=str(place), search_path="/usr/bin:/bin")


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("1700000000", DAY),
        ("0", ""),
        ("-5", ""),
        ("253402300799", "9999-12-31"),
        ("253402300800", ""),
        ("9" * 40, ""),
        ("", ""),
        ("soon", ""),
    ],
)
def test_a_commit_may_claim_any_moment(moment: str, day: str) -> None:
    assert history_module._day(moment) == day


def test_the_repositorys_own_settings_change_nothing(repository: Repository) -> None:
    oid = repository.commit({"a.py": "one\n", ".gitattributes": "*.py diff=evil\n"}, "Begin")
    mark = repository.folder / "ran"
    for name, value in {
        "diff.evil.textconv": f"touch {mark}; cat",
        "diff.external": f"touch {mark}",
        "blame.ignoreRevsFile": "nowhere",
        "log.showSignature": "true",
        "gpg.program": f"touch {mark}",
    }.items():
        repository.git("config", name, value)
    with open_repository(repository.path) as opened:
        history = opened.history(at(repository))
        assert [origin.oid for origin in history.origins("a.py", 1, 1)] == [oid]
        assert [step.origin.oid for step in history.steps("a.py", 1, 1)] == [oid]
    assert not mark.exists()


def test_the_commits_since_an_earlier_one_newest_first(repository: Repository) -> None:
    first = repository.commit({"a.py": "one\n", "b.py": "1\n"}, "Begin")
    second = repository.commit({"a.py": "two\n"}, "Two")
    third = repository.commit({"b.py": "2\n"}, "Elsewhere")
    fourth = repository.commit({":(icase)A.PY": "x\n", "a.py": "three\n"}, "Three")
    with open_repository(repository.path) as opened:
        history = opened.history(at(repository))
        every = history.since(first)
        own = history.since(first, ["a.py"])
        named = history.since(first, [":(icase)A.PY"])
        nothing = history.since(fourth)
    assert [link.oid for link in every] == [fourth, third, second]
    assert [(link.oid, link.parent) for link in own] == [(fourth, third), (second, first)]
    assert [link.oid for link in named] == [fourth]
    assert nothing == ()


def test_a_merge_goes_back_to_what_it_was_made_into(repository: Repository) -> None:
    first = repository.commit({"a.py": "one\n"}, "Begin")
    repository.branch("side", first)
    side = repository.commit({"a.py": "two\n"}, "On the side", branch="side")
    own = repository.commit({"b.py": "1\n"}, "Straight on")
    merge = repository.commit({"a.py": "two\n"}, "Join", parents=[own, side])
    with open_repository(repository.path) as opened:
        history = opened.history(at(repository))
        links = history.since(first)
        touched = history.since(own, ["a.py"])
    assert next(link for link in links if link.oid == merge).parent == own
    # What the merge only brought along was done by the commit on the side.
    assert [link.oid for link in touched] == [side]


@pytest.mark.parametrize("earlier", ["", "main", "--all", "f" * 40, "^HEAD"])
def test_where_the_history_does_not_lead_there_are_no_commits(
    repository: Repository, earlier: str
) -> None:
    repository.commit({"a.py": "one\n"}, "Begin")
    repository.commit({"a.py": "two\n"}, "Two")
    with open_repository(repository.path) as opened:
        assert opened.history(at(repository)).since(earlier) == ()


def test_a_history_that_was_rewritten_leads_nowhere(repository: Repository) -> None:
    first = repository.commit({"a.py": "one\n"}, "Begin")
    gone = repository.commit({"a.py": "two\n"}, "Two")
    repository.commit({"a.py": "three\n"}, "Instead", parents=[first])
    with open_repository(repository.path) as opened:
        history = opened.history(at(repository))
        assert history.since(gone) == ()
        assert len(history.since(first)) == 1
