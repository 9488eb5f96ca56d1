from __future__ import annotations

import hashlib
import os
import subprocess
from pathlib import Path

import pytest

from postil.domain.change import Change, FileStatus, LeftOut
from postil.domain.errors import GitMissing, UserError, WorkspaceError
from postil.workspaces.git import Scope, Target, open_repository
from postil.workspaces.git.command import find_program

from repositories import Repository, executable, submodule, symlink


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


def change(repository: Repository | Path, **target: str) -> Change:
    path = repository if isinstance(repository, Path) else repository.folder
    scope = Scope(target.pop("scope", "committed"))
    with open_repository(str(path)) as opened:
        return opened.change(Target(**target, scope=scope))


def branched(repository: Repository) -> tuple[str, str]:
    """Main with two commits, and a branch that left it after the first."""
    first = repository.commit({"a.py": "one\n", "b.py": "b\n"}, "Start")
    tip = repository.commit(
        {"a.py": "two\n"}, "Say two\n\nBecause.", branch="topic/say-two", parents=[first]
    )
    repository.commit({"b.py": "main went on\n"}, "Go on")
    repository.checkout("topic/say-two")
    return first, tip


def paths(found: Change) -> list[str]:
    return [file.path for file in found.files]


class TestBranches:
    def test_a_branch_is_compared_from_where_it_left_main(self, repository: Repository) -> None:
        first, tip = branched(repository)
        found = change(repository)
        assert (found.base.oid, found.base.name) == (first, "main")
        assert (found.head.oid, found.head.name) == (tip, "topic/say-two")
        assert paths(found) == ["a.py"]
        assert found.target == "branch `topic/say-two` against `main`"
        assert found.branch == "topic/say-two"
        assert found.repository == first
        assert (found.title, found.description) == ("Say two", "Because.")
        assert [commit.oid for commit in found.commits] == [tip]
        said = repository.git("show", "--no-patch", "--format=%cs", tip)
        assert str(found.written) == said.decode().strip()
        assert (found.notices, found.left_out) == ((), ())

    def test_several_commits_are_titled_by_the_branch(self, repository: Repository) -> None:
        branched(repository)
        repository.commit({"c.py": "c\n"}, branch="topic/say-two")
        found = change(repository)
        assert (found.title, found.description) == ("say two", "")
        assert [commit.subject for commit in found.commits] == ["A change", "Say two"]

    def test_base_and_head_can_be_named(self, repository: Repository) -> None:
        first, tip = branched(repository)
        repository.switch("main")
        found = change(repository, base=first, head="topic/say-two")
        assert (found.base.oid, found.head.oid) == (first, tip)

    def test_a_branch_name_is_reviewed_as_a_branch(self, repository: Repository) -> None:
        first, _ = branched(repository)
        repository.commit({"c.py": "c\n"}, branch="topic/say-two")
        repository.switch("main")
        found = change(repository, revision="topic/say-two")
        assert (found.base.oid, paths(found)) == (first, ["a.py", "c.py"])

    def test_the_default_of_origin_comes_first(self, repository: Repository) -> None:
        branched(repository)
        repository.git("update-ref", "refs/remotes/origin/develop", "main")
        repository.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/develop")
        assert change(repository).target == "branch `topic/say-two` against `origin/develop`"

    def test_a_dangling_default_of_origin_is_passed_over(self, repository: Repository) -> None:
        branched(repository)
        repository.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/gone")
        assert change(repository).target == "branch `topic/say-two` against `main`"

    def test_master_is_the_next_guess(self, repository: Repository) -> None:
        first = repository.commit({"a": "1"}, branch="master")
        repository.commit({"a": "2"}, branch="topic", parents=[first])
        repository.switch("topic")
        assert change(repository).target == "branch `topic` against `master`"

    def test_without_any_default_the_option_is_named(self, repository: Repository) -> None:
        repository.commit({"a": "1"}, branch="trunk")
        repository.switch("trunk")
        with pytest.raises(UserError, match="`--base`"):
            change(repository)

    def test_a_detached_head_is_a_commit(self, repository: Repository) -> None:
        _, tip = branched(repository)
        repository.git("checkout", "--quiet", "--detach", tip)
        found = change(repository)
        assert (found.target, found.branch) == (f"commit `{tip[:7]}` against `main`", "")

    def test_no_common_commit_names_the_exact_range(self, repository: Repository) -> None:
        repository.commit({"a": "1"})
        repository.commit({"b": "other"}, branch="apart")
        repository.switch("apart")
        with pytest.raises(UserError, match=r"`main\.\.HEAD`"):
            change(repository)
        assert paths(change(repository, revision="main..apart")) == ["a", "b"]

    def test_more_commits_than_are_named_are_said(self, repository: Repository) -> None:
        base = repository.commit({"a": "0"})
        stream = [f"reset refs/heads/long\nfrom {base}\n\n"]
        stream += [
            f"commit refs/heads/long\ncommitter A <a@b> {1_800_000_000 + number} +0000\n"
            f"data 1\nx\nM 100644 inline a\ndata 3\n{number:03}\n\n"
            for number in range(201)
        ]
        repository.git("fast-import", "--quiet", "--force", stdin="".join(stream).encode())
        found = change(repository, revision="long")
        assert len(found.commits) == 200
        assert found.notices == ("Of more than 200 commits only the newest 200 are named.",)


class TestNothingAhead:
    def test_uncommitted_work_is_taken_and_said(self, repository: Repository) -> None:
        repository.commit({"a": "1\n"})
        repository.checkout()
        repository.write({"a": "2\n", "new": "n\n"})
        found = change(repository)
        assert paths(found) == ["a", "new"]
        assert found.notices == ("`main` is the base itself, so the uncommitted work is reviewed.",)
        assert not found.head.is_commit
        assert found.title == "Uncommitted work on `main`"

    def test_else_the_last_commit_is_taken_and_said(self, repository: Repository) -> None:
        first = repository.commit({"a": "1\n"})
        tip = repository.commit({"a": "2\n"})
        repository.checkout()
        found = change(repository)
        assert (found.base.oid, found.head.oid) == (first, tip)
        assert found.notices == ("`main` is the base itself, so its last commit is reviewed.",)

    def test_a_branch_behind_its_base(self, repository: Repository) -> None:
        first = repository.commit({"a": "1\n"})
        repository.commit({"a": "2\n"})
        repository.branch("behind", first)
        repository.checkout("behind")
        notice = "`behind` is not ahead of `main`, so its last commit is reviewed."
        assert change(repository).notices == (notice,)

    def test_before_the_first_commit_files_are_reviewed(self, repository: Repository) -> None:
        repository.write({"a": "1\n"})
        found = change(repository)
        assert (paths(found), found.repository) == (["a"], "")
        assert found.notices == ("There is no commit yet, so the uncommitted work is reviewed.",)
        assert not found.base.is_commit

    def test_an_empty_repository_has_nothing(self, repository: Repository) -> None:
        with pytest.raises(UserError, match="no commit yet"):
            change(repository)


class TestRangesAndCommits:
    def test_two_dots_compare_as_they_are(self, repository: Repository) -> None:
        branched(repository)
        found = change(repository, revision="main..topic/say-two")
        assert paths(found) == ["a.py", "b.py"]
        assert found.notices[0].startswith("`main` is not in the past of `topic/say-two`")

    def test_three_dots_compare_from_the_common_commit(self, repository: Repository) -> None:
        first, _ = branched(repository)
        found = change(repository, revision="main...topic/say-two")
        assert (paths(found), found.base.oid, found.notices) == (["a.py"], first, ())
        assert found.target == "range `main...topic/say-two`"

    @pytest.mark.parametrize("revision", ["main~1..", "HEAD~1..HEAD", "main~1..@"])
    def test_an_open_end_is_head(self, repository: Repository, revision: str) -> None:
        repository.commit({"a": "1\n"})
        tip = repository.commit({"a": "2\n"})
        assert change(repository, revision=revision).head.oid == tip

    def test_an_empty_range_says_so(self, repository: Repository) -> None:
        repository.commit({"a": "1\n"})
        found = change(repository, revision="HEAD..HEAD")
        assert (found.files, found.notices) == ((), ("Nothing differs between `HEAD` and `HEAD`.",))

    def test_a_commit_is_compared_with_its_parent(self, repository: Repository) -> None:
        first = repository.commit({"a": "1\n"})
        tip = repository.commit({"a": "2\n"}, "Two")
        found = change(repository, revision=tip[:8])
        assert (found.base.oid, found.head.oid, found.title) == (first, tip, "Two")
        assert found.target == f"commit `{tip[:7]}`"

    def test_the_first_commit_is_compared_with_nothing(self, repository: Repository) -> None:
        first = repository.commit({"a": "1\n"}, "First")
        found = change(repository, revision=first)
        assert [file.status for file in found.files] == [FileStatus.ADDED]
        assert [commit.subject for commit in found.commits] == ["First"]

    def test_a_merge_is_compared_with_its_first_parent(self, repository: Repository) -> None:
        _, tip = branched(repository)
        main = repository.oid("main")
        merge = repository.commit({"a.py": "two\n"}, "Merge", parents=[main, tip])
        found = change(repository, revision=merge)
        assert (found.base.oid, paths(found)) == (main, ["a.py"])
        assert found.notices == (f"`{merge}` is a merge; it is compared with its first parent.",)

    def test_a_tag_is_its_commit(self, repository: Repository) -> None:
        tip = repository.commit({"a": "1\n"})
        repository.git("tag", "-a", "v1", "-m", "one")
        assert change(repository, revision="v1").head.oid == tip

    def test_an_unknown_name_suggests_near_ones(self, repository: Repository) -> None:
        branched(repository)
        with pytest.raises(UserError, match="did you mean `topic/say-two`"):
            change(repository, revision="topic/say-to")
        with pytest.raises(UserError, match="name a branch, a tag or a commit"):
            change(repository, revision="zzzzzzzzzz")

    @pytest.mark.parametrize("name", ["bad\nname", "nul\0name", "--help", "HEAD:a", "", ":/x"])
    def test_a_name_that_is_no_commit_is_refused(self, repository: Repository, name: str) -> None:
        repository.commit({"a": "1\n"})
        with pytest.raises(UserError):
            change(repository, revision=f"{name}x..HEAD")

    @pytest.mark.parametrize(
        "target",
        [
            {"revision": "A..B", "base": "x"},
            {"revision": "A", "head": "x"},
            {"revision": "A", "scope": "staged"},
            {"head": "A", "scope": "worktree"},
        ],
    )
    def test_targets_that_contradict_themselves(
        self, repository: Repository, target: dict[str, str]
    ) -> None:
        with pytest.raises(UserError, match="drop"):
            change(repository, **target)


def fingerprint(folder: Path) -> dict[str, tuple[str, int]]:
    return {
        str(path.relative_to(folder)): (
            hashlib.sha256(path.read_bytes()).hexdigest(),
            path.stat().st_mtime_ns,
        )
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


class TestUncommitted:
    def test_staged_work_only(self, repository: Repository) -> None:
        repository.commit({"a": "1\n", "b": "1\n"})
        repository.checkout()
        repository.write({"a": "staged\n", "b": "not staged\n"})
        repository.git("add", "a")
        repository.write({"a": "staged, then edited\n"})
        found = change(repository, scope="staged")
        assert [(file.path, file.added) for file in found.files] == [("a", ((1, "staged"),))]
        assert found.target == "staged work on `main`"
        assert found.written is None

    def test_the_working_tree_with_new_gone_and_ignored_files(self, repository: Repository) -> None:
        repository.commit({"a": "1\n", "gone": "1\n", ".gitignore": "*.log\n", "d/f": "1\n"})
        repository.checkout()
        repository.write(
            {
                "a": "2\n",
                "gone": None,
                "x.log": "noise",
                "new/é": "n\n",
                "link": symlink("/etc/passwd"),
            }
        )
        (repository.folder / ".git/info").mkdir(exist_ok=True)
        (repository.folder / ".git/info/exclude").write_text("private\n")
        repository.write({"private": "p"})
        with open_repository(repository.path) as opened:
            found = opened.change(Target(scope=Scope.WORK_TREE))
            tree = opened.tree(found.head.oid)
            assert tree.read("link") == "/etc/passwd"
            assert tree.read("d/f") == "1\n"
            assert opened.search(found.head.oid).search(["root"])["root"].total == 0
        assert [(file.path, file.status) for file in found.files] == [
            ("a", FileStatus.MODIFIED),
            ("gone", FileStatus.DELETED),
            ("link", FileStatus.ADDED),
            ("new/é", FileStatus.ADDED),
        ]

    @pytest.mark.parametrize(
        ("settings", "ignore"),
        [
            (".gitconfig", "my ignore"),
            (".config/git/config", "my ignore"),
            (None, ".config/git/ignore"),
        ],
    )
    def test_the_persons_own_ignore_file_counts(
        self,
        repository: Repository,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        settings: str | None,
        ignore: str,
    ) -> None:
        home = tmp_path / "home"
        (home / ".config/git").mkdir(parents=True)
        monkeypatch.setenv("HOME", str(home))
        monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
        if settings:
            (home / settings).write_text('[core]\n\texcludesFile = "~/my ignore"\n')
        (home / ignore).write_text("*.swp\n")
        repository.commit({"a": "1\n"})
        repository.checkout()
        repository.write({"x.swp": "s\n", "b": "b\n"})
        assert paths(change(repository, scope="worktree")) == ["b"]

    @pytest.mark.parametrize("scope", ["staged", "worktree"])
    def test_the_repository_is_not_touched(self, repository: Repository, scope: str) -> None:
        repository.commit({"a": "1\n", "b": "2\n"})
        repository.checkout()
        repository.write({"a": "2\n", "new": "n\n"})
        repository.git("add", "a")
        # A newer time than the index knows invites git to refresh it.
        os.utime(repository.folder / "b", (2_000_000_000, 2_000_000_000))
        before = fingerprint(repository.folder)
        assert paths(change(repository, scope=scope))
        assert fingerprint(repository.folder) == before

    def test_an_edit_within_the_same_tick_is_seen(self, repository: Repository) -> None:
        """The index knows the times of the edited file but the content of the earlier one."""
        repository.commit({"a": "1\n"})
        repository.checkout()
        earlier = bytes.fromhex(
            repository.git("hash-object", "-w", "--stdin", stdin=b"2\n").decode()
        )
        repository.write({"a": "3\n"})
        moment = (1_700_000_000, 1_700_000_000)
        os.utime(repository.folder / "a", moment)
        repository.git("add", "a")
        index = repository.folder / ".git/index"
        current = bytes.fromhex(repository.git("hash-object", "a").decode())
        entries = index.read_bytes()[:-20].replace(current, earlier)
        index.write_bytes(entries + hashlib.sha1(entries, usedforsecurity=False).digest())
        os.utime(index, moment)
        (found,) = change(repository, scope="worktree").files
        assert found.added == ((1, "3"),)

    def test_committed_work_can_be_included(self, repository: Repository) -> None:
        branched(repository)
        repository.write({"new": "n\n"})
        assert paths(change(repository, scope="worktree")) == ["new"]
        assert paths(change(repository, scope="worktree", base="main")) == ["a.py", "new"]

    def test_unmerged_entries(self, repository: Repository) -> None:
        first = repository.commit({"a": "1\n"})
        repository.commit({"a": "2\n"}, branch="other", parents=[first])
        repository.commit({"a": "3\n"})
        repository.checkout()
        repository.git("merge", "other", check=False)
        staged = change(repository, scope="staged")
        assert [(gap.path, gap.required) for gap in staged.left_out] == [("a", True)]
        (file,) = change(repository, scope="worktree").files
        assert "<<<<<<< HEAD" in [line for _, line in file.added]

    def test_what_is_no_file_is_left_out(self, repository: Repository) -> None:
        repository.commit({"pipe": "1\n", "big": "1\n", "kept": "1\n"})
        repository.checkout()
        repository.write({"pipe": None, "kept": "2\n"})
        os.mkfifo(repository.folder / "pipe")
        with (repository.folder / "big").open("wb") as file:
            file.truncate(3_000_000_000)
        found = change(repository, scope="worktree")
        assert paths(found) == ["kept"]
        assert found.left_out == (
            LeftOut(path="big", reason="the file is over 20 MB", required=True),
            LeftOut(path="pipe", reason="it is neither a file nor a link", required=True),
        )

    def test_a_folder_that_became_a_link_is_not_followed(
        self, repository: Repository, tmp_path: Path
    ) -> None:
        outside = tmp_path / "outside"
        outside.mkdir()
        (outside / "f").write_text("secret\n")
        repository.commit({"d/f": "1\n"})
        repository.checkout()
        repository.write({"d/f": None})
        (repository.folder / "d").rmdir()
        (repository.folder / "d").symlink_to(outside)
        found = change(repository, scope="worktree")
        assert [(file.path, file.status) for file in found.files] == [
            ("d", FileStatus.ADDED),
            ("d/f", FileStatus.DELETED),
        ]
        assert found.files[0].added == ((1, str(outside)),)

    def test_a_nested_repository_is_named_and_not_entered(self, repository: Repository) -> None:
        repository.commit({"a": "1\n"})
        repository.checkout()
        Repository(repository.folder / "nested").commit({"x": "1\n"})
        repository.write({"a": "2\n"})
        found = change(repository, scope="worktree")
        assert (paths(found), [gap.path for gap in found.left_out]) == (["a"], ["nested"])
        assert not found.left_out[0].required

    def test_a_split_index_is_read(self, repository: Repository) -> None:
        repository.commit({"a": "1\n", "b": "1\n"})
        repository.checkout()
        repository.git("update-index", "--split-index")
        repository.write({"a": "2\n"})
        repository.git("add", "a")
        assert paths(change(repository, scope="staged")) == ["a"]

    def test_line_ends_are_those_git_would_store(self, repository: Repository) -> None:
        repository.commit({".gitattributes": "*.txt text eol=crlf\n", "a.txt": "1\n2\n"})
        repository.checkout()
        assert b"\r" in (repository.folder / "a.txt").read_bytes()
        repository.write({"a.txt": "1\r\n3\r\n"})
        (file,) = change(repository, scope="worktree").files
        assert (file.additions, file.deletions) == (1, 1)


class TestStates:
    def test_a_subfolder_finds_its_repository(self, repository: Repository) -> None:
        branched(repository)
        (repository.folder / "deep/er").mkdir(parents=True)
        assert paths(change(repository.folder / "deep/er")) == ["a.py"]

    def test_a_folder_without_repository(self, tmp_path: Path) -> None:
        with pytest.raises(UserError, match="`--repo`"):
            open_repository(str(tmp_path))
        with pytest.raises(UserError, match="not a folder"):
            open_repository(str(tmp_path / "absent"))

    def test_a_bare_repository_where_it_is_named(self, tmp_path: Path) -> None:
        bare = Repository(tmp_path / "bare", bare=True)
        first = bare.commit({"a": "1\n"})
        bare.commit({"a": "2\n"}, branch="topic", parents=[first])
        assert paths(change(bare, head="topic")) == ["a"]
        assert change(bare).notices == (
            "`main` is the base itself, so its last commit is reviewed.",
        )
        with pytest.raises(UserError, match="no working tree"):
            change(bare, scope="staged")
        with pytest.raises(UserError, match="not in a git repository"):
            open_repository(str(bare.folder / "objects"))

    def test_a_linked_worktree(self, repository: Repository, tmp_path: Path) -> None:
        branched(repository)
        linked = tmp_path / "linked"
        repository.git("worktree", "add", "--quiet", str(linked), "main")
        (linked / "b.py").write_text("edited\n")
        assert change(linked).branch == "main"
        assert paths(change(linked, scope="worktree")) == ["b.py"]
        assert paths(change(repository)) == ["a.py"]

    def test_a_longer_hash(self, tmp_path: Path) -> None:
        longer = Repository(tmp_path / "long", object_format="sha256")
        first = longer.commit({"a": "1\n"})
        tip = longer.commit({"a": "2\n"})
        longer.checkout()
        assert len(tip) == 64
        assert change(longer, revision=tip).base.oid == first
        longer.write({"b": "x\n"})
        assert len(change(longer, scope="worktree").head.oid) == 64
        assert [f.path for f in change(longer, revision=first).files] == ["a"]

    def test_a_shallow_clone_names_the_remedy(self, repository: Repository, tmp_path: Path) -> None:
        first, _ = branched(repository)
        clone = tmp_path / "clone"
        source = f"file://{repository.path}"
        subprocess.run(
            ["git", "clone", "--quiet", "--depth=1", "--no-single-branch", source, str(clone)],
            check=True,
        )
        with pytest.raises(UserError, match="git fetch --unshallow"):
            change(clone, base="origin/main")
        with pytest.raises(UserError, match="git fetch --deepen=1"):
            change(clone, revision="HEAD")
        with pytest.raises(UserError, match="not in this shallow clone"):
            change(clone, revision=first)
        assert change(clone, revision="origin/main..HEAD").repository == ""

    def test_a_partial_clone_is_never_completed_behind_the_users_back(
        self, repository: Repository, tmp_path: Path
    ) -> None:
        branched(repository)
        repository.git("config", "uploadpack.allowFilter", "true")
        clone = tmp_path / "clone"
        source = f"file://{repository.path}"
        subprocess.run(
            ["git", "clone", "--quiet", "--filter=blob:none", "--no-checkout", source, str(clone)],
            check=True,
        )
        before = fingerprint(clone)
        with pytest.raises(WorkspaceError, match="git diff --stat"):
            change(clone, revision="HEAD")
        with open_repository(str(clone)) as opened:
            oid = opened.resolve("HEAD").oid
            assert opened.tree(oid).exists("a.py")
            with pytest.raises(WorkspaceError, match="--refetch"):
                opened.tree(oid).read("a.py")
            with pytest.raises(WorkspaceError, match="git grep"):
                opened.search(oid).search(["two"])
        assert fingerprint(clone) == before

    def test_a_repository_of_another_user_is_read(self, repository: Repository) -> None:
        if os.getuid() != 0:
            pytest.skip("needs root to give files away")
        branched(repository)
        for path in (repository.folder, *repository.folder.rglob("*")):
            os.chown(path, 12345, 12345, follow_symlinks=False)
        assert paths(change(repository)) == ["a.py"]

    def test_a_path_with_signs_that_lists_use(self, tmp_path: Path) -> None:
        odd = Repository(tmp_path / 'a:b "c" \\d\ne')
        odd.commit({"a": "1\n"})
        assert paths(change(odd, revision="HEAD")) == ["a"]

    def test_submodules_modes_links_and_type_changes(self, repository: Repository) -> None:
        first = repository.commit(
            {"run": "x\n", "was": "file\n", "sub": submodule(), "link": symlink("a")}
        )
        repository.commit(
            {
                "run": executable("x\n"),
                "was": symlink("target"),
                "sub": submodule("2" * 40),
                "link": symlink("b"),
            },
            branch="topic",
            parents=[first],
        )
        found = change(repository, revision="topic")
        assert [(file.path, file.status, file.size) for file in found.files] == [
            ("link", FileStatus.MODIFIED, 2),
            ("run", FileStatus.MODIFIED, 0),
            ("sub", FileStatus.MODIFIED, 2),
            ("was", FileStatus.DELETED, 1),
            ("was", FileStatus.ADDED, 1),
        ]
        assert [(gap.path, gap.required) for gap in found.left_out] == [("sub", False)]
        assert all(file.left_out is None for file in found.files)


class TestGit:
    def test_no_git(self) -> None:
        with pytest.raises(GitMissing, match="install git"):
            find_program("/nonexistent")
        with pytest.raises(GitMissing, match="install git"):
            find_program("")

    @pytest.mark.parametrize(
        ("said", "words"), [("git version 2.37.9", "is git 2.37"), ("hello", "does not say")]
    )
    def test_a_git_that_is_too_old(self, tmp_path: Path, said: str, words: str) -> None:
        program = tmp_path / "git"
        program.write_text(f"#!/bin/sh\necho '{said}'\n")
        program.chmod(0o755)
        with pytest.raises(GitMissing, match=words):
            find_program(str(tmp_path))

    def test_a_relative_folder_on_the_path_is_not_searched(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        program = tmp_path / "git"
        program.write_text("#!/bin/sh\necho git version 99.0\n")
        program.chmod(0o755)
        monkeypatch.chdir(tmp_path)
        with pytest.raises(GitMissing):
            find_program(".:")
