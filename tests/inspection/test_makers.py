"""Tests of who makes a repository, told by its own papers."""

from __future__ import annotations

import pytest

from postil.inspection.makers import Makers

from fakes.trees import MemoryTree


@pytest.mark.parametrize(
    ("path", "text", "account", "theirs"),
    [
        ("LICENSE", "Copyright (c) 2012-2020 Ada Lamplighter\n", "AdaLamplighter", True),
        ("LICENSE", "Copyright 2020 The Ada Lamplighter and contributors\n", "ada", False),
        ("LICENSE.md", "Copyright © Bob\n", "bob", False),
        ("LICENSE", "the copyright of Ada Lamplighter\n", "adalamplighter", False),
        ("docs/LICENSE", "Copyright (c) 2012 Ada Lamplighter\n", "adalamplighter", False),
        ("README.md", "https://github.com/lamps/wick\n", "lamps", False),
        (
            "README.md",
            "https://github.com/lamps/wick https://github.com/lamps/wick/x",
            "lamps",
            True,
        ),
        ("README.md", "https://github.com/lamps/a https://github.com/lamps/b", "lamps", False),
        ("README.md", "https://github.com/sponsors/ada", "Ada", True),
        ("README.md", "https://github.com/sponsors/ada", "sponsors", False),
        ("package.json", '{\n "repository": "git+https://github.com/lamps/wick"\n}', "lamps", True),
        ("package.json", '{\n "oil": "git+https://github.com/coopers/oil"\n}', "coopers", False),
        ("package.json", '{\n "name": "@lamps/wick"\n}', "@lamps", True),
        ("package.json", '{\n "author": "Ada Lamplighter"\n}', "adalamplighter", True),
        ("package.json", '{\n "keywords": "Ada Lamplighter"\n}', "adalamplighter", False),
        ("Cargo.toml", 'homepage = "https://gitlab.com/lamps/wick"\n', "lamps", True),
        ("go.mod", "module github.com/lamps/wick\n", "lamps", True),
        ("wick.gemspec", '  s.homepage = "https://github.com/lamps/wick"\n', "lamps", True),
        ("pyproject.toml", 'a = [\n {name = "Ada Moth", email = "a@b.c"}]', "ada-moth", True),
        (".github/CODEOWNERS", "* @ada @lamps/keepers\n", "lamps", True),
        (".github/CODEOWNERS", "* @ada mail@lamps.example\n", "lamps", False),
        (".github/FUNDING.yml", "github: [ada, bob]\n", "bob", True),
        (".github/FUNDING.yml", "github:\n  - ada\n", "ada", True),
        (".github/FUNDING.yml", "patreon: ada\n", "ada", False),
        (".github/FUNDING.yml", "patreon: ada\n", "", False),
    ],
)
def test_whose_it_is(path: str, text: str, account: str, *, theirs: bool) -> None:
    assert Makers(MemoryTree({path: text})).include(account) is theirs
