"""Turns the names a person gives into object ids, once, and walks between commits."""

from __future__ import annotations

import datetime as dt
import difflib
import re
from dataclasses import dataclass
from functools import cached_property

from postil.domain.change import Commit, Revision
from postil.domain.diff import text
from postil.domain.errors import UserError, WorkspaceError
from postil.workspaces.git.command import failure
from postil.workspaces.git.enclosure import Enclosure

COMMITS = 200
_BODY_CHARACTERS = 20_000
_LOG_LIMIT = 16 * 1024 * 1024
_LIST_LIMIT = 64 * 1024 * 1024
_NAMES_LIMIT = 1024 * 1024
_ROOT_DEADLINE = 10.0
_LOG_FIELDS = 4

_OID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_HEXADECIMAL = re.compile(r"[0-9a-f]{7,64}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_DEFAULT_BRANCHES = ("main", "master", "origin/main", "origin/master")
_ORIGIN_HEAD = "refs/remotes/origin/HEAD"


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A commit found by name, with what is needed to compare it with its parents."""

    name: str
    oid: str
    parents: tuple[str, ...] = ()

    def revision(self) -> Revision:
        return Revision(name=self.name, oid=self.oid)


class Revisions:
    """The names and the history of one repository."""

    def __init__(self, enclosure: Enclosure) -> None:
        self._names = enclosure.names
        self._objects = enclosure.objects
        self._place = enclosure.place

    @cached_property
    def shallow(self) -> frozenset[str]:
        return self._place.shallow()

    def find(self, name: str) -> Point | None:
        """The commit a name stands for; None when there is none of that name."""
        if not name or _CONTROL.search(name):
            return None
        # A commit that was fetched for this run is where objects are, and nowhere else.
        git = self._objects if _OID.fullmatch(name) else self._names
        answer = git.attempt(
            "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"
        )
        oid = answer.stdout.decode("ascii", "replace").strip()
        if not answer.worked or not _OID.fullmatch(oid):
            return None
        return Point(name=name, oid=oid, parents=self._parents(oid))

    def resolve(self, name: str) -> Point:
        """The commit a name stands for; raises with a remedy when there is none."""
        point = self.find(name)
        if point is not None:
            return point
        shown = _CONTROL.sub("?", name)
        if name.startswith("-"):
            raise UserError(f"`{shown}` is neither an option nor a revision; see `--help`.")
        if self.shallow and _HEXADECIMAL.fullmatch(name):
            raise UserError(
                f"`{shown}` is not in this shallow clone; run `git fetch --unshallow` to get it."
            )
        near = difflib.get_close_matches(name, self._known_names(), n=3, cutoff=0.6)
        if near:
            guesses = " or ".join(f"`{guess}`" for guess in near)
            raise UserError(f"There is no revision `{shown}`; did you mean {guesses}?")
        raise UserError(
            f"There is no revision `{shown}`; name a branch, a tag or a commit of this repository."
        )

    def head(self) -> Point | None:
        """Where HEAD is; None before the first commit."""
        return self.find("HEAD")

    def branch(self, name: str = "HEAD") -> str:
        """The branch a name stands for, without its folder; empty when it is none."""
        full = self._full_name(name)
        for folder in ("refs/heads/", "refs/remotes/"):
            if full.startswith(folder):
                return full.removeprefix(folder)
        return ""

    def _full_name(self, name: str) -> str:
        if name == "HEAD":
            answer = self._names.attempt("symbolic-ref", "--quiet", "HEAD")
        else:
            answer = self._names.attempt(
                "rev-parse", "--symbolic-full-name", "--verify", "--quiet", "--end-of-options", name
            )
        return text(answer.stdout).strip() if answer.worked else ""

    def default_base(self) -> Point:
        """The branch that changes go into: what origin calls its default, else main or master."""
        answer = self._names.attempt("symbolic-ref", "--quiet", "--short", _ORIGIN_HEAD)
        remote = text(answer.stdout).strip() if answer.worked else ""
        for name in (remote, *_DEFAULT_BRANCHES):
            if name and (point := self.find(name)) is not None:
                return point
        raise UserError(
            "There is no `origin/HEAD`, `main` or `master` to compare with; name the branch with "
            "`--base`."
        )

    def merge_base(self, base: Point, head: Point) -> Revision:
        """The newest commit both have in their past; raises with a remedy when there is none."""
        arguments = ("merge-base", "--end-of-options", base.oid, head.oid)
        answer = self._objects.attempt(*arguments)
        oid = answer.stdout.decode("ascii", "replace").strip()
        if answer.worked and _OID.fullmatch(oid):
            return Revision(name=base.name, oid=oid)
        if answer.late or answer.stderr.strip():
            raise failure(arguments, answer)
        if self.shallow:
            raise UserError(
                f"`{base.name}` and `{head.name}` have no common commit in this shallow clone; run "
                "`git fetch --unshallow`, or name a commit that is here with `--base`."
            )
        raise UserError(
            f"`{base.name}` and `{head.name}` have no common commit; compare them as they are "
            f"with `{base.name}..{head.name}`, or name another `--base`."
        )

    def is_ancestor(self, earlier: str, later: str) -> bool:
        arguments = ("merge-base", "--is-ancestor", "--end-of-options", earlier, later)
        answer = self._objects.attempt(*arguments)
        if answer.late or answer.stderr.strip():
            raise failure(arguments, answer)
        return answer.status == 0

    def first_parent(self, point: Point) -> str:
        """The id of the first parent; empty for the first commit of a history."""
        if point.parents:
            return point.parents[0]
        if point.oid in self.shallow:
            raise UserError(
                f"The commit before `{point.name}` is not in this shallow clone; run "
                "`git fetch --deepen=1` to get it."
            )
        return ""

    def commits(self, base: str, head: str) -> tuple[Commit, ...]:
        """The newest commits that `head` has and `base` has not, newest first, one too many."""
        span = f"{base}..{head}" if base else head
        arguments = (
            "log",
            f"--max-count={COMMITS + 1}",
            "-z",
            "--no-color",
            "--no-show-signature",
            "--no-notes",
            "--no-patch",
            "--format=%H%x00%s%x00%b%x00",
            "--end-of-options",
            span,
            "--",
        )
        answer = self._objects.attempt(*arguments, limit=_LOG_LIMIT)
        if not (answer.worked or answer.cut):
            raise failure(arguments, answer)
        fields = text(answer.stdout).split("\0")
        return tuple(
            Commit(
                oid=fields[at].strip(),
                subject=fields[at + 1],
                body=fields[at + 2].strip()[:_BODY_CHARACTERS],
            )
            for at in range(0, len(fields) - _LOG_FIELDS + 1, _LOG_FIELDS)
        )

    def day(self, oid: str) -> dt.date | None:
        """The day on which a commit was made where it was made; None where it does not say."""
        answer = self._objects.attempt(
            "log", "--max-count=1", "--no-patch", "--format=%cs", "--end-of-options", oid, "--"
        )
        try:
            return dt.date.fromisoformat(text(answer.stdout).strip())
        except ValueError:
            return None

    def without_merges(self, base: str, head: str) -> tuple[str, ...]:
        """The ids of all commits that `head` has and `base` has not, merges apart, newest first."""
        arguments = ("rev-list", "--no-merges", "--end-of-options", f"{base}..{head}", "--")
        answer = self._objects.attempt(*arguments, limit=_LIST_LIMIT)
        if not answer.worked:
            raise failure(arguments, answer)
        return tuple(answer.stdout.decode("ascii").split())

    def root(self, oid: str) -> str:
        """The first commit along the first parents; empty when the clone does not reach it."""
        if self.shallow:
            return ""
        answer = self._objects.attempt(
            "rev-list",
            "--first-parent",
            "--max-parents=0",
            "--end-of-options",
            oid,
            deadline=_ROOT_DEADLINE,
        )
        return answer.stdout.decode("ascii", "replace").strip() if answer.worked else ""

    def _parents(self, oid: str) -> tuple[str, ...]:
        arguments = ("rev-list", "--parents", "--max-count=1", "--end-of-options", oid)
        answer = self._objects.attempt(*arguments)
        if not answer.worked:
            raise WorkspaceError(
                f"Commit `{oid}` cannot be read: {answer.stderr.strip().split(chr(10))[0]}"
            )
        return tuple(answer.stdout.decode("ascii").split()[1:])

    def _known_names(self) -> list[str]:
        answer = self._names.attempt(
            "for-each-ref", "--count=5000", "--format=%(refname:short)", limit=_NAMES_LIMIT
        )
        return text(answer.stdout).split("\n")[:-1]
