from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from postil.domain.errors import GitFailed, WorkspaceError
from postil.workspaces.git import open_repository

from repositories import Content, Repository, submodule, symlink

FILES: dict[str, Content] = {
    "a": "text\n",
    "d/e/f": "deep\n",
    "d/e.f": "beside\n",
    "link": symlink("../../etc/passwd"),
    "sub": submodule(),
    "n\nl\t\udcff": "odd\n",
}
PLACES = [
    *FILES,
    *("", "d", "d/e", "d/", "/d", "d//e", "d/e/f/g", "./a", "d/../a", "a\0", "absent", "d/absent"),
    "\ud800",
]


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


def test_a_tree_is_the_same_with_and_without_its_listing(repository: Repository) -> None:
    oid = repository.commit(FILES)
    with open_repository(repository.path) as walked, open_repository(repository.path) as listed:
        assert set(listed.tree(oid).paths()) == set(FILES)
        for path in PLACES:
            assert walked.tree(oid).read(path) == listed.tree(oid).read(path), path
            assert walked.tree(oid).exists(path) == listed.tree(oid).exists(path), path
        assert walked.tree(oid).read("d/e/f") == "deep\n"
        assert walked.tree(oid).exists("sub")
        assert walked.tree(oid).read("sub") is None


def made(repository: Repository, *rows: str) -> str:
    listed = "".join(f"{row}\n" for row in rows).encode()
    return repository.git("mktree", "--missing", stdin=listed).decode().strip()


def test_a_few_files_are_read_without_listing_all(repository: Repository) -> None:
    blob = repository.oid(f"{repository.commit(FILES)}:a")
    inside = made(repository, f"100644 blob {blob}\tf")
    lost = f"040000 tree {'1' * 40}\tlost"
    oid = made(repository, f"040000 tree {inside}\td", lost, f"100644 blob {blob}\ttop")
    with open_repository(repository.path) as opened:
        tree = opened.tree(oid)
        assert tree.read("top") == "text\n"
        assert tree.read("d/f") == "text\n"
        assert tree.read("absent") is None
        with pytest.raises(WorkspaceError, match="not in this clone"):
            tree.read("lost/f")
        with pytest.raises(GitFailed, match="ls-tree"):
            tree.paths()


def test_folders_of_very_many_files_are_read_one_after_the_other(repository: Repository) -> None:
    blob = repository.oid(f"{repository.commit(FILES)}:a")
    folder = made(repository, *(f"100644 blob {blob}\tf{number:06}" for number in range(110_000)))
    other = made(repository, f"100644 blob {blob}\tf")
    oid = made(repository, f"040000 tree {folder}\ta", f"040000 tree {other}\tb")
    with open_repository(repository.path) as opened:
        tree = opened.tree(oid)
        assert tree.read("a/f109999") == "text\n"
        assert tree.read("b/f") == "text\n"
        assert tree.exists("a/f000000")


def crafted(repository: Repository) -> str:
    """A tree with a name that holds a slash, which `git mktree` would refuse to write."""
    commit = repository.commit({"real": "hidden\n"})
    oid = bytes.fromhex(repository.oid(f"{commit}:real"))
    data = b"100644 d/f\0" + oid + b"100644 plain\0" + oid
    written = repository.git(
        "hash-object", "-t", "tree", "-w", "--literally", "--stdin", stdin=data
    )
    return written.decode().strip()


def test_a_name_with_a_slash_is_read_where_git_shows_it(repository: Repository) -> None:
    oid = crafted(repository)
    with open_repository(repository.path) as opened:
        assert opened.tree(oid).read("d/f") == "hidden\n"
        assert opened.tree(oid).read("plain") == "hidden\n"
        assert opened.tree(oid).read("d") is None
        assert set(opened.tree(oid).paths()) == {"d/f", "plain"}


def test_an_early_listing_is_waited_for(repository: Repository) -> None:
    oid = repository.commit(FILES)
    with open_repository(repository.path) as opened:
        tree = opened.tree(oid)
        tree.list_early()
        tree.list_early()
        assert tree.read("d/e/f") == "deep\n"
        assert tree.exists("d/e")
        assert len(tree.paths()) == len(FILES)
    assert psutil.Process().children() == []


def test_an_early_listing_nobody_needs_leaves_nothing_behind(repository: Repository) -> None:
    oid = repository.commit(FILES)
    with open_repository(repository.path) as opened:
        opened.tree(oid).list_early()
    assert psutil.Process().children() == []


def test_an_early_listing_that_fails_is_said_to_whoever_needs_it(repository: Repository) -> None:
    repository.commit(FILES)
    with open_repository(repository.path) as opened:
        opened.tree("1" * 40).list_early()
        with pytest.raises(GitFailed, match="ls-tree"):
            opened.tree("1" * 40).read("a")


def test_an_unknown_revision_is_an_error(repository: Repository) -> None:
    repository.commit(FILES)
    with open_repository(repository.path) as opened, pytest.raises(WorkspaceError, match="not in"):
        opened.tree("1" * 40).read("a")
