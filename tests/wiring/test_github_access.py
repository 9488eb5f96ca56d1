"""Which GitHub, and as whom: from variables alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from postil.domain.errors import UserError
from postil.forges.github.address import PUBLIC
from postil.forges.github.clock import SystemClock
from postil.wiring.github_access import access
from postil.wiring.process import Surroundings, surroundings

from fakes.github import key_pair, scene


def test_the_public_one_unless_another_is_named() -> None:
    assert access({}).address == PUBLIC
    assert access({"GH_HOST": "github.com"}).address == PUBLIC
    assert isinstance(access({}).clock, SystemClock)
    named = access({"GH_HOST": "ghe.example.com"}).address
    assert (named.rest, named.host) == ("https://ghe.example.com/api/v3", "ghe.example.com")
    both = {"GH_HOST": "ghe.example.com", "GITHUB_API_URL": "https://api.github.com"}
    assert access(both).address == PUBLIC


@pytest.mark.parametrize(
    ("variables", "proxy"),
    [
        ({}, ""),
        ({"HTTPS_PROXY": "http://proxy:1"}, "http://proxy:1"),
        ({"https_proxy": "http://proxy:2"}, "http://proxy:2"),
        ({"HTTPS_PROXY": "http://proxy:1", "GITHUB_API_URL": "http://127.0.0.1:8"}, ""),
    ],
)
def test_a_proxy_is_for_what_is_outside(variables: dict[str, str], proxy: str) -> None:
    assert access(variables).route.proxy == proxy


@pytest.mark.parametrize(
    ("variables", "name"),
    [
        ({"GH_TOKEN": "c", "GITHUB_TOKEN": "b", "POSTIL_GITHUB_TOKEN": "a"}, "POSTIL_GITHUB_TOKEN"),
        ({"GH_TOKEN": "c", "GITHUB_TOKEN": "b"}, "GITHUB_TOKEN"),
        ({"GH_TOKEN": " c\n", "GITHUB_TOKEN": ""}, "GH_TOKEN"),
    ],
)
def test_the_first_token_of_three(variables: dict[str, str], name: str) -> None:
    client = access(variables).client("ada/widgets")
    assert client.credential.name == f"the token in `{name}`"
    assert access(variables).fetch_token("ada/widgets") == variables[name].strip()
    client.close()


def test_no_token_gets_a_sentence() -> None:
    with pytest.raises(UserError) as caught:
        access({"GITHUB_TOKEN": " "}).client("ada/widgets")
    assert str(caught.value) == (
        "Reading `ada/widgets` needs a token; set `GITHUB_TOKEN`, for instance with "
        "`export GITHUB_TOKEN=$(gh auth token)`."
    )


@pytest.mark.parametrize("way", ["variable", "one line", "file"])
def test_t_14_an_app_fetches_with_less_than_it_writes_with(tmp_path: Path, way: str) -> None:
    private, public = key_pair()
    with scene(tmp_path) as stage:
        app = stage.hub.app("postil", public_key=public)
        stage.hub.install(app, stage.repository)
        variables = {
            "GITHUB_API_URL": stage.hub.url,
            "POSTIL_GITHUB_APP_ID": str(app.id),
            "GITHUB_TOKEN": "ghp_not_used",
        }
        if way == "file":
            (tmp_path / "key.pem").write_text(private)
            variables["POSTIL_GITHUB_APP_KEY_FILE"] = str(tmp_path / "key.pem")
        else:
            one_line = private.replace("\n", "\\n")
            variables["POSTIL_GITHUB_APP_KEY"] = one_line if way == "one line" else private
        found = access(variables, clock=stage.clock)
        token = found.fetch_token("ada/widgets")
        given = dict(stage.hub.world.tokens[token].permissions)
        assert given == {"contents": "read", "metadata": "read"}
        client = found.client("ada/widgets")
        second = client.credential.token()
        assert second != token
        assert found.minted == [token, second]
        assert second not in repr(found)
        assert client.credential.name == f"the key of App `{app.id}`"
        client.close()


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({}, "`POSTIL_GITHUB_APP_ID` needs the App's private key"),
        ({"POSTIL_GITHUB_APP_KEY_FILE": "/nonexistent.pem"}, "`/nonexistent.pem` cannot be read"),
    ],
)
def test_an_app_without_its_key(variables: dict[str, str], said: str) -> None:
    with pytest.raises(UserError, match=said):
        access({"POSTIL_GITHUB_APP_ID": "7", **variables}).client("ada/widgets")


def test_t_13_tokens_are_among_what_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GITHUB_TOKEN", "POSTIL_GITHUB_APP_KEY", "GITHUB_REPOSITORY", "POSTIL_MODEL"):
        monkeypatch.setenv(name, f"value of {name}")
    found = surroundings()
    assert found.forge.get("GITHUB_TOKEN") == "value of GITHUB_TOKEN"
    assert found.forge["POSTIL_GITHUB_APP_KEY"] == "value of POSTIL_GITHUB_APP_KEY"
    assert "POSTIL_GITHUB_APP_KEY" not in found.variables
    assert "POSTIL_MODEL" not in found.forge
    assert "value of GITHUB_TOKEN" not in repr(found)
    assert Surroundings().forge == {}
