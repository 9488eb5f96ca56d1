"""Mirrors that nobody used go, and one that is in use never does."""

from __future__ import annotations

import fcntl
import os
import threading
import time
from pathlib import Path

import pytest

from postil.workspaces.git.pruning import _remove, held, prune

DAY = 24 * 3600


def mirror(shelf: Path, name: str, *, days: float = 0) -> Path:
    """A mirror that was used so many days ago."""
    folder = shelf / name
    (folder / "objects").mkdir(parents=True)
    (folder / "HEAD").write_text("ref: refs/heads/x\n")
    lock = shelf / f"{name}.lock"
    lock.touch()
    moment = time.time() - days * DAY
    os.utime(lock, (moment, moment))
    return folder


def names(shelf: Path) -> list[str]:
    return sorted(each.name for each in shelf.iterdir())


def test_only_so_many_are_kept_those_used_last(tmp_path: Path) -> None:
    for number in range(5):
        mirror(tmp_path, f"m{number}", days=number)
    prune(tmp_path.as_posix(), most=2)
    assert names(tmp_path) == ["m0", "m0.lock", "m1", "m1.lock"]


def test_what_nobody_used_for_a_month_goes(tmp_path: Path) -> None:
    mirror(tmp_path, "new", days=29)
    mirror(tmp_path, "old", days=31)
    prune(tmp_path.as_posix())
    assert names(tmp_path) == ["new", "new.lock"]


def test_one_in_use_stays_and_counts_as_used(tmp_path: Path) -> None:
    folder = mirror(tmp_path, "old", days=400)
    with held(str(folder)):
        prune(str(tmp_path), most=0)
        assert names(tmp_path) == ["old", "old.lock"]
    prune(str(tmp_path))
    assert names(tmp_path) == ["old", "old.lock"]
    prune(str(tmp_path), most=0)
    assert names(tmp_path) == []


def test_a_lock_that_was_taken_away_meanwhile_is_taken_anew(tmp_path: Path) -> None:
    folder = mirror(tmp_path, "m")
    lock = tmp_path / "m.lock"
    entered = threading.Event()
    with lock.open("r+") as other:
        fcntl.flock(other, fcntl.LOCK_EX)

        def wait() -> None:
            with held(str(folder)) as descriptor:
                assert os.path.samestat(os.fstat(descriptor), lock.stat())
                entered.set()

        waiting = threading.Thread(target=wait)
        waiting.start()
        time.sleep(0.05)
        lock.unlink()
    waiting.join(timeout=20)
    assert entered.is_set()


def test_what_a_dead_run_left_half_removed_is_removed(tmp_path: Path) -> None:
    (tmp_path / "m.gone" / "objects").mkdir(parents=True)
    prune(str(tmp_path))
    assert names(tmp_path) == []


@pytest.mark.parametrize("name", ["missing", "file"])
def test_a_folder_that_cannot_be_read_is_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("")
    prune(str(tmp_path / name))
    assert names(tmp_path) == ["file"]


def test_a_link_in_place_of_a_lock_is_not_followed(tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    mirror(shelf, "m")
    target = tmp_path / "theirs"
    target.write_text("kept")
    (shelf / "m.lock").unlink()
    (shelf / "m.lock").symlink_to(target)
    prune(str(shelf), most=0)
    assert target.read_text() == "kept"
    assert (shelf / "m").is_dir()


def test_a_lock_without_a_mirror_goes_and_a_missing_one_harms_nobody(tmp_path: Path) -> None:
    (tmp_path / "m.lock").touch()
    prune(str(tmp_path), most=0)
    assert names(tmp_path) == []
    _remove(str(tmp_path / "m"))
    assert names(tmp_path) == []
