from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.paths.globs import MAX_GLOB, matches


@pytest.mark.parametrize(
    ("glob", "path"),
    [
        ("*.py", "a.py"),
        ("*.py", "deep/down/a.py"),
        ("*.py", "a.py/inside"),
        ("build", "build"),
        ("build", "x/build/y"),
        ("build/", "x/build/y"),
        ("/build", "build/y"),
        ("./src", "src/a"),
        ("./src/a", "src/a"),
        ("src/*.py", "src/a.py"),
        ("src/legacy", "src/legacy/a.py"),
        ("src/**", "src/a"),
        ("src/**", "src/a/b"),
        ("src/**/", "src/a/b"),
        ("src/**/*.py", "src/a.py"),
        ("src/**/*.py", "src/x/y/a.py"),
        ("src/**/x/**/*.py", "src/x/a.py"),
        ("src/**/x/**/*.py", "src/q/x/r/x/s/a.py"),
        ("src/**/**/a", "src/a"),
        ("**/a/b", "x/a/a/b"),
        ("**/a/*b/c", "a/x/a/bb/c"),
        ("**", "anything"),
        ("**/", "x/y"),
        ("**/foo/**", "a/foo/b"),
        ("a*c*e", "abcde"),
        ("a*c*e", "ace"),
        ("*a*b*", "xaxbx"),
        ("a**e", "abcde"),
        ("?at", "cat"),
        ("[bc]at", "bat"),
        ("[!bc]at", "rat"),
        ("[^bc]at", "rat"),
        ("[a-c]at", "bat"),
        ("[]]x", "]x"),
        ("[a-]x", "-x"),
        ("[!z-a]x", "qx"),
        (r"\*x", "*x"),
        ("x\\", "x\\"),
        ("[ab", "[ab"),
        ("a.b", "a.b"),
        ("*", "line\nfeed"),
        ("*\udcff", "x\udcff"),
    ],
)
def test_a_glob_matches(glob: str, path: str) -> None:
    assert matches(glob, path)


@pytest.mark.parametrize(
    ("glob", "path"),
    [
        ("", "a"),
        ("/", "a"),
        ("*.py", "a.pyc"),
        ("build", "rebuild"),
        ("build", "builds/x"),
        ("build/", "build"),
        ("/build", "x/build"),
        ("src/*.py", "src/x/a.py"),
        ("src/*.py", "y/src/a.py"),
        ("src/**", "src"),
        ("src/**", "xsrc/a"),
        ("src/**/*.py", "other/a.py"),
        ("**/a/b", "a/c/b"),
        ("a*c*e", "abde"),
        ("a.b", "axb"),
        ("?at", "at"),
        ("a?b", "a/b"),
        ("a[/]b", "a/b"),
        ("a[!x]b", "a/b"),
        ("[bc]at", "rat"),
        ("[!bc]at", "bat"),
        ("[z-a]x", "ax"),
        ("*.PY", "a.py"),
        (r"\*x", "ax"),
    ],
)
def test_a_glob_does_not_match(glob: str, path: str) -> None:
    assert not matches(glob, path)


def test_a_glob_past_the_limit_matches_nothing() -> None:
    assert matches("a" * MAX_GLOB, "a" * MAX_GLOB)
    assert not matches("a" * (MAX_GLOB + 1), "a" * (MAX_GLOB + 1))


@pytest.mark.parametrize(
    ("glob", "path"),
    [
        ("*a" * 200 + "b", "a" * 20_000),
        ("**/a/" * 100 + "b", "a/" * 10_000 + "c"),
        ("**/*a*a*a*b/" * 20 + "z", "aaaa/" * 4_000),
        ("*/" * 200 + "z", "a/" * 10_000),
    ],
)
def test_hostile_globs_stay_fast(glob: str, path: str) -> None:
    matches(glob, "warm")
    start = time.process_time()
    assert not matches(glob, path)
    assert time.process_time() - start < 0.5


@given(st.text(alphabet="ab*?[]!-^\\/.", max_size=30), st.text(alphabet="ab/.", max_size=20))
def test_every_glob_compiles_and_answers(glob: str, path: str) -> None:
    assert matches(glob, path) in (True, False)


@given(st.lists(st.sampled_from(["a", "b", "*", "**", "a*", "*b", "?"]), min_size=1, max_size=5))
def test_the_answer_is_that_of_a_plain_walk(segments: list[str]) -> None:
    glob = "/" + "/".join(segments)
    for path in ("a", "b", "a/b", "b/a", "ab/b", "a/a/b", "a/b/a/b", "aab/b/b/a"):
        assert matches(glob, path) is _walk(segments, path.split("/"))


def _walk(glob: list[str], names: list[str]) -> bool:
    """The textbook recursion: slow, and plainly right for names without sets or escapes."""
    if not glob:
        return True
    if not names:
        return False
    if glob[0] == "**":
        return (len(glob) == 1) or _walk(glob[1:], names) or _walk(glob, names[1:])
    return _fits(glob[0], names[0]) and _walk(glob[1:], names[1:])


def _fits(glob: str, name: str) -> bool:
    if not glob:
        return not name
    if glob[0] == "*":
        return _fits(glob[1:], name) or (bool(name) and _fits(glob, name[1:]))
    return bool(name) and glob[0] in ("?", name[0]) and _fits(glob[1:], name[1:])
