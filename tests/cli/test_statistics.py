"""`postil checks --stats` reviews each commit of a range and counts what every check did."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from postil.cli._tallying import Tally, lines
from postil.domain.document import InspectorRecord
from postil.domain.ledger import State
from postil.domain.observation import Attendance
from postil.wiring import Reviewed, Wanted, commits_in, reviews

import samples
from commands import SLOW_CHECK, Ran, with_extra_check
from repositories import Repository

Run = Callable[..., Ran]


@pytest.fixture
def history(tmp_path: Path) -> Repository:
    """Four commits and a merge; the second leaves a conflict marker, the third a debugger."""
    made = Repository(tmp_path / "history")
    made.commit({"a.py": "a = 1\n"})
    made.commit({"a.py": "<<<<<<< ours\na = 1\n=======\na = 2\n>>>>>>> theirs\n"})
    made.commit({"b.py": "import pdb; pdb.set_trace()\n", "a.py": "a = 3\n"})
    tip = made.oid("main")
    side = made.commit({"c.txt": "c\n"}, branch="side", parents=[tip])
    made.commit({"c.txt": "c\n"}, "Merge", parents=[tip, side])
    return made


def row(found: Any, name: str = "comment-hygiene") -> Any:
    return next(each for each in found["checks"] if each["name"] == name)


def test_each_commit_that_is_no_merge_is_reviewed(run: Run, history: Repository) -> None:
    ran = run("checks", "--repo", history.path, "--stats", "main~3..main", "--json")
    found = json.loads(ran.out)
    assert (ran.status, ran.err) == (0, "")
    assert (found["range"], found["commits"], found["reviewed"]) == ("main~3..main", 3, 3)
    assert found["added_lines"] == 7
    hygiene = row(found)
    assert (hygiene["ran"], hygiene["fired"], hygiene["kept"]) == (3, 2, 2)
    assert (hygiene["set_aside"], hygiene["failed"]) == (0, 0)
    assert 0 < hygiene["median"] <= hygiene["seconds"]
    assert row(found, "sarif-import")["ran"] == 0


def test_the_table_is_for_people(run: Run, history: Repository) -> None:
    ran = run(
        "checks", "--repo", history.path, "--stats", "main~3..main", "--only", "comment-hygiene"
    )
    head, first, blank, foot = ran.out.splitlines()
    assert head.split() == ["check", "ran", "fired", "kept", "aside", "failed", "seconds", "median"]
    assert first.split()[:6] == ["comment-hygiene", "3", "2", "2", "0", "0"]
    assert (blank, foot) == ("", "3 of 3 commits of main~3..main, 7 added lines")


def test_what_is_suppressed_is_not_kept(run: Run, history: Repository, tmp_path: Path) -> None:
    quiet = tmp_path / "quiet.toml"
    quiet.write_text('[[suppress]]\ncheck = "comment-hygiene"\nreason = "later"\n')
    ran = run(
        *("checks", "--repo", history.path, "--stats", "main~3..main", "--json"),
        *("--config", str(quiet)),
    )  # fmt: skip
    hygiene = row(json.loads(ran.out))
    assert (hygiene["fired"], hygiene["kept"], hygiene["set_aside"]) == (2, 0, 2)
    assert hygiene["reasons"] == [["suppressed", 2]]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--stats", "main"], "`main` is not a range; name its two ends as `A..B`"),
        (["--stats", "main..main"], "holds no commit"),
        (["--stats", "nowhere..main"], "`nowhere`"),
        (["--only", "comment-hygiene"], "`--only` narrows `--stats`"),
        (["--stats", "main~1..main", "--only", "no-such"], "`no-such`"),
    ],
)
def test_what_cannot_be_counted_is_refused(
    run: Run, history: Repository, arguments: list[str], words: str
) -> None:
    ran = run("checks", "--repo", history.path, *arguments)
    assert words in ran.err + ran.out


def test_three_dots_begin_at_the_common_commit(history: Repository) -> None:
    fork = history.oid("main~2")
    other = history.commit({"d.txt": "d\n"}, branch="other", parents=[fork])
    assert commits_in(history.path, "other...main") == commits_in(history.path, f"{fork}..main")
    assert commits_in(history.path, "main..other") == (other,)


def test_a_commit_that_cannot_be_reviewed_is_named_and_the_rest_goes_on(
    history: Repository,
) -> None:
    wanted = Wanted(repo=history.path, only=["comment-hygiene"])
    tally = Tally()
    for one in reviews(["f" * 40, history.oid("main~1")], wanted):
        tally.take(one)
    found = tally.statistics("x", 2)
    assert found.reviewed == 1
    assert [refusal[:9] for refusal in found.refused] == ["fffffff: "]
    assert any(line.startswith("not reviewed fffffff") for line in lines(found))


def record(name: str, attendance: Attendance, remarks: int, seconds: float) -> InspectorRecord:
    return InspectorRecord(
        name=name, kind="check", attendance=attendance, reason="", remarks=remarks, seconds=seconds
    )


def test_reasons_are_counted_and_the_commonest_shown() -> None:
    sample = samples.NOISY.document
    (aside, *_), (finding, *_) = sample.set_aside, sample.findings
    entries = [
        replace(aside, source="one", step="claim", reason=f"reason {n // 2}") for n in range(9)
    ]
    document = replace(
        sample,
        inspectors=(
            record("one", Attendance.RAN, 12, 0.5),
            record("two", Attendance.FAILED, 0, 60.0),
            record("three", Attendance.OFF, 0, 0.0),
        ),
        set_aside=tuple(entries),
        findings=(replace(finding, sources=("one",), status=State.SUPPRESSED),),
    )
    tally = Tally()
    for commit in ("a" * 40, "b" * 40):
        tally.take(Reviewed(commit=commit, document=document))
    one, three, two = tally.statistics("a..b", 2).checks
    assert (one.name, one.ran, one.fired, one.set_aside, one.kept) == ("one", 2, 24, 20, 4)
    assert one.reasons == (("claim: reason 0", 4), ("claim: reason 1", 4), ("claim: reason 2", 4))
    assert (one.seconds, one.median) == (1.0, 0.5)
    assert (two.ran, two.failed, two.seconds, two.median) == (0, 2, 0.0, 0.0)
    assert (three.ran, three.failed) == (0, 0)
    shown = list(lines(tally.statistics("a..b", 2)))
    assert "        4 × claim: reason 0" in shown


def test_a_long_reason_is_folded() -> None:
    sample = samples.NOISY.document
    aside = replace(sample.set_aside[0], source="one", reason="word " * 40)
    tally = Tally()
    tally.take(Reviewed(commit="a", document=replace(sample, set_aside=(aside,))))
    assert max(len(line) for line in lines(tally.statistics("a..b", 1))) <= 80


SLOW_ON_THE_FIRST = SLOW_CHECK.replace(
    "    time.sleep(60)",
    """
    import pathlib
    if any(file.path == "a.py" and file.additions == 4 for file in change.files):
        pathlib.Path({marker!r}).touch()
        time.sleep(60)
""",
)


def test_an_interrupt_prints_what_is_done(history: Repository, tmp_path: Path) -> None:
    marker = tmp_path / "reached"
    command = with_extra_check(tmp_path, SLOW_ON_THE_FIRST.format(marker=str(marker)))
    with subprocess.Popen(
        [*command, "checks", "--stats", "main~3..main", "--json"],
        cwd=history.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as child:
        while not marker.exists() and child.poll() is None:
            time.sleep(0.05)
        os.killpg(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=30)
    assert child.returncode == 130
    assert b"interrupted after 2 of 3 commits" in err
    found = json.loads(out)
    assert (found["commits"], found["reviewed"]) == (3, 2)
    assert row(found)["fired"] == 1
