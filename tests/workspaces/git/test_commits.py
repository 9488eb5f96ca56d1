"""Which commits a clone holds, asked of real repositories."""

from __future__ import annotations

from pathlib import Path

from postil.workspaces.git import open_repository

from repositories import Repository


def test_ids_are_known_whole_and_abbreviated(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    first = repository.commit({"a.py": "one\n"}, "Begin")
    with open_repository(repository.path) as opened:
        commits = opened.known_commits()
        assert commits.are_all_here
        assert commits.unknown([first, first[:9], "4be1f09c2a"]) == {"4be1f09c2a"}
        assert commits.unknown(["HEAD", "--all", "main"]) == frozenset()
        assert commits.unknown([]) == frozenset()


def test_a_shallow_clone_says_so(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository")
    repository.commit({"a.py": "one\n"}, "Begin")
    last = repository.commit({"a.py": "two\n"}, "Go on")
    (Path(repository.path) / ".git" / "shallow").write_text(f"{last}\n", encoding="ascii")
    with open_repository(repository.path) as opened:
        assert not opened.known_commits().are_all_here
