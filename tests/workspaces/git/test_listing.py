from __future__ import annotations

from pathlib import Path

import pytest

from postil.workspaces.git import open_repository
from postil.workspaces.git.listing import Listing
from postil.workspaces.git.objects import FOLDER, Entry

from repositories import Repository, executable, submodule


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


def listing(repository: Repository, oid: str) -> Listing:
    with open_repository(repository.path) as opened:
        return opened.tree(oid).listing()


@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
def test_entries_and_sizes(tmp_path: Path, object_format: str) -> None:
    repository = Repository(tmp_path / "repository", object_format=object_format)
    sub = submodule("1" * (64 if object_format == "sha256" else 40))
    oid = repository.commit(
        {"a\tb": "12345\n", "d/run": executable("x" * 20_000_000), "sub": sub, "empty": ""}
    )
    found = listing(repository, oid)
    assert found.sizes() == {"a\tb": 6, "d/run": 20_000_000, "sub": 0, "empty": 0}
    assert found.entry("a\tb") == Entry("100644", repository.oid(f"{oid}:a\tb"))
    assert found.entry("d/run") == Entry("100755", repository.oid(f"{oid}:d/run"))
    assert found.entry("d") == Entry(FOLDER, repository.oid(f"{oid}:d"))
    assert found.entry("sub") == Entry("160000", sub.content.decode())
    assert found.entry("absent") is None
    assert list(found.paths()) == ["a\tb", "d/run", "empty", "sub"]


def test_a_file_that_is_not_in_this_clone_counts_for_nothing(repository: Repository) -> None:
    rows = f"100644 blob {'1' * 40}\tlost\n".encode()
    made = repository.git("mktree", "--missing", stdin=rows).decode().strip()
    assert listing(repository, made).sizes() == {"lost": 0}
