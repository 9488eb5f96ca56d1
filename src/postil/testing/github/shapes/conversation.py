"""Comments, reviews and review comments as REST documents."""

from __future__ import annotations

from typing import Any

from postil.testing.github.permissions import association
from postil.testing.github.shapes.accounts import account_or_none, app
from postil.testing.github.shapes.links import Links, moment, node
from postil.testing.github.state.conversation import (
    IssueComment,
    Remark,
    Review,
    ReviewComment,
    Thread,
)
from postil.testing.github.state.repositories import Issue, Pull
from postil.testing.github.state.world import World

REACTIONS = ("+1", "-1", "laugh", "confused", "heart", "hooray", "eyes", "rocket")


def reaction_counts(url: str, remark: Remark) -> dict[str, Any]:
    given = [content for _, content, _ in remark.reactions]
    return {
        "url": f"{url}/reactions",
        "total_count": len(given),
        **{name: given.count(name) for name in REACTIONS},
    }


def issue_comment(world: World, links: Links, issue: Issue, said: IssueComment) -> dict[str, Any]:
    url = f"{links.repository(issue.repository)}/issues/comments/{said.id}"
    return {
        "id": said.id,
        "node_id": node("IC", said.id),
        "url": url,
        "html_url": f"{links.issue_page(issue)}#issuecomment-{said.id}",
        "issue_url": links.issue(issue),
        "body": said.body,
        "user": account_or_none(links, said.author or world.account("ghost")),
        "author_association": association(world, issue.repository, said.author),
        "created_at": moment(said.created),
        "updated_at": moment(said.updated),
        "performed_via_github_app": None if said.app is None else app(links, said.app),
        "reactions": reaction_counts(url, said),
    }


def review(world: World, links: Links, pull: Pull, said: Review) -> dict[str, Any]:
    page = f"{links.issue_page(pull)}#pullrequestreview-{said.id}"
    document = {
        "id": said.id,
        "node_id": node("PRR", said.id),
        "user": account_or_none(links, said.author or world.account("ghost")),
        "body": said.body,
        "state": said.state,
        "commit_id": said.commit,
        "html_url": page,
        "pull_request_url": links.pull(pull),
        "author_association": association(world, pull.repository, said.author),
        "_links": {"html": {"href": page}, "pull_request": {"href": links.pull(pull)}},
    }
    if said.submitted is not None:
        document["submitted_at"] = moment(said.submitted)
    return document


def review_comment(world: World, links: Links, pull: Pull, said: ReviewComment) -> dict[str, Any]:
    thread = next(each for each in pull.threads.values() if said in each.comments)
    url = f"{links.repository(pull.repository)}/pulls/comments/{said.id}"
    page = f"{links.issue_page(pull)}#discussion_r{said.id}"
    document = {
        "id": said.id,
        "node_id": node("PRRC", said.id),
        "url": url,
        "html_url": page,
        "pull_request_url": links.pull(pull),
        "pull_request_review_id": said.review.id,
        "user": account_or_none(links, said.author or world.account("ghost")),
        "body": said.body,
        "author_association": association(world, pull.repository, said.author),
        "created_at": moment(said.created),
        "updated_at": moment(said.updated),
        "reactions": reaction_counts(url, said),
        "_links": {
            "self": {"href": url},
            "html": {"href": page},
            "pull_request": {"href": links.pull(pull)},
        },
        **_place(thread),
    }
    if said.reply_to is not None:
        document["in_reply_to_id"] = said.reply_to
    return document


def _place(thread: Thread) -> dict[str, Any]:
    """Where it stands; an outdated thread keeps only where it stood."""
    then, now = thread.original, thread.place
    document: dict[str, Any] = {
        "path": now.path if now else then.path,
        "diff_hunk": thread.diff_hunk,
        "commit_id": thread.commit,
        "original_commit_id": thread.original_commit,
        "subject_type": "file" if thread.of_file else "line",
    }
    if thread.of_file:
        return {**document, "position": 1, "original_position": 1, "line": None, "side": "RIGHT"}
    return {
        **document,
        "position": now.position if now else None,
        "original_position": then.position,
        "line": now.line if now else None,
        "original_line": then.line,
        "side": then.side,
        "start_line": now.start_line if now else None,
        "original_start_line": then.start_line,
        "start_side": then.start_side,
    }
