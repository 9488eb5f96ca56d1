"""No connection outlives its test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fakes.github import close_wires


@pytest.fixture(autouse=True)
def _closed_wires() -> Iterator[None]:
    yield
    close_wires()
