"""Tokens that are none are refused; an App signs for itself and gets its own tokens in time."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import jwt
import pytest

from postil.domain.errors import EXIT_USER, ForgeError, UserError
from postil.domain.publication import Fate, PostComment
from postil.forges.github.credentials import AppKey, Token
from postil.forges.github.forge import GitHubForge
from postil.forges.github.installation import Installation
from postil.testing.github import App, Status, When

from fakes.github import Scene, StillClock, key_pair, scene


def installed(
    stage: Scene, *, permissions: Mapping[str, str] | None = None, somewhere: bool = True
) -> tuple[Installation, App]:
    private, public = key_pair()
    app = stage.hub.app("postil", public_key=public)
    if somewhere:
        stage.hub.install(app, stage.repository)
    key = AppKey(app=str(app.id), key=private, clock=stage.clock)
    made = Installation(
        stage.client(key), "ada/widgets", clock=stage.clock, permissions=permissions
    )
    return made, app


@pytest.mark.parametrize("value", ["", "ghp x", "ghp_x\n", "ghp_x\r\nX-Evil: 1", "gh\x00", "é" * 9])
def test_t_13_what_no_token_can_be_is_refused_without_showing_it(value: str) -> None:
    with pytest.raises(UserError) as caught:
        Token(value, "GH_TOKEN")
    said = "`GH_TOKEN` holds blanks or characters that no token has; set it again."
    assert str(caught.value) == said


def test_t_13_a_credential_does_not_show_itself() -> None:
    token = Token("ghp_secret", "GH_TOKEN")
    assert (token.name, token.token(), token.renewed()) == (
        "the token in `GH_TOKEN`",
        "ghp_secret",
        False,
    )
    assert "ghp_secret" not in repr(token)
    key = AppKey(app="7", key=key_pair()[0], clock=StillClock())
    assert "PRIVATE" not in repr(key)


def test_gh_22_an_app_signs_who_it_is_for_a_short_while() -> None:
    clock = StillClock()
    private, public = key_pair()
    signed = AppKey(app="7", key=private, clock=clock)
    claims = jwt.decode(
        signed.token(),
        public,
        algorithms=["RS256"],
        options={"verify_exp": False, "verify_iat": False},
    )
    now = int(clock.epoch())
    assert claims == {"iss": "7", "iat": now - 60, "exp": now + 540}
    assert not signed.renewed()


@pytest.mark.parametrize("key", ["", "not a key", "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n"])
def test_a_key_that_is_none_gets_a_sentence(key: str) -> None:
    with pytest.raises(UserError, match="The key of App `7` is not an RSA private key"):
        AppKey(app="7", key=key, clock=StillClock()).token()


def test_t_14_a_token_reaches_one_repository_and_no_more_than_is_asked(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        made, _ = installed(stage, permissions={"contents": "read"})
        token = made.token()
        assert stage.last().body == {
            "repositories": ["widgets"],
            "permissions": {"contents": "read"},
        }
        assert dict(stage.hub.world.tokens[token].permissions) == {"contents": "read"}


def test_gh_22_one_token_is_used_until_it_is_about_to_run_out(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        made, _ = installed(stage)
        first = made.token()
        stage.clock.sleep(3_600 - 301)
        assert made.token() == first
        stage.clock.sleep(2)
        second = made.token()
        assert second != first
        assert len(stage.hub.journal.to("POST", "/access_tokens")) == 2


def test_gh_22_a_review_of_seventy_minutes_still_publishes(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        made, _ = installed(stage)
        forge = GitHubForge(stage.client(made), "ada/widgets", 1)
        assert forge.look().me.login == "postil[bot]"
        stage.clock.sleep(70 * 60)
        assert forge.carry_out(PostComment(body="late")).fate is Fate.DONE
        assert [each.body for each in forge.look().comments] == ["late"]


def test_gh_22_a_token_that_is_refused_early_is_replaced_once(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        made, _ = installed(stage)
        forge = GitHubForge(stage.client(made), "ada/widgets", 1)
        stage.hub.revoke(made.token())
        assert forge.head() == stage.pull.head_sha
        assert len(stage.hub.journal.to("POST", "/access_tokens")) == 2


def test_gh_22_a_write_that_met_a_dead_token_is_looked_after_and_works_the_next_time(
    tmp_path: Path,
) -> None:
    with scene(tmp_path) as stage:
        made, _ = installed(stage)
        forge = GitHubForge(stage.client(made), "ada/widgets", 1)
        stage.hub.revoke(made.token())
        first = forge.carry_out(PostComment(body="one"))
        assert (first.fate, first.refusal) == (Fate.UNKNOWN, None)
        assert "it gets a new token" in first.why
        assert forge.carry_out(PostComment(body="one")).fate is Fate.DONE
        assert [each.body for each in forge.look().comments] == ["one"]


def test_f_16_an_app_whose_tokens_are_all_refused_is_told_so(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        made, app = installed(stage)
        stage.hub.faults.add(Status(status=401), When(path="*/pulls/*"), times=99)
        with pytest.raises(ForgeError, match=f"does not accept the key of App `{app.id}`"):
            GitHubForge(stage.client(made), "ada/widgets", 1).head()
        assert len(stage.hub.journal.to("POST", "/access_tokens")) <= 4


def test_an_app_that_is_not_installed(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        made, _ = installed(stage, somewhere=False)
        with pytest.raises(ForgeError, match="installation of the App on `ada/widgets`") as caught:
            made.token()
        assert caught.value.exit_status == EXIT_USER


def test_making_a_token_is_tried_again(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        made, _ = installed(stage)
        stage.hub.faults.add(Status(status=502), When(path="*/access_tokens"))
        assert made.token().startswith("ghs_")


def test_f_34_a_clock_that_is_an_hour_ahead_gets_a_sentence(tmp_path: Path) -> None:
    class Ahead(StillClock):
        def epoch(self) -> float:
            return self.moment + 3_600

    with scene(tmp_path) as stage:
        private, public = key_pair()
        app = stage.hub.app("postil", public_key=public)
        stage.hub.install(app, stage.repository)
        key = AppKey(app=str(app.id), key=private, clock=stage.clock)
        made = Installation(stage.client(key), "ada/widgets", clock=Ahead(stage.clock.moment))
        with pytest.raises(ForgeError, match="set the clock"):
            made.token()
