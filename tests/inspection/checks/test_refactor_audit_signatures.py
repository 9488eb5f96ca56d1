"""What a block takes, in each family of languages."""

from __future__ import annotations

import pytest

from postil.inspection.checks._refactor_audit.places import Place, places_in
from postil.inspection.checks._refactor_audit.signatures import is_altered, parameters

from fakes.trees import MemoryTree


def place(path: str, text: str, name: str) -> Place:
    found = places_in(path, MemoryTree({path: text})).values()
    return next(one for one in found if one.name == name)


@pytest.mark.parametrize(
    ("path", "text", "names"),
    [
        ("a.py", "def run(self, a: int = 3, *args, **more):\n    pass\n", ("a", "args", "more")),
        ("a.py", "def run(\n    a,\n    b=(1, 2),\n):\n    pass\n", ("a", "b")),
        ("a.ts", "function run(a: Map<string, number>, b?: string) {}\n", ("a", "b")),
        ("a.go", "package a\n\nfunc run(a int, b string) {}\n", ("a", "b")),
        ("a.rs", "fn run(&mut self, mut a: u8) {}\n", ("a",)),
        ("A.java", "class A {\n  void run(final Map<String, Long> a, int b) {}\n}\n", ("a", "b")),
        ("a.php", "<?php\nfunction run(string $a, $b = 1) {}\n", ("a", "b")),
        ("a.rb", "def run\n  1\nend\n", ()),
        ("a.rb", "def run(worker)\n  1\nend\n", ("worker",)),
    ],
)
def test_parameters(path: str, text: str, names: tuple[str, ...]) -> None:
    assert parameters(place(path, text, "run")) == names


@pytest.mark.parametrize(
    ("new", "altered"),
    [
        ("def run(a, b):\n    pass\n", False),
        ("def run(self, a, b):\n    pass\n", False),
        ("def run(a: int, b=2):\n    pass\n", False),
        ("def run(a):\n    pass\n", True),
        ("def run(a, c):\n    pass\n", True),
    ],
)
def test_a_block_that_takes_other_things(new: str, *, altered: bool) -> None:
    old = place("a.py", "def run(a, b):\n    pass\n", "run")
    assert is_altered(old, place("b.py", new, "run")) is altered
