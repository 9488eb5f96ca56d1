"""What only the SQLite store has to show: its file, its tables, its locks, and what damages them."""

from __future__ import annotations

import sqlite3
import threading
import time
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from postil import codec
from postil.domain.document import DOCUMENT_VERSION
from postil.domain.errors import StoreError
from postil.ports import ChangeKey
from postil.stores import open_store
from postil.stores._schema import APPLICATION_ID, MIGRATIONS, migrate, version_of
from postil.stores.sqlite import SqliteStore

from samples import CLEAN, NOISY

KEY = ChangeKey(repository="1" * 40, change="main")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "reviews.db"


def filled(path: Path, reviews: int = 1) -> None:
    store = open_store(str(path))
    for _ in range(reviews):
        store.save(KEY, NOISY.document)
    store.close()


def run(path: Path, statement: str, *values: int) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement, values)
    connection.commit()
    connection.close()


def test_it_writes_ahead_and_waits_for_the_disk(path: Path) -> None:
    store = SqliteStore(str(path))
    assert store._rows("PRAGMA journal_mode", ()) == [("wal",)]
    assert store._rows("PRAGMA synchronous", ()) == [(2,)]
    store.close()


def test_a_new_file_has_every_migration_and_our_mark(path: Path) -> None:
    filled(path)
    connection = sqlite3.connect(path)
    versions = connection.execute("SELECT version FROM schema_versions").fetchall()
    assert versions == [(number,) for number in range(1, len(MIGRATIONS) + 1)]
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    connection.close()


MORE = (*MIGRATIONS, ("ALTER TABLE reviews ADD COLUMN extra TEXT",))


def test_an_older_file_is_brought_up_to_date_and_keeps_its_reviews(path: Path) -> None:
    filled(path)
    connection = sqlite3.connect(path, isolation_level=None)
    migrate(connection, "x", MORE)
    migrate(connection, "x", MORE)
    assert version_of(connection) == len(MORE)
    assert connection.execute("SELECT count(*), extra FROM reviews").fetchone() == (1, None)
    connection.close()


def test_a_migration_that_fails_changes_nothing(path: Path) -> None:
    filled(path)
    connection = sqlite3.connect(path, isolation_level=None)
    broken = (*MIGRATIONS, ("CREATE TABLE half (a)", "CREATE TABLE reviews (a)"))
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        migrate(connection, "x", broken)
    assert version_of(connection) == len(MIGRATIONS)
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    assert "half" not in tables
    connection.close()


def test_many_processes_may_make_the_file_at_once(path: Path) -> None:
    failed: list[str] = []
    barrier = threading.Barrier(6)

    def opens() -> None:
        barrier.wait()
        try:
            SqliteStore(str(path)).close()
        except StoreError as error:
            failed.append(str(error))

    threads = [threading.Thread(target=opens) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_a_newer_store_is_refused_and_not_touched(path: Path) -> None:
    filled(path)
    newer = len(MIGRATIONS) + 1
    run(path, "INSERT INTO schema_versions VALUES (?)", newer)
    run(path, "DROP TABLE answers")
    before = path.read_bytes()
    with pytest.raises(StoreError) as refusal:
        open_store(str(path))
    assert str(refusal.value) == (
        f"`{path}` was written by a newer Postil (store version `{newer}`, this one knows "
        f"`{len(MIGRATIONS)}`); use that Postil, or another `--store`."
    )
    assert path.read_bytes() == before


def test_a_newer_document_is_refused(path: Path) -> None:
    store = open_store(str(path))
    store.save(KEY, replace(NOISY.document, version=DOCUMENT_VERSION + 1))
    with pytest.raises(StoreError, match=r"review 1 in .* was written by a newer Postil"):
        store.load(KEY)
    store.close()


@pytest.mark.parametrize(
    "data", [b"", b"garbage", zlib.compress(b"{"), zlib.compress(b'{"version": 1}')]
)
def test_a_review_that_cannot_be_read_is_left_out_and_said_once(path: Path, data: bytes) -> None:
    store = SqliteStore(str(path))
    store.save(KEY, NOISY.document)
    store._connection.execute("UPDATE reviews SET document = ?", (data,))
    store.save(KEY, CLEAN.document)
    assert store.load(KEY) == store.load(KEY) == (CLEAN.document,)
    (notice,) = store.notices
    assert notice.startswith(f"review 1 in `{path}` cannot be read and is left out: ")
    store.close()


def test_a_review_swollen_beyond_the_cap_is_not_unpacked(path: Path) -> None:
    store = SqliteStore(str(path))
    store.save(KEY, NOISY.document)
    store._connection.execute(
        "UPDATE reviews SET document = ?", (zlib.compress(b" " * (codec.MAX_BYTES * 2)),)
    )
    assert store.load(KEY) == ()
    (notice,) = store.notices
    assert f"has {codec.MAX_BYTES + 1:,} bytes" in notice
    store.close()


def damage_pages(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for start in range(4096, len(data), 4096):
        data[start : start + 200] = b"\xff" * 200
    path.write_bytes(data)


def damage_header(path: Path) -> None:
    path.write_bytes(b"not a database at all" * 400)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


@pytest.mark.parametrize("damage", [damage_pages, damage_header, cut])
def test_a_damaged_file_is_set_aside_and_said(path: Path, damage: object) -> None:
    assert callable(damage)
    for number in (1, 2):
        filled(path, 5)
        damage(path)
        damaged = path.read_bytes()
        store = open_store(str(path))
        kept = path.with_name(f"reviews.db.damaged-{number}")
        assert store.notices == (
            f"the store `{path}` is damaged; it was set aside as `{kept}` and a new one begun.",
        )
        assert kept.read_bytes() == damaged
        assert store.load(KEY) == ()
        store.save(KEY, NOISY.document)
        assert store.load(KEY) == (NOISY.document,)
        store.close()


def test_the_log_of_a_damaged_file_goes_with_it(path: Path) -> None:
    filled(path, 5)
    damage_header(path)
    path.with_name("reviews.db-wal").write_bytes(b"log")
    open_store(str(path)).close()
    assert path.with_name("reviews.db.damaged-1-wal").read_bytes() == b"log"


def test_damage_under_way_is_said(path: Path) -> None:
    store = SqliteStore(str(path))
    for _ in range(5):
        store.save(KEY, NOISY.document)
    store._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    damage_pages(path)
    store._connection.execute("PRAGMA shrink_memory")
    with pytest.raises(StoreError, match="is damaged; the next run sets it aside"):
        store.load(KEY)
    store.close()


@pytest.mark.parametrize("content", [b"# Read me\n", b"SQLite format 2"])
def test_a_file_that_never_was_a_store_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "README.md"
    path.write_bytes(content)
    with pytest.raises(StoreError, match="is no store of Postil's; name another `--store`"):
        open_store(str(path))
    assert path.read_bytes() == content
    assert {each.name for each in tmp_path.iterdir()} == {"README.md"}


def test_a_database_of_another_program_is_left_alone(path: Path) -> None:
    run(path, "CREATE TABLE bookmarks (address TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="is a database of another program"):
        open_store(str(path))
    assert path.read_bytes() == before


def test_something_that_is_no_file_is_refused() -> None:
    with pytest.raises(StoreError, match="`/dev/null` is no file; name another"):
        SqliteStore("/dev/null")


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"cannot be used \(.*\); check its permissions or name"):
        open_store(str(tmp_path / "file" / "reviews.db"))


def test_a_writer_that_does_not_end_is_said(path: Path) -> None:
    filled(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    store = SqliteStore(str(path), patience=0.05)
    with pytest.raises(StoreError, match="is in use by another run"):
        store.save(KEY, NOISY.document)
    other.execute("ROLLBACK")
    store.save(KEY, NOISY.document)
    assert len(store.load(KEY)) == 2
    store.close()
    other.close()


def test_a_writer_is_waited_for(path: Path) -> None:
    filled(path)
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")

    def ends() -> None:
        time.sleep(0.2)
        other.execute("COMMIT")

    thread = threading.Thread(target=ends)
    thread.start()
    store = SqliteStore(str(path))
    store.save(KEY, NOISY.document)
    assert len(store.load(KEY)) == 2
    thread.join()
    store.close()
    other.close()


def test_a_full_disk_is_said_and_leaves_what_was_there(path: Path) -> None:
    store = SqliteStore(str(path))
    store.save(KEY, NOISY.document)
    (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match=r"cannot be used .*full"):
        store.keep("question", b"x" * 100_000)
    assert store.recall("question") is None
    assert store.load(KEY) == (NOISY.document,)
    store.close()
