"""Remembers in the store which write to a forge was under way when a run died."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass

from postil.domain.errors import StoreError
from postil.ports import ChangeKey, Store
from postil.wiring.process import TIME_SCALE


@dataclass(frozen=True, kw_only=True)
class StoredJournal:
    """A journal of one pull request; a store that fails is no reason not to write."""

    store: Store
    key: ChangeKey

    def unsettled(self) -> str:
        try:
            return (self.store.recall(self._name) or b"").decode("utf-8", "replace")
        except StoreError:
            return ""

    def sending(self, text: str) -> None:
        self._note(text)

    def settled(self) -> None:
        self._note("")

    @property
    def _name(self) -> str:
        return f"writing:{self.key.digest}"

    def _note(self, text: str) -> None:
        try:
            self.store.keep(self._name, text.encode())
        except StoreError:
            return


def waiting() -> Callable[[float], None]:
    """Passes the time between looks."""
    scale = float(os.environ.get(TIME_SCALE, "1"))
    return lambda seconds: time.sleep(seconds * scale)
