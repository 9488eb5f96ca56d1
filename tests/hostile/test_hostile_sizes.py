"""However large or odd what a change holds, reading it stays bounded and says what it skipped."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from postil.workspaces.git import Scope, Target, open_repository

from commands import surroundings
from repositories import Content, Repository, blob_of_zeros

SECONDS = 10.0
KILOBYTES = 300 * 1024

# Runs apart from the tests, so that the peak memory is that of this one reading and its gits.
# Time is that of the processor, so that a busy machine does not decide.
_READ = """
import json, resource, sys
from postil.domain.errors import WorkspaceError
from postil.workspaces.git import Target, open_repository
with open_repository(sys.argv[1]) as opened:
    change = opened.change(Target(revision=sys.argv[2]))
    try:
        hits = opened.search(change.head.oid).search(["needle"])["needle"].total
    except WorkspaceError:
        hits = -1
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
took = sum(use.ru_utime + use.ru_stime for use in used)
# A process starts with the peak of whoever started it in ru_maxrss, but not in VmHWM.
own = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
peak = max(int(own.split()[1]), used[1].ru_maxrss)
print(json.dumps({
    "seconds": took, "kilobytes": peak, "files": len(change.files), "hits": hits,
    "required": sorted({gap.reason for gap in change.left_out if gap.required}),
    "gaps": len(change.left_out),
    "read": [file.path for file in change.files if file.hunks][:5],
}))
"""


@dataclass(frozen=True)
class Reading:
    seconds: float
    kilobytes: int
    files: int
    hits: int
    required: list[str]
    gaps: int
    read: list[str]


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


def bounded(repository: Repository, revision: str = "main") -> Reading:
    said = subprocess.run(
        [sys.executable, "-c", _READ, repository.path, f"{revision}~1..{revision}"],
        # Counting coverage in the child would be measured with it, so it does not.
        env={key: value for key, value in surroundings().items() if "COV" not in key},
        capture_output=True,
        check=True,
    )
    reading = Reading(**json.loads(said.stdout))
    assert reading.seconds <= SECONDS
    assert reading.kilobytes <= KILOBYTES
    return reading


def test_a_blob_of_zeros_costs_nothing(repository: Repository) -> None:
    bomb = blob_of_zeros(repository, 1_500)
    repository.commit({"a": "1\n"})
    tree = f"100644 blob {repository.oid('main:a')}\ta\n100644 blob {bomb}\tbomb\n"
    made = repository.git("mktree", stdin=tree.encode()).decode().strip()
    repository.commit({"a": "needle\n"})
    tip = repository.git("commit-tree", made, "-p", "main", "-m", "bomb").decode().strip()
    repository.git("update-ref", "refs/heads/main", tip)
    assert repository.git("cat-file", "-s", bomb) == b"1572864000\n"
    reading = bounded(repository)
    assert (reading.required, reading.read) == (["the file is over 20 MB"], ["a"])


def test_a_single_line_of_32_megabytes(repository: Repository) -> None:
    repository.commit({"a": "1\n", "line": "x"})
    repository.commit({"a": "needle\n", "line": b"needle " * (32 * 1024 * 1024 // 7)})
    reading = bounded(repository)
    assert (reading.required, reading.read) == (["the file is over 20 MB"], ["a"])
    assert reading.hits == 1


def test_a_single_line_that_is_compared(repository: Repository) -> None:
    repository.commit({"a": "1\n", "line": "x"})
    repository.commit({"a": "needle\n", "line": b"needle " * (18 * 1024 * 1024 // 7)})
    reading = bounded(repository)
    assert (reading.required, reading.read) == (["its patch is over 1 MB"], ["a"])
    assert reading.hits == 1


def test_fifty_thousand_files(repository: Repository) -> None:
    repository.commit({"x": "1\n"})
    tree = repository.oid("main:x")
    rows = [f"100644 blob {tree}\tf{number:05}\n" for number in range(500)]
    folder = repository.git("mktree", stdin="".join(rows).encode()).decode().strip()
    rows = [f"040000 tree {folder}\td{number:03}\n" for number in range(100)]
    made = repository.git("mktree", stdin="".join(rows).encode()).decode().strip()
    tip = repository.git("commit-tree", made, "-p", "main", "-m", "many").decode().strip()
    repository.git("update-ref", "refs/heads/main", tip)
    reading = bounded(repository)
    # `x` and the first of them are one move, which does not count.
    assert (reading.files, reading.gaps) == (50_000, 46_999)
    assert reading.required == ["more than 3,000 files changed"]


def test_trees_that_unfold_without_end(repository: Repository) -> None:
    repository.commit({"x": "1\n"})
    row = f"100644 blob {repository.oid('main:x')}\tf%d\n"
    kind = ""
    for _ in range(10):
        rows = "".join((row % number) for number in range(10))
        kind = repository.git("mktree", stdin=rows.encode()).decode().strip()
        row = f"040000 tree {kind}\td%d\n"
    tip = repository.git("commit-tree", kind, "-p", "main", "-m", "bomb").decode().strip()
    repository.git("update-ref", "refs/heads/main", tip)
    reading = bounded(repository)
    assert reading.required == [
        "more than 3,000 files changed",
        "the change lists more files than are read",
    ]
    assert (reading.files, len(reading.read)) == (60_000, 5)
    # The search says that it could not look, which is not the same as finding nothing.
    assert reading.hits == -1


def hostile_names() -> list[str]:
    marks = [chr(number) for number in range(1, 128) if chr(number) not in "/."]
    odd = [
        "\udc80",
        "\udcff\udcfe",
        "é",
        "\u202egpj.exe",
        "\u2028",
        "\ufeff",
        "日本",
        "😀",
        " ",
        "  x ",
    ]
    shaped = ["-rf", "--output=x", ":(glob)*", ":!x", "*", "a b/c d", "a/b c", 'a"b', "a\\b", "con"]
    words = [
        f"{before}{mark}{after}" for mark in '\t\n"\\' for before, after in (("", ""), ("a", "b"))
    ]
    deep = ["/".join(["d"] * 200), "x" * 255, "/".join(["n\n"] * 50)]
    git_like = [
        "--- a",
        "+++ b",
        "diff --git a b",
        "@@ -1 +1 @@",
        "a/x",
        "b/x",
        "dev/null",
        "\u200b",
    ]
    folders = [f"folder {number}\t/na\nme \udcfe{number}" for number in range(60)]
    # These three are folders of other names in the list.
    plain = [mark for mark in marks if mark not in "abd"]
    return list(dict.fromkeys([*plain, *odd, *shaped, *words, *deep, *git_like, *folders]))


def test_two_hundred_hostile_names_come_back(repository: Repository) -> None:
    names = hostile_names()
    assert len(names) >= 200
    first: dict[str, Content] = {name: f"old {number}\n" for number, name in enumerate(names)}
    base = repository.commit(first)
    second: dict[str, Content] = {name: f"new {number}\n" for number, name in enumerate(names)}
    head = repository.commit(second)
    with open_repository(repository.path) as opened:
        change = opened.change(Target(revision=f"{base}..{head}"))
        tree = opened.tree(head)
        assert {file.path: file.added for file in change.files} == {
            name: ((1, f"new {number}"),) for number, name in enumerate(names)
        }
        assert change.left_out == ()
        assert all(tree.read(name) == second[name] for name in names)
        hits = opened.search(head).search(["new"])["new"]
        assert hits.total == len(names)
        assert {hit.path for hit in hits.hits} <= set(names)


def test_hostile_names_in_the_working_tree(repository: Repository) -> None:
    names = hostile_names()
    repository.commit({"base": "1\n"})
    repository.checkout()
    repository.write(dict.fromkeys(names, "new\n"))
    with open_repository(repository.path) as opened:
        change = opened.change(Target(scope=Scope.WORK_TREE))
    assert {file.path for file in change.files} == set(names)
    assert change.left_out == ()


def test_paths_that_no_checkout_would_allow(repository: Repository) -> None:
    repository.commit({"a": "1\n"})
    blob = repository.oid("main:a")
    inner = (
        repository.git("mktree", stdin=f"100644 blob {blob}\tconfig\n".encode()).decode().strip()
    )
    rows = f"040000 tree {inner}\t.git\n040000 tree {inner}\t..\n100644 blob {blob}\tok\n"
    made = repository.git("mktree", stdin=rows.encode()).decode().strip()
    tip = repository.git("commit-tree", made, "-p", "main", "-m", "odd").decode().strip()
    with open_repository(repository.path) as opened:
        change = opened.change(Target(revision=f"main..{tip}"))
        assert {file.path for file in change.files} == {"../config", ".git/config", "ok"}
        assert opened.tree(tip).read("../config") == "1\n"
        assert opened.tree(tip).read("../../config") is None
