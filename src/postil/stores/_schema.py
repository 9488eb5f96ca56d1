"""The tables of the SQLite store and how an older file comes to have them."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from postil.domain.errors import StoreError

APPLICATION_ID = 0x506F7374
"""`Post`: how a database says that it is ours."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE reviews (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            change TEXT NOT NULL,
            head TEXT NOT NULL,
            version INTEGER NOT NULL,
            document BLOB NOT NULL
        ) STRICT""",
        "CREATE INDEX reviews_of_change ON reviews (change, id)",
        """CREATE TABLE answers (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            question TEXT NOT NULL UNIQUE,
            answer BLOB NOT NULL
        ) STRICT""",
    ),
)
"""What each version adds to the one before it; a published one is never edited."""


def refuse_foreign(connection: sqlite3.Connection, place: str) -> None:
    """A sound database of somebody else's is not ours to write to."""
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if tables and owner != APPLICATION_ID:
        raise StoreError(f"`{place}` is a database of another program; name another `--store`.")


def version_of(connection: sqlite3.Connection) -> int:
    """The newest migration the file has seen; 0 for a new one."""
    (there,) = connection.execute(
        "SELECT count(*) FROM sqlite_schema WHERE name = 'schema_versions'"
    ).fetchone()
    if not there:
        return 0
    (newest,) = connection.execute("SELECT max(version) FROM schema_versions").fetchone()
    return int(newest or 0)


def refuse_newer(
    connection: sqlite3.Connection,
    place: str,
    migrations: Sequence[Sequence[str]] = MIGRATIONS,
) -> None:
    """A newer Postil's file stays as it is: we do not know what its tables mean."""
    version = version_of(connection)
    if version > len(migrations):
        msg = (
            f"`{place}` was written by a newer Postil (store version `{version}`, this one knows "
            f"`{len(migrations)}`); use that Postil, or another `--store`."
        )
        raise StoreError(msg)


def migrate(
    connection: sqlite3.Connection,
    place: str,
    migrations: Sequence[Sequence[str]] = MIGRATIONS,
) -> None:
    """Bring the file up to date, all of it or nothing; several processes may try at once."""
    refuse_newer(connection, place, migrations)
    if version_of(connection) == len(migrations):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Again, for another process may have been faster.
        refuse_newer(connection, place, migrations)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("CREATE TABLE IF NOT EXISTS schema_versions (version INTEGER) STRICT")
        for position, steps in enumerate(migrations, start=1):
            if position > version_of(connection):
                for step in steps:
                    connection.execute(step)
                connection.execute("INSERT INTO schema_versions VALUES (?)", (position,))
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
