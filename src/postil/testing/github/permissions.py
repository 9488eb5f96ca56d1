"""Who may do what: the token first, then the repository, then the token's permissions."""

from __future__ import annotations

import base64
from dataclasses import dataclass

from postil.testing.github.state.accounts import Access, Account, Role, Token
from postil.testing.github.state.repositories import Issue, Repository
from postil.testing.github.state.world import World
from postil.testing.github.wire import FORBIDDEN, UNAUTHORISED, Refusal, Request, not_found


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What a request asks of its token: one of these permissions, and a role for people."""

    permissions: tuple[str, ...] = ("metadata",)
    access: Access = Access.READ
    role: Role = Role.READ

    def __str__(self) -> str:
        """As GitHub names it beside a refusal: alternatives, each with how far it must reach."""
        return "; ".join(f"{name}={self.access}" for name in self.permissions)


def bearer(world: World, request: Request) -> Token | None:
    """The token that came with the request; none is a visitor, a wrong one is refused."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "basic":
        value = _password(value)
    elif scheme.lower() not in ("token", "bearer") or value.count(".") == 2:  # noqa: PLR2004 - a JWT
        return None
    token = world.tokens.get(value.strip())
    if token is None or token.revoked or _is_over(world, token):
        raise Refusal(UNAUTHORISED, "Bad credentials")
    return token


def _password(value: str) -> str:
    """Git programs send a token as the password of any user."""
    try:
        return base64.b64decode(value).decode("utf-8").partition(":")[2]
    except ValueError:
        return ""


def _is_over(world: World, token: Token) -> bool:
    gone = token.installation is not None and token.installation.suspended
    return gone or (token.expires is not None and world.now() >= token.expires)


def sees(repository: Repository, token: Token | None) -> bool:
    if not repository.private:
        return True
    if token is None or not any(token.allows(name, Access.READ) for name in token.permissions):
        return False
    if token.installation is not None:
        return repository.id in token.installation.repositories
    return repository.role(token.account).reaches(Role.READ)


def admit(repository: Repository, token: Token | None, need: Need) -> None:
    """Raises the refusal GitHub would send; saying nothing is a yes."""
    if not sees(repository, token):
        raise not_found()
    if need.access is Access.READ and not repository.private:
        return
    if token is None:
        raise Refusal(UNAUTHORISED, "Requires authentication")
    if need.access is Access.WRITE and not _reaches(repository, token, need.role):
        raise Refusal(FORBIDDEN, "Must have push access to repository.")
    if not any(allowed(token, name, need.access) for name in need.permissions):
        raise inaccessible(token)


def allowed(token: Token, permission: str, access: Access) -> bool:
    """Whoever may do anything may read what describes the repository."""
    return permission == "metadata" or token.allows(permission, access)


def inaccessible(token: Token) -> Refusal:
    by = "integration" if token.installation is not None else "personal access token"
    return Refusal(FORBIDDEN, f"Resource not accessible by {by}")


def _reaches(repository: Repository, token: Token, role: Role) -> bool:
    if token.installation is not None:
        return repository.id in token.installation.repositories
    return repository.role(token.account).reaches(role)


def may_change(repository: Repository, token: Token, author: Account | None) -> bool:
    """Whether a token that may write may also edit or delete what `author` wrote.

    Apps may: nothing but their own manners keeps them from other people's words.
    """
    if author is token.account or token.installation is not None:
        return True
    return repository.role(token.account).reaches(Role.WRITE)


def may_speak(issue: Issue, token: Token) -> None:
    """A locked conversation is open to people who may push; apps are nobody in this."""
    if issue.locked and not issue.repository.role(token.account).reaches(Role.WRITE):
        raise Refusal(FORBIDDEN, "Unable to create comment because issue is locked.")


def association(world: World, repository: Repository, account: Account | None) -> str:
    if account is None:
        return "NONE"
    if account is repository.owner:
        return "OWNER"
    if account.id in world.members.get(repository.owner.id, set()):
        return "MEMBER"
    if repository.roles.get(account.id, Role.NONE).reaches(Role.READ):
        return "COLLABORATOR"
    if any(pull.merged and pull.author is account for pull in repository.pulls):
        return "CONTRIBUTOR"
    return "NONE"
