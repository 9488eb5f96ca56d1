"""A stand-in with one pull request, and a client that sends what it is told."""

from __future__ import annotations

import atexit
import http.client
import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from postil.testing.github import Account, FakeGitHub, Pull, Repository, Role

from repositories import Repository as GitRepository

BEFORE = "".join(f"line {number}\n" for number in range(1, 41))
AFTER = BEFORE.replace("line 5\n", "line five\nline five and a half\n").replace("line 30\n", "")


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Client:
    """One request per connection, so that a cut connection is seen as what it is."""

    url: str
    token: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        place = urlsplit(self.url + path)
        connection = http.client.HTTPConnection(place.netloc, timeout=20)
        sent = {"accept": "application/vnd.github+json", "user-agent": "a test", **self.headers}
        if self.token:
            sent["authorization"] = f"Bearer {self.token}"
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        data = None if body is None else json.dumps(body).encode()
        target = place.path + (f"?{place.query}" if place.query else "")
        try:
            connection.request(method, target, data, sent)
            response = connection.getresponse()
            read = response.read()
        finally:
            connection.close()
        found = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, found, read)

    def get(self, path: str, **headers: str) -> Answer:
        return self("GET", path, **headers)

    def post(self, path: str, body: Any = None) -> Answer:
        return self("POST", path, body if body is not None else {})

    def patch(self, path: str, body: Any) -> Answer:
        return self("PATCH", path, body)

    def put(self, path: str, body: Any) -> Answer:
        return self("PUT", path, body)

    def delete(self, path: str) -> Answer:
        return self("DELETE", path)


@dataclass(frozen=True)
class Stage:
    """`ada` owns the repository and `bob` wrote the pull request; `carol` may read and talk."""

    hub: FakeGitHub
    git: GitRepository
    repository: Repository
    pull: Pull
    ada: Account
    bob: Account
    carol: Account

    def client(self, account: Account, permissions: dict[str, str] | None = None) -> Client:
        return Client(self.hub.url, self.hub.token(account, permissions))

    def bot(self, permissions: dict[str, str] | None = None) -> Client:
        """A client with an app's installation token."""
        app = self.hub.app("postil", permissions)
        installation = self.hub.install(app, self.repository)
        return Client(self.hub.url, self.hub.installation_token(installation))

    @property
    def path(self) -> str:
        return f"/repos/{self.repository.full_name}"

    @property
    def at(self) -> str:
        return f"{self.path}/pulls/{self.pull.number}"

    @property
    def issue_at(self) -> str:
        return f"{self.path}/issues/{self.pull.number}"

    def push(self, files: dict[str, str | None], message: str = "More") -> str:
        self.git.commit(files, message, branch="feature")
        return self.hub.push(self.pull)


@cache
def _template() -> GitRepository:
    """Made once: a copy costs less than the programs that make it."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    git = GitRepository(folder)
    git.commit({"app.py": BEFORE, "gone.txt": "bye\n", "old.txt": BEFORE}, "First")
    git.branch("feature", "main")
    git.commit(
        {
            "app.py": AFTER,
            "new.py": "one\ntwo\nthree\n",
            "gone.txt": None,
            "old.txt": None,
            "moved.txt": BEFORE,
            "picture.png": b"\x89PNG\0\1\2",
        },
        "A change",
        branch="feature",
    )
    return git


def git_repository(folder: Path) -> GitRepository:
    """`feature` changes lines 5 and 30 of `app.py`, adds `new.py` and a picture."""
    shutil.copytree(_template().folder, folder)
    git = GitRepository(folder)
    git._moment = _template()._moment
    return git


@contextmanager
def stage(folder: Path, *, private: bool = False, **options: Any) -> Iterator[Stage]:
    git = git_repository(folder / "git")
    with FakeGitHub(**options) as hub:
        ada, bob, carol = hub.user("ada"), hub.user("bob"), hub.user("carol")
        repository = hub.repository("ada", "widgets", git.folder, private=private)
        hub.grant(repository, bob, Role.WRITE)
        if private:
            hub.grant(repository, carol, Role.READ)
        pull = hub.pull(repository, head="feature", author=bob, title="Five and a half")
        yield Stage(hub, git, repository, pull, ada, bob, carol)
