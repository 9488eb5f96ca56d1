"""Asks git which commits lines come from and what changed them, without asking who made them."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from postil.domain.diff import text
from postil.ports import Link, Origin, Step
from postil.workspaces.git.command import Git, failure

MOST_STEPS = 10
MOST_LINKS = 500
DEADLINE = 20.0
OUTPUT_LIMIT = 8 * 1024 * 1024
_LAST_SECOND = 253_402_300_799
"""The end of the year 9999; a commit may claim any moment at all."""

_OID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_SECONDS = re.compile(r"[0-9]{1,12}")
_STEP = "="
"""Begins the line about a commit; every line of a patch begins with a mark of its own."""


class GitHistory:
    """A `ports.History` that begins at one commit."""

    def __init__(
        self, git: Git, commit: str, *, deadline: float = DEADLINE, limit: int = OUTPUT_LIMIT
    ) -> None:
        # Without it a name such as `:x` would be read as a way to say where to look.
        self._git = replace(git, variables={**git.variables, "GIT_LITERAL_PATHSPECS": "1"})
        self._commit = commit
        self._deadline = deadline
        self._limit = limit

    def origins(self, path: str, first: int, last: int) -> Sequence[Origin]:
        rows = self._rows(
            "blame", "--porcelain", "--no-progress", f"-L{first},{last}", self._commit, "--", path
        )
        return tuple(_origins(rows))

    def steps(self, path: str, first: int, last: int) -> Sequence[Step]:
        rows = self._rows(
            "log",
            f"--max-count={MOST_STEPS}",
            f"--format={_STEP}%H %at %s",
            *("--no-color", "--no-show-signature", "--no-notes", "--no-ext-diff", "--no-textconv"),
            f"-L{first},{last}:{path}",
            self._commit,
        )
        return tuple(_steps(rows))

    def since(self, earlier: str, paths: Collection[str] = ()) -> Sequence[Link]:
        if not _OID.fullmatch(earlier) or not self._leads_from(earlier):
            return ()
        rows = self._rows(
            "log",
            "--topo-order",
            f"--max-count={MOST_LINKS}",
            "--format=%H %P",
            "--no-show-signature",
            f"{earlier}..{self._commit}",
            "--",
            *paths,
        )
        found = (row.split(" ") for row in rows if row)
        return tuple(Link(oid, parents[0]) for oid, *parents in found if parents)

    def _leads_from(self, earlier: str) -> bool:
        asked = ("merge-base", "--is-ancestor", earlier, self._commit)
        return self._git.attempt(*asked, deadline=self._deadline).worked

    def _rows(self, *arguments: str) -> list[str]:
        answer = self._git.attempt(*arguments, deadline=self._deadline, limit=self._limit)
        if not answer.worked:
            raise failure(arguments, answer)
        return text(answer.stdout).split("\n")


def _origins(rows: Sequence[str]) -> Iterator[Origin]:
    """One origin for each line; git tells about a commit only where it names it first."""
    known: dict[str, Origin] = {}
    oid = seconds = subject = ""
    for row in rows:
        if row.startswith("\t"):
            yield known.setdefault(oid, Origin(oid, _day(seconds), subject))
            continue
        word, _, rest = row.partition(" ")
        if _OID.fullmatch(word):
            oid = word
        elif word == "author-time":
            seconds = rest
        elif word == "summary":
            subject = rest


def _steps(rows: Sequence[str]) -> Iterator[Step]:
    """The commits with their patches; what git prints before the first hunk is left out."""
    origin: Origin | None = None
    patch: list[str] = []
    for row in rows:
        if row.startswith(_STEP):
            if origin is not None:
                yield Step(origin, tuple(patch))
            oid, seconds, subject = row.removeprefix(_STEP).split(" ", 2)
            origin, patch = Origin(oid, _day(seconds), subject), []
        elif row.startswith("@@") or (row and patch):
            patch.append(row)
    if origin is not None:
        yield Step(origin, tuple(patch))


def _day(seconds: str) -> str:
    """The day in UTC; empty for a moment that is none, or the beginning of time."""
    moment = int(seconds) if _SECONDS.fullmatch(seconds) else 0
    if not 0 < moment <= _LAST_SECOND:
        return ""
    return dt.datetime.fromtimestamp(moment, dt.UTC).date().isoformat()
