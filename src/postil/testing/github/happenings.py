"""What people do on a pull request while a client is not looking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from postil.testing.github import anchors, git, reviewing, saying
from postil.testing.github.founding import Founding
from postil.testing.github.state.accounts import ALL, Account, Token
from postil.testing.github.state.conversation import (
    IssueComment,
    Remark,
    Review,
    ReviewComment,
    Thread,
)
from postil.testing.github.state.repositories import Issue, Pull, Repository


class Happenings(Founding):
    """Deeds are visible at once, and receivers of webhooks are told of them."""

    def issue(
        self, repository: Repository, *, author: Account, title: str, body: str | None = None
    ) -> Issue:
        with self._house.deed():
            now = self.world.now()
            made = Issue(
                id=self.world.next_id(),
                number=len(repository.issues) + 1,
                repository=repository,
                author=author,
                title=title,
                body=body,
                created=now,
                updated=now,
            )
            repository.issues[made.number] = made
        return made

    def pull(
        self,
        repository: Repository,
        *,
        head: str,
        author: Account,
        base: str = "main",
        title: str = "A change",
        head_repository: Repository | None = None,
    ) -> Pull:
        """A pull request of a branch that is there; set what else it is on the answer."""
        with self._house.deed():
            now, source = self.world.now(), head_repository or repository
            pull = Pull(
                id=self.world.next_id(),
                number=len(repository.issues) + 1,
                repository=repository,
                author=author,
                title=title,
                body=None,
                created=now,
                updated=now,
                head_owner=source.owner,
                head_repository=source,
                head_ref=head,
                base_ref=base,
                heads=[],
                base_sha="",
            )
            self._read_refs(pull)
            repository.issues[pull.number] = pull
            self.world.happened("pull_request", repository, action="opened", pull=pull)
        return pull

    def push(self, pull: Pull) -> str:
        """The branch was moved in git: take its new head and move the threads with it."""
        with self._house.deed():
            before = pull.head_sha
            self._read_refs(pull)
            pull.updated = self.world.now()
            for thread in pull.threads.values():
                anchors.relocate(self.world.ledger, pull, thread)
            facts = {"action": "synchronize", "pull": pull, "before": before}
            self.world.happened("pull_request", pull.repository, **facts)
            return pull.head_sha

    def _read_refs(self, pull: Pull) -> None:
        """A pull request's head is kept in the base repository, also when it is a fork's."""
        source = pull.head_repository or pull.repository
        home = pull.repository.path
        ref = f"refs/pull/{pull.number}/head"
        if source is pull.repository:
            git.run(home, "update-ref", ref, f"refs/heads/{pull.head_ref}")
        else:
            branch = f"+refs/heads/{pull.head_ref}:{ref}"
            git.run(home, "fetch", "--quiet", "--no-tags", str(source.path.resolve()), branch)
        head = git.oid(home, ref)
        if not pull.heads or head != pull.head_sha:
            pull.heads.append(head)
        pull.base_sha = git.oid(home, f"refs/heads/{pull.base_ref}")

    def comment(self, issue: Issue, author: Account | None, body: str) -> IssueComment:
        """Somebody says something, past every rule."""
        with self._house.deed():
            return saying.comment(self.world, issue, author, body)

    def review(
        self,
        pull: Pull,
        author: Account,
        *,
        body: str = "",
        event: str | None = "COMMENT",
        comments: Sequence[dict[str, Any]] = (),
    ) -> Review:
        """Somebody reviews; `event` None leaves it pending."""
        with self._house.deed():
            wish = {"body": body, "event": event, "comments": list(comments)}
            return reviewing.review_as(self.world, pull, self._hand(author), wish)

    def reply(self, said: ReviewComment | Thread, author: Account, body: str) -> ReviewComment:
        with self._house.deed():
            pull, thread = self._place(said)
            return reviewing.reply_as(self.world, pull, self._hand(author), thread, body)

    def resolve(self, said: ReviewComment | Thread, by: Account) -> None:
        with self._house.deed():
            reviewing.resolve(self.world, *self._place(said), by)

    def unresolve(self, said: ReviewComment | Thread) -> None:
        with self._house.deed():
            reviewing.resolve(self.world, *self._place(said), None)

    def edit(self, said: Remark, by: Account, body: str) -> None:
        with self._house.deed():
            saying.rewrite(self.world, said, by, body)

    def minimize(self, said: Remark, reason: str = "outdated") -> None:
        said.minimized = reason

    def delete(self, said: IssueComment | ReviewComment) -> None:
        with self._house.deed():
            if isinstance(said, ReviewComment):
                reviewing.remove_comment(self.world, self._place(said)[0], said)
                return
            for repository in self.world.repositories.values():
                for issue in repository.issues.values():
                    if issue.comments.get(said.id) is said:
                        del issue.comments[said.id]

    def lock(self, issue: Issue) -> None:
        issue.locked = True

    def unlock(self, issue: Issue) -> None:
        issue.locked = False

    def set_state(self, pull: Pull, state: str) -> None:
        """`open`, `closed` or `merged`, as somebody did on the page."""
        with self._house.deed():
            now = self.world.now()
            pull.state = "open" if state == "open" else "closed"
            pull.closed = None if state == "open" else now
            pull.merged = now if state == "merged" else None
            action = "reopened" if state == "open" else "closed"
            self.world.happened("pull_request", pull.repository, action=action, pull=pull)

    def _hand(self, author: Account) -> Token:
        return Token(value="", account=author, permissions=ALL)

    def _place(self, said: ReviewComment | Thread) -> tuple[Pull, Thread]:
        for repository in self.world.repositories.values():
            for pull in repository.pulls:
                for thread in pull.threads.values():
                    if thread is said or said in thread.comments:
                        return pull, thread
        message = "no pull request has this thread; it was deleted"
        raise LookupError(message)
