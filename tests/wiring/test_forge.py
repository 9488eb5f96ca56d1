"""From what somebody typed to a pull request that is open before us."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from postil.domain.errors import ForgeError, UserError
from postil.forges.github.targets import Asked, Place, asked
from postil.ports import ChangeKey, Forge
from postil.wiring.forge import open_forge
from postil.wiring.process import Surroundings
from postil.workspaces.git.pulls import Nearby

from fakes.github import Scene, certificate, scene
from repositories import Repository


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Scene]:
    with scene(tmp_path) as stage:
        yield stage


def around(stage: Scene, **variables: str) -> Surroundings:
    forge = {"GITHUB_API_URL": stage.hub.url, "GITHUB_TOKEN": stage.token(stage.ada)}
    return Surroundings(forge=forge | variables)


def local(tmp_path: Path, branch: str = "feature", **remotes: str) -> str:
    made = Repository(tmp_path / "local")
    made.commit({"x": "y\n"}, "Local")
    made.branch(branch)
    made.switch(branch)
    for name, url in remotes.items():
        made.git("config", f"remote.{name}.url", url)
    return made.path


class TestWhichOne:
    @pytest.mark.parametrize("suffix", ["", "/files", "#discussion_r1", "/commits?x=1"])
    def test_by_its_address(self, stage: Scene, tmp_path: Path, suffix: str) -> None:
        words = f"{stage.hub.url}/ada/widgets/pull/1{suffix}"
        with open_forge(asked(words), around(stage), repo=str(tmp_path)) as found:
            assert found.pull.number == 1

    def test_by_owner_and_name(self, stage: Scene, tmp_path: Path) -> None:
        with open_forge(asked("ada/widgets#1"), around(stage), repo=str(tmp_path)) as found:
            assert (found.pull.number, found.pull.repository) == (1, "ada/widgets")

    def test_by_number_of_the_repository_it_is_in(self, stage: Scene, tmp_path: Path) -> None:
        repo = local(tmp_path, origin=f"{stage.hub.url}/ada/widgets.git")
        with open_forge(asked("1"), around(stage), repo=repo) as found:
            assert found.pull.repository == "ada/widgets"

    def test_pull_requests_of_a_fork_go_upstream(self, stage: Scene, tmp_path: Path) -> None:
        repo = local(
            tmp_path,
            origin=f"{stage.hub.url}/eve/widgets.git",
            upstream=f"{stage.hub.url}/ada/widgets",
        )
        with open_forge(asked("#1"), around(stage), repo=repo) as found:
            assert found.pull.repository == "ada/widgets"

    def test_of_the_current_branch(self, stage: Scene, tmp_path: Path) -> None:
        repo = local(tmp_path, origin=f"{stage.hub.url}/ada/widgets.git")
        with open_forge(Asked(), around(stage), repo=repo) as found:
            assert found.pull.number == 1
        assert stage.hub.journal.exchanges[0].query["head"] == "ada:feature"

    def test_of_a_branch_of_a_fork(self, stage: Scene, tmp_path: Path) -> None:
        repo = local(
            tmp_path,
            origin=f"{stage.hub.url}/eve/widgets.git",
            upstream=f"{stage.hub.url}/ada/widgets",
        )
        with (
            pytest.raises(ForgeError, match="`feature` has no open pull request in `ada/widgets`"),
            open_forge(Asked(), around(stage), repo=repo),
        ):
            pass
        assert stage.last().query["head"] == "eve:feature"

    def test_of_the_job_it_runs_in(self, stage: Scene, tmp_path: Path) -> None:
        event = tmp_path / "event.json"
        event.write_text(json.dumps({"pull_request": {"number": 1}}))
        job = around(
            stage,
            GITHUB_ACTIONS="true",
            GITHUB_EVENT_PATH=str(event),
            GITHUB_REPOSITORY="ada/widgets",
        )
        with open_forge(Asked(), job, repo=str(tmp_path)) as found:
            assert found.pull.number == 1


class TestRefusals:
    @pytest.mark.parametrize(
        ("words", "remotes", "said"),
        [
            ("7", {}, "There is no `origin` here"),
            ("7", {"origin": "/srv/git/widgets"}, "`origin` is not the address of a GitHub"),
            (
                "7",
                {"origin": "git@gitlab.com:ada/widgets.git"},
                (
                    "`gitlab.com` is not `127.0.0.1:.*`, which the token is for; if it is a GitHub "
                    "server of yours, set `GITHUB_API_URL=https://gitlab.com/api/v3`."
                ),
            ),
            ("https://evil.example/ada/widgets/pull/1", {}, "`evil.example` is not"),
        ],
    )
    def test_t_15_a_token_goes_nowhere_but_to_its_own_github(
        self, stage: Scene, tmp_path: Path, words: str, remotes: dict[str, str], said: str
    ) -> None:
        repo = local(tmp_path, **remotes)
        with (
            pytest.raises(UserError, match=said),
            open_forge(asked(words), around(stage), repo=repo),
        ):
            pass
        assert len(stage.hub.journal.exchanges) == 0

    def test_no_branch_is_checked_out(self, stage: Scene, tmp_path: Path) -> None:
        variables = around(stage, GITHUB_REPOSITORY="ada/widgets")
        with (
            pytest.raises(UserError, match="No branch is checked out here"),
            open_forge(Asked(), variables, repo=str(tmp_path)),
        ):
            pass

    def test_a_branch_without_a_remote_of_its_own(self, stage: Scene, tmp_path: Path) -> None:
        variables = around(stage, GITHUB_REPOSITORY="ada/widgets")
        with open_forge(Asked(), variables, repo=local(tmp_path)) as found:
            assert found.pull.number == 1

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            ("ada/widgets#99", "There is no pull request `ada/widgets#99`"),
            ("ada/nothing#1", "GitHub has no pull request `ada/nothing#1`"),
        ],
    )
    def test_what_is_not_there(self, stage: Scene, tmp_path: Path, words: str, said: str) -> None:
        with (
            pytest.raises(ForgeError, match=said),
            open_forge(asked(words), around(stage), repo=str(tmp_path)),
        ):
            pass

    def test_a_wrong_token(self, stage: Scene, tmp_path: Path) -> None:
        wrong = around(stage, GITHUB_TOKEN="ghp_wrong")  # noqa: S106 - wrong on purpose
        with (
            pytest.raises(ForgeError, match="does not accept the token in `GITHUB_TOKEN`"),
            open_forge(asked("ada/widgets#1"), wrong, repo=str(tmp_path)),
        ):
            pass


class TestOpened:
    def test_the_change_carries_the_words_of_the_pull_request(
        self, stage: Scene, tmp_path: Path
    ) -> None:
        stage.pull.body, stage.pull.labels = "Because.", ["bug"]
        with (
            open_forge(asked("ada/widgets#1"), around(stage), repo=str(tmp_path)) as found,
            found.commits() as repository,
        ):
            change = found.change(repository)
        assert (change.title, change.description, change.labels) == (
            "Five and a half",
            "Because.",
            ("bug",),
        )
        assert (change.base.name, change.head.name) == ("main", "feature")
        assert (change.base.oid, change.head.oid) == (
            stage.git.oid("main"),
            stage.git.oid("feature"),
        )
        assert change.target == "pull request `ada/widgets#1`"
        assert change.branch == "feature"
        assert [file.path for file in change.files] == ["app.py", "gone.txt", "new.py", "pic.png"]

    def test_gh_21_it_is_known_by_number_whatever_its_name(
        self, stage: Scene, tmp_path: Path
    ) -> None:
        keys = []
        for name in ("widgets", "gadgets"):
            if name == "gadgets":
                stage.hub.rename(stage.repository, name)
            with open_forge(asked("ada/widgets#1"), around(stage), repo=str(tmp_path)) as found:
                keys.append(found.key)
        host = stage.hub.url.removeprefix("http://")
        there = f"{host}/repositories/{stage.repository.id}"
        assert keys == [ChangeKey(repository=there, change="1")] * 2

    def test_whose_it_is(self, stage: Scene, tmp_path: Path) -> None:
        with open_forge(asked("ada/widgets#1"), around(stage), repo=str(tmp_path)) as found:
            assert (found.ownership.is_own, found.is_by_us) == (True, False)
        bobs = around(stage, GITHUB_TOKEN=stage.token(stage.bob))
        with open_forge(asked("ada/widgets#1"), bobs, repo=str(tmp_path)) as found:
            assert (found.ownership.is_own, found.is_by_us) == (False, True)

    def test_a_clone_of_the_same_project_is_known(self, stage: Scene, tmp_path: Path) -> None:
        here = Place(owner="ada", name="widgets")
        repo = local(tmp_path, origin=f"{stage.hub.url}/Ada/Widgets.git")
        cached = Surroundings(forge=around(stage).forge, cache=str(tmp_path / "cache"))
        with open_forge(Asked(number=1, place=here), cached, repo=repo) as found:
            assert (found.nearby.repo, found.nearby.is_same) == (repo, True)
            assert found.nearby.mirror.startswith(str(tmp_path / "cache" / "mirrors"))
        with open_forge(asked("ada/widgets#1"), around(stage), repo=str(tmp_path)) as found:
            assert found.nearby == Nearby(repo=str(tmp_path))

    def test_it_is_a_forge(self, stage: Scene, tmp_path: Path) -> None:
        with open_forge(asked("ada/widgets#1"), around(stage), repo=str(tmp_path)) as found:
            forge: Forge = found.forge
            assert forge.head() == found.pull.head

    def test_reading_for_a_dry_run_writes_nothing(self, stage: Scene, tmp_path: Path) -> None:
        with (
            open_forge(asked("ada/widgets#1"), around(stage), repo=str(tmp_path)) as found,
            found.commits() as repository,
        ):
            found.change(repository)
            found.forge.patches()
            found.forge.head()
        assert stage.hub.journal.writes == ()
        assert stage.hub.journal.commits == ()


class TestEncrypted:
    def test_f_35_a_certificate_nobody_trusts_gets_a_sentence(self, tmp_path: Path) -> None:
        with scene(tmp_path, certificate=certificate(tmp_path)) as stage:
            with (
                pytest.raises(
                    ForgeError, match="name the file of its authority in `SSL_CERT_FILE`"
                ),
                open_forge(asked("ada/widgets#1"), around(stage), repo=str(tmp_path)),
            ):
                pass
            assert stage.clock.slept == []

    def test_a_server_of_ones_own_is_read_and_fetched_from(self, tmp_path: Path) -> None:
        trusted = certificate(tmp_path)
        with scene(tmp_path, private=True, certificate=trusted) as stage:
            assert stage.hub.url.startswith("https://")
            own = around(stage, SSL_CERT_FILE=str(trusted))
            own.forge["GITHUB_API_URL"] += "/api/v3"  # type: ignore[index]
            with (
                open_forge(asked("ada/widgets#1"), own, repo=str(tmp_path)) as found,
                found.commits() as repository,
            ):
                assert len(found.change(repository).files) == 4
