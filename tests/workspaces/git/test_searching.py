from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.ports import Hit, Hits
from postil.workspaces.git import open_repository
from postil.workspaces.git.searching import _Recogniser, _Records

from repositories import Content, Repository


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


def search(repository: Repository, files: dict[str, Content], *needles: str) -> dict[str, Hits]:
    oid = repository.commit(files)
    with open_repository(repository.path) as opened:
        return dict(opened.search(oid).search(needles))


def test_every_needle_has_an_answer(repository: Repository) -> None:
    found = search(repository, {"a.py": "one two\nthree one\n", "d/b": "one\n"}, "one", "two", "no")
    assert found == {
        "one": Hits(
            (Hit("a.py", 1, "one two"), Hit("a.py", 2, "three one"), Hit("d/b", 1, "one")), 3
        ),
        "two": Hits((Hit("a.py", 1, "one two"),), 1),
        "no": Hits(),
    }


@pytest.mark.parametrize(
    ("needle", "line", "there"),
    [
        ("foo", "foo", True),
        ("foo", "food", False),
        ("foo", "a_foo", False),
        ("foo", "afoo foo", True),
        ("foo", "éfoo", False),
        ("foo", "FOO", False),
        (".foo", "x.foo", True),
        (".foo", "x.food", False),
        ("foo.", "foo.x", True),
        ("foo.", "afoo.x", False),
        ("a.b", "a.b", True),
        ("a.b", "axb", False),
        ("a.b", "a.bc a.b", True),
        ("->", "x->y", True),
        ("$x[0]", "y = $x[0];", True),
        ("a|b", "a|b", True),
        ("a|b", "a", False),
        ("(^*+?{}\\)", "(^*+?{}\\)", True),
        ("é", "é", True),
        ("\udcff", "\udcff", True),
        ("two words", "two words", True),
        ("-e", "x -e", True),
    ],
)
def test_boundaries_and_signs(repository: Repository, needle: str, line: str, there: bool) -> None:
    found = search(repository, {"f": f"{line}\n"}, needle)
    assert found[needle].total == int(there)


def test_needles_that_cannot_be_on_a_line_are_nowhere(repository: Repository) -> None:
    found = search(repository, {"f": "a\nb\n"}, "", "a\nb", "a\0b")
    assert set(found.values()) == {Hits()}


def test_no_needles_need_no_search(repository: Repository) -> None:
    assert search(repository, {"f": "a\n"}) == {}


def test_binary_files_and_long_lines_are_skipped(repository: Repository) -> None:
    files: dict[str, Content] = {
        "binary": b"\0 foo",
        "wide": "foo " * 5_001 + "\nfoo\n",
        "wider": "foo " * 100_000 + "\nfoo end\n",
        "edge": "foo" + "." * 19_997,
        "n\nl": "foo\n",
    }
    found = search(repository, files, "foo")["foo"]
    assert [(hit.path, hit.line) for hit in found.hits] == [
        ("edge", 1),
        ("n\nl", 1),
        ("wide", 2),
        ("wider", 2),
    ]


def test_hits_beyond_two_hundred_are_counted(repository: Repository) -> None:
    found = search(repository, {"f": "foo\n" * 500}, "foo")["foo"]
    assert (len(found.hits), found.total) == (200, 500)


def test_more_needles_than_one_batch(repository: Repository) -> None:
    words = [f"word_{number}" for number in range(5_200)]
    found = search(repository, {"f": "word_0 word_5199\n"}, *words)
    assert [word for word in words if found[word].total] == ["word_0", "word_5199"]


def test_huge_files_are_not_loaded(repository: Repository) -> None:
    big = b"foo\n" * 6_000_000
    found = search(repository, {"big": big, "d/small": "foo\n"}, "foo")["foo"]
    assert [hit.path for hit in found.hits] == ["d/small"]


PARTS = st.sampled_from(["a", "b", "_", ".", "-", "é", " ", "1", "$"])
TEXTS = st.lists(PARTS, min_size=1, max_size=4).map("".join)


@given(needles=st.lists(TEXTS, max_size=6, unique=True), line=st.lists(TEXTS).map("".join))
def test_the_recogniser_agrees_with_the_plain_definition(needles: list[str], line: str) -> None:
    def stands(needle: str) -> bool:
        front = r"\b" if re.match(r"\w", needle[0]) else ""
        back = r"\b" if re.match(r"\w", needle[-1]) else ""
        return re.search(front + re.escape(needle) + back, line) is not None

    expected = {needle for needle in needles if stands(needle)}
    assert set(_Recogniser(needles).present(line)) == expected


@given(st.lists(st.integers(1, 40)))
def test_records_do_not_depend_on_how_the_stream_is_cut(cuts: list[int]) -> None:
    data = b"T:a\0001\0text\nT:n\nl\00022\0with \0 nul\nT:c\0003\0\n"
    records = _Records(prefix=2)
    hits: list[Hit] = []
    for cut in cuts:
        hits += records.feed(data[:cut])
        data = data[cut:]
    hits += records.feed(data)
    assert hits == [Hit("a", 1, "text"), Hit("n\nl", 22, "with \0 nul"), Hit("c", 3, "")]


def test_a_record_that_is_too_long_is_dropped_while_it_comes() -> None:
    records = _Records(prefix=2)
    hits = [*records.feed(b"T:a\0001\0"), *records.feed(b"x" * 90_000)]
    for _ in range(20):
        hits += records.feed(b"x" * 90_000)
        assert len(records._held) <= 90_000
    hits += records.feed(b"x\nT:b\0002\0short\n")
    assert hits == [Hit("b", 2, "short")]
