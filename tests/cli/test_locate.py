from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from commands import Ran, surroundings
from repositories import Repository

OLD = "import money\n\n\ndef price(item):\n    return item.cost * item.amount\n"
NEW = "import money\nimport stock\n\n\ndef price(item):\n    return item.cost * item.amount\n"


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    """Two commits; `old` marks the first."""
    repository = Repository(tmp_path / "shop")
    repository.commit({"a.py": OLD, "gone.py": "x = 1\n", "big.py": "y = 2\n"}, "Old")
    repository.branch("old", "main")
    repository.commit({"a.py": NEW, "gone.py": None}, "New")
    return repository


def fed(shop: Repository, lines: str, *arguments: str) -> Ran:
    """The command with these lines on its standard input."""
    done = subprocess.run(
        [sys.executable, "-m", "postil", "locate", *arguments],
        cwd=shop.folder,
        env=surroundings(),
        input=lines,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def test_places_are_answered_in_a_table(shop: Repository, run: Callable[..., Ran]) -> None:
    ran = run("locate", "--repo", shop.path, "--from", "old", "a.py:4-5", "gone.py:1", "big.py:1")
    assert ran.status == 0
    assert ran.out == (
        "a.py:4-5   moved    a.py:5-6   98 %  line map\n"
        "gone.py:1  deleted  -          90 %  removed from its place and found nowhere else\n"
        "big.py:1   same     big.py:1   98 %  line map\n"
    )


def test_places_are_answered_as_json_lines(shop: Repository, run: Callable[..., Ran]) -> None:
    ran = run("locate", "--repo", shop.path, "--from", "old", "--to", "main", "a.py:5", "--json")
    assert [json.loads(line) for line in ran.out.splitlines()] == [
        {
            "from": {"path": "a.py", "start": 5, "end": 5},
            "kind": "moved",
            "to": {"path": "a.py", "start": 6, "end": 6},
            "confidence": 98,
            "how": "line map",
        }
    ]


def test_a_batch_is_read_from_standard_input(shop: Repository) -> None:
    lines = '{"path": "a.py", "start": 5}\n\n{"path": "gone.py", "start": 1, "end": 1}\n'
    ran = fed(shop, lines, "--from", "old", "--json")
    found = [json.loads(line) for line in ran.out.splitlines()]
    assert [(row["kind"], row["to"] and row["to"]["start"]) for row in found] == [
        ("moved", 6),
        ("deleted", None),
    ]


def test_without_places_at_a_terminal_one_is_told_what_to_give(shop: Repository) -> None:
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "postil", "locate", "--from", "old"],
        cwd=shop.folder,
        env=surroundings(),
        stdin=theirs,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    os.close(ours)
    os.close(theirs)
    assert done.returncode == 2
    assert "No lines are named" in done.stderr


def test_an_empty_batch_prints_nothing(shop: Repository) -> None:
    assert fed(shop, "", "--from", "old") == Ran(0, "", "")


def test_lines_of_a_revision_that_is_gone_are_searched_by_text(shop: Repository) -> None:
    asked = {"path": "then.py", "start": 9, "text": "    return item.cost * item.amount"}
    asked |= {"before": ["def price(item):"], "after": []}
    ran = fed(shop, json.dumps(asked), "--from", "1" * 40, "--json")
    assert ran.status == 0
    assert "is not in this repository" in ran.err
    assert json.loads(ran.out)["to"] is None
    ran = fed(shop, json.dumps(asked | {"path": "a.py"}), "--from", "1" * 40, "--json", "-q")
    assert ran.err == ""
    assert json.loads(ran.out)["to"] == {"path": "a.py", "start": 6, "end": 6}


def test_a_block_of_a_gone_revision_is_found_in_the_file_it_went_to(shop: Repository) -> None:
    asked = {"path": "then.py", "start": 4, "end": 5, "text": "\n".join(OLD.split("\n")[3:5])}
    asked |= {"before": ["import money", "", ""]}
    ran = fed(shop, json.dumps(asked), "--from", "abcdef1", "--json")
    assert json.loads(ran.out)["to"] == {"path": "a.py", "start": 5, "end": 6}


def test_a_path_that_is_not_utf8_goes_through(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "odd")
    repository.commit({"caf\udce9.py": OLD})
    repository.commit({"caf\udce9.py": NEW})
    asked = json.dumps({"path": "caf\udce9.py", "start": 5})
    ran = fed(repository, asked, "--from", "HEAD~1", "--json")
    assert json.loads(ran.out)["to"]["path"] == "caf\udce9.py"
    assert fed(repository, asked, "--from", "HEAD~1").status == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--from", "old", "a.py"), "`a.py` names no lines; write it like"),
        (("--from", "old", "a.py:0"), "`0-0` in a.py:0 is no range of lines"),
        (("--from", "old", "a.py:3-2"), "`3-2` in a.py:3-2 is no range of lines"),
        (("--from", "old", "b.py:1"), "`b.py` is not in `old`"),
        (("--from", "old", "a.py:99"), "`a.py` has fewer than 99 lines in `old`"),
        (("--from", "odl", "a.py:1"), "did you mean `old`?"),
        (("--from", "old", "--to", "nowhere", "a.py:1"), "There is no revision `nowhere`"),
        (("--from", "abcdef12", "a.py:1"), "says no `text` to search for"),
        (("a.py:1",), "Missing option '--from'"),
    ],
)
def test_mistakes_get_one_sentence(
    shop: Repository, run: Callable[..., Ran], arguments: tuple[str, ...], said: str
) -> None:
    ran = run("locate", "--repo", shop.path, *arguments)
    assert ran.status == 2
    assert said in ran.err
    assert ran.out == ""


def test_a_bad_line_of_a_batch_is_named_and_nothing_is_answered(shop: Repository) -> None:
    ran = fed(shop, '{"path": "a.py", "start": 5}\n{\n', "--from", "old")
    assert ran.status == 2
    assert "Line 2 of the input is not JSON" in ran.err
    assert ran.out == ""
