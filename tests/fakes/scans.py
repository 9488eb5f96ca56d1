"""A scanner's report held in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class HeldScan:
    name: str
    text: str | bytes
    block: int = 1024

    def blocks(self) -> Iterator[bytes]:
        data = self.text if isinstance(self.text, bytes) else self.text.encode()
        for start in range(0, len(data), self.block):
            yield data[start : start + self.block]
