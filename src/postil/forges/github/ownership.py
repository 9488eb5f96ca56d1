"""Whether a repository is the user's own, as GitHub says when asked, and why."""

from __future__ import annotations

from dataclasses import dataclass

from postil.domain.errors import ForgeError
from postil.domain.forge import Actor, ActorKind
from postil.forges.github import questions
from postil.forges.github.client import Client
from postil.forges.github.payloads import Owner, OwnerLook


@dataclass(frozen=True, slots=True, kw_only=True)
class Ownership:
    """`reason` is a clause for people; where GitHub does not say, it is not their own."""

    is_own: bool
    reason: str


def ownership(client: Client, repository: str, owner: Owner, me: Actor) -> Ownership:
    """Own is what the token's user owns, or an organisation they administer."""
    if owner.login.lower() == me.login.lower():
        return Ownership(is_own=True, reason=f"`{me.login}` owns it")
    if owner.kind != "Organization":
        return Ownership(is_own=False, reason=f"it belongs to `{owner.login}`, not to `{me.login}`")
    if me.kind is ActorKind.BOT:
        return Ownership(is_own=False, reason=f"it belongs to `{owner.login}`, not to an App")
    try:
        is_admin = _administers(client, repository)
    except ForgeError:
        return Ownership(
            is_own=False, reason=f"GitHub does not say whether `{me.login}` may run `{owner.login}`"
        )
    verb = "administers" if is_admin else "does not administer"
    return Ownership(is_own=is_admin, reason=f"`{me.login}` {verb} `{owner.login}`")


def _administers(client: Client, repository: str) -> bool:
    owner, _, name = repository.partition("/")
    found = client.ask(
        questions.OWNER,
        {"owner": owner, "name": name},
        OwnerLook,
        reading=f"the owner of `{repository}`",
    )
    return found.repository is not None and found.repository.owner.viewer_can_administer
