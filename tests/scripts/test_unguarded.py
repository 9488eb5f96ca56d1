"""The script that takes guards away: a test that sleeps is told from one that wakes, and nothing stays."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import unguarded  # noqa: E402 - the folder is put on the path first

from guards.rows import Guard  # noqa: E402 - same

DOOR = "def may_enter(age):\n    if age < 18:\n        return False\n    return True\n"
TESTS = (
    "from door import may_enter\n\n\n"
    "def test_awake():\n    assert not may_enter(7)\n\n\n"
    "def test_asleep():\n    assert may_enter(40)\n"
)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    root = tmp_path / "house"
    (root / "src").mkdir(parents=True)
    (root / "src" / "door.py").write_text(DOOR)
    (root / "tests").mkdir()
    (root / "tests" / "test_door.py").write_text(TESTS)
    return root


def copies(house: Path) -> unguarded.Copies:
    return unguarded.Copies(house, Path(tempfile.mkdtemp(dir=house.parent)))


def guard(test: str, new: str = "if False:") -> Guard:
    path = "tests/test_door.py"
    return Guard(
        id="GH-01", file="src/door.py", test=f"{path}::{test}", old="if age < 18:", new=new
    )


def test_a_test_that_sleeps_is_named(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [guard("test_awake"), guard("test_asleep"), guard("test_nowhere")]
    found = copies(house).unnoticed(rows)
    assert [each.split("\n")[0].rpartition("::")[2] for each in found] == [
        "test_asleep",
        "test_nowhere",
    ]
    printed = capsys.readouterr().out.splitlines()
    assert sorted(line.split()[0] for line in printed) == ["UNNOTICED", "UNNOTICED", "noticed"]
    assert (house / "src" / "door.py").read_text() == DOOR


def test_a_module_that_cannot_be_read_is_no_proof(house: Path) -> None:
    assert len(copies(house).unnoticed([guard("test_awake", new="if age <:")])) == 1


def test_a_test_that_fails_anyway_proves_nothing(house: Path) -> None:
    rows = [guard("test_awake"), guard("test_asleep")]
    assert copies(house).troubled(rows) == []
    (house / "src" / "door.py").write_text(DOOR.replace("18", "5"))
    (said,) = copies(house).troubled(rows)
    assert "test_awake" in said


def test_the_guard_is_back_afterwards(house: Path) -> None:
    path = house / "src" / "door.py"
    before = path.stat().st_mtime
    with unguarded.without(house, guard("test_awake")):
        assert "if False:" in path.read_text()
        assert int(path.stat().st_mtime) != int(before)
    assert (path.read_text(), path.stat().st_mtime) == (DOOR, before)
    assert unguarded.run(house, ["tests/test_door.py"]).has_passed
