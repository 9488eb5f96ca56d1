"""Lets one run at a time review one head of one change."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from postil.domain.change import Id
from postil.domain.errors import StoreError
from postil.ports import ChangeKey
from postil.stores._locking import locked


@contextmanager
def leased(folder: Path, key: ChangeKey, head: Id) -> Iterator[bool]:
    """Hold the lease; a run that was killed has let go of it, so no lease has to expire."""
    name = hashlib.sha256(f"{key.digest} {head}".encode("utf-8", "surrogatepass")).hexdigest()
    with ExitStack() as stack:
        try:
            held = stack.enter_context(locked(folder / name, wait=False))
        except OSError as error:
            msg = (
                f"`{folder}` cannot be used ({error.strerror}); check its permissions or name "
                "another `--store`."
            )
            raise StoreError(msg) from error
        yield held
