"""Comments, reviews and threads in GraphQL."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from postil.testing.github.desk import Desk
from postil.testing.github.graph.paging import connected
from postil.testing.github.graph.repositories import CommitView
from postil.testing.github.permissions import association, may_change
from postil.testing.github.shapes.conversation import REACTIONS
from postil.testing.github.shapes.links import moment, moment_or_none, node
from postil.testing.github.state.accounts import Access, Role
from postil.testing.github.state.conversation import (
    IssueComment,
    Remark,
    Review,
    ReviewComment,
    Thread,
)
from postil.testing.github.state.repositories import Issue, Pull


@dataclass(frozen=True, slots=True)
class Said:
    """A remark and where it was said; equal when the remark is the same."""

    where: Issue
    remark: Remark

    @property
    def pull(self) -> Pull | None:
        return self.where if isinstance(self.where, Pull) else None


@dataclass(frozen=True, slots=True)
class ThreadView:
    pull: Pull
    thread: Thread


def thread_of(said: Said) -> Thread:
    threads = said.pull.threads.values() if said.pull else ()
    return next(each for each in threads if said.remark in each.comments)


def sees(desk: Desk, said: Said) -> bool:
    """Words of a pending review are for its author alone."""
    remark = said.remark
    review = remark.review if isinstance(remark, ReviewComment) else remark
    pending = isinstance(review, Review) and review.state == "PENDING"
    mine = review.author is desk.account
    return desk.world.is_visible(remark.id) and (mine or not pending)


def comments(desk: Desk, issue: Issue, **_: Any) -> list[Said]:
    every = [Said(issue, each) for each in issue.comments.values()]
    return [each for each in every if sees(desk, each)]


def reviews(desk: Desk, pull: Pull, **wishes: Any) -> list[Said]:
    every = [Said(pull, each) for each in pull.reviews.values()]
    states, author = wishes.get("states"), wishes.get("author")
    return [
        each
        for each in every
        if sees(desk, each)
        and (not states or _state(each) in states)
        and author in (None, each.remark.author and each.remark.author.login)
    ]


def latest_reviews(desk: Desk, pull: Pull, **_: Any) -> list[Said]:
    """The last submitted review of each person."""
    submitted = [each for each in reviews(desk, pull) if _state(each) != "PENDING"]
    return list({each.remark.author: each for each in submitted}.values())


def threads(desk: Desk, pull: Pull, **_: Any) -> list[ThreadView]:
    every = [ThreadView(pull, each) for each in pull.threads.values()]
    return [each for each in every if thread_comments(desk, each)]


def thread_comments(desk: Desk, view: ThreadView, **_: Any) -> list[Said]:
    every = [Said(view.pull, each) for each in view.thread.comments]
    return [each for each in every if sees(desk, each)]


def _of_review(desk: Desk, said: Said, **_: Any) -> Sequence[Said]:
    every = said.pull.review_comments if said.pull else []
    mine = [Said(said.where, each) for each in every if each.review is said.remark]
    return [each for each in mine if sees(desk, each)]


def _state(said: Said) -> str:
    return said.remark.state if isinstance(said.remark, Review) else ""


def _url(desk: Desk, said: Said) -> str:
    names = {
        IssueComment: "issuecomment-",
        Review: "pullrequestreview-",
        ReviewComment: "discussion_r",
    }
    return f"{desk.links.issue_page(said.where)}#{names[type(said.remark)]}{said.remark.id}"


def _may_change(desk: Desk, said: Said) -> bool:
    return may_change(said.where.repository, desk.token, said.remark.author)


def reaction_groups(_: Desk, said: Said) -> list[dict[str, Any]]:
    given = [content for _, content, _ in said.remark.reactions]
    names = {"+1": "THUMBS_UP", "-1": "THUMBS_DOWN"}
    return [
        {
            "content": names.get(each, each.upper()),
            "createdAt": None,
            "users": {"totalCount": given.count(each), "nodes": [], "edges": []},
            "viewerHasReacted": False,
        }
        for each in REACTIONS
    ]


def _edited(_: Desk, said: Said) -> str | None:
    return moment(said.remark.updated) if said.remark.editor else None


_REMARK: dict[str, Any] = {
    "databaseId": lambda _, said: said.remark.id,
    "fullDatabaseId": lambda _, said: str(said.remark.id),
    "author": lambda _, said: said.remark.author,
    "authorAssociation": lambda desk, said: association(
        desk.world, said.where.repository, said.remark.author
    ),
    "body": lambda _, said: said.remark.body,
    "bodyText": lambda _, said: said.remark.body,
    "bodyHTML": lambda _, said: f"<p>{html.escape(said.remark.body)}</p>",
    "createdAt": lambda _, said: moment(said.remark.created),
    "publishedAt": lambda _, said: moment(said.remark.created),
    "updatedAt": lambda _, said: moment(said.remark.updated),
    "lastEditedAt": _edited,
    "editor": lambda _, said: said.remark.editor,
    "includesCreatedEdit": lambda _, said: said.remark.editor is not None,
    "createdViaEmail": lambda *_: False,
    "isMinimized": lambda _, said: said.remark.minimized is not None,
    "minimizedReason": lambda _, said: said.remark.minimized,
    "pullRequest": lambda _, said: said.pull,
    "repository": lambda _, said: said.where.repository,
    "url": _url,
    "resourcePath": lambda desk, said: _url(desk, said).removeprefix(desk.links.root),
    "viewerDidAuthor": lambda desk, said: said.remark.author is desk.account,
    "viewerCanUpdate": _may_change,
    "viewerCanDelete": _may_change,
    "viewerCanMinimize": _may_change,
    "viewerCanReact": lambda *_: True,
    "viewerCannotUpdateReasons": lambda *_: [],
    "reactionGroups": reaction_groups,
}


def _place(name: str) -> Any:
    """A part of where the thread stands now; nothing once it is outdated."""

    def resolve(_: Desk, view: Said | ThreadView) -> Any:
        thread = view.thread if isinstance(view, ThreadView) else thread_of(view)
        return getattr(thread.place, name) if thread.place else None

    return resolve


def _origin(name: str) -> Any:
    def resolve(_: Desk, view: Said | ThreadView) -> Any:
        thread = view.thread if isinstance(view, ThreadView) else thread_of(view)
        return getattr(thread.original, name)

    return resolve


def may_resolve(desk: Desk, view: ThreadView) -> bool:
    """The pull request's author and whoever may push; a token needs `contents` for it too."""
    token = desk.token
    scopes = all(token.allows(name, Access.WRITE) for name in ("pull_requests", "contents"))
    author = view.pull.author is token.account
    person = author or view.pull.repository.role(token.account).reaches(Role.WRITE)
    inside = token.installation and view.pull.repository.id in token.installation.repositories
    return scopes and bool(inside or person)


def _path(_: Desk, view: Said | ThreadView) -> str:
    thread = view.thread if isinstance(view, ThreadView) else thread_of(view)
    return (thread.place or thread.original).path


def _subject(_: Desk, view: Said | ThreadView) -> str:
    thread = view.thread if isinstance(view, ThreadView) else thread_of(view)
    return "FILE" if thread.of_file else "LINE"


def _reply_to(_: Desk, said: Said) -> Said | None:
    wanted = said.remark.reply_to if isinstance(said.remark, ReviewComment) else None
    found = (each for each in thread_of(said).comments if each.id == wanted)
    return next((Said(said.where, each) for each in found), None)


def _commit(_: Desk, said: Said) -> CommitView:
    remark = said.remark
    sha = remark.commit if isinstance(remark, Review) else thread_of(said).commit
    return CommitView(said.where.repository, sha)


_LINES = {
    "line": _place("line"),
    "startLine": _place("start_line"),
    "originalLine": _origin("line"),
    "originalStartLine": _origin("start_line"),
    "path": _path,
    "subjectType": _subject,
}

FIELDS: dict[str, dict[str, Any]] = {
    "IssueComment": {
        **_REMARK,
        "id": lambda _, said: node("IC", said.remark.id),
        "issue": lambda _, said: said.where,
    },
    "PullRequestReview": {
        **_REMARK,
        "id": lambda _, said: node("PRR", said.remark.id),
        "state": lambda _, said: _state(said),
        "submittedAt": lambda _, said: moment_or_none(said.remark.submitted),
        "commit": _commit,
        "comments": connected(_of_review),
        "authorCanPushToRepository": lambda _, said: said.where.repository.role(
            said.remark.author
        ).reaches(Role.WRITE),
    },
    "PullRequestReviewComment": {
        **_REMARK,
        **_LINES,
        "id": lambda _, said: node("PRRC", said.remark.id),
        "diffHunk": lambda _, said: thread_of(said).diff_hunk,
        "position": _place("position"),
        "originalPosition": lambda _, said: thread_of(said).original.position or 1,
        "outdated": lambda _, said: thread_of(said).outdated,
        "draftedAt": lambda _, said: moment(said.remark.created),
        "commit": _commit,
        "originalCommit": lambda _, said: CommitView(
            said.where.repository, thread_of(said).original_commit
        ),
        "pullRequestReview": lambda _, said: Said(said.where, said.remark.review),
        "replyTo": _reply_to,
        "state": lambda _, said: (
            "PENDING" if said.remark.review.state == "PENDING" else "SUBMITTED"
        ),
    },
    "PullRequestReviewThread": {
        **_LINES,
        "id": lambda _, view: node("PRRT", view.thread.id),
        "comments": connected(thread_comments),
        "diffSide": _origin("side"),
        "startDiffSide": _origin("start_side"),
        "isResolved": lambda _, view: view.thread.resolved,
        "isCollapsed": lambda _, view: view.thread.resolved,
        "isOutdated": lambda _, view: view.thread.outdated,
        "resolvedBy": lambda _, view: view.thread.resolved_by,
        "pullRequest": lambda _, view: view.pull,
        "repository": lambda _, view: view.pull.repository,
        "viewerCanReply": lambda *_: True,
        "viewerCanResolve": lambda desk, view: not view.thread.resolved and may_resolve(desk, view),
        "viewerCanUnresolve": lambda desk, view: view.thread.resolved and may_resolve(desk, view),
    },
}
