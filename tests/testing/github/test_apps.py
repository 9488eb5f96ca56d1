"""Apps: a signed token proves who asks, and is exchanged for one of an hour."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from postil.testing.github import App
from postil.testing.github.credentials import verifies
from testing.github.stage import Client, Stage

OPENSSL = shutil.which("openssl")
needs_openssl = pytest.mark.skipif(not OPENSSL, reason="`openssl` signs and is not installed")


def encoded(part: bytes) -> str:
    return base64.urlsafe_b64encode(part).decode("ascii").rstrip("=")


def unsigned(app: App, **claims: Any) -> str:
    now = int(time.time())
    whole = {"iat": now - 60, "exp": now + 540, "iss": str(app.id), **claims}
    head = encoded(json.dumps({"alg": "RS256", "typ": "JWT"}).encode())
    return f"{head}.{encoded(json.dumps(whole).encode())}"


def jwt(app: App, key: Path | None = None, **claims: Any) -> str:
    text = unsigned(app, **claims)
    if key is None:
        return f"{text}.{encoded(b'any')}"
    done = subprocess.run(
        [str(OPENSSL), "dgst", "-sha256", "-sign", str(key)],
        input=text.encode(),
        capture_output=True,
        check=True,
    )
    return f"{text}.{encoded(done.stdout)}"


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("key") / "key.pem"
    subprocess.run(
        [str(OPENSSL), "genrsa", "-out", str(place), "2048"], check=True, capture_output=True
    )
    return place


def converted(key: Path, *how: str) -> str:
    done = subprocess.run(
        [str(OPENSSL), *how, "-in", str(key)], capture_output=True, text=True, check=True
    )
    return done.stdout


def test_a_token_of_an_hour(here: Stage) -> None:
    app = here.hub.app("postil", {"pull_requests": "write", "contents": "read"})
    installation = here.hub.install(app, here.repository)
    asking = Client(here.hub.url, jwt(app))
    assert asking.get("/app").json["slug"] == "postil"
    assert [each["id"] for each in asking.get("/app/installations").json] == [installation.id]
    assert asking.get(f"{here.path}/installation").json["id"] == installation.id
    made = asking.post(f"/app/installations/{installation.id}/access_tokens")
    assert made.status == 201
    assert made.json["permissions"] == {"pull_requests": "write", "contents": "read"}
    client = Client(here.hub.url, made.json["token"])
    said = client.post(f"{here.issue_at}/comments", {"body": "beep"}).json
    assert said["user"]["login"] == "postil[bot]"
    assert client.get("/installation/repositories").json["repositories"][0]["name"] == "widgets"
    assert here.client(here.carol).get("/installation/repositories").status == 403
    assert here.hub.journal.to("POST", "/access_tokens")[0].actor == "postil"


def test_less_may_be_asked_for_and_more_may_not(here: Stage) -> None:
    app = here.hub.app("postil", {"pull_requests": "write", "contents": "read"})
    installation = here.hub.install(app, here.repository)
    path = f"/app/installations/{installation.id}/access_tokens"
    asking = Client(here.hub.url, jwt(app))
    less = asking.post(path, {"permissions": {"pull_requests": "read"}}).json
    refused = Client(here.hub.url, less["token"]).post(f"{here.issue_at}/comments", {"body": "x"})
    assert refused.status == 403
    for wanted in ({"contents": "write"}, {"checks": "read"}):
        assert asking.post(path, {"permissions": wanted}).status == 422


def test_where_it_is_not_installed(here: Stage) -> None:
    app = here.hub.app("postil")
    asking = Client(here.hub.url, jwt(app))
    assert asking.get(f"{here.path}/installation").status == 404
    assert asking.post("/app/installations/1/access_tokens").status == 404
    installation = here.hub.install(app, here.repository)
    installation.suspended = True
    assert asking.get(f"{here.path}/installation").status == 404
    assert asking.post(f"/app/installations/{installation.id}/access_tokens").status == 403


@pytest.mark.parametrize(
    ("claims", "words"),
    [
        ({"exp": 1}, "must be in the future"),
        ({"exp": 2_000_000_000_000}, "too far in the future"),
        ({"iat": 2_000_000_000_000}, "must be in the future"),
        ({"iss": "999999"}, "Integration not found"),
        ({"iss": "me"}, "must be an Integer"),
    ],
)
def test_f34_claims_that_are_refused(here: Stage, claims: dict[str, Any], words: str) -> None:
    refused = Client(here.hub.url, jwt(here.hub.app("postil"), **claims)).get("/app")
    assert refused.status == 401
    assert words in refused.json["message"]


@pytest.mark.parametrize("token", ["a.b.c", "..", "!.!.!", "e30.W10.x"])
def test_rubbish_is_refused(here: Stage, token: str) -> None:
    assert Client(here.hub.url, token).get("/app").status == 401


def test_without_any_token(here: Stage) -> None:
    assert Client(here.hub.url).get("/app").status == 401


@needs_openssl
def test_only_the_apps_own_key_signs(here: Stage, key: Path, tmp_path: Path) -> None:
    app = here.hub.app("postil", public_key=converted(key, "rsa", "-pubout"))
    assert Client(here.hub.url, jwt(app, key)).get("/app").status == 200
    assert Client(here.hub.url, jwt(app)).get("/app").status == 401
    stranger = tmp_path / "stranger.pem"
    subprocess.run(
        [str(OPENSSL), "genrsa", "-out", str(stranger), "2048"], check=True, capture_output=True
    )
    assert Client(here.hub.url, jwt(app, stranger)).get("/app").status == 401


@needs_openssl
@pytest.mark.parametrize(
    "how",
    [
        ("rsa", "-pubout"),
        ("rsa", "-RSAPublicKey_out"),
        ("rsa", "-traditional"),
        ("pkcs8", "-topk8", "-nocrypt"),
    ],
    ids=["public", "rsa public", "private", "pkcs8"],
)
def test_every_way_to_write_a_key(key: Path, how: tuple[str, ...]) -> None:
    pem = converted(key, *how)
    done = subprocess.run(
        [str(OPENSSL), "dgst", "-sha256", "-sign", str(key)],
        input=b"words",
        capture_output=True,
        check=True,
    )
    assert verifies(pem, b"words", done.stdout)
    assert not verifies(pem, b"other words", done.stdout)
