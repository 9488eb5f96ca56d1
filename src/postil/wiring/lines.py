"""Opens a repository to answer where lines went between two of its revisions."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from postil.domain.errors import UserError
from postil.track.locating import Answer, Question, Sides, locate, telling_line
from postil.workspaces.git import Repository, open_repository


def line_sides(repository: Repository, *, old: str, new: str) -> Sides:
    """Both revisions by commit or tree id, with what differs between them."""
    return Sides(
        old=repository.tree(old),
        new=repository.tree(new),
        files=repository.differing(old, new),
    )


class Wayfinder:
    """Two revisions of a repository by name. Close it, or use it as a context manager.

    An old revision that is not here is no error: then lines are searched by their text.
    """

    def __init__(self, repo: str, *, old: str, new: str) -> None:
        self._old_name = old
        self._repository = open_repository(repo)
        try:
            self._new = self._repository.resolve(new).oid
            self._old = self._known(old)
        except UserError:
            self.close()
            raise

    def _known(self, name: str) -> str:
        try:
            return self._repository.resolve(name).oid
        except UserError:
            # A mistyped name gets its remedy; an id that was rewritten away cannot have one.
            if not name or name.strip("0123456789abcdef"):
                raise
            return ""

    @property
    def is_old_gone(self) -> bool:
        return not self._old

    def answers(self, questions: Sequence[Question]) -> tuple[Answer, ...]:
        """One answer to each question; raises with a remedy when one cannot be looked at."""
        if self._old:
            self._refuse_absent(questions)
            return locate(questions, line_sides(self._repository, old=self._old, new=self._new))
        for question in questions:
            if not question.text.strip():
                raise UserError(
                    f"`{self._old_name}` is gone and `{question.path}:{question.start}` says no "
                    "`text` to search for; give it on standard input, see `postil locate --help`."
                )
        return locate(questions, self._only_new(questions))

    def _refuse_absent(self, questions: Sequence[Question]) -> None:
        tree = self._repository.tree(self._old)
        for question in questions:
            if not tree.exists(question.path):
                raise UserError(
                    f"`{question.path}` is not in `{self._old_name}`; name the file as it was "
                    "called there."
                )
            text = tree.read(question.path)
            if text is not None and question.end > text.count("\n") + 1:
                raise UserError(
                    f"`{question.path}` has fewer than {question.end} lines in "
                    f"`{self._old_name}`; give lines that are there."
                )

    def _only_new(self, questions: Sequence[Question]) -> Sides:
        """The new revision with the files in which a quoted line stands."""
        needles = {question: telling_line(question) for question in questions}
        found = self._repository.search(self._new).search({n for n in needles.values() if n})
        paths = {hit.path: None for hits in found.values() for hit in hits.hits}
        return Sides(new=self._repository.tree(self._new), elsewhere=tuple(paths))

    def close(self) -> None:
        self._repository.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
