"""Tests of saying whether a named path is there, gone or made by a build."""

from __future__ import annotations

import pytest

from postil.inspection.standing import Ground, Standing, ancestors, join

from fakes.trees import MemoryTree

HEAD = {
    ".gitignore": "*.log\n# no\n\n/made/\n!keep.log\n",
    "sub/.gitignore": "local.json\n",
    "sub/a.py": "",
    "link": "sub",
    ".gitmodules": '[submodule "x"]\n\tpath = third\n\turl = u\n',
    "third": "",
}
BASE = {**HEAD, "sub/b.py": "", "gone/c.py": "", "dist/d.js": ""}


@pytest.mark.parametrize(
    ("path", "standing"),
    [
        ("", Standing.PRESENT),
        ("sub", Standing.PRESENT),
        ("sub/a.py", Standing.PRESENT),
        ("sub/b.py", Standing.REMOVED),
        ("gone", Standing.REMOVED),
        ("dist/d.js", Standing.REMOVED),
        ("dist/e.js", Standing.UNKNOWN),
        (".cache/x", Standing.UNKNOWN),
        ("sub/x.py", Standing.ABSENT),
        ("other/x.py", Standing.ABSENT),
        ("x.log", Standing.UNKNOWN),
        ("keep.log", Standing.ABSENT),
        ("made/x.py", Standing.UNKNOWN),
        ("sub/local.json", Standing.UNKNOWN),
        ("local.json", Standing.ABSENT),
        ("link/a.py", Standing.UNKNOWN),
        ("third/a.py", Standing.UNKNOWN),
        ("a/$X", Standing.UNKNOWN),
        ("node_modules/x/y.js", Standing.UNKNOWN),
        ("x" * 1001, Standing.UNKNOWN),
        (None, Standing.UNKNOWN),
    ],
)
def test_standing(path: str | None, standing: Standing) -> None:
    assert Ground(MemoryTree(HEAD), MemoryTree(BASE)).standing(path) is standing


def test_the_best_of_several_counts() -> None:
    ground = Ground(MemoryTree(HEAD), MemoryTree(BASE))
    assert ground.any_standing(("sub/x.py", "sub/a.py")) is Standing.PRESENT
    assert ground.any_standing(("sub/x.py", "dist/e.js")) is Standing.UNKNOWN
    assert ground.any_standing(("sub/x.py", "sub/b.py")) is Standing.REMOVED
    assert ground.any_standing(("sub/x.py", "sub/y.py")) is Standing.ABSENT


def test_nothing_is_removed_from_the_earlier_revision() -> None:
    ground = Ground(MemoryTree(HEAD))
    assert ground.standing("sub/b.py") is Standing.ABSENT
    assert not ground.has("sub/b.py")
    assert not ground.has(None)
    assert ground.read(None) is None
    assert Ground(MemoryTree(HEAD), MemoryTree(BASE)).has("sub/b.py")


@pytest.mark.parametrize(
    ("folder", "relative", "path"),
    [
        ("a/b", "../c", "a/c"),
        ("", "./x/", "x"),
        ("a", ".", "a"),
        ("", ".", ""),
        ("a", "../..", None),
        ("a", "../../x", None),
        ("a", "/etc", None),
    ],
)
def test_join(folder: str, relative: str, path: str | None) -> None:
    assert join(folder, relative) == path


def test_ancestors_end_with_the_root() -> None:
    assert ancestors("a/b") == ("a/b", "a", "")
    assert ancestors("") == ("",)
