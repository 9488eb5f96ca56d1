"""Reviews commit after commit of a history, each against its first parent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from postil.domain.document import ReviewDocument
from postil.domain.errors import PostilError
from postil.pipeline import review
from postil.wiring.desk import prepare
from postil.wiring.process import Surroundings
from postil.wiring.wanted import Wanted
from postil.workspaces.git import Target, open_repository


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed:
    """What came of one commit: a document, or in words why there is none.

    A document of a review that somebody stopped is not whole; nothing comes after it.
    """

    commit: str
    document: ReviewDocument | None = None
    refusal: str = ""
    interrupted: bool = False


def commits_in(repo: str, span: str) -> tuple[str, ...]:
    """The commits of a range that are no merges, newest first."""
    with open_repository(repo) as repository:
        return repository.commits_in(span)


def reviews(
    commits: Sequence[str], wanted: Wanted, around: Surroundings | None = None
) -> Iterator[Reviewed]:
    """One after the other, as `postil review COMMIT` would with these wishes.

    The repository is opened for each, so that a long history takes no more memory than a short one.
    """
    for commit in commits:
        one = replace(wanted, target=Target(revision=commit))
        try:
            with prepare(one, around) as prepared:
                done = review(prepared.desk)
        except PostilError as error:
            yield Reviewed(commit=commit, refusal=str(error))
            continue
        yield Reviewed(commit=commit, document=done.document, interrupted=done.interrupted)
        if done.interrupted:
            return
