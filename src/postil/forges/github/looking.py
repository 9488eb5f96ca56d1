"""Reads one pull request in full: one question, and further pages only where there are any."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from postil.domain.errors import ForgeError
from postil.domain.forge import Actor, Comment, PostedReview, PullRequest, Thread
from postil.forges.github import problems, questions, reading
from postil.forges.github.client import Client
from postil.forges.github.payloads import (
    Comments,
    Listing,
    Listings,
    Look,
    More,
    Node,
    NoteNode,
    PullNode,
    RepositoryNode,
    Reviews,
    ThreadMore,
    ThreadNode,
    Threads,
)
from postil.forges.github.reply import Passing

SIZES = (100, 20)
"""How much is asked for at once, and how much after GitHub could not answer that in time."""

_MOST_PAGES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What the question was answered with."""

    me: Actor
    repository: RepositoryNode
    pull: PullRequest
    comments: tuple[Comment, ...]
    reviews: tuple[PostedReview, ...]
    threads: tuple[Thread, ...]


class Looking:
    """Reads of one pull request, by the name it had when it was asked for."""

    def __init__(self, client: Client, repository: str, number: int) -> None:
        self._client = client
        self._name = f"pull request `{repository}#{number}`"
        self._owner, _, self._repository = repository.partition("/")
        self._number = number
        self._size = SIZES[0]

    def everything(self) -> Read:
        """All there is, or an error; a pull request too long for one answer is asked in parts."""
        try:
            return self._everything()
        except Passing:
            if self._size == SIZES[-1]:
                raise
        self._size = SIZES[-1]
        return self._everything()

    def _everything(self) -> Read:
        found = self._client.ask(questions.LOOK, self._variables({}), Look, reading=self._name)
        me = reading.actor(found.viewer)
        repository = found.repository
        if repository is None or repository.pull_request is None:
            raise problems.not_found(self._name, self._client.credential.name)
        if me is None:
            raise ForgeError("GitHub does not say who our token belongs to; use another one.")
        return self._complete(me, repository, repository.pull_request)

    def _complete(self, me: Actor, repository: RepositoryNode, pull: PullNode) -> Read:
        comments, reviews, threads = pull.comments, pull.reviews, pull.review_threads
        if comments is None or reviews is None or threads is None:
            raise ForgeError(f"GitHub left out a part of {self._name}; try again later.")
        further = self._further(comments, reviews, threads)
        all_comments = _nodes(comments, *(page.comments for page in further))
        all_reviews = _nodes(reviews, *(page.reviews for page in further))
        all_threads = _nodes(threads, *(page.review_threads for page in further))
        shown = (reading.thread(node, self._notes(node)) for node in all_threads)
        return Read(
            me=me,
            repository=repository,
            pull=reading.pull_request(repository, pull),
            comments=tuple(reading.comment(node) for node in all_comments),
            reviews=tuple(reading.review(node) for node in all_reviews),
            threads=tuple(thread for thread in shown if thread is not None),
        )

    def _further(self, comments: Comments, reviews: Reviews, threads: Threads) -> list[Listings]:
        """The pages after the first, of all listings that have more at once."""
        after = _cursors(comments=comments, reviews=reviews, threads=threads)
        pages: list[Listings] = []
        while after:
            if len(pages) == _MOST_PAGES:
                raise ForgeError(f"{self._name} is longer than Postil reads.")
            found = self._client.ask(
                questions.MORE, self._variables(after), More, reading=self._name
            )
            page = found.repository and found.repository.pull_request
            if not page:
                raise problems.not_found(self._name, self._client.credential.name)
            pages.append(page)
            after = _cursors(
                comments=page.comments, reviews=page.reviews, threads=page.review_threads
            )
        return pages

    def _notes(self, node: ThreadNode) -> list[NoteNode]:
        notes = [note for note in node.comments.nodes if note]
        page = node.comments.page_info
        for _ in range(_MOST_PAGES):
            if not page.has_next_page:
                return notes
            variables = {"thread": node.id, "size": self._size, "after": page.end_cursor}
            found = self._client.ask(questions.THREAD, variables, ThreadMore, reading=self._name)
            if found.node is None:
                raise ForgeError(f"A thread of {self._name} is gone while it is read; try again.")
            notes += [note for note in found.node.comments.nodes if note]
            page = found.node.comments.page_info
        raise ForgeError(f"A thread of {self._name} is longer than Postil reads.")

    def _variables(self, after: Mapping[str, str | None]) -> dict[str, Any]:
        """Everything from the start, or only the listings that go on, each from where it was."""
        wanted = after or dict.fromkeys(("comments", "reviews", "threads"))
        return {
            "owner": self._owner,
            "name": self._repository,
            "number": self._number,
            "size": self._size,
            "withComments": "comments" in wanted,
            "withReviews": "reviews" in wanted,
            "withThreads": "threads" in wanted,
            **wanted,
        }


def _cursors(
    *, comments: Comments | None, reviews: Reviews | None, threads: Threads | None
) -> dict[str, str | None]:
    """Where each listing that has more goes on."""
    pages = {
        "comments": comments and comments.page_info,
        "reviews": reviews and reviews.page_info,
        "threads": threads and threads.page_info,
    }
    return {name: page.end_cursor for name, page in pages.items() if page and page.has_next_page}


def _nodes(*pages: Listing[Node] | None) -> list[Node]:
    return [node for page in pages if page for node in page.nodes if node is not None]
