"""A stand-in GitHub with one pull request, a clock that only sleeping moves, and forges on it."""

from __future__ import annotations

import atexit
import datetime as dt
import ipaddress
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from postil.forges.github.address import Address, address_at
from postil.forges.github.client import PATIENCE, Client
from postil.forges.github.credentials import Credential, Token
from postil.forges.github.forge import GitHubForge
from postil.forges.github.wire import Route, Wire
from postil.testing.github import Account, Exchange, FakeGitHub, Pull, Repository, Role

from repositories import Repository as GitRepository

BEFORE = "".join(f"line {number}\n" for number in range(1, 41))
AFTER = BEFORE.replace("line 5\n", "line five\nline five and a half\n").replace("line 30\n", "")


@dataclass
class StillClock:
    """Time that passes only when somebody sleeps; `slept` tells how long, each time."""

    moment: float = 1_800_000_000.0
    slept: list[float] = field(default_factory=list)

    def now(self) -> float:
        return self.moment

    def epoch(self) -> float:
        return self.moment

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.moment += seconds


@cache
def key_pair() -> tuple[str, str]:
    """An App's private key and the public half of it; made once, for it takes a while."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )
    public = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return private.decode(), public.decode()


def certificate(folder: Path) -> Path:
    """A certificate for this machine that nobody has signed but itself, with its key."""
    key = serialization.load_pem_private_key(key_pair()[0].encode(), None)
    assert isinstance(key, rsa.RSAPrivateKey)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(7)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "certificate.pem"
    path.write_bytes(key_pair()[0].encode() + made.public_bytes(serialization.Encoding.PEM))
    return path


_OPEN: list[Wire] = []


def new_wire(clock: StillClock, route: Route | None = None) -> Wire:
    """A wire that `close_wires` closes when the test is over."""
    _OPEN.append(Wire(clock=clock, route=route))
    return _OPEN[-1]


def close_wires() -> None:
    while _OPEN:
        _OPEN.pop().close()


@dataclass(frozen=True)
class Scene:
    """`ada` owns the repository, `bob` wrote the pull request, `eve` is a stranger."""

    hub: FakeGitHub
    clock: StillClock
    git: GitRepository
    repository: Repository
    pull: Pull
    ada: Account
    bob: Account
    eve: Account

    @property
    def address(self) -> Address:
        return address_at(self.hub.url, named="GITHUB_API_URL")

    def client(self, credential: Credential | str, *, patience: float = PATIENCE) -> Client:
        if isinstance(credential, str):
            credential = Token(credential)
        wire = new_wire(self.clock)
        return Client(self.address, credential, wire=wire, clock=self.clock, patience=patience)

    def token(self, account: Account, permissions: Mapping[str, str] | None = None) -> str:
        return self.hub.token(account, None if permissions is None else dict(permissions))

    def bot_token(self, permissions: Mapping[str, str] | None = None) -> str:
        """What an App, or a workflow, writes with."""
        app = self.hub.app("postil", None if permissions is None else dict(permissions))
        return self.hub.installation_token(self.hub.install(app, self.repository))

    def forge(self, token: str | None = None, **options: Any) -> GitHubForge:
        client = self.client(token or self.bot_token())
        return GitHubForge(client, self.repository.full_name, self.pull.number, **options)

    def push(self, files: Mapping[str, str | None], message: str = "More") -> str:
        self.git.commit(files, message, branch="feature")
        return self.hub.push(self.pull)

    def requests(self) -> list[str]:
        return [f"{each.method} {each.path}" for each in self.hub.journal.exchanges]

    def last(self) -> Exchange:
        return self.hub.journal.exchanges[-1]


@cache
def _template() -> Path:
    """The repository that every scene begins with, made once."""
    folder = Path(tempfile.mkdtemp(prefix="postil-scene-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    git = GitRepository(folder)
    git.commit({"app.py": BEFORE, "gone.txt": "bye\n"}, "First")
    git.branch("feature", "main")
    git.commit(
        {"app.py": AFTER, "new.py": "one\ntwo\nthree\n", "gone.txt": None, "pic.png": b"\x89P\0\1"},
        "A change",
        branch="feature",
    )
    return folder


@contextmanager
def scene(folder: Path, *, private: bool = False, **options: Any) -> Iterator[Scene]:
    shutil.copytree(_template(), folder / "hub")
    git = GitRepository(folder / "hub")
    clock = StillClock()
    with FakeGitHub(clock=clock.epoch, **options) as hub:
        ada, bob, eve = hub.user("ada"), hub.user("bob"), hub.user("eve")
        repository = hub.repository("ada", "widgets", git.folder, private=private)
        hub.grant(repository, bob, Role.WRITE)
        pull = hub.pull(repository, head="feature", author=bob, title="Five and a half")
        try:
            yield Scene(hub, clock, git, repository, pull, ada, bob, eve)
        finally:
            close_wires()


_WHO = {"__typename": "User", "login": "ada", "databaseId": 1}
EMPTY = {"nodes": [], "pageInfo": {"hasNextPage": False, "endCursor": None}}


def look_answer(**changes: Any) -> bytes:
    """The answer to a look, for what the stand-in never says."""
    pull = {
        "number": 1,
        "url": "https://github.com/ada/widgets/pull/1",
        "title": "T",
        "body": "",
        "state": "OPEN",
        "isDraft": False,
        "locked": False,
        "changedFiles": 1,
        "baseRefName": "main",
        "baseRefOid": "a" * 40,
        "headRefName": "f",
        "headRefOid": "b" * 40,
        "comments": EMPTY,
        "reviews": EMPTY,
        "reviewThreads": EMPTY,
        **changes.pop("pull", {}),
    }
    repository = {
        "databaseId": 7,
        "nameWithOwner": "ada/widgets",
        "isArchived": False,
        "owner": {"__typename": "User", "login": "ada"},
        "pullRequest": pull,
        **changes.pop("home", {}),
    }
    return msgspec.json.encode({"data": {"viewer": _WHO, "repository": repository} | changes})
