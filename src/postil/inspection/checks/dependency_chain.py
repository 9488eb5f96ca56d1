"""Flags configuration that names something which is not there.

It reads workflows, local actions, GitLab pipelines, `package.json`, `tsconfig.json`,
`pyproject.toml`, Dockerfiles, compose files and Makefiles, and follows what they name: jobs,
steps, outputs, inputs, files, folders, scripts, services, stages and entry points.

Why it matters: such a break is invisible in the diff that causes it, because the name stands
in one file and the thing it names in another, and it stops a build, a release or an install.

Stays quiet when: the name is computed at run time; a build, an ignore rule, a submodule or
another repository may provide the thing; the file, or its like in folders beside it, named
several such things before; or the same break was there before the change.

Silence it: put `postil: allow dependency-chain` and a reason on or above the line.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass

from postil.domain.change import Change, ChangedFile, FileStatus, Side
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.observation import Gap
from postil.domain.paths import is_fixture, is_vendored
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.breaks import Break
from postil.inspection.checks import Inspection, Needles
from postil.inspection.checks._dependency_chain.containers import compose_breaks, dockerfile_breaks
from postil.inspection.checks._dependency_chain.custom import Custom, Reader, breaks_of, by_cause
from postil.inspection.checks._dependency_chain.gitlab import gitlab_breaks
from postil.inspection.checks._dependency_chain.javascript import package_breaks, tsconfig_breaks
from postil.inspection.checks._dependency_chain.make import makefile_breaks
from postil.inspection.checks._dependency_chain.python import pyproject_breaks
from postil.inspection.checks._dependency_chain.workflows import action_breaks, workflow_breaks
from postil.inspection.gathering import by_title, gathered
from postil.inspection.outlines import Unreadable
from postil.inspection.standing import Ground, ancestors
from postil.inspection.workflows import is_action_path, is_workflow_path
from postil.ports import Tree

NAME = "dependency-chain"
DIMENSION = Dimension.CROSS_REFERENCE
SEVERITY = Severity.HIGH
ROOT = Root.CODE
ASKS_TREE = True

_MOST_NEEDLES = 300
_MOST_READERS = 100
_TEMPLATE_MARKS = ("{{", "{%", "<%")
_BY_NAME: dict[str, Reader] = {
    "package.json": package_breaks,
    "pyproject.toml": pyproject_breaks,
    ".gitlab-ci.yml": gitlab_breaks,
    "Makefile": makefile_breaks,
    "makefile": makefile_breaks,
    "GNUmakefile": makefile_breaks,
}


def activates(change: Change) -> str | None:
    if any(_reader(file.path) for file in change.files):
        return "the change touches files that name others"
    if any(_left(file) is not None or file.path.endswith(".py") for file in change.files):
        return "the change removes or rewrites what other files may name"
    return None


def inspect(change: Change, head: Tree, base: Tree) -> Inspection:
    found = yield Needles(frozenset(_needles(change, head)))
    paths = [file.path for file in change.files if file.status is not FileStatus.DELETED]
    paths += [
        path
        for folder in _python_folders(change)
        if head.exists(path := posixpath.join(folder, "pyproject.toml"))
    ]
    paths += _nearest({hit.path for hits in found.values() for hit in hits.hits}, change)
    earlier = Ground(base)
    site = _Site(change, Ground(head, base), earlier, Custom(earlier))
    remarks: list[Remark] = []
    for path in dict.fromkeys(paths):
        reader = _reader(path)
        for seen in site.look(path, reader) if reader is not None else ():
            if isinstance(seen, Remark):
                remarks.append(seen)
            else:
                yield seen
    yield from gathered(remarks, by_title)


def _nearest(paths: set[str], change: Change) -> list[str]:
    """Files worth reading again, those in or above the changed folders first."""
    above = {folder for file in change.files for folder in ancestors(file.folder)}
    known = [path for path in paths if _reader(path) is not None]
    known.sort(key=lambda path: (posixpath.dirname(path) not in above, path))
    return known[:_MOST_READERS]


def _reader(path: str) -> Reader | None:
    if is_vendored(path) or is_fixture(path):
        return None
    if is_workflow_path(path):
        return workflow_breaks
    if is_action_path(path):
        return action_breaks
    name = posixpath.basename(path)
    if name in _BY_NAME:
        return _BY_NAME[name]
    first, _, ending = name.partition(".")
    if first in ("Dockerfile", "Containerfile") or name.lower().endswith(".dockerfile"):
        return dockerfile_breaks
    if first.startswith(("compose", "docker-compose")) and ending.endswith(("yml", "yaml")):
        return compose_breaks
    if first in ("tsconfig", "jsconfig") and ending.endswith("json"):
        return tsconfig_breaks
    return None


def _left(file: ChangedFile) -> str | None:
    """The path that is no longer there, if the file was deleted or moved away."""
    if file.status in (FileStatus.DELETED, FileStatus.RENAMED):
        return file.old_path or file.path
    return None


def _needles(change: Change, head: Tree) -> Iterator[str]:
    """Names by which files that did not change may mean something that did."""
    names: dict[str, None] = {}
    for file in change.files:
        if is_workflow_path(file.path):
            names[file.name] = None
        if is_action_path(file.path) and file.folder:
            names[posixpath.basename(file.folder)] = None
        gone = _left(file)
        if gone is None:
            continue
        names[posixpath.basename(gone)] = None
        lost = [
            folder
            for folder in ancestors(posixpath.dirname(gone))
            if folder and not head.exists(folder)
        ]
        names |= dict.fromkeys(posixpath.basename(folder) for folder in lost)
    yield from (name for name in list(names)[:_MOST_NEEDLES] if name)


def _python_folders(change: Change) -> list[str]:
    """Folders whose `pyproject.toml` may start programs in the changed modules."""
    folders: dict[str, None] = {}
    for file in change.files:
        gone = _left(file)
        for path in dict.fromkeys((file.path if file.removed else None, gone)):
            if path is not None and path.endswith(".py") and not is_vendored(path):
                folders |= dict.fromkeys(ancestors(posixpath.dirname(path)))
    return list(folders)


@dataclass(frozen=True, slots=True)
class _Site:
    """The change and both of its sides."""

    change: Change
    head: Ground
    base: Ground
    custom: Custom

    def look(self, path: str, reader: Reader) -> Iterator[Remark | Gap]:
        text = self.head.read(path)
        if text is None:
            return
        file = self.change.by_path.get(path)
        old_path = file.old_path if file is not None else path
        earlier = self.base.read(old_path)
        try:
            breaks = list(reader(path, text, self.head))
        except Unreadable as problem:
            yield from self._unreadable(
                path, text, problem, was=_reads(reader, old_path, earlier, self.base)
            )
            return
        before: list[Break] = []
        if breaks and earlier is not None and old_path is not None:
            before = breaks_of(reader, old_path, earlier, self.base) or []
        known = {found.key for found in before}
        fresh: dict[tuple[str, str, str], Break] = {}
        for found in breaks:
            if found.key not in known and not self.custom.covers(found, before, reader):
                fresh.setdefault(found.key, found)
        for found in by_cause(fresh.values(), self.head):
            yield from self._remark(found, text.split("\n"))

    def _unreadable(
        self, path: str, text: str, problem: Unreadable, *, was: bool
    ) -> Iterator[Remark | Gap]:
        is_template = any(mark in text for mark in _TEMPLATE_MARKS)
        if not self.change.touches(path) or (is_template and not is_workflow_path(path)):
            return
        if path in self.change.by_path and self.change.by_path[path].is_symlink:
            # It reads as the path it leads to.
            return
        if problem.line is None:
            yield Gap(subject=f"`{path}`", reason=str(problem), required=False)
        elif was:
            lines = text.split("\n")
            found = Break(
                path=path,
                lines=(min(problem.line, len(lines)),),
                slug="unreadable",
                subject=path,
                owner="",
                title=f"`{path}` cannot be read: {problem}",
                failure="Every tool that reads the file stops with an error",
                mitigation="Correct the syntax at or just above this line",
            )
            yield from self._remark(found, lines)

    def _remark(self, found: Break, lines: list[str]) -> Iterator[Remark]:
        line = next(
            (line for line in found.lines if self.change.changes(found.path, Side.NEW, line)),
            found.lines[0],
        )
        quotes = [Quote(path=found.path, text=lines[line - 1], line=line)]
        if not self.change.changes(found.path, Side.NEW, line):
            cause = self._cause(found)
            if cause is None:
                return
            quotes.append(cause)
        yield Remark(
            title=found.title,
            slug=found.slug,
            severity=SEVERITY,
            dimension=DIMENSION,
            quotes=tuple(quotes),
            failure_mode=f"{found.failure}.",
            mitigation=f"{found.mitigation}.",
            claim=Claim(Shape.OTHER, found.subject),
            confidence=found.confidence,
        )

    def _cause(self, found: Break) -> Quote | None:
        """What this change did to make the break: a file that left, or a line of one that stayed."""
        touched = [*self._origins(found), *self._files(found.path)]
        for file in touched:
            left = _left(file)
            if left is not None and file.path != found.path:
                return Quote(path=left, text="", side=Side.OLD)
            quote = _line_naming(found.subject, file)
            if quote is not None:
                return quote
        return next((quote for file in touched if (quote := _line_naming("", file))), None)

    def _origins(self, found: Break) -> list[ChangedFile]:
        if found.origin is None:
            return []
        exact = self._files(found.origin)
        below = found.origin + "/"
        return exact or [
            file for file in self.change.files if (file.old_path or file.path).startswith(below)
        ]

    def _files(self, path: str) -> list[ChangedFile]:
        file = self.change.by_old_path.get(path) or self.change.by_path.get(path)
        return [] if file is None else [file]


def _line_naming(subject: str, file: ChangedFile) -> Quote | None:
    """The first removed, else added, line that holds the subject; any line for an empty one."""
    wanted = subject.lower()
    for number, text in file.removed:
        if wanted in text.lower() and text.strip():
            return Quote(path=file.old_path or file.path, text=text, side=Side.OLD, line=number)
    for number, text in file.added:
        if wanted in text.lower() and text.strip():
            return Quote(path=file.path, text=text, line=number)
    return None


def _reads(reader: Reader, path: str | None, text: str | None, ground: Ground) -> bool:
    """Whether the earlier version could be read; a file that is new counts as such."""
    if path is None or text is None:
        return True
    return breaks_of(reader, path, text, ground) is not None
