"""Opens the file of the SQLite store: private, sound, ours and up to date, or not at all."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from postil.domain.errors import StoreError
from postil.stores._documents import Notices
from postil.stores._locking import locked
from postil.stores._schema import migrate, refuse_foreign, refuse_newer

_MAGIC = b"SQLite format 3\0"
_NAMES = (".db", ".sqlite", ".sqlite3")
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_PRIMARY = 0xFF
"""The part of an error code that says what kind of error it is."""


class _Damaged(Exception):
    """The file is a store that cannot be read any more."""


def opened(path: Path, notices: Notices, *, patience: float) -> sqlite3.Connection:
    """A connection to the store, made when it is not there; a damaged file is set aside first."""
    place = str(path)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with locked(path.with_name(f"{path.name}.opening"), wait=True):
            _refuse_other_files(path)
            try:
                return _sound(path, patience)
            except _Damaged:
                kept = _set_aside(path)
                notices.add(
                    f"the store `{place}` is damaged; it was set aside as `{kept}` and a new one begun."
                )
                return _sound(path, patience)
    except OSError as error:
        raise StoreError(_unusable(place, error.strerror or str(error))) from error
    except sqlite3.Error as error:
        raise StoreError(words(place, error)) from error


def words(place: str, error: sqlite3.Error) -> str:
    """One sentence for what SQLite had to say."""
    code = _kind(error)
    if code == sqlite3.SQLITE_BUSY:
        return f"`{place}` is in use by another run; wait for it, or name another `--store`."
    if code in _DAMAGE:
        return f"`{place}` is damaged; the next run sets it aside and begins a new one."
    return _unusable(place, str(error))


def _unusable(place: str, reason: str) -> str:
    return f"`{place}` cannot be used ({reason}); check its permissions or name another `--store`."


def _kind(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & _PRIMARY


def _refuse_other_files(path: Path) -> None:
    """A file that never was a store, named by mistake, is left alone."""
    if path.exists() and not path.is_file():
        raise StoreError(f"`{path}` is no file; name another `--store`.")
    if not _begins_well(path) and path.suffix not in _NAMES:
        raise StoreError(f"`{path}` is no store of Postil's; name another `--store`.")


def _begins_well(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) in (b"", _MAGIC)
    except FileNotFoundError:
        return True


def _sound(path: Path, patience: float) -> sqlite3.Connection:
    if not _begins_well(path):
        raise _Damaged  # SQLite would take it for an empty one and throw its log away
    # SQLite gives its log the mode of the file, which it would make readable for everybody.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    connection = sqlite3.connect(
        path, timeout=patience, isolation_level=None, check_same_thread=False
    )
    try:
        _prepare(connection, str(path))
    except sqlite3.DatabaseError as error:
        connection.close()
        if _kind(error) in _DAMAGE:
            raise _Damaged from error
        raise
    except (StoreError, _Damaged):
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, place: str) -> None:
    connection.execute("PRAGMA trusted_schema = OFF")
    found = [row for (row,) in connection.execute("PRAGMA quick_check(1)")]
    if found != ["ok"]:
        raise _Damaged
    refuse_foreign(connection, place)
    refuse_newer(connection, place)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    migrate(connection, place)


def _set_aside(path: Path) -> Path:
    number = 1
    while (kept := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    path.rename(kept)
    for ending in ("-wal", "-shm"):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            beside.rename(kept.with_name(kept.name + ending))
    return kept
