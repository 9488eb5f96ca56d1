"""A run that is killed while it saves leaves the store whole: the old state or the new, no mix."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from postil.ports import ChangeKey
from postil.stores import open_store

from commands import surroundings

KILLS = int(os.environ.get("KILLS", "6"))
KEY = ChangeKey(repository="1" * 40, change="main")
HEAD = "a" * 40

SAVING = """
import sys
sys.path.insert(0, {tests!r})
from dataclasses import replace
from postil.ports import ChangeKey
from postil.stores import open_store
from samples import NOISY

key = ChangeKey(repository="1" * 40, change="main")
store = open_store(sys.argv[1])
kept = store.load(key)
number = int(kept[-1].subject.title) + 1 if kept else 1
print("ready", flush=True)
while True:
    mark = str(number)
    store.keep(mark, mark.encode() * 2_000)
    subject = replace(NOISY.document.subject, title=mark)
    document = replace(NOISY.document, subject=subject, rewritten=mark * 2_000)
    store.save(key, document)
    print(number, flush=True)
    number += 1
"""

HOLDING = """
import sys, time
from postil.ports import ChangeKey
from postil.stores import open_store

store = open_store(sys.argv[1])
with store.lease(ChangeKey(repository="1" * 40, change="main"), "a" * 40) as mine:
    print(mine, flush=True)
    time.sleep(60)
"""


def started(code: str, place: str) -> subprocess.Popen[bytes]:
    text = code.format(tests=str(Path(__file__).parents[1])) if "{tests" in code else code
    return subprocess.Popen(
        [sys.executable, "-c", text, place], stdout=subprocess.PIPE, env=surroundings()
    )


def killed(place: str, moment: float) -> int:
    """Saves in another process until it is killed; how many reviews it said were kept."""
    with started(SAVING, place) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        time.sleep(moment)
        child.send_signal(signal.SIGKILL)
        said = child.stdout.read().split()
    return int(said[-1]) if said else 0


@pytest.fixture(params=["reviews.db", "reviews/"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"{tmp_path}/{request.param}"


def test_killed_while_saving(place: str) -> None:
    dice = random.Random(20)  # noqa: S311 - moments, not secrets
    newest = 0
    for _ in range(KILLS):
        said = max(newest, killed(place, dice.uniform(0, 0.06)))
        store = open_store(place)
        documents = store.load(KEY)
        assert store.notices == ()
        marks = [int(document.subject.title) for document in documents]
        newest = marks[-1] if marks else 0
        assert newest in (said, said + 1)
        assert marks == list(range(newest - len(marks) + 1, newest + 1))
        for mark, document in zip(map(str, marks), documents, strict=True):
            assert document.rewritten == mark * 2_000
            assert store.recall(mark) == mark.encode() * 2_000
        assert store.recall(str(newest + 1)) in (None, str(newest + 1).encode() * 2_000)
        store.close()
    assert newest > KILLS


def test_the_lease_of_a_killed_run_is_free_at_once(place: str) -> None:
    store = open_store(place)
    with started(HOLDING, place) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"True\n"
        with store.lease(KEY, HEAD) as mine:
            assert not mine
        child.send_signal(signal.SIGKILL)
    with store.lease(KEY, HEAD) as mine:
        assert mine
    store.close()
