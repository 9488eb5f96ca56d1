"""Locks exclude each other, end with their holder, and leave no file behind."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from postil.stores._locking import locked


def test_nothing_is_left_of_a_lock(tmp_path: Path) -> None:
    with locked(tmp_path / "deep" / "lock", wait=False) as held:
        assert held
        assert (tmp_path / "deep" / "lock").exists()
    assert list((tmp_path / "deep").iterdir()) == []


def test_who_did_not_get_it_leaves_it_alone(tmp_path: Path) -> None:
    with locked(tmp_path / "lock", wait=False):
        with locked(tmp_path / "lock", wait=False) as second:
            assert not second
        assert (tmp_path / "lock").exists()


def test_waiting_threads_take_turns(tmp_path: Path) -> None:
    inside: list[int] = []
    most: list[int] = []

    def enters(number: int) -> None:
        for _ in range(25):
            with locked(tmp_path / "lock", wait=True) as held:
                assert held
                inside.append(number)
                most.append(len(inside))
                inside.remove(number)

    threads = [threading.Thread(target=enters, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(most) == 100
    assert max(most) == 1


def test_a_link_at_its_name_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("mine")
    (tmp_path / "lock").symlink_to(tmp_path / "target")
    with pytest.raises(OSError, match="symbolic"), locked(tmp_path / "lock", wait=True):
        pass
    assert (tmp_path / "target").read_text() == "mine"
