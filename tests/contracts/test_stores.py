"""Every store keeps the same promises."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from postil import codec
from postil.domain.document import ReviewDocument
from postil.ports import ChangeKey, Store
from postil.stores._documents import Room
from postil.stores.files import FileStore
from postil.stores.in_memory import InMemoryStore
from postil.stores.sqlite import SqliteStore

from samples import HOSTILE, NOISY, SAMPLES

KEY = ChangeKey(repository="1" * 40, change="feature/x")
HEAD = "a" * 40
Opening = Callable[[Room], Store]

KINDS: dict[str, Callable[[Path, Room], Store]] = {
    "sqlite": lambda folder, room: SqliteStore(str(folder / "reviews.db"), room=room),
    "files": lambda folder, room: FileStore(str(folder / "reviews"), room=room),
    "in memory": lambda folder, room: InMemoryStore(room=room),
}
LASTING = ("sqlite", "files")


@pytest.fixture(params=sorted(KINDS))
def opening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opening]:
    opened: list[Store] = []

    def opens(room: Room) -> Store:
        opened.append(KINDS[str(request.param)](tmp_path, room))
        return opened[-1]

    yield opens
    for store in opened:
        store.close()


@pytest.fixture
def store(opening: Opening) -> Store:
    return opening(Room())


def review(number: int) -> ReviewDocument:
    """A review that differs from every other in more than one place."""
    document = NOISY.document
    subject = replace(document.subject, head=f"{number:040x}", title=f"push {number}")
    return replace(document, subject=subject, seconds=float(number))


def test_a_new_store_knows_nothing(store: Store) -> None:
    assert store.load(KEY) == ()
    assert store.recall("question") is None
    assert store.notices == ()


def test_reviews_come_back_equal_with_the_newest_last(store: Store) -> None:
    kept = [review(number) for number in range(12)]
    for document in kept:
        store.save(KEY, document)
    assert store.load(KEY) == tuple(kept)
    assert store.notices == ()


@pytest.mark.parametrize("most", [1, 2, 3, 99])
def test_as_many_of_the_newest_as_are_wanted(store: Store, most: int) -> None:
    kept = [review(number) for number in range(3)]
    for document in kept:
        store.save(KEY, document)
    assert store.load(KEY, most=most) == tuple(kept[-most:])
    assert store.load(OTHERS[0], most=most) == ()


@pytest.mark.parametrize("name", SAMPLES)
def test_every_kind_of_review_comes_back_as_its_json_has_it(store: Store, name: str) -> None:
    document = SAMPLES[name].document
    store.save(KEY, document)
    assert store.load(KEY) == (codec.decode(codec.encode(document)),)


OTHERS = [
    ChangeKey(repository="1" * 40, change="feature/y"),
    ChangeKey(repository="2" * 40, change="feature/x"),
    ChangeKey(repository="1" * 40 + "f", change="eature/x"),
    ChangeKey(repository="", change=""),
    ChangeKey(repository="1" * 40, change="../../etc/passwd"),
    ChangeKey(repository="1" * 40, change="caf\udce9"),
    ChangeKey(repository="1" * 40, change="caf\udcea"),
    ChangeKey(repository="https://forge.example/a/b", change="12"),
    ChangeKey(repository="https://forge.example/a/b", change="'; DROP TABLE reviews; --"),
    ChangeKey(repository="1" * 40, change="x" * 5_000),
]


def test_changes_do_not_meet(store: Store) -> None:
    for number, key in enumerate((KEY, *OTHERS)):
        store.save(key, review(number))
    for number, key in enumerate((KEY, *OTHERS)):
        assert store.load(key) == (review(number),)


def test_only_the_newest_reviews_are_kept_of_each_change(opening: Opening) -> None:
    store = opening(Room(reviews=3))
    store.save(OTHERS[0], review(99))
    for number in range(7):
        store.save(KEY, review(number))
    assert store.load(KEY) == (review(4), review(5), review(6))
    assert store.load(OTHERS[0]) == (review(99),)


def test_an_answer_is_recalled_byte_for_byte(store: Store) -> None:
    answer = bytes(range(256)) * 40
    store.keep("question", answer)
    store.keep("another", b"")
    assert store.recall("question") == answer
    assert store.recall("another") == b""
    assert store.recall("Question") is None


def test_the_last_answer_to_a_question_counts(store: Store) -> None:
    store.keep("question", b"first")
    store.keep("question", b"second")
    assert store.recall("question") == b"second"


def test_the_oldest_answers_are_forgotten(opening: Opening) -> None:
    store = opening(Room(answers=3))
    for number in range(6):
        store.keep(f"question {number}", b"%d" % number)
    recalled = [store.recall(f"question {number}") for number in range(6)]
    assert recalled == [None, None, None, b"3", b"4", b"5"]


def test_one_run_at_a_time_reviews_a_head(store: Store) -> None:
    with store.lease(KEY, HEAD) as first:
        with store.lease(KEY, HEAD) as second:
            assert (first, second) == (True, False)
        with store.lease(KEY, HEAD) as third:
            assert not third
    with store.lease(KEY, HEAD) as again:
        assert again


def test_other_heads_and_changes_are_not_in_the_way(store: Store) -> None:
    with (
        store.lease(KEY, HEAD) as first,
        store.lease(KEY, "b" * 40) as second,
        store.lease(OTHERS[0], HEAD) as third,
    ):
        assert (first, second, third) == (True, True, True)


def test_a_lease_ends_with_an_error_inside(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), store.lease(KEY, HEAD):
        _ = 1 // 0
    with store.lease(KEY, HEAD) as again:
        assert again


def test_only_one_of_many_threads_gets_the_lease(store: Store) -> None:
    barrier = threading.Barrier(8)
    outcomes: list[bool] = []

    def compete() -> None:
        barrier.wait()
        with store.lease(KEY, HEAD) as mine:
            outcomes.append(mine)
            barrier.wait()

    threads = [threading.Thread(target=compete) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == [False] * 7 + [True]


def test_threads_may_share_a_store(store: Store) -> None:
    def work(number: int) -> None:
        store.keep(f"question {number}", b"%d" % number)
        store.save(ChangeKey(repository="r", change=str(number)), review(number))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in range(8):
        assert store.recall(f"question {number}") == b"%d" % number
        assert store.load(ChangeKey(repository="r", change=str(number))) == (review(number),)


@pytest.mark.parametrize("kind", LASTING)
def test_what_was_saved_is_there_for_the_next_run(tmp_path: Path, kind: str) -> None:
    first = KINDS[kind](tmp_path, Room())
    first.save(KEY, review(1))
    first.save(KEY, HOSTILE.document)
    first.keep("question", b"answer")
    first.close()
    second = KINDS[kind](tmp_path, Room())
    assert second.load(KEY) == (review(1), codec.decode(codec.encode(HOSTILE.document)))
    assert second.recall("question") == b"answer"
    second.close()


@pytest.mark.parametrize("kind", LASTING)
def test_two_runs_see_each_other_at_once(tmp_path: Path, kind: str) -> None:
    one, two = KINDS[kind](tmp_path, Room()), KINDS[kind](tmp_path, Room())
    one.save(KEY, review(1))
    two.save(KEY, review(2))
    assert one.load(KEY) == two.load(KEY) == (review(1), review(2))
    with one.lease(KEY, HEAD) as first, two.lease(KEY, HEAD) as second:
        assert (first, second) == (True, False)
    one.close()
    two.close()


@pytest.mark.parametrize("kind", LASTING)
def test_nobody_else_may_read_what_is_kept(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "state"
    store = KINDS[kind](folder, Room())
    store.save(KEY, review(1))
    store.keep("question", b"answer")
    with store.lease(KEY, HEAD):
        modes = {
            path.relative_to(tmp_path): path.stat().st_mode & 0o777 for path in folder.rglob("*")
        } | {folder: folder.stat().st_mode & 0o777}
    assert {mode & 0o077 for mode in modes.values()} == {0}
    assert len(modes) > 2
    store.close()
