from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.change import Change, Commit
from postil.pipeline.veiling import veil_of

from fakes.changes import change_between

TOKEN = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
PLAIN = change_between({"a.py": "x\n", "old.py": "y\n" * 9}, {"a.py": "z\n", "new.py": "y\n" * 9})


@pytest.mark.parametrize(
    "change",
    [
        replace(PLAIN, title=f"Use {TOKEN}"),
        replace(PLAIN, branch=f"fix/{TOKEN}"),
        replace(PLAIN, target=f"branch `{TOKEN}`"),
        replace(PLAIN, head=replace(PLAIN.head, name=TOKEN)),
        replace(PLAIN, description=f"Some words\nand {TOKEN}"),
        replace(PLAIN, commits=(Commit(oid="a" * 40, subject=f"Use {TOKEN}"),)),
        replace(PLAIN, commits=(Commit(oid="a" * 40, subject="Use it", body=f"\n{TOKEN}"),)),
        change_between({}, {f"keys/{TOKEN}.txt": "x\n"}),
        change_between({f"keys/{TOKEN}": "x\n" * 9}, {"keys/clean": "x\n" * 9}),
    ],
)
def test_a_secret_in_any_name_is_hidden_wherever_it_is_printed(change: Change) -> None:
    veil = veil_of(change)
    assert veil is not None
    shown = veil(f"see {TOKEN}, {TOKEN} and a.py")
    assert TOKEN not in shown
    assert shown.startswith("see ⟦secret:")
    assert shown.endswith("⟧ and a.py")


@pytest.mark.parametrize(
    "change",
    [
        PLAIN,
        replace(PLAIN, title="Revert 3f2a9c0d7e1b2a485f3a9c0d7e1b2a485f3a9c0d"),
        replace(PLAIN, branch="fix/caf\udce9\u202e"),
        change_between({}, {"assets/index-4f3a2b1c9d.js": "x\n"}),
    ],
)
def test_names_without_a_secret_need_no_veil(change: Change) -> None:
    assert veil_of(change) is None
