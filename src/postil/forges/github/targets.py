"""Which pull request somebody means: a number, `owner/repo#N`, an address, or a remote's place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urlsplit

from postil.domain.errors import UserError

HIGHEST = 2**31 - 1
_LONGEST = 2_000

_NUMBER = re.compile(r"\A#?([0-9]{1,20})")
_SHORT_NUMBER = re.compile(r"\A(?:#[0-9]{1,20}|[0-9]{1,6})")
"""Seven digits and more may as well be the beginning of a commit's id."""

_QUALIFIED = re.compile(r"\A([^/#\s:]{1,100})/([^/#\s:]{1,100})#([^/#\s]{0,30})")
_OWNER = re.compile(r"\A[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98})")
_NAME = re.compile(r"\A[A-Za-z0-9._-]{1,100}")
_SSH = re.compile(r"\A(?:[^@/:\s]{1,100}@)?([A-Za-z0-9.-]{1,253}):(?!//)(\S{1,500})")
_HOSTED = re.compile(r"\A[A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?/[^/\s]{1,100}/[^/\s]{1,100}/pull/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A repository on a host; `host` is empty where nobody named one."""

    owner: str
    name: str
    host: str = ""

    @property
    def repository(self) -> str:
        return f"{self.owner}/{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A pull request as it was asked for; without `place` it is of the repository at hand,
    without `number` it is the one of the current branch.
    """

    number: int | None = None
    place: Place | None = None


def looks_like_pull(target: str) -> bool:
    """Whether words on the command line mean a pull request and not a revision."""
    if len(target) > _LONGEST:
        return False
    return bool(
        _SHORT_NUMBER.fullmatch(target)
        or _QUALIFIED.fullmatch(target)
        or target.startswith(("https://", "http://"))
        or _HOSTED.match(target)
    )


def asked(target: str) -> Asked:
    """What the words mean; raises with a remedy when they cannot mean any pull request."""
    target = target.strip()
    if not target:
        return Asked()
    if len(target) > _LONGEST:
        raise UserError("That is too long for a pull request; name it as `owner/repo#N`.")
    if match := _NUMBER.fullmatch(target):
        return Asked(number=_number(match[1]))
    if match := _QUALIFIED.fullmatch(target):
        place = _place(match[1], match[2], shown=target)
        return Asked(number=_number(match[3]), place=place)
    if target.startswith(("https://", "http://")):
        return _of_address(target)
    if _HOSTED.match(target):
        return _of_address(f"https://{target}")
    raise UserError(
        f"`{_shown(target)}` is not a pull request; name it by number, as `owner/repo#N`, or by "
        "its address."
    )


def remote_place(url: str) -> Place | None:
    """The repository behind a remote's address; None when it is no address of a host.

    What stands before the host may be a password and is dropped.
    """
    url = url.strip()[:_LONGEST]
    if "://" in url:
        parts = _split(url)
        if parts is None or parts.scheme not in ("https", "http", "ssh", "git", "git+ssh"):
            return None
        is_web = parts.scheme in ("https", "http")
        host = parts.netloc.rpartition("@")[2] if is_web else parts.hostname or ""
        return _from_path(parts.path, host)
    match = _SSH.fullmatch(url)
    return _from_path(match[2], match[1]) if match else None


def _of_address(target: str) -> Asked:
    """`/owner/repo/pull/N` with whatever follows, as browsers have it in their address bar."""
    parts = _split(target)
    if parts is None or not parts.hostname:
        raise UserError(f"`{_shown(target)}` is not an address; give that of a pull request.")
    # A name or a password in front of the host is nobody's business here.
    host = parts.netloc.rpartition("@")[2]
    steps = [unquote(step) for step in parts.path.split("/") if step]
    for prefix in (("api", "v3", "repos"), ("repos",)):
        if tuple(steps[: len(prefix)]) == prefix:
            steps = steps[len(prefix) :]
            host = host.removeprefix("api.")
            break
    match steps:
        case [owner, name, "pull" | "pulls", number, *_]:
            shown = f"{owner}/{name}"
            return Asked(number=_number(number), place=_place(owner, name, host, shown=shown))
        case _:
            raise UserError(
                f"`{_shown(host + parts.path)}` is not the address of a pull request; it should "
                "look like `https://HOST/owner/repo/pull/N`."
            )


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or not 0 < int(text[:20]) <= HIGHEST:
        raise UserError(
            f"`{_shown(text)}` is not the number of a pull request; give one from 1 on, as in "
            "`owner/repo#12`."
        )
    return int(text)


def _place(owner: str, name: str, host: str = "", *, shown: str) -> Place:
    name = name.removesuffix(".git")
    if not _OWNER.fullmatch(owner) or not _NAME.fullmatch(name) or name in (".", ".."):
        raise UserError(f"`{_shown(shown)}` does not name a repository; write it as `owner/repo`.")
    return Place(owner=owner, name=name, host=host)


def named_place(text: str, *, variable: str) -> Place:
    """A repository written as `owner/repo`, as the variable of that name should be."""
    owner, _, name = text.strip().partition("/")
    return _place(owner, name, shown=f"{variable}={text}")


def _from_path(path: str, host: str) -> Place | None:
    steps = [unquote(step) for step in path.split("/") if step]
    if len(steps) != 2:  # noqa: PLR2004 - an owner and a name
        return None
    owner, name = steps[0], steps[1].removesuffix(".git")
    if not _OWNER.fullmatch(owner) or not _NAME.fullmatch(name) or name in (".", ".."):
        return None
    # GitHub takes ssh on the port of https under a name of its own.
    return Place(owner=owner, name=name, host=host.removeprefix("ssh.").lower())


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - a bad port is found when it is read
    except ValueError:
        return None
    return parts


def _shown(text: str) -> str:
    printable = "".join(char if char.isprintable() and char != "`" else "?" for char in text)
    return printable if len(printable) <= 80 else f"{printable[:79]}…"  # noqa: PLR2004 - a line
