"""Git over HTTP: fetches from the real repository through git's own server program."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass

from postil.testing.github import git
from postil.testing.github.permissions import sees
from postil.testing.github.state.accounts import Access, Token
from postil.testing.github.state.repositories import Repository
from postil.testing.github.state.world import World
from postil.testing.github.wire import MISSING, OK, UNAUTHORISED, Reply, Request

_SERVICES = ("/info/refs", "/git-upload-pack")
_LOCKED = {"www-authenticate": 'Basic realm="GitHub"'}


@dataclass(frozen=True, slots=True)
class Fetch:
    repository: Repository
    service: str


def wanted(world: World, request: Request) -> Fetch | None:
    """Which repository a git program asks for; None when it is no git program."""
    for service in _SERVICES:
        if request.raw_path.endswith(service):
            name = request.raw_path.removesuffix(service).strip("/").removesuffix(".git")
            found = world.repository(name)
            return Fetch(found, service) if found else None
    return None


def may_fetch(fetch: Fetch, token: Token | None) -> bool:
    """Private code needs a token that may read contents."""
    if not fetch.repository.private:
        return True
    return (
        token is not None
        and sees(fetch.repository, token)
        and token.allows("contents", Access.READ)
    )


def refusal(token: Token | None) -> Reply:
    """Git asks for a password first; a token that may not look is told nothing."""
    if token is None:
        return Reply(status=UNAUTHORISED, body=b"Authentication required\n", headers=_LOCKED)
    return Reply(status=MISSING, body=b"Repository not found.\n")


def serve(fetch: Fetch, request: Request) -> Reply:
    folder = git.text(fetch.repository.path, "rev-parse", "--absolute-git-dir").strip()
    done = subprocess.run(
        ["git", "http-backend"],  # noqa: S607 - the git on PATH is the one under test
        input=request.body,
        capture_output=True,
        # It fails when it refuses, and what it printed is the refusal git is to be told.
        check=False,
        env=git.environment(
            {
                "GIT_PROJECT_ROOT": folder,
                "GIT_HTTP_EXPORT_ALL": "1",
                "PATH_INFO": fetch.service,
                "QUERY_STRING": request.target.partition("?")[2],
                "REQUEST_METHOD": request.method,
                "CONTENT_TYPE": request.headers.get("content-type", ""),
                "CONTENT_LENGTH": str(len(request.body)),
                "HTTP_CONTENT_ENCODING": request.headers.get("content-encoding", ""),
                "GIT_PROTOCOL": request.headers.get("git-protocol", ""),
                "REMOTE_ADDR": "127.0.0.1",
                # GitHub lets a commit be fetched by its id.
                "GIT_CONFIG_COUNT": "1",
                "GIT_CONFIG_KEY_0": "uploadpack.allowAnySHA1InWant",
                "GIT_CONFIG_VALUE_0": "true",
            }
        ),
    )
    head, _, body = done.stdout.partition(b"\r\n\r\n")
    pairs = (line.partition(":") for line in head.decode("latin-1").split("\r\n"))
    headers = {name.lower(): value.strip() for name, _, value in pairs}
    status = int(headers.pop("status", str(OK)).split(" ")[0])
    return Reply(status=status, body=body, headers=headers)
