"""The guards we can take away: each row names a hazard, the code that guards us, and its test."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """What is done to a file so that its guard is gone, and the test that must notice.

    `id` is the hazard; `old` occurs once in the file and becomes `new`.
    """

    id: str
    file: str
    test: str
    old: str
    new: str

    def removed(self, text: str) -> str:
        """The text of the file without its guard."""
        if text.count(self.old) != 1:
            msg = f"{self.id}: the guard is not found once in `{self.file}`"
            raise ValueError(msg)
        return text.replace(self.old, self.new)


def guards(folder: Path = FOLDER) -> tuple[Guard, ...]:
    """Every row of every table, in the order of the files."""
    tables = [tomllib.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.toml"))]
    return tuple(Guard(**row) for table in tables for row in table["guard"])
