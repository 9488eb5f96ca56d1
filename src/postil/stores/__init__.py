"""Adapters that keep review documents between runs, one file each."""

from __future__ import annotations

import os
from pathlib import Path

from postil.ports import Store
from postil.stores.files import FileStore
from postil.stores.sqlite import SqliteStore


def open_store(place: str) -> Store:
    """The store at a path: a folder (or a name that ends like one) of files, else SQLite.

    Raises `StoreError` when there is something that is no store of ours, or of a newer Postil.
    """
    if place.endswith(os.sep) or Path(place).is_dir():
        return FileStore(place)
    return SqliteStore(place)
