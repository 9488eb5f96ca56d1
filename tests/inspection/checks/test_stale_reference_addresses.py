"""Which full addresses show a file of this repository."""

from __future__ import annotations

import pytest

from postil.inspection.checks._stale_reference.addresses import Addresses

from fakes.trees import MemoryTree

LINK = "see https://github.com/lamps/wicks/blob/main/docs/oil.md for more"


@pytest.mark.parametrize(
    ("name", "text", "is_own"),
    [
        ("README.md", "", True),
        ("package.json", '{\n  "repository": "lamps/wicks"\n}\n', True),
        ("package.json", '{\n  "repository": "github:lamps/wicks"\n}\n', True),
        ("package.json", '{\n  "repository": "lamps/shades"\n}\n', False),
        ("package.json", '{\n  "url": "git+https://github.com/others/Wicks.git"\n}\n', True),
        ("package.json", '{\n  "homepage": "https://lamps.example/shades"\n}\n', True),
        ("package.json", '{\n  "author": "https://github.com/lamps/shades"\n}\n', True),
        ("Cargo.toml", 'repository = "https://gitlab.com/lamps/shades"\n', False),
        ("go.mod", "module github.com/lamps/wicks\n", True),
        ("go.mod", "module github.com/lamps/shades\n", False),
    ],
)
def test_addresses(name: str, text: str, *, is_own: bool) -> None:
    shown = Addresses(MemoryTree({name: text})).read(LINK)
    assert ("docs/oil.md" in shown) is is_own
    assert "github" not in shown


def test_an_address_that_shows_no_file() -> None:
    assert Addresses(MemoryTree({})).read("at https://lamps.example/oil.md") == "at  "
