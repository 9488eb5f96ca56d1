"""Finds secrets in the names of a change, so that what we print shows them no more than its prompts do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from postil.domain.change import Change, Commit
from postil.domain.document import ReviewDocument
from postil.inspection.prompt.guise import Guise

Veil = Callable[[str], str]
"""A text with every such value replaced by its kind and a short hash."""


def veil_of(change: Change) -> Veil | None:
    """What hides the secrets in title, branch, messages and file names; None when there are none."""
    return _veil(_names(change))


def veil_of_reviews(reviews: Iterable[ReviewDocument], target: str) -> Veil | None:
    """The same for what is known of a change from its reviews alone."""
    return _veil([target, *(name for review in reviews for name in _told(review))])


def _veil(names: Iterable[str]) -> Veil | None:
    guise = Guise()
    shown = guise.lines(list(dict.fromkeys(names)))
    return guise.masked if any(map(guise.hides, shown)) else None


def _names(change: Change) -> Iterator[str]:
    yield from (change.title, change.branch, change.target, change.base.name, change.head.name)
    yield from change.description.split("\n")
    yield from _messages(change.commits)
    for file in change.files:
        yield from (file.path, file.old_path or file.path)


def _told(review: ReviewDocument) -> Iterator[str]:
    subject = review.subject
    yield from (subject.title, subject.branch, subject.target, subject.base_name, subject.head_name)
    yield from _messages(subject.commits)
    yield from (file.path for file in review.files)
    yield from (shown.path for finding in review.findings for shown in finding.evidence)


def _messages(commits: Iterable[Commit]) -> Iterator[str]:
    for commit in commits:
        yield commit.subject
        yield from commit.body.split("\n")
