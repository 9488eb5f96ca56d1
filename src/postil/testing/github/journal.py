"""Remembers every request, who sent it, what was answered and whether anything was stored."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One request and what came of it; `status` is 0 when the connection was cut."""

    number: int
    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    actor: str = ""
    body: Any = None
    status: int = 0
    committed: bool = False
    fault: str = ""
    moment: float = 0.0
    headers: Mapping[str, str] = field(default_factory=dict)
    answer: Any = None

    @property
    def is_write(self) -> bool:
        """What a client meant to change; a GraphQL query is a read though it is a POST."""
        if self.path == "/graphql":
            asked = str(self.body.get("query", "")) if isinstance(self.body, dict) else ""
            return any(line.lstrip().startswith("mutation") for line in asked.splitlines())
        return self.method not in SAFE and not self.path.endswith("/git-upload-pack")

    def __str__(self) -> str:
        mark = " committed" if self.committed else ""
        fault = f" [{self.fault}]" if self.fault else ""
        return f"{self.number}. {self.method} {self.path} → {self.status}{mark}{fault}"


class Journal:
    """Written by the server's threads, read by the test's; each question sees one moment."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._exchanges: list[Exchange] = []

    def record(self, exchange: Exchange) -> None:
        with self._lock:
            self._exchanges.append(exchange)

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        with self._lock:
            return tuple(self._exchanges)

    @property
    def writes(self) -> tuple[Exchange, ...]:
        """Requests that meant to change something, whether or not they did."""
        return tuple(each for each in self.exchanges if each.is_write)

    @property
    def reads(self) -> tuple[Exchange, ...]:
        return tuple(each for each in self.exchanges if not each.is_write)

    @property
    def commits(self) -> tuple[Exchange, ...]:
        return tuple(each for each in self.exchanges if each.committed)

    def to(self, method: str, ending: str) -> tuple[Exchange, ...]:
        """Requests of a method whose path ends so."""
        found = (each for each in self.exchanges if each.method == method)
        return tuple(each for each in found if each.path.endswith(ending))

    def clear(self) -> None:
        with self._lock:
            self._exchanges.clear()

    def __len__(self) -> int:
        return len(self.exchanges)

    def __str__(self) -> str:
        return "\n".join(map(str, self.exchanges))
