"""A guided review of a pull request: nothing is written before a person has decided about it."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from postil.cli._gate import CHOICES

from commands import POSTIL, Ran, surroundings
from fakes.github import Scene, scene

CONFLICT = (
    "<<<<<<< ours\ndef run():\n    return 1\n=======\ndef go():\n    return 2\n>>>>>>> theirs\n"
)


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Scene]:
    with scene(tmp_path) as built:
        built.push({"job.py": CONFLICT, "spare.py": "def go():\n    return 2\n"})
        yield built


def started(
    stage: Scene, folder: Path, *arguments: str, stdin: int, output: int
) -> subprocess.Popen[bytes]:
    variables = {
        "GITHUB_API_URL": stage.hub.url,
        "GITHUB_TOKEN": stage.bot_token(),
        "HOME": str(folder),
        "XDG_STATE_HOME": "",
        "XDG_CACHE_HOME": "",
        "POSTIL_STATE_KEY": "a key of this test",
        "TERM": "dumb",
        "EDITOR": "",
        "VISUAL": "",
    }
    command = [*POSTIL, "review", "ada/widgets#1", "--profile", "guided", *arguments]
    return subprocess.Popen(
        command, cwd=folder, env=surroundings(variables), stdin=stdin, stdout=output, stderr=output
    )


def typed(stage: Scene, folder: Path, *lines: str) -> Ran:
    """What becomes of it at a terminal at which somebody types these lines."""
    ours, theirs = pty.openpty()
    child = started(stage, folder, stdin=theirs, output=theirs)
    os.close(theirs)
    os.write(ours, "".join(f"{line}\n" for line in lines).encode())
    shown = b""
    try:
        while part := os.read(ours, 65_536):
            shown += part
    except OSError:  # how a terminal says that nobody writes to it any more
        pass
    os.close(ours)
    return Ran(child.wait(timeout=60), shown.decode("utf-8", "replace"), "")


def typed_late(stage: Scene, folder: Path, files: Mapping[str, str]) -> Ran:
    """Somebody looks at the draft while others push, then posts what they see, each time."""
    ours, theirs = pty.openpty()
    child = started(stage, folder, stdin=theirs, output=theirs)
    os.close(theirs)
    shown, answered = b"", 0
    try:
        while part := os.read(ours, 65_536):
            shown += part
            if shown.count(CHOICES.encode()) > answered:
                answered += 1
                if answered == 1:
                    stage.push(files)
                os.write(ours, b"1\n")
    except OSError:  # how a terminal says that nobody writes to it any more
        pass
    os.close(ours)
    return Ran(child.wait(timeout=60), shown.decode("utf-8", "replace"), "")


def unattended(stage: Scene, folder: Path, *arguments: str) -> Ran:
    child = started(stage, folder, *arguments, stdin=subprocess.DEVNULL, output=subprocess.PIPE)
    out, err = child.communicate(timeout=60)
    return Ran(child.returncode, out.decode(), err.decode())


def writes(stage: Scene) -> list[str]:
    done = [each for each in stage.hub.journal.exchanges if each.is_write]
    return [f"{each.method} {each.path}" for each in done]


def event(stage: Scene) -> str:
    (posted,) = [
        each
        for each in stage.hub.journal.exchanges
        if each.method == "POST" and each.path.endswith("/reviews")
    ]
    return str(posted.body["event"])


def test_what_a_person_chose_is_posted(stage: Scene, tmp_path: Path) -> None:
    ran = typed(stage, tmp_path, "3", "event REQUEST_CHANGES", "2")
    assert ran.status == 0, ran.out
    assert ran.out.count("PR summary") == 2
    assert event(stage) == "REQUEST_CHANGES"
    (thread,) = stage.pull.threads.values()
    assert "merge-marker" in thread.comments[0].body
    assert len(stage.pull.comments) == 0


def test_a_note_moved_to_the_advisory_part_is_no_note(stage: Scene, tmp_path: Path) -> None:
    ran = typed(stage, tmp_path, "3", "move F1", "2")
    assert ran.status == 0, ran.out
    assert list(stage.pull.threads.values()) == []
    (review,) = stage.pull.reviews.values()
    assert "## Advisory" in review.body


def test_what_was_removed_is_not_told(stage: Scene, tmp_path: Path) -> None:
    ran = typed(stage, tmp_path, "3", "remove F1", "2")
    assert ran.status == 0, ran.out
    assert list(stage.pull.threads.values()) == []
    (review,) = stage.pull.reviews.values()
    assert "merge-marker" not in review.body
    assert "| F1 |" not in review.body
    assert "| F2 |" in review.body


@pytest.mark.parametrize("lines", [["4"], ["\x04"]], ids=["cancel", "end of input"])
def test_whoever_cancels_writes_nothing(stage: Scene, tmp_path: Path, lines: list[str]) -> None:
    ran = typed(stage, tmp_path, *lines)
    assert writes(stage) == []
    assert "nothing was posted" in ran.out


def test_f_35_a_push_while_a_person_decides_is_reviewed_before_anything_is_posted(
    stage: Scene, tmp_path: Path
) -> None:
    old = stage.pull.head_sha
    ran = typed_late(stage, tmp_path, {"new.py": CONFLICT})
    assert ran.status == 0, ran.out
    new = stage.pull.head_sha
    assert f"Unseen delta: `{old[:7]}..{new[:7]}`" in ran.out
    (review,) = stage.pull.reviews.values()
    assert review.commit == new
    assert {each.original.path for each in stage.pull.threads.values()} == {"job.py", "new.py"}


def test_without_a_terminal_nothing_is_posted(stage: Scene, tmp_path: Path) -> None:
    ran = unattended(stage, tmp_path)
    assert ran.status == 2
    assert writes(stage) == []
    assert "postil publish postil-" in ran.err
    (kept,) = tmp_path.glob("postil-*.json")
    assert json.loads(kept.read_text())["subject"]["head"] == stage.pull.head_sha


def test_agreed_beforehand_it_is_a_comment(stage: Scene, tmp_path: Path) -> None:
    ran = unattended(stage, tmp_path, "--yes")
    assert ran.status == 0, ran.err
    assert event(stage) == "COMMENT"
