"""Whatever a repository or a tree under review configures, nothing of it runs or hides code."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from postil.domain.change import Change
from postil.domain.errors import UserError
from postil.workspaces.git import Scope, Target, open_repository

from repositories import Repository, symlink


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


@pytest.fixture
def canary(tmp_path: Path) -> Path:
    """A file that exists only if a planted program ran."""
    return tmp_path / "fired"


def planted(repository: Repository, canary: Path) -> str:
    program = repository.folder.parent / "plant.sh"
    program.write_text(f"#!/bin/sh\ntouch {canary}\ncat\nexit 0\n")
    program.chmod(0o755)
    return str(program)


def everything(repository: Repository) -> list[Change]:
    """Every way of reading a repository, each once."""
    with open_repository(repository.path) as opened:
        found = [
            opened.change(Target(base="main~1")),
            opened.change(Target(revision="main~1..main")),
            opened.change(Target(scope=Scope.STAGED)),
            opened.change(Target(scope=Scope.WORK_TREE)),
        ]
        for change in found:
            tree = opened.tree(change.head.oid)
            assert tree.read("a.py")
            assert opened.search(change.head.oid).search(["a"])
        return found


def prepared(repository: Repository) -> None:
    attributes = "*.py diff=plant filter=plant merge=plant\n"
    repository.commit({"a.py": "a = 1\n", ".gitattributes": attributes})
    repository.commit({"a.py": "a = 2\n"})
    repository.checkout()
    repository.write({"a.py": "a = 3\n", "new.py": "n = 1\n"})
    repository.git("add", "a.py")
    repository.write({"a.py": "a = 4\n"})


PROGRAMS = [
    "core.fsmonitor",
    "core.pager",
    "core.editor",
    "core.sshCommand",
    "core.askPass",
    "core.gitProxy",
    "core.alternateRefsCommand",
    "diff.external",
    "diff.plant.textconv",
    "diff.plant.command",
    "filter.plant.clean",
    "filter.plant.smudge",
    "filter.plant.process",
    "merge.plant.driver",
    "pager.diff",
    "pager.log",
    "pager.grep",
    "interactive.diffFilter",
    "credential.helper",
    "gpg.program",
    "uploadpack.packObjectsHook",
    "alias.rev-parse",
    "alias.diff-tree",
]


def test_programs_in_the_repositorys_configuration_do_not_run(
    repository: Repository, tmp_path: Path
) -> None:
    prepared(repository)
    fired = tmp_path / "fired"
    fired.mkdir()
    for name in PROGRAMS:
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\ntouch {fired / name}\ncat\nexit 0\n")
        program.chmod(0o755)
        repository.git("config", name, f"!{program}" if name.startswith("alias.") else str(program))
    repository.git("config", "trace2.eventTarget", str(fired / "trace"))
    branch, span, staged, work_tree = everything(repository)
    assert list(fired.iterdir()) == []
    assert branch.files[0].added == span.files[0].added == ((1, "a = 2"),)
    assert staged.files[0].added == ((1, "a = 3"),)
    assert work_tree.files[0].added == ((1, "a = 4"),)


def test_the_planted_filter_would_run_for_plain_git(repository: Repository, canary: Path) -> None:
    """Shows that the canary of the test above can sing."""
    prepared(repository)
    repository.git("config", "filter.plant.clean", planted(repository, canary))
    repository.git("add", "a.py")
    assert canary.exists()


def test_hooks_do_not_run(repository: Repository, canary: Path) -> None:
    prepared(repository)
    program = Path(planted(repository, canary))
    hooks = repository.folder / "hooks"
    hooks.mkdir()
    for name in ("post-index-change", "reference-transaction", "fsmonitor-watchman"):
        (hooks / name).write_bytes(program.read_bytes())
        (hooks / name).chmod(0o755)
    repository.git("config", "core.hooksPath", str(hooks))
    canary.unlink(missing_ok=True)
    everything(repository)
    assert not canary.exists()


SHAPES = {
    "diff.noprefix": "true",
    "diff.mnemonicPrefix": "true",
    "diff.srcPrefix": "x/",
    "diff.orderFile": "order",
    "diff.algorithm": "patience",
    "diff.renames": "false",
    "diff.renameLimit": "1",
    "diff.context": "0",
    "diff.interHunkContext": "50",
    "diff.submodule": "log",
    "diff.ignoreSubmodules": "all",
    "diff.suppressBlankEmpty": "true",
    "diff.relative": "true",
    "diff.colorMoved": "zebra",
    "diff.wsErrorHighlight": "all",
    "diff.indentHeuristic": "false",
    "color.ui": "always",
    "core.whitespace": "cr-at-eol",
    "core.quotePath": "false",
    "core.abbrev": "4",
    "core.ignoreCase": "true",
    "core.precomposeUnicode": "true",
    "grep.lineNumber": "false",
    "grep.column": "true",
    "grep.patternType": "fixed",
    "grep.fullName": "false",
    "grep.fallbackToNoIndex": "true",
    "log.showSignature": "true",
    "log.follow": "true",
    "log.showRoot": "false",
    "core.worktree": "/etc",
    "core.sparseCheckout": "true",
    "core.attributesFile": "attributes",
    "core.bigFileThreshold": "1",
    "core.useReplaceRefs": "true",
    "core.logAllRefUpdates": "true",
    "i18n.logOutputEncoding": "utf-16",
    "status.showUntrackedFiles": "no",
}


def shaped(repository: Repository) -> tuple[Change, ...]:
    with open_repository(repository.path) as opened:
        change = opened.change(Target(revision="main~1..main"))
        hits = opened.search(change.head.oid).search(["line", "é"])
        assert {needle: found.total for needle, found in hits.items()} == {"line": 49, "é": 1}
        return change, opened.change(Target(scope=Scope.WORK_TREE))


def test_no_setting_changes_what_is_seen(repository: Repository) -> None:
    text = [f"line {number}\n" for number in range(40)]
    repository.commit({"a.py": "".join(text), "old é": "".join(text[:10])})
    edited = ["line first\n", *text[1:20], "\n", *text[21:], "é\n"]
    repository.commit({"a.py": "".join(edited), "old é": None, "new é": "".join(text[:10])[:-1]})
    repository.checkout()
    repository.write({"a.py": "line\n", "untracked": "u\n"})
    (repository.folder / "order").write_text("z*\n")
    (repository.folder / "attributes").write_text("* -diff\n")
    plain = shaped(repository)
    assert [file.path for file in plain[0].files] == ["a.py", "new é"]
    assert [file.path for file in plain[1].files] == ["a.py", "attributes", "order", "untracked"]
    config = repository.folder / ".git/config"
    for number, (name, value) in enumerate(SHAPES.items()):
        # Written into the file, because git would read some of these before it could set more.
        section, _, key = name.rpartition(".")
        with config.open("a") as file:
            file.write(f"[{section}]\n\t{key} = {value}\n")
        if number % 8 == 0:
            assert shaped(repository) == plain, name
    assert shaped(repository) == plain
    config.write_text("[core]\n\tbare = true\n")
    assert shaped(repository) == plain


@pytest.mark.parametrize(
    "rule",
    [
        "*.py -diff",
        "*.py binary",
        "*.py -text",
        "* export-ignore",
        "*.py diff=x",
        "[attr]x -diff\n*.py x",
    ],
)
@pytest.mark.parametrize("place", [".gitattributes", "info/attributes"])
def test_attributes_do_not_hide_code(repository: Repository, rule: str, place: str) -> None:
    repository.commit({"a.py": "a = 1\n"})
    files = {"a.py": "a = 1\nsteal()\n"}
    if place == ".gitattributes":
        files[place] = f"{rule}\n"
    repository.commit(dict(files))
    repository.checkout()
    if place == "info/attributes":
        (repository.folder / ".git/info").mkdir(exist_ok=True)
        (repository.folder / ".git/info/attributes").write_text(f"{rule}\n")
    with open_repository(repository.path) as opened:
        change = opened.change(Target(revision="HEAD"))
        assert change.by_path["a.py"].added == ((2, "steal()"),)
        assert change.left_out == ()
        assert opened.search(change.head.oid).search(["steal"])["steal"].total == 1


def test_a_bare_repository_inside_the_tree_is_not_entered(
    repository: Repository, canary: Path
) -> None:
    prepared(repository)
    trap = Repository(repository.folder / "docs/trap", bare=True)
    trap.commit({"x": "1\n"})
    trap.git("config", "core.fsmonitor", planted(repository, canary))
    trap.git("config", "core.bare", "false")
    trap.git("config", "core.worktree", str(repository.folder))
    with open_repository(str(trap.folder / "refs")) as opened:
        assert opened.work_tree == repository.path
    with open_repository(trap.path) as opened:
        opened.change(Target(revision="HEAD"))
        with pytest.raises(UserError, match="no working tree"):
            opened.change(Target(scope=Scope.WORK_TREE))
    everything(repository)
    assert not canary.exists()


def test_the_bare_trap_would_catch_plain_git(repository: Repository, canary: Path) -> None:
    """Shows that the canary of the test above can sing."""
    trap = Repository(repository.folder / "docs/trap", bare=True)
    trap.commit({"x": "1\n"})
    trap.git("config", "core.fsmonitor", planted(repository, canary))
    trap.git("config", "core.bare", "false")
    trap.git("config", "core.worktree", str(repository.folder))
    trap.git("status", check=False)
    assert canary.exists()


@pytest.mark.parametrize(
    "name",
    [
        "--upload-pack=touch fired",
        "--output=fired",
        "-x",
        "$(touch fired)",
        "a;touch fired",
        "--all",
    ],
)
def test_a_branch_named_like_an_option_is_only_a_name(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    first = repository.commit({"a": "1\n"})
    monkeypatch.chdir(tmp_path)
    with open_repository(repository.path) as opened:
        for target in (
            Target(revision=name),
            Target(base=name),
            Target(head=name),
            Target(revision=f"{name}..HEAD"),
            Target(revision=f"main...{name}"),
        ):
            with pytest.raises(UserError, match="revision"):
                opened.change(target)
    assert not (tmp_path / "fired").exists()
    if " " not in name:
        tip = repository.commit({"a": "2\n"}, branch="plain", parents=[first])
        place = repository.folder / ".git/refs/heads" / name
        place.write_text(f"{tip}\n")
        with open_repository(repository.path) as opened:
            assert opened.change(Target(base="main", head=name)).head.oid == tip
            assert opened.change(Target(revision=f"main..{name}")).head.oid == tip
    assert [place.name for place in tmp_path.iterdir()] == ["repository"]


def test_replaced_objects_and_grafts_are_not_believed(repository: Repository) -> None:
    first = repository.commit({"a": "1\n"})
    tip = repository.commit({"a": "steal\n"})
    harmless = repository.commit({"a": "harmless\n"}, branch="other", parents=[first])
    repository.git("replace", tip, harmless)
    with open_repository(repository.path) as opened:
        assert opened.change(Target(revision=tip)).files[0].added == ((1, "steal"),)


def test_links_out_of_the_tree_are_only_text(repository: Repository, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("the secret\n")
    oid = repository.commit({"link": symlink(str(secret)), "folder": symlink("/")})
    repository.checkout()
    repository.write({"fresh": symlink(str(secret))})
    with open_repository(repository.path) as opened:
        tree = opened.tree(oid)
        assert tree.read("link") == str(secret)
        assert tree.read("folder/etc/passwd") is None
        change = opened.change(Target(scope=Scope.WORK_TREE))
        assert change.by_path["fresh"].added == ((1, str(secret)),)
        assert opened.search(change.head.oid).search(["the secret"])["the secret"].total == 0


def test_the_environment_of_the_caller_does_not_leak_in(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, canary: Path
) -> None:
    prepared(repository)
    program = planted(repository, canary)
    other = Repository(tmp_path / "other")
    other.commit({"b": "1\n"})
    for name, value in {
        "GIT_DIR": str(other.folder / ".git"),
        "GIT_WORK_TREE": other.path,
        "GIT_INDEX_FILE": str(other.folder / "index"),
        "GIT_OBJECT_DIRECTORY": str(other.folder / ".git/objects"),
        "GIT_EXTERNAL_DIFF": program,
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "core.fsmonitor",
        "GIT_CONFIG_VALUE_0": program,
        "GIT_TRACE": str(canary),
    }.items():
        monkeypatch.setenv(name, value)
    assert everything(repository)[1].files[0].added == ((1, "a = 2"),)
    assert not canary.exists()


def test_a_hostile_pointer_to_a_git_directory_is_not_followed(tmp_path: Path) -> None:
    for number, said in enumerate([b"gitdir: /etc", b"words", b"gitdir: " + b"x" * 20_000, b""]):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / ".git").write_bytes(said)
        with pytest.raises(UserError, match="not in a git repository"):
            open_repository(str(folder))


def test_submodules_are_not_entered(repository: Repository, canary: Path) -> None:
    inner = Repository(repository.folder / "sub")
    tip = inner.commit({"x": "1\n", ".gitattributes": "* filter=plant\n"})
    inner.checkout()
    inner.git("config", "filter.plant.clean", planted(repository, canary))
    repository.commit({"a.py": "1\n"})
    repository.checkout()
    repository.git("update-index", "--add", "--cacheinfo", f"160000,{tip},sub")
    canary.unlink(missing_ok=True)
    inner.write({"x": "2\n"})
    os.utime(inner.folder / "x", (1_800_000_000, 1_800_000_000))
    with open_repository(repository.path) as opened:
        change = opened.change(Target(scope=Scope.WORK_TREE))
    assert [(gap.path, gap.required) for gap in change.left_out] == [("sub", False)]
    assert not canary.exists()


def test_no_process_is_left_behind(repository: Repository) -> None:
    prepared(repository)
    everything(repository)
    said = subprocess.run(
        ["ps", "--ppid", str(os.getpid()), "-o", "comm="], capture_output=True, check=False
    )
    assert b"git" not in said.stdout
