from __future__ import annotations

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from postil.domain.errors import GitFailed
from postil.workspaces.git import open_repository
from postil.workspaces.git.objects import is_binary

from repositories import Repository, submodule, symlink


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


def test_a_long_file_is_read_for_who_asks_for_it(repository: Repository) -> None:
    megabyte = 1024 * 1024
    oid = repository.commit(
        {
            "lock": "x" * (megabyte + 1),
            "longest": "y" * (20 * megabyte),
            "longer": "y" * (20 * megabyte + 1),
            "binary": b"\0\1" * megabyte,
            "sub": submodule(),
        }
    )
    with open_repository(repository.path) as opened:
        tree = opened.tree(oid)
        assert tree.read("lock") is None
        assert tree.read_long("lock") == "x" * (megabyte + 1)
        assert len(tree.read_long("longest") or "") == 20 * megabyte
        for nothing in ("longer", "binary", "sub", "absent"):
            assert tree.read_long(nothing) is None


def test_a_tree_reads_files_links_and_odd_names(repository: Repository) -> None:
    oid = repository.commit(
        {
            "a": "text\n",
            "d/e/f": "deep\n",
            "link": symlink("../../etc/passwd"),
            "sub": submodule(),
            "binary": b"\0\1\2",
            "latin": b"caf\xe9\n",
            "n\nl\t\udcff": "odd\n",
            "empty": "",
            "large": "x" * (1024 * 1024 + 1),
            "largest": "x" * (1024 * 1024),
        }
    )
    with open_repository(repository.path) as opened:
        tree = opened.tree(oid)
        assert tree.oid == oid
        assert tree.read("a") == "text\n"
        assert tree.read("link") == "../../etc/passwd"
        assert tree.read("latin") == "caf\udce9\n"
        assert tree.read("n\nl\t\udcff") == "odd\n"
        assert tree.read("empty") == ""
        assert len(tree.read("largest") or "") == 1024 * 1024
        for nothing in ("sub", "binary", "large", "d/e", "absent"):
            assert tree.read(nothing) is None
        for there in ("a", "sub", "link", "d", "d/e", "d/e/f", ""):
            assert tree.exists(there)
        assert len(tree.paths()) == 10


@pytest.mark.parametrize(
    "path",
    [
        "../a",
        "./a",
        "/a",
        "a/",
        "d/../a",
        "//",
        "a\0b",
        "a\nb",
        "HEAD:a",
        "x" * 5_000,
        "/etc/passwd",
    ],
)
def test_a_tree_reads_only_what_it_lists(repository: Repository, path: str) -> None:
    oid = repository.commit({"a": "1\n", "d/f": "1\n"})
    with open_repository(repository.path) as opened:
        assert opened.tree(oid).read(path) is None
        assert not opened.tree(oid).exists(path)


def test_threads_share_one_reader(repository: Repository) -> None:
    files = {f"f{number}": f"{number}\n" * (number + 1) for number in range(60)}
    oid = repository.commit(dict(files))
    with open_repository(repository.path) as opened, ThreadPoolExecutor(8) as pool:
        tree = opened.tree(oid)
        names = [*files] * 5
        assert list(pool.map(tree.read, names)) == [files[name] for name in names]
        assert len(psutil.Process().children()) == 1
    assert psutil.Process().children() == []


def test_a_reader_that_dies_is_an_error_and_the_next_question_starts_another(
    repository: Repository,
) -> None:
    oid = repository.commit({"a": "1\n", "b": "2\n", "c": "3\n"})
    with open_repository(repository.path) as opened:
        tree = opened.tree(oid)
        assert tree.read("a") == "1\n"
        (child,) = psutil.Process().children()
        os.kill(child.pid, signal.SIGKILL)
        psutil.wait_procs([child])
        with pytest.raises(GitFailed, match="stopped answering"):
            tree.read("b")
        assert tree.read("c") == "3\n"
        assert tree.read("b") == "2\n"


def test_an_unknown_tree_is_an_error(repository: Repository) -> None:
    repository.commit({"a": "1\n"})
    with open_repository(repository.path) as opened, pytest.raises(GitFailed, match="ls-tree"):
        opened.tree("1" * 40).paths()


@pytest.mark.parametrize(
    ("data", "binary"),
    [
        (b"", False),
        (b"text\n", False),
        (b"x" * 8_000 + b"\0", False),
        (b"\0", True),
        (b"x" * 99 + b"\0", False),
        (b"x" * 98 + b"\0", True),
        (b"\0\xff" + b"x" * 500, True),
        (b"\0\x01" + b"x" * 500, True),
        ("text".encode("utf-16"), True),
    ],
)
def test_text_with_a_few_nuls_is_not_binary(data: bytes, binary: bool) -> None:
    assert is_binary(data) is binary
