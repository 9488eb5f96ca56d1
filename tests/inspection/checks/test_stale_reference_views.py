"""What counts as a definition where no grammar sees one."""

from __future__ import annotations

import pytest

from postil.inspection.checks._stale_reference.views import is_declared_aside
from postil.ports import Hit, Hits


@pytest.mark.parametrize(
    ("path", "text", "declared"),
    [
        ("src/wick.zsh", "trim_wick() {", True),
        ("src/wick.zsh", 'trim_wick "$BUFFER"', False),
        ("src/wick.py", "trim_wick() {", False),
    ],
)
def test_a_shell_function_is_known_by_its_look(path: str, text: str, *, declared: bool) -> None:
    hits = Hits((Hit(path=path, line=6, text=text),), 1)
    assert is_declared_aside("trim_wick", hits, views={}) is declared
