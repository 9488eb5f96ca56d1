"""One pull request on GitHub, as a `ports.Forge`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import quote

import msgspec

from postil.domain.change import Id
from postil.domain.forge import (
    Actor,
    ActorKind,
    Capabilities,
    Permission,
    PostedCheck,
    ReviewState,
    Shown,
)
from postil.domain.publication import (
    Action,
    AddLabel,
    DeleteComment,
    DeleteNote,
    DeleteReview,
    PostAnswer,
    PostComment,
    PostReview,
    Receipt,
    Refusal,
    RemoveLabel,
    ResolveThread,
    SetCheck,
)
from postil.forges.github import fates, labels, questions
from postil.forges.github.checking import Checking
from postil.forges.github.client import Client, Sent
from postil.forges.github.fates import Outcome
from postil.forges.github.looking import Looking
from postil.forges.github.ownership import Ownership, ownership
from postil.forges.github.payloads import Owner
from postil.forges.github.requests import Plain, Written, unfit, written

_PERMISSIONS = {
    "admin": Permission.ADMIN,
    "maintain": Permission.WRITE,
    "write": Permission.WRITE,
    "triage": Permission.READ,
    "read": Permission.READ,
}
_LASTING = (Refusal.FORBIDDEN, Refusal.LOCKED, Refusal.TOO_MANY)


class _End(msgspec.Struct, frozen=True):
    sha: str


class _Pull(msgspec.Struct, frozen=True):
    head: _End


class _File(msgspec.Struct, frozen=True):
    filename: str
    patch: str | None = None


class _User(msgspec.Struct, frozen=True):
    id: int


class _Collaborator(msgspec.Struct, frozen=True):
    permission: str
    user: _User | None = None


class GitHubForge:
    """Reads and writes of one pull request; what one look showed steers the writes after it.

    Without checks nobody asks for them: a caller that writes none need not pay for reading any.
    """

    def __init__(
        self, client: Client, repository: str, number: int, *, with_checks: bool = True
    ) -> None:
        self._client = client
        self._repository = repository
        self._number = number
        self._looking = Looking(client, repository, number)
        self._shown: Shown | None = None
        self._owner: Owner | None = None
        self._ownership: Ownership | None = None
        self._permissions: dict[str, Permission] = {}
        self._refused: set[type[Action]] = set()
        self._with_checks = with_checks
        self._checking = Checking(client)

    @property
    def name(self) -> str:
        return f"`{self._repository}#{self._number}`"

    def look(self) -> Shown:
        read = self._looking.everything()
        # A renamed repository answers to its old name for reads; writes go to the new one.
        self._repository = read.pull.repository
        self._owner = read.repository.owner
        shown = Shown(
            pull=read.pull,
            me=read.me,
            comments=read.comments,
            reviews=read.reviews,
            threads=read.threads,
            capabilities=self._capabilities(is_archived=read.repository.is_archived),
        )
        self._shown = replace(shown, checks=self._checks(shown)) if self._with_checks else shown
        return self._shown

    def with_checks(self, shown: Shown) -> Shown:
        """The same with our checks on its head; every look from now on shows them."""
        self._with_checks = True
        self._shown = replace(shown, checks=self._checks(shown))
        return self._shown

    def ownership(self) -> Ownership:
        """Whether the repository is the user's own; asked once, and only by who needs to know."""
        if self._ownership is None:
            shown = self._shown or self.look()
            owner = self._owner or Owner("")
            self._ownership = ownership(self._client, self._repository, owner, shown.me)
        return self._ownership

    def head(self) -> Id:
        path = f"/repos/{self._repository}/pulls/{self._number}"
        return self._client.read(path, _Pull, reading=f"pull request {self.name}").head.sha

    def patches(self) -> Mapping[str, str]:
        path = f"/repos/{self._repository}/pulls/{self._number}/files?per_page=100"
        pages = self._client.pages(path, list[_File], reading=f"files of {self.name}")
        return {
            file.filename: file.patch for page in pages for file in page if file.patch is not None
        }

    def permission(self, actor: Actor) -> Permission:
        """Asked by name and answered for an id: a name may belong to somebody else by now."""
        if actor.kind is ActorKind.BOT:
            return Permission.NONE
        if actor.id not in self._permissions:
            login = quote(actor.login, safe="")
            path = f"/repos/{self._repository}/collaborators/{login}/permission"
            reading = f"permission of `{actor.login}` for `{self._repository}`"
            found = self._client.read(path, _Collaborator, reading=reading)
            is_they = found.user is not None and str(found.user.id) == actor.id
            granted = _PERMISSIONS.get(found.permission, Permission.NONE)
            self._permissions[actor.id] = granted if is_they else Permission.NONE
        return self._permissions[actor.id]

    def carry_out(self, action: Action) -> Receipt:
        if isinstance(action, ResolveThread):
            outcome = self._resolved(action)
        elif isinstance(action, SetCheck):
            outcome = self._checked(action)
        elif isinstance(action, AddLabel | RemoveLabel):
            outcome = self._labelled(action)
        else:
            outcome = self._written(action)
        if outcome.refusal in _LASTING:
            self._refused.add(type(action))
        return Receipt(
            action=action,
            fate=outcome.fate,
            id=outcome.id,
            address=outcome.address,
            refusal=outcome.refusal,
            why=outcome.why,
        )

    def close(self) -> None:
        self._client.close()

    def _checks(self, shown: Shown) -> tuple[PostedCheck, ...]:
        authors = [
            *(comment.author for comment in shown.comments),
            *(review.author for review in shown.reviews),
        ]
        is_new = shown.me not in authors
        return self._checking.shown(self._repository, shown.pull.head, shown.me, is_new=is_new)

    def _written(self, action: Plain) -> Outcome:
        if why := unfit(action):
            return fates.refused(Refusal.INVALID, why)
        if isinstance(action, DeleteReview) and not self._is_pending(action.id):
            return fates.refused(Refusal.INVALID, "only a review never submitted is taken back.")
        opener = self._opener(action.thread) if isinstance(action, PostAnswer) else ""
        sent = self._send(written(action, self._number, opener=opener))
        is_deletion = isinstance(action, DeleteComment | DeleteNote | DeleteReview)
        return fates.outcome(sent, is_deletion=is_deletion)

    def _resolved(self, action: ResolveThread) -> Outcome:
        body = {"query": questions.RESOLVE, "variables": {"thread": action.thread}}
        return fates.resolution(self._client.send("POST", self._client.address.graph, body))

    def _labelled(self, action: AddLabel | RemoveLabel) -> Outcome:
        if refusal := labels.unfit(action):
            return refusal
        return labels.labelled(self._send(labels.label_written(action, self._number)), action)

    def _checked(self, action: SetCheck) -> Outcome:
        target = self._shown.pull.address if self._shown else ""
        return self._checking.set(self._repository, action, target=target)

    def _send(self, request: Written) -> Sent:
        url = self._client.address.rest_url(f"/repos/{self._repository}{request.path}")
        return self._client.send(request.method, url, request.body)

    def _capabilities(self, *, is_archived: bool) -> Capabilities:
        """What has not been refused yet; an archived repository takes nothing."""
        if is_archived:
            return Capabilities(may_comment=False, may_review=False, may_check=False)
        return Capabilities(
            may_comment=PostComment not in self._refused,
            may_review=PostReview not in self._refused,
            may_check=self._checking.is_possible,
        )

    def _opener(self, thread: str) -> str:
        threads = self._shown.threads if self._shown else ()
        return next((each.comments[0].handle for each in threads if each.id == thread), "")

    def _is_pending(self, review: str) -> bool:
        reviews = self._shown.reviews if self._shown else ()
        return any(each.id == review and each.state is ReviewState.PENDING for each in reviews)
