from __future__ import annotations

from pathlib import Path

from postil.domain.change import FileStatus
from postil.workspaces.git import open_repository

from repositories import Repository

TEXT = "".join(f"line number {n} of the file\n" for n in range(30))


def listed(
    repository: Repository, base: str, head: str
) -> dict[str, tuple[FileStatus, str | None]]:
    with open_repository(repository.path) as opened:
        found = opened.differing(opened.resolve(base).oid, opened.resolve(head).oid)
    return {file.path: (file.status, file.old_path) for file in found}


def test_renames_and_copies_are_paired_and_hunks_left_out(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "r")
    repository.commit({"a.py": TEXT, "b.py": TEXT.upper(), "gone.py": "x\n", "kept.py": "k\n"})
    repository.commit(
        {
            "a.py": None,
            "moved.py": TEXT + "more\n",
            "b.py": TEXT.upper() + "more\n",
            "copy.py": TEXT.upper(),
            "gone.py": None,
            "new.py": "n\n",
        }
    )
    assert listed(repository, "HEAD~1", "HEAD") == {
        "b.py": (FileStatus.MODIFIED, "b.py"),
        "copy.py": (FileStatus.COPIED, "b.py"),
        "gone.py": (FileStatus.DELETED, "gone.py"),
        "moved.py": (FileStatus.RENAMED, "a.py"),
        "new.py": (FileStatus.ADDED, None),
    }


def test_equal_revisions_differ_in_nothing(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "r")
    repository.commit({"a.py": TEXT})
    assert listed(repository, "HEAD", "HEAD") == {}


def test_a_file_too_big_to_compare_is_still_listed(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "r")
    repository.commit({"big.txt": "a" * (21 * 1024 * 1024), "a.py": TEXT})
    repository.commit({"big.txt": "b" * (21 * 1024 * 1024), "a.py": TEXT + "x\n"})
    assert listed(repository, "HEAD~1", "HEAD") == {
        "a.py": (FileStatus.MODIFIED, "a.py"),
        "big.txt": (FileStatus.MODIFIED, "big.txt"),
    }
