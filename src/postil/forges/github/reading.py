"""Turns GitHub's answers into the words of the domain."""

from __future__ import annotations

from dataclasses import replace

from postil.domain.change import Side
from postil.domain.forge import (
    Actor,
    ActorKind,
    Comment,
    PostedReview,
    PullRequest,
    ReviewState,
    Thread,
)
from postil.forges.github.payloads import (
    CommentNode,
    NoteNode,
    PullNode,
    RepositoryNode,
    ReviewNode,
    ThreadNode,
    Who,
)

NOBODY = "ghost"
"""What GitHub shows in place of an account that is gone."""

BOT_ENDING = "[bot]"
_PENDING = "PENDING"
_STATES = {
    "PENDING": ReviewState.PENDING,
    "COMMENTED": ReviewState.COMMENTED,
    "APPROVED": ReviewState.APPROVED,
    "CHANGES_REQUESTED": ReviewState.CHANGES_REQUESTED,
    "DISMISSED": ReviewState.DISMISSED,
}


def actor(who: Who | None) -> Actor | None:
    """Who somebody is; None for an account that is gone, which nobody can be held to be.

    GraphQL names a bot without the `[bot]` that the rest of GitHub puts behind it.
    """
    if who is None or who.database_id is None:
        return None
    is_bot = who.kind == "Bot" or who.login.endswith(BOT_ENDING)
    login = who.login if not is_bot or who.login.endswith(BOT_ENDING) else who.login + BOT_ENDING
    kind = ActorKind.BOT if is_bot else ActorKind.PERSON
    return Actor(id=str(who.database_id), login=login, kind=kind)


def pull_request(repository: RepositoryNode, pull: PullNode) -> PullRequest:
    head = pull.head_repository
    labels = pull.labels.nodes if pull.labels else []
    return PullRequest(
        repository=repository.name_with_owner,
        repository_id=str(repository.database_id),
        number=pull.number,
        address=pull.url,
        title=pull.title,
        body=pull.body,
        author=actor(pull.author),
        base_name=pull.base_ref_name,
        base=pull.base_ref_oid,
        head_name=pull.head_ref_name,
        head=pull.head_ref_oid,
        head_repository=head.name_with_owner if head else "",
        is_open=pull.state == "OPEN",
        is_draft=pull.is_draft,
        is_locked=pull.locked,
        labels=tuple(label.name for label in labels if label),
        changed_files=pull.changed_files,
    )


def comment(node: CommentNode) -> Comment:
    author = actor(node.author)
    return Comment(
        id=str(node.full_database_id),
        author=author,
        body=node.body,
        address=node.url,
        written=node.created_at,
        edited_by=_edited_by(node, author),
        is_hidden=node.is_minimized,
    )


def _edited_by(node: CommentNode, author: Actor | None) -> str:
    if not node.last_edited_at:
        return ""
    editor = actor(node.editor)
    if editor is None:
        return NOBODY
    return "" if author is not None and editor.id == author.id else editor.login


def review(node: ReviewNode) -> PostedReview:
    return PostedReview(
        id=str(node.full_database_id),
        author=actor(node.author),
        state=_STATES.get(node.state, ReviewState.COMMENTED),
        body=node.body,
        commit=node.commit.oid if node.commit else "",
        address=node.url,
    )


def thread(node: ThreadNode, notes: list[NoteNode]) -> Thread | None:
    """A thread as others see it; None while nothing in it has been submitted."""
    submitted = [note for note in notes if note.state != _PENDING]
    if not submitted:
        return None
    first = submitted[0]
    # Replies go to the comment that opened the thread, whichever of them is answered.
    opener = str(first.full_database_id)
    comments = tuple(replace(comment(note), handle=opener) for note in submitted)
    return Thread(
        id=node.id,
        path=node.path,
        comments=comments,
        line=node.line,
        side=Side.OLD if node.diff_side == "LEFT" else Side.NEW,
        commit=first.original_commit.oid if first.original_commit else "",
        is_resolved=node.is_resolved,
        is_outdated=node.is_outdated,
        may_resolve=node.viewer_can_resolve,
        resolved_by=actor(node.resolved_by),
    )
