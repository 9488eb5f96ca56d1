"""GitHub's numbers, all of which a test may make smaller."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    body: int = 65_536
    comments: int = 2_500
    diff_files: int = 300
    diff_lines: int = 20_000
    files: int = 3_000
    commits: int = 250
    patch_lines: int = 3_000
    """A longer patch of one file is left out of the listing of files."""

    annotations: int = 50
    requests_an_hour: int = 5_000
    writes_a_minute: int = 80
    writes_an_hour: int = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Lag:
    """How long something written stays invisible to reads, by requests or by seconds."""

    requests: int = 0
    seconds: float = 0.0
