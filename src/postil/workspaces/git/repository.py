"""Opens a git repository and answers what a target changes, with trees and a search to match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from postil.domain.change import Change, ChangedFile, Commit, LeftOut, Revision
from postil.domain.errors import UserError
from postil.workspaces.git.command import find_program
from postil.workspaces.git.commits import GitCommits
from postil.workspaces.git.diffing import Comparer
from postil.workspaces.git.enclosure import Enclosure
from postil.workspaces.git.history import GitHistory
from postil.workspaces.git.objects import Objects
from postil.workspaces.git.place import find
from postil.workspaces.git.revisions import COMMITS, Point, Revisions
from postil.workspaces.git.searching import GitSearch
from postil.workspaces.git.target import Range, Scope, Target, as_range
from postil.workspaces.git.trees import GitTree
from postil.workspaces.git.uncommitted import Snapshot, Uncommitted

NOT_COMMITTED = "not committed yet"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """Two ends to compare and the words for it; `history` is the commit the head stands on."""

    base: Revision
    head: Revision
    target: str
    history: str
    branch: str = ""
    notices: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


class Repository:
    """One repository, for one run. Close it, or use it as a context manager."""

    def __init__(self, enclosure: Enclosure) -> None:
        self._enclosure = enclosure
        self._objects = Objects(enclosure.objects)
        self._revisions = Revisions(enclosure)
        self._trees: dict[str, GitTree] = {}

    @property
    def work_tree(self) -> str:
        """The folder that holds the checked-out files; empty for a bare repository."""
        return self._enclosure.place.work_tree

    def change(self, target: Target | None = None) -> Change:
        """Everything that a target changes; raises with a remedy when there is no such thing."""
        plan = self._plan(target or Target())
        compared = Comparer(self._enclosure, self._objects).compare(plan.base.oid, plan.head.oid)
        commits = self._commits(plan)
        notices = list(plan.notices)
        if not compared.files:
            notices.append(f"Nothing differs between `{plan.base.name}` and `{plan.head.name}`.")
        if len(commits) > COMMITS:
            notices.append(f"Of more than {COMMITS} commits only the newest {COMMITS} are named.")
        commits = commits[:COMMITS]
        single = commits[0] if len(commits) == 1 else None
        return Change(
            base=plan.base,
            head=plan.head,
            files=compared.files,
            target=plan.target,
            repository=self._revisions.root(plan.history) if plan.history else "",
            branch=plan.branch,
            commits=commits,
            title=_title(plan, commits),
            description=single.body if single else "",
            written=self._revisions.day(commits[0].oid) if commits else None,
            notices=tuple(notices),
            left_out=(*plan.left_out, *compared.left_out),
        )

    def follows(self, earlier: str, later: str) -> bool:
        """Whether one commit is an ancestor of the other; both by id."""
        return self._revisions.is_ancestor(earlier, later)

    def resolve(self, name: str) -> Revision:
        """The commit a name stands for; raises `UserError` with a remedy when there is none."""
        return self._revisions.resolve(name).revision()

    def commits_in(self, span: str) -> tuple[str, ...]:
        """The commits of a range `A..B` that are no merges, newest first."""
        ends = as_range(span)
        if ends is None:
            raise UserError(f"`{span}` is not a range; name its two ends as `A..B`.")
        base, head = self._revisions.resolve(ends.base), self._revisions.resolve(ends.head)
        start = self._revisions.merge_base(base, head).oid if ends.from_common else base.oid
        return self._revisions.without_merges(start, head.oid)

    def compare(self, base: str, head: str) -> Change:
        """What lies between two revisions as they are, each given by name or id."""
        return self.change(Target(revision=f"{base}..{head}"))

    def differing(self, base: str, head: str) -> tuple[ChangedFile, ...]:
        """The files that differ between two commit or tree ids, renames and copies paired."""
        return Comparer(self._enclosure, self._objects).listed(base, head).files

    def changed(self, base: str, head: str) -> tuple[ChangedFile, ...]:
        """The same with the lines that differ, as far as the bounds of a comparison allow."""
        return Comparer(self._enclosure, self._objects).compare(base, head).files

    def tree(self, oid: str) -> GitTree:
        """The files at a commit or tree id, as a `ports.Tree`."""
        if oid not in self._trees:
            self._trees[oid] = GitTree(self._enclosure.objects, self._objects, oid)
        return self._trees[oid]

    def search(self, oid: str) -> GitSearch:
        """Whole-tree questions at a commit or tree id, as a `ports.Search`."""
        tree = self.tree(oid)
        tree.list_early()
        return GitSearch(self._enclosure, self._objects, tree)

    def history(self, head: Revision) -> GitHistory:
        """How lines at a head came to be, as a `ports.History`; uncommitted work follows HEAD."""
        commit = head.oid
        if not head.is_commit:
            before = self._revisions.head()
            parent = before.oid if before else ""
            commit = self._enclosure.write_commit(head.oid, parent=parent, subject=NOT_COMMITTED)
        return GitHistory(self._enclosure.objects, commit)

    def known_commits(self) -> GitCommits:
        """Which commits the clone holds, as a `ports.Commits`."""
        return GitCommits(self._enclosure.objects, are_all_here=not self._revisions.shallow)

    def close(self) -> None:
        for tree in self._trees.values():
            tree.close()
        self._objects.close()
        self._enclosure.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _plan(self, target: Target) -> _Plan:
        if target.scope is not Scope.COMMITTED:
            return self._uncommitted_plan(target)
        span = as_range(target.revision)
        if span is not None:
            return self._range_plan(span, target.revision)
        if target.revision and not self._names_branch(target.revision):
            return self._commit_plan(self._revisions.resolve(target.revision))
        return self._branch_plan(target)

    def _names_branch(self, name: str) -> bool:
        return name not in ("HEAD", "@") and bool(self._revisions.branch(name))

    def _range_plan(self, span: Range, words: str) -> _Plan:
        base, head = self._revisions.resolve(span.base), self._revisions.resolve(span.head)
        notices: tuple[str, ...] = ()
        start = base.revision()
        if span.from_common:
            start = self._revisions.merge_base(base, head)
        elif not self._revisions.is_ancestor(base.oid, head.oid):
            notice = (
                f"`{base.name}` is not in the past of `{head.name}`: what only `{base.name}` has "
                f"shows as removed; `{base.name}...{head.name}` compares from the common commit."
            )
            notices = (notice,)
        return _Plan(
            base=start,
            head=head.revision(),
            target=f"range `{words}`",
            history=head.oid,
            branch=self._revisions.branch(head.name),
            notices=notices,
        )

    def _commit_plan(self, point: Point, *, notices: tuple[str, ...] = ()) -> _Plan:
        """One commit against its first parent."""
        parent = self._revisions.first_parent(point)
        if len(point.parents) > 1:
            notices += (f"`{point.name}` is a merge; it is compared with its first parent.",)
        base = Revision(name=f"{point.name}^", oid=parent) if parent else self._nothing()
        return _Plan(
            base=base,
            head=point.revision(),
            target=f"commit `{point.oid[:7]}`",
            history=point.oid,
            branch=self._revisions.branch(point.name),
            notices=notices,
        )

    def _branch_plan(self, target: Target) -> _Plan:
        """A branch against the commit where it left its base."""
        asked = target.head or target.revision
        head = self._revisions.resolve(asked) if asked else self._revisions.head()
        if head is None:
            return self._unborn_plan()
        if target.base:
            base = self._revisions.resolve(target.base)
        else:
            base = self._revisions.default_base()
        start = self._revisions.merge_base(base, head)
        if start.oid == head.oid:
            return self._nothing_ahead_plan(base, head)
        branch = self._revisions.branch(head.name)
        words = f"branch `{branch}`" if branch else f"commit `{head.oid[:7]}`"
        return _Plan(
            base=start,
            head=replace(head.revision(), name=branch or head.name),
            target=f"{words} against `{base.name}`",
            history=head.oid,
            branch=branch,
        )

    def _nothing_ahead_plan(self, base: Point, head: Point) -> _Plan:
        name = self._revisions.branch(head.name) or head.name
        said = f"`{name}` is not ahead of `{base.name}`, so"
        if name == base.name:
            said = f"`{name}` is the base itself, so"
        if head.name == "HEAD" and self.work_tree:
            snapshot = Uncommitted(self._enclosure).work_tree()
            if snapshot.left_out or self._differs(head.oid, snapshot.tree):
                notice = f"{said} the uncommitted work is reviewed."
                return self._snapshot_plan(snapshot, head.revision(), (notice,))
        return self._commit_plan(head, notices=(f"{said} its last commit is reviewed.",))

    def _unborn_plan(self) -> _Plan:
        if self.work_tree:
            snapshot = Uncommitted(self._enclosure).work_tree()
            base = self._nothing()
            if snapshot.left_out or snapshot.tree != base.oid:
                notice = "There is no commit yet, so the uncommitted work is reviewed."
                return self._snapshot_plan(snapshot, base, (notice,))
        raise UserError("This repository has no commit yet; make one, or write a file to review.")

    def _uncommitted_plan(self, target: Target) -> _Plan:
        uncommitted = Uncommitted(self._enclosure)
        head = self._revisions.head()
        base = head.revision() if head else self._nothing()
        if target.base:
            named = self._revisions.resolve(target.base)
            base = self._revisions.merge_base(named, head) if head else named.revision()
        if target.scope is Scope.STAGED:
            return self._snapshot_plan(uncommitted.staged(), base, (), words="staged work")
        return self._snapshot_plan(uncommitted.work_tree(), base, ())

    def _snapshot_plan(
        self,
        snapshot: Snapshot,
        base: Revision,
        notices: tuple[str, ...],
        *,
        words: str = "uncommitted work",
    ) -> _Plan:
        branch = self._revisions.branch()
        place = f" on `{branch}`" if branch else ""
        return _Plan(
            base=base,
            head=Revision(name=words, oid=snapshot.tree, is_commit=False),
            target=f"{words}{place}",
            history=base.oid if base.is_commit else "",
            branch=branch,
            notices=notices,
            left_out=snapshot.left_out,
        )

    def _nothing(self) -> Revision:
        """The empty tree, which the first commit is compared with."""
        return Revision(name="the empty tree", oid=self._enclosure.write_tree(()), is_commit=False)

    def _differs(self, commit: str, tree: str) -> bool:
        said = self._enclosure.objects.run("rev-parse", "--verify", f"{commit}^{{tree}}")
        return said.decode("ascii").strip() != tree

    def _commits(self, plan: _Plan) -> tuple[Commit, ...]:
        if not plan.head.is_commit:
            return ()
        return self._revisions.commits(plan.base.oid if plan.base.is_commit else "", plan.head.oid)


def _title(plan: _Plan, commits: Sequence[Commit]) -> str:
    """One commit's subject, else the words of the branch, else the newest subject."""
    if not plan.head.is_commit:
        return plan.target[:1].upper() + plan.target[1:]
    if len(commits) == 1:
        return commits[0].subject
    words = plan.branch.rpartition("/")[2].replace("-", " ").replace("_", " ").strip()
    return words or (commits[0].subject if commits else plan.target)


def open_repository(path: str = ".") -> Repository:
    """The repository that a folder is in; raises with a remedy when there is none."""
    place = find(path)
    program = find_program()
    return Repository(Enclosure(program, place))
