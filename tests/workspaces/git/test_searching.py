from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from postil.domain.errors import WorkspaceError
from postil.ports import Hit, Hits
from postil.workspaces.git import open_repository
from postil.workspaces.git.searching import KEPT
from postil.workspaces.git.shares import SMALL

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


def large(folders: int = 40) -> dict[str, Content]:
    """A tree that is searched in several shares; every file says `common`, each its own word."""
    filling = "common filling\n" * (SMALL * 2 // folders // 15)
    files: dict[str, Content] = {
        f"d{number:02}/\udcff:(top)*\n{number}": f"own_{number} needle\n{filling}"
        for number in range(folders)
    }
    return {**files, ":!odd": "needle at the root\n", "-x": "needle again\n"}


def test_a_large_tree_is_searched_whole(repository: Repository) -> None:
    files = large()
    own = [f"own_{number}" for number in range(40)]
    found = search(repository, files, "needle", "absent", *own)
    assert [hit.path for hit in found["needle"].hits] == sorted(
        files, key=lambda path: path.encode("utf-8", "surrogateescape")
    )
    assert found["needle"].total == len(files)
    assert {word: found[word].total for word in own} == dict.fromkeys(own, 1)
    assert found["absent"] == Hits()


def test_a_tree_with_many_folders_side_by_side_is_searched_in_even_parts(
    repository: Repository,
) -> None:
    filling = "filling\n" * (SMALL // 8 // 100)
    files: dict[str, Content] = {f"src/p{number}/f": filling for number in range(300)}
    oid = repository.commit({**files, "src/p7/own": "needle\n", "own": "needle\n"})
    with open_repository(repository.path) as opened:
        found = opened.search(oid).search(["needle", "filling"])
        assert [hit.path for hit in found["needle"].hits] == ["own", "src/p7/own"]
        assert found["filling"].total > KEPT
        assert opened.search(oid).search(["needle"]) == {"needle": found["needle"]}


def test_a_large_tree_with_a_huge_file_is_searched_without_it(repository: Repository) -> None:
    files = {**large(), "d00/huge": b"needle\n" * 4_000_000}
    found = search(repository, files, "needle")["needle"]
    assert found.total == len(files) - 1
    assert "d00/huge" not in {hit.path for hit in found.hits}


def test_what_is_everywhere_is_not_counted_to_the_end(repository: Repository) -> None:
    first = search(repository, large(), "common", "needle")
    second = search(repository, {}, "common", "needle")
    assert first == second
    everywhere = SMALL * 2 // 15
    assert KEPT < first["common"].total < everywhere // 4
    assert len(first["common"].hits) == KEPT
    assert first["needle"].total == 42


def test_a_git_without_perl_expressions_finds_the_same(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files: dict[str, Content] = {"f": "a.b\nfoo\nfood\n", "g": "x foo a|b\n"}
    needles = ["foo", "a.b", "a|b", "none", *(f"word_{number}" for number in range(5_200))]
    expected = search(repository, files, *needles)
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    refusing = 'case " $* " in *" -P "*) echo fatal: no Perl >&2; exit 128;; esac'
    program.write_text(f'#!/bin/sh\n{refusing}\nexec {shutil.which("git")} "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))
    assert search(repository, {}, *needles) == expected
    assert expected["foo"].total == 2


def test_an_unreadable_file_is_said_and_not_taken_for_silence(repository: Repository) -> None:
    oid = repository.commit({"a": "foo\n", "b": "foo too\n"})
    lost = repository.oid(f"{oid}:b")
    tree = f"100644 blob {repository.oid(f'{oid}:a')}\ta\n100644 blob {lost[::-1]}\tb\n"
    made = repository.git("mktree", "--missing", stdin=tree.encode()).decode().strip()
    with (
        open_repository(repository.path) as opened,
        pytest.raises(WorkspaceError, match="unable to read"),
    ):
        opened.search(made).search(["foo"])


def test_an_unreadable_file_of_a_large_tree_is_named_by_the_revision(
    repository: Repository,
) -> None:
    oid = repository.commit(large())
    whole = repository.git("ls-tree", "-z", oid).decode("utf-8", "surrogateescape")
    lost = f"100644 blob {'1' * 40}\tlost\0"
    listed = (whole + lost).encode("utf-8", "surrogateescape")
    made = repository.git("mktree", "-z", "--missing", stdin=listed).decode().strip()
    with (
        open_repository(repository.path) as opened,
        pytest.raises(WorkspaceError, match=f"{made}:lost': unable to read"),
    ):
        opened.search(made).search(["needle"])
