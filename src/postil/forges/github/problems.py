"""What to tell a person when GitHub does not let us read: what it was, and what would help."""

from __future__ import annotations

from postil.domain.errors import ForgeError
from postil.forges.github.reply import Passing, Reply, shown

_UNAUTHENTICATED, _FORBIDDEN, _NOT_FOUND, _GONE = 401, 403, 404, 410
_TIMED_OUT, _SERVER = 408, 500


class Denied(ForgeError):
    """GitHub does not let us read it, or says it is not there, which may be the same."""

    def __init__(self, message: str) -> None:
        super().__init__(message, is_theirs=True)


def problem(reply: Reply, *, reading: str, credential: str) -> ForgeError:
    """The error for a read that was refused; `reading` and `credential` name what was used."""
    if reply.status == _UNAUTHENTICATED:
        return unauthenticated(credential)
    if reply.status == _FORBIDDEN:
        return _forbidden(reply, reading=reading, credential=credential)
    if reply.status in (_NOT_FOUND, _GONE):
        return not_found(reading, credential)
    if reply.status == _TIMED_OUT or reply.status >= _SERVER:
        return Passing(
            f"GitHub answered with an error of its own ({reply.status}); try again later."
        )
    said = reply.said
    words = f": {said}" if said else ""
    return ForgeError(f"GitHub refused to show {reading} ({reply.status}){words}", is_theirs=True)


def unauthenticated(credential: str) -> ForgeError:
    return ForgeError(
        f"GitHub does not accept {credential}: it is wrong, expired or revoked; make a new one.",
        is_theirs=True,
    )


def not_found(reading: str, credential: str) -> ForgeError:
    return Denied(
        f"GitHub has no {reading} that {credential} may see; check the name, and if the repository "
        "is private, give the token read access to it."
    )


def no_such_number(reading: str) -> ForgeError:
    """The repository is there and the pull request is not."""
    return Denied(
        f"There is no {reading}; check the number, which must be that of a pull request and not "
        "of an issue."
    )


def _forbidden(reply: Reply, *, reading: str, credential: str) -> ForgeError:
    if "x-github-sso" in reply.headers:
        return Denied(
            f"The organisation wants single sign-on before {credential} may read {reading}; "
            "authorise the token for it in your GitHub settings."
        )
    return forbidden(needed(reply), reading=reading, credential=credential)


def needed(reply: Reply) -> str:
    """What a token would need, as the answer's own headers say; empty when they do not."""
    permissions = reply.headers.get("x-accepted-github-permissions", "")
    scopes = reply.headers.get("x-accepted-oauth-scopes", "")
    return shown(permissions or scopes)


def forbidden(wanted: str, *, reading: str, credential: str) -> ForgeError:
    remedy = f"give it `{wanted}`" if wanted else "give it read access to pull requests"
    return Denied(f"GitHub does not let {credential} read {reading}; {remedy}.")
