"""Gets a pull request's commits over https into a folder of ours; the user's repository stays."""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from urllib.parse import urlsplit

from postil.domain.change import Id
from postil.domain.errors import WorkspaceError
from postil.workspaces.git.command import Answer, Git

DEADLINE = 900.0
_OID = re.compile(r"\A[0-9a-f]{40}(?:[0-9a-f]{24})?")

_FETCH = (
    "fetch",
    "--quiet",
    "--no-tags",
    "--no-recurse-submodules",
    "--no-write-fetch-head",
    "--end-of-options",
)

_GONE_WORDS = ("couldn't find remote ref", "not our ref", "unadvertised object")
_DENIED_WORDS = (
    "Authentication failed",
    "could not read Username",
    "could not read Password",
    "returned error: 401",
    "returned error: 403",
    "returned error: 404",
    "' not found",
)
_AWAY_WORDS = (
    "Could not resolve",
    "Failed to connect",
    "Connection",
    "timed out",
    "SSL",
    "unable to access",
    "early EOF",
    "hung up",
    "RPC failed",
    "unexpected disconnect",
    "Operation too slow",
    "http-fetch",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Remote:
    """A repository on a host; the token goes to git by a variable, never by a word or a file."""

    url: str
    token: str = field(default="", repr=False)
    proxy: str = ""
    certificates: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """A pull request's two commits, as the forge named them."""

    name: str
    number: int
    head: Id
    base: Id

    def __post_init__(self) -> None:
        if not all(_OID.fullmatch(oid) for oid in (self.head, self.base)) or self.number < 1:
            raise WorkspaceError(f"The forge's answer names no commits for `{self.name}`.")

    @property
    def head_ref(self) -> str:
        return f"refs/postil/pull/{self.number}/head"

    @property
    def base_ref(self) -> str:
        return f"refs/postil/pull/{self.number}/base"


class _Trouble(StrEnum):
    GONE = "gone"
    DENIED = "denied"
    AWAY = "away"
    BROKEN = "broken"


class Broken(WorkspaceError):
    """What lies in our own folder cannot be used; making it anew may help."""


def holds(git: Git, ends: Ends) -> bool:
    """Whether both commits are there, whole, with the history that joins them."""
    for oid in (ends.head, ends.base):
        if not git.attempt("cat-file", "-e", f"{oid}^{{commit}}").worked:
            return False
    joined = git.attempt("merge-base", "--end-of-options", ends.base, ends.head)
    if not joined.worked:
        return False
    start = joined.stdout.decode("ascii", "replace").strip()
    # Trees are read and blobs are looked up; a commit whose files are missing is no commit.
    arguments = ("rev-list", "--objects", "--no-walk", "--quiet")
    return git.attempt(*arguments, "--end-of-options", ends.head, start).worked


def fetch(git: Git, remote: Remote, ends: Ends) -> None:
    """Bring both commits into the folder that `git` writes to, and see that they are there.

    The head is asked for by the pull request's number, and by its id where the pull request has
    moved on since: what is reviewed is the commit that the forge named, or nothing.
    """
    asking = replace(git, variables={**git.variables, **_variables(remote)})
    base = f"+{ends.base}:{ends.base_ref}"
    wanted = (f"+refs/pull/{ends.number}/head:{ends.head_ref}", f"+{ends.head}:{ends.head_ref}")
    for head in wanted:
        answer = asking.attempt(*_FETCH, remote.url, head, base, deadline=DEADLINE)
        if answer.worked and holds(git, ends):
            return
        kind = _kind(answer, has_moved=_oid(git, ends.head_ref) != ends.head)
        if kind is not _Trouble.GONE:
            break
    raise _problem(kind, answer, ends)


def _oid(git: Git, name: str) -> str:
    answer = git.attempt("rev-parse", "--verify", "--quiet", name)
    return answer.stdout.decode("ascii", "replace").strip()


def _variables(remote: Remote) -> Mapping[str, str]:
    """What git needs to know for this one call, none of it in a place that others can read."""
    scheme = urlsplit(remote.url).scheme
    if scheme not in ("https", "http"):
        raise WorkspaceError(f"`{scheme}` is not a way to fetch a pull request; use https.")
    settings = {
        "http.followRedirects": "false",
        "http.lowSpeedLimit": "1000",
        "http.lowSpeedTime": "60",
        "fetch.showForcedUpdates": "false",
        "transfer.bundleURI": "false",
    }
    if remote.token:
        pair = base64.b64encode(f"x-access-token:{remote.token}".encode()).decode("ascii")
        settings["http.extraHeader"] = f"Authorization: Basic {pair}"
    if remote.proxy:
        settings["http.proxy"] = remote.proxy
    if remote.certificates:
        settings["http.sslCAInfo"] = remote.certificates
    named = {"GIT_ALLOW_PROTOCOL": scheme, "GIT_CONFIG_COUNT": str(len(settings))}
    for number, (name, value) in enumerate(settings.items()):
        named[f"GIT_CONFIG_KEY_{number}"] = name
        named[f"GIT_CONFIG_VALUE_{number}"] = value
    return named


def _kind(answer: Answer, *, has_moved: bool) -> _Trouble:
    if answer.worked:  # it says so, and the commits that were wanted are not there
        return _Trouble.GONE if has_moved else _Trouble.BROKEN
    if answer.late:
        return _Trouble.AWAY
    for kind, words in (
        (_Trouble.GONE, _GONE_WORDS),
        (_Trouble.DENIED, _DENIED_WORDS),
        (_Trouble.AWAY, _AWAY_WORDS),
    ):
        if any(word in answer.stderr for word in words):
            return kind
    return _Trouble.BROKEN


def _problem(kind: _Trouble, answer: Answer, ends: Ends) -> WorkspaceError:
    match kind:
        case _Trouble.GONE:
            return WorkspaceError(
                f"The commits of `{ends.name}` are not available: `{ends.head[:7]}` was replaced "
                "or its branch is gone; run this again, or push to the pull request."
            )
        case _Trouble.DENIED:
            return WorkspaceError(
                f"The token may not fetch the commits of `{ends.name}`; give it read access to "
                "the repository's contents."
            )
        case _Trouble.AWAY:
            return WorkspaceError(
                f"The commits of `{ends.name}` could not be fetched; check the network and try "
                "again."
            )
        case _Trouble.BROKEN:
            said = answer.stderr.strip().split("\n")[0]
            return Broken(f"The commits of `{ends.name}` could not be stored: {said}")


def is_whole(objects: str) -> bool:
    """Whether an object folder is no partial clone, which has holes that only its host can fill."""
    try:
        names = os.listdir(os.path.join(objects, "pack"))
    except FileNotFoundError:
        return True
    return not any(name.endswith(".promisor") for name in names)
