"""Every hazard has a guard that can be taken away, and every row still fits the code it is about."""

from __future__ import annotations

import pytest

from guards.rows import ROOT, Guard, guards

from architecture.hazards import HAZARDS, named

ROWS = guards()


def hazard(guard: Guard) -> tuple[str, int]:
    kind, _, number = guard.id.lower().partition("-")
    return kind, int(number)


@pytest.mark.parametrize("kind", HAZARDS)
def test_every_hazard_has_a_guard_to_take_away(kind: str) -> None:
    guarded = {number for each, number in map(hazard, ROWS) if each == kind}
    assert [number for number in HAZARDS[kind] if number not in guarded] == []


@pytest.mark.parametrize("guard", ROWS, ids=lambda guard: f"{guard.id} {guard.test}")
def test_a_row_still_fits(guard: Guard) -> None:
    text = (ROOT / guard.file).read_text("utf-8")
    assert text.count(guard.old) == 1
    changed = guard.removed(text)
    assert changed != text
    if guard.file.endswith(".py"):
        compile(changed, guard.file, "exec")
    path, _, test = guard.test.partition("::")
    name = test.rpartition("::")[2].partition("[")[0]
    assert f"def {name}(" in (ROOT / path).read_text("utf-8")
    kind, number = hazard(guard)
    assert named(kind, number, [name])


def test_a_guard_that_moved_away_is_said() -> None:
    guard = Guard(id="GH-01", file="a.py", test="b.py::c", old="if it:", new="if True:")
    assert guard.removed("if it:\n") == "if True:\n"
    for text in ("if that:\n", "if it:\nif it:\n"):
        with pytest.raises(ValueError, match=r"GH-01: the guard is not found once in `a\.py`"):
            guard.removed(text)
