"""Which comments of a change mean what it takes away, and what leads up to a module of Rust."""

from __future__ import annotations

import pytest

from postil.inspection.checks._stale_reference.members import leads_up_to
from postil.inspection.checks._stale_reference.words import is_aside, is_deliberate
from postil.inspection.checks._stale_reference.written import is_carried, is_link

from fakes.changes import change_between

OLD = "// the lamp asks `trim_wick` whenever it brunes low.\n"
NEW = "// the lamp asks `trim_wick` whenever it burns low."


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("/// [`Lamp::limit(3)`]: Lamp::trim_wick()", True),
        ("/// See [`trim_wick`] for more.", True),
        ("/// See [`Lamp::trim_wick()`] for more.", True),
        (" * {@link Lamp#trim_wick(int)} does it", True),
        (" * {@link Lamp.trim_wick} does it", True),
        ("/// See `trim_wick` for more.", False),
        ("/// See [`trim_wick`](https://lamp.example) for more.", False),
        ("/// [`trim_wick`]: https://lamp.example", False),
    ],
)
def test_links_lead_to_a_name(line: str, expected: bool) -> None:
    assert is_link("trim_wick", line) is expected


@pytest.mark.parametrize(
    ("old", "path", "line", "expected"),
    [
        (OLD, "b.rs", NEW, True),
        (OLD, "a.rs", NEW, False),
        (OLD, "b.rs", "// trim_wick", False),
        (OLD, "b.rs", NEW + " more" * 100, False),
        (OLD, "b.rs", "// quite another sentence about trim_wick and oil.", False),
        (OLD.removeprefix("// "), "b.rs", NEW, False),
    ],
)
def test_a_comment_is_carried_from_another_file(
    old: str, path: str, line: str, expected: bool
) -> None:
    base = {"a.rs": old + "fn a() {}\n", "b.rs": "fn b() {}\n"}
    head = {"a.rs": "fn a() {}\n", "b.rs": f"fn b() {{}}\n{line}\n"}
    assert is_carried(change_between(base, head), path, line) is expected


@pytest.mark.parametrize(
    ("lost", "path", "expected"),
    [
        ("src/pool.rs", "src/pool.rs", True),
        ("src/pool.rs", "src/pool/tests.rs", True),
        ("src/pool.rs", "src/pool/deep/mod.rs", False),
        ("src/pool/mod.rs", "src/pool/tests.rs", True),
        ("src/pool/mod.rs", "src/pool/mod.rs", True),
        ("src/lib.rs", "src/pool.rs", True),
        ("src/pool.rs", "src/lamp.rs", False),
    ],
)
def test_super_is_the_module_above(lost: str, path: str, expected: bool) -> None:
    assert leads_up_to(lost, path) is expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (".. function:: trim(v, errors='replace')", False),
        ("trim(v) was replaced by cut", True),
        ("trim(f(v), 'replace')", True),
        ("TODO: remove trim", False),
        ("TODO: trim was removed", True),
        ("Remove trim", True),
    ],
)
def test_words_of_the_past(line: str, expected: bool) -> None:
    assert is_deliberate(line, "trim") is expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("benches/lamp.rs", True),
        ("benchmarks/lamp.cs", True),
        ("examples/lamp.rs", True),
        ("tests/lamp.rs", True),
        ("src/workbench/lamp.rs", False),
    ],
)
def test_what_a_plain_build_leaves_out(path: str, expected: bool) -> None:
    assert is_aside(path) is expected
