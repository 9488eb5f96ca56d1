"""A pull request's commits come from wherever they are, and the user's repository stays as it is."""

from __future__ import annotations

import base64
import fcntl
import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from postil.domain.errors import WorkspaceError
from postil.testing.github import Access
from postil.workspaces.git import Repository, Target
from postil.workspaces.git.fetching import Ends, Remote, is_whole
from postil.workspaces.git.mirroring import mirror_folder
from postil.workspaces.git.pulls import Nearby, open_pull

from fakes.answers import Answer, answering
from fakes.github import Scene, scene
from repositories import Repository as GitRepository


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Scene]:
    with scene(tmp_path, private=True) as stage:
        yield stage


def remote(stage: Scene, token: str | None = None) -> Remote:
    given = stage.token(stage.ada) if token is None else token
    return Remote(url=stage.address.git_url("ada/widgets"), token=given)


def ends(stage: Scene) -> Ends:
    pull = stage.pull
    return Ends(name="ada/widgets#1", number=1, head=pull.head_sha, base=pull.base_sha)


def paths(repository: Repository, found: Ends) -> list[str]:
    change = repository.change(Target(revision=f"{found.base}...{found.head}"))
    return [file.path for file in change.files]


CHANGED = ["app.py", "gone.txt", "new.py", "pic.png"]


def state_of(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): f"{path.stat().st_mtime_ns} "
        + hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def clone(stage: Scene, folder: Path, *options: str) -> Path:
    """A clone as users have it: of the main branch alone."""
    source = f"file://{stage.git.path}"
    command = ["git", "clone", "--quiet", "--branch=main", "--single-branch", *options]
    subprocess.run([*command, source, str(folder)], check=True, capture_output=True)
    return folder


class TestLocal:
    def test_a_repository_that_has_both_is_used_as_it_is(self, stage: Scene) -> None:
        nearby = Nearby(repo=stage.git.path, is_same=False)
        with open_pull(remote(stage), ends(stage), nearby) as repository:
            assert paths(repository, ends(stage)) == CHANGED
        assert len(stage.hub.journal.exchanges) == 0

    def test_what_is_missing_is_fetched_beside_the_users_repository(
        self, stage: Scene, tmp_path: Path
    ) -> None:
        here = clone(stage, tmp_path / "clone")
        before = state_of(here)
        stage.hub.journal.clear()
        nearby = Nearby(repo=str(here), is_same=True, mirror=str(tmp_path / "mirror"))
        with open_pull(remote(stage), ends(stage), nearby) as repository:
            assert paths(repository, ends(stage)) == CHANGED
            assert repository.tree(ends(stage).head).read("new.py") == "one\ntwo\nthree\n"
        assert state_of(here) == before
        assert not (tmp_path / "mirror").exists()

    def test_only_what_is_missing_is_fetched(self, stage: Scene, tmp_path: Path) -> None:
        noise = {f"big/{number}.bin": os.urandom(20_000) for number in range(40)}
        stage.git.commit(noise, "Much", branch="main")
        stage.hub.push(stage.pull)
        here = clone(stage, tmp_path / "clone")
        stage.hub.journal.clear()
        nearby = Nearby(repo=str(here), is_same=True)
        with open_pull(remote(stage), ends(stage), nearby) as repository:
            private = Path(repository._enclosure.folder)
            assert sum(each.stat().st_size for each in private.rglob("*.pack")) < 20_000

    @pytest.mark.parametrize("options", [["--depth=1"], ["--filter=blob:none"]], ids=str)
    def test_a_part_of_a_clone_is_not_built_upon(
        self, stage: Scene, tmp_path: Path, options: list[str]
    ) -> None:
        stage.git.git("config", "uploadpack.allowFilter", "true")
        stage.git.commit({"later.txt": "x\n"}, "Later", branch="main")
        stage.hub.push(stage.pull)
        here = clone(stage, tmp_path / "clone", *options)
        mirror = tmp_path / "mirror"
        nearby = Nearby(repo=str(here), is_same=True, mirror=str(mirror))
        with open_pull(remote(stage), ends(stage), nearby) as repository:
            assert paths(repository, ends(stage)) == CHANGED
        assert (mirror / "HEAD").exists()

    def test_another_project_is_not_built_upon(self, stage: Scene, tmp_path: Path) -> None:
        other = GitRepository(tmp_path / "other")
        other.commit({"a": "b\n"}, "Other")
        mirror = tmp_path / "mirror"
        nearby = Nearby(repo=other.path, is_same=False, mirror=str(mirror))
        with open_pull(remote(stage), ends(stage), nearby) as repository:
            assert paths(repository, ends(stage)) == CHANGED
            assert repository.work_tree == ""
        assert (mirror / "HEAD").exists()

    def test_a_folder_that_is_no_repository_is_passed_over(
        self, stage: Scene, tmp_path: Path
    ) -> None:
        (tmp_path / "plain").mkdir()
        nearby = Nearby(repo=str(tmp_path / "plain"))
        with open_pull(remote(stage), ends(stage), nearby) as repository:
            assert paths(repository, ends(stage)) == CHANGED


class TestMirror:
    def test_it_is_kept_and_the_second_time_nothing_is_fetched(
        self, stage: Scene, tmp_path: Path
    ) -> None:
        nearby = Nearby(mirror=str(tmp_path / "mirror"))
        for _ in range(2):
            with open_pull(remote(stage), ends(stage), nearby) as repository:
                assert paths(repository, ends(stage)) == CHANGED
            asked = len(stage.hub.journal.exchanges)
            stage.hub.journal.clear()
        assert asked == 0

    def test_a_push_fetches_the_rest(self, stage: Scene, tmp_path: Path) -> None:
        nearby = Nearby(mirror=str(tmp_path / "mirror"))
        with open_pull(remote(stage), ends(stage), nearby):
            pass
        stage.push({"more.txt": "more\n"})
        with open_pull(remote(stage), ends(stage), nearby) as repository:
            assert "more.txt" in paths(repository, ends(stage))

    def test_without_a_folder_nothing_is_kept(self, stage: Scene, tmp_path: Path) -> None:
        with open_pull(remote(stage), ends(stage), Nearby()) as repository:
            place = Path(repository._enclosure.place.git_dir)
            assert paths(repository, ends(stage)) == CHANGED
        assert not place.exists()

    def damaged(self, stage: Scene, tmp_path: Path) -> tuple[Nearby, Path]:
        mirror = tmp_path / "mirror"
        nearby = Nearby(mirror=str(mirror))
        with open_pull(remote(stage), ends(stage), nearby):
            pass
        return nearby, mirror

    def test_f_37_a_lost_pack_is_fetched_again(self, stage: Scene, tmp_path: Path) -> None:
        nearby, mirror = self.damaged(stage, tmp_path)
        for pack in mirror.rglob("*.pack"):
            pack.unlink()
        with open_pull(remote(stage), ends(stage), nearby) as repository:
            assert paths(repository, ends(stage)) == CHANGED

    def test_f_37_a_cut_pack_is_fetched_again(self, stage: Scene, tmp_path: Path) -> None:
        nearby, mirror = self.damaged(stage, tmp_path)
        for pack in mirror.rglob("*.pack"):
            pack.chmod(0o600)
            pack.write_bytes(pack.read_bytes()[:30])
        with open_pull(remote(stage), ends(stage), nearby) as repository:
            assert repository.tree(ends(stage).head).read("new.py") == "one\ntwo\nthree\n"

    @pytest.mark.parametrize("name", ["refs/postil/pull/1/head.lock", "packed-refs.lock"])
    def test_f_37_a_lock_that_was_left_is_no_end(
        self, stage: Scene, tmp_path: Path, name: str
    ) -> None:
        nearby, mirror = self.damaged(stage, tmp_path)
        stage.push({"more.txt": "more\n"})
        (mirror / name).write_text("")
        with open_pull(remote(stage), ends(stage), nearby) as repository:
            assert "more.txt" in paths(repository, ends(stage))

    def test_f_37_settings_that_are_garbage_are_made_again(
        self, stage: Scene, tmp_path: Path
    ) -> None:
        nearby, mirror = self.damaged(stage, tmp_path)
        (mirror / "config").write_text("[core\n")
        with open_pull(remote(stage), ends(stage), nearby) as repository:
            assert paths(repository, ends(stage)) == CHANGED

    def test_f_37_a_broken_mirror_that_somebody_reads_in_is_left_alone(
        self, stage: Scene, tmp_path: Path
    ) -> None:
        nearby, mirror = self.damaged(stage, tmp_path)
        (mirror / "config").write_text("[core\n")
        descriptor = os.open(f"{mirror}.lock", os.O_RDWR)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH)
            with open_pull(remote(stage), ends(stage), nearby) as repository:
                assert paths(repository, ends(stage)) == CHANGED
                assert repository._enclosure.place.git_dir != str(mirror)
        finally:
            os.close(descriptor)
        assert (mirror / "config").read_text() == "[core\n"

    def test_f_37_two_runs_share_one_mirror(self, stage: Scene, tmp_path: Path) -> None:
        nearby = Nearby(mirror=str(tmp_path / "mirror"))
        with (
            open_pull(remote(stage), ends(stage), nearby) as one,
            open_pull(remote(stage), ends(stage), nearby) as other,
        ):
            assert paths(one, ends(stage)) == paths(other, ends(stage)) == CHANGED
            assert one._enclosure.place == other._enclosure.place

    def test_a_folder_that_cannot_be_made_gets_a_sentence(
        self, stage: Scene, tmp_path: Path
    ) -> None:
        (tmp_path / "file").write_text("")
        nearby = Nearby(mirror=str(tmp_path / "file" / "mirror"))
        with (
            pytest.raises(WorkspaceError, match="cannot be used"),
            open_pull(remote(stage), ends(stage), nearby),
        ):
            pass

    def test_where_a_mirror_is_kept(self) -> None:
        assert mirror_folder("", "github.com/repositories/7") == ""
        one, other = (mirror_folder("/cache", f"github.com/repositories/{n}") for n in (7, 8))
        assert one != other
        assert one.startswith("/cache/mirrors/")


class TestTrouble:
    def test_f_08_a_head_that_is_gone(self, stage: Scene, tmp_path: Path) -> None:
        gone = replace(ends(stage), head="d" * 40)
        with (
            pytest.raises(WorkspaceError, match="`ddddddd` was replaced or its branch is gone"),
            open_pull(remote(stage), gone, Nearby(mirror=str(tmp_path / "mirror"))),
        ):
            pass

    def test_f_08_a_pull_request_without_a_ref(self, stage: Scene) -> None:
        gone = replace(ends(stage), number=77, head="d" * 40)
        with (
            pytest.raises(WorkspaceError, match="are not available"),
            open_pull(remote(stage), gone, Nearby()),
        ):
            pass

    def test_t_19_the_named_head_is_read_though_the_pull_request_went_on(
        self, stage: Scene
    ) -> None:
        named = ends(stage)
        stage.push({"more.txt": "more\n"})
        with open_pull(remote(stage), named, Nearby()) as repository:
            assert paths(repository, named) == CHANGED

    def test_t_19_the_named_head_is_read_though_it_was_replaced(self, stage: Scene) -> None:
        named = ends(stage)
        base = stage.git.oid("main")
        stage.git.commit({"x": "y\n"}, "Forced", branch="feature", parents=[base])
        stage.hub.push(stage.pull)
        with open_pull(remote(stage), named, Nearby()) as repository:
            assert paths(repository, named) == CHANGED

    @pytest.mark.parametrize("kind", ["wrong", "stranger", "blind"])
    def test_a_token_that_may_not_fetch(self, stage: Scene, kind: str) -> None:
        token = {
            "wrong": "ghp_wrong",
            "stranger": stage.token(stage.eve),
            "blind": stage.token(stage.ada, {"pull_requests": Access.READ}),
        }[kind]
        with (
            pytest.raises(
                WorkspaceError, match="read access to the repository's contents"
            ) as caught,
            open_pull(remote(stage, token), ends(stage), Nearby()),
        ):
            pass
        assert token not in str(caught.value)

    def test_f_35_a_host_that_is_not_there(self, stage: Scene) -> None:
        away = Remote(url="http://127.0.0.1:9/ada/widgets.git")
        with (
            pytest.raises(WorkspaceError, match="check the network"),
            open_pull(away, ends(stage), Nearby()),
        ):
            pass

    @pytest.mark.parametrize(
        "url", ["ext::sh -c 'touch x'", "file:///srv/x", "ssh://x/y", "/srv/x"]
    )
    def test_t_06_only_the_web_is_fetched_from(self, stage: Scene, url: str) -> None:
        with (
            pytest.raises(WorkspaceError, match="is not a way to fetch"),
            open_pull(Remote(url=url), ends(stage), Nearby()),
        ):
            pass

    @pytest.mark.parametrize(
        "bad", [{"head": "--upload-pack=x"}, {"base": "main"}, {"head": ""}, {"number": 0}]
    )
    def test_t_07_nothing_but_ids_and_numbers_is_asked_for(
        self, stage: Scene, bad: dict[str, str]
    ) -> None:
        with pytest.raises(WorkspaceError, match="names no commits"):
            replace(ends(stage), **bad)  # type: ignore[arg-type]

    def test_f_08_a_base_of_another_history(self, stage: Scene) -> None:
        other = stage.git.commit({"z": "z\n"}, "Other", branch="other", parents=[])
        with (
            pytest.raises(WorkspaceError, match="could not be stored"),
            open_pull(remote(stage), replace(ends(stage), base=other), Nearby()),
        ):
            pass

    def test_a_proxy_and_certificates_are_handed_to_git(self, stage: Scene) -> None:
        with answering(Answer(502, b"no")) as proxy:
            there = Remote(
                url="http://elsewhere.invalid/x.git", proxy=proxy.url, certificates="/none.pem"
            )
            with (
                pytest.raises(WorkspaceError, match="check the network"),
                open_pull(there, ends(stage), Nearby()),
            ):
                pass
            assert proxy.asked[0].path.startswith("http://elsewhere.invalid/x.git/info/refs")


class TestSecrets:
    def test_t_14_the_token_is_in_no_argument_and_no_file(
        self, stage: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A git that notes what it was called with stands in front of the real one."""
        real = shutil.which("git")
        notes, plain = tmp_path / "notes", tmp_path / "plain"
        spy = tmp_path / "bin" / "git"
        spy.parent.mkdir()
        spy.write_text(
            f'#!/bin/sh\nprintf "%s\\n" "$*" >> {notes}\n'
            f'case "$*" in *" fetch "*) ;; *) env >> {plain} ;; esac\nexec {real} "$@"\n'
        )
        spy.chmod(0o755)
        monkeypatch.setenv("PATH", f"{spy.parent}:{os.environ['PATH']}")
        given = remote(stage)
        pair = base64.b64encode(f"x-access-token:{given.token}".encode()).decode()
        mirror = tmp_path / "mirror"
        with open_pull(given, ends(stage), Nearby(mirror=str(mirror))):
            kept = b"".join(each.read_bytes() for each in mirror.rglob("*") if each.is_file())
        said = notes.read_text()
        assert "fetch --quiet --no-tags --no-recurse-submodules" in said
        for secret in (given.token, pair):
            assert secret not in said
            assert secret not in plain.read_text()
            assert secret.encode() not in kept
        assert given.token not in repr(given)

    def test_t_06_a_submodule_is_not_followed(self, stage: Scene, tmp_path: Path) -> None:
        modules = '[submodule "x"]\n\tpath = x\n\turl = ext::sh -c "touch canary"\n'
        stage.push({".gitmodules": modules})
        stage.hub.journal.clear()
        with open_pull(remote(stage), ends(stage), Nearby()) as repository:
            assert ".gitmodules" in paths(repository, ends(stage))
        assert {
            each.path.split("/info")[0].split("/git-")[0] for each in stage.hub.journal.exchanges
        } == {"/ada/widgets.git"}

    def test_t_15_a_fetch_does_not_follow_a_move(self, stage: Scene) -> None:
        target = f"{stage.address.git_url('ada/widgets')}/info/refs?service=git-upload-pack"
        with answering(Answer(301, b"", {"location": target})) as server:
            moved = replace(remote(stage), url=f"{server.url}/ada/widgets.git")
            with pytest.raises(WorkspaceError), open_pull(moved, ends(stage), Nearby()):
                pass
        assert len(stage.hub.journal.exchanges) == 0


def test_a_folder_without_packs_is_whole(tmp_path: Path) -> None:
    assert is_whole(str(tmp_path))
    (tmp_path / "pack").mkdir()
    assert is_whole(str(tmp_path))
    (tmp_path / "pack" / "pack-1.promisor").write_text("")
    assert not is_whole(str(tmp_path))


def test_a_longer_hash_makes_a_mirror_of_its_kind(tmp_path: Path) -> None:
    git = GitRepository(tmp_path / "git", object_format="sha256")
    base = git.commit({"a": "1\n"}, "One")
    head = git.commit({"a": "2\n"}, "Two", branch="feature", parents=[base])
    from postil.workspaces.git.mirroring import _make  # noqa: PLC0415 - what is kept is private

    found = Ends(name="x", number=1, head=head, base=base)
    _make(str(tmp_path / "mirror"), found)
    said = (tmp_path / "mirror" / "config").read_text()
    assert "objectformat = sha256" in said


def test_a_missing_git_is_said_first(stage: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    with (
        pytest.raises(WorkspaceError, match="`git` was not found"),
        open_pull(remote(stage, "ghp_x"), ends(stage), Nearby()),
    ):
        pass
