"""Flags dependencies that a change adds or bumps and that carry a sign of risk.

It reads manifests and lock files of Python, JavaScript, Rust, Go, Ruby, PHP, Maven, Gradle and NuGet
and compares them with the base: look-alike names, outside sources, pre-releases, loose and moving
versions, major steps, downgrades, install scripts, other registries, lost or changed digests, and
locks that do not fit their manifest.

Why it matters: a dependency is code by strangers that runs with your rights, often already while
it is being installed, and in a lock file of a thousand lines nobody sees the one that is odd.

Stays quiet when: a dependency is merely new or bumped within its major version, or a machine's title
says from where to where; the message says that it takes a pre-release; a lock file is merely refreshed; the sign
was there before, or stands alone where others carried it before; the project's own makers made
it; the file is a fixture, vendored or cannot be parsed.

Silence it: `postil: allow supply-chain REASON` on or above the line at the base, or a
`[[suppress]]` entry with `check = "supply-chain"` and a path.
"""

from __future__ import annotations

import posixpath
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from postil.domain.change import Change, ChangedFile, FileStatus, Side
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.observation import Gap
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks._supply_chain.choices import Choices, is_given_up
from postil.inspection.checks._supply_chain.custom import Custom
from postil.inspection.checks._supply_chain.entries import (
    Lock,
    Locked,
    Manifest,
    Requirement,
    host_of,
    keeper_of,
    without_login,
)
from postil.inspection.checks._supply_chain.families import Family, family_of
from postil.inspection.checks._supply_chain.held import Held
from postil.inspection.checks._supply_chain.majors import Majors
from postil.inspection.checks._supply_chain.signs import Asked, Sign, Signal, shown
from postil.inspection.checks._supply_chain.vouched import Vouched
from postil.inspection.checks._supply_chain.wording import (
    FAILURE,
    MITIGATION,
    added_registry,
    alike,
    bared_lock,
    is_mild,
    weight,
)
from postil.inspection.checks._supply_chain.workspaces import Workspace
from postil.inspection.makers import Makers
from postil.inspection.outlines import Unreadable
from postil.inspection.standing import ancestors
from postil.ports import Tree

NAME = "supply-chain"
DIMENSION = Dimension.SECURITY
SEVERITY = Severity.MEDIUM
ROOT = Root.CODE

_CERTAIN = 90
_LIKELY = 70
_ORDER = list(Sign)
_OFFICIAL = frozenset(
    {
        *("pypi.org", "pypi.python.org", "files.pythonhosted.org", "download.pytorch.org"),
        *("registry.npmjs.org", "registry.yarnpkg.com", "rubygems.org", "index.rubygems.org"),
        *("packagist.org", "repo.packagist.org", "github.com", "gitlab.com", "index.crates.io"),
        *("repo.maven.apache.org", "repo1.maven.org", "maven.google.com", "plugins.gradle.org"),
        *("dl.google.com", "api.nuget.org", "www.nuget.org", "nuget.org"),
    }
)

_SAME_MACHINE = frozenset({"localhost", "127.0.0.1", "[::1]"})
_FUZZING = frozenset({"fuzz", "fuzzing", "fuzzer"})

_STEPS = frozenset({Sign.MAJOR, Sign.PRERELEASE})
"""Signs of a step up, which is nothing to tell whoever took it with open eyes."""


def activates(change: Change) -> str | None:
    count = sum(family_of(file) is not None for file in change.files)
    return f"compared {count} manifest(s) and lock file(s) with the base" if count else None


def inspect(change: Change, head: Tree, base: Tree) -> Iterator[Remark | Gap]:
    seen: set[tuple[str, str]] = set()
    makers = Makers(base)
    told: dict[tuple[str, str], Remark] = {}
    for file in change.files:
        family = family_of(file)
        if family is None or (file.folder, family.manifest) in seen:
            continue
        seen.add((file.folder, family.manifest))
        place = _Place(change, head, base, makers, folder=file.folder, family=family)
        for item in place.remarks():
            if isinstance(item, Gap):
                yield item
            else:
                # Many folders of one repository ask for the same thing; once is enough.
                step = item.slug == Sign.MAJOR
                told.setdefault((item.slug, item.claim.subject if step else item.title), item)
    yield from alike(told.values())


@dataclass
class _Suspect:
    """One dependency with every sign it carries and where each was seen."""

    name: str
    signs: dict[Sign, str] = field(default_factory=dict)
    spans: dict[str, tuple[int, int]] = field(default_factory=dict)
    is_certain: bool = False

    def take(self, signal: Signal, path: str, span: tuple[int, int]) -> None:
        self.signs.setdefault(signal.sign, signal.seen)
        self.spans.setdefault(path, span)
        self.is_certain = self.is_certain or not signal.is_doubtful

    @property
    def ordered(self) -> list[Sign]:
        """Its signs, the gravest first; the host of a plain address is no second one."""
        signs = set(self.signs)
        if Sign.OUTSIDE_SOURCE in signs:
            signs.discard(Sign.FOREIGN_REGISTRY)
        return sorted(signs, key=_ORDER.index)


@dataclass
class _Place:
    """One folder's manifest with its lock files, in both revisions."""

    change: Change
    head: Tree
    base: Tree
    makers: Makers
    folder: str
    family: Family
    suspects: dict[str, _Suspect] = field(default_factory=dict)
    gaps: list[Gap] = field(default_factory=list)

    @cached_property
    def manifest(self) -> Manifest | None:
        return self._read(self.head, self._path(self.family.manifest))

    @cached_property
    def before(self) -> Manifest | None:
        return self._read(self.base, self._old(self._path(self.family.manifest)))

    @cached_property
    def asked(self) -> dict[str, Requirement]:
        return {item.name: item for item in self.manifest.requirements} if self.manifest else {}

    @cached_property
    def choices(self) -> Choices:
        return Choices(
            change=self.change,
            head=self.head,
            manifest_path=self._path(self.family.manifest),
            manifest=self.manifest,
            before=self.before,
            makers=self.makers,
        )

    @cached_property
    def workspace(self) -> Workspace:
        return Workspace(self.change, self.head, self.folder, self.family)

    @cached_property
    def majors(self) -> Majors:
        return Majors(self.choices)

    @cached_property
    def vouched(self) -> Vouched:
        return Vouched(self.choices, self.custom)

    @cached_property
    def custom(self) -> Custom:
        locks = (self._locked(name, self.base) for name in self.family.locks)
        return Custom(
            base=self.base,
            path=self._old(self._path(self.family.manifest)),
            family=self.family,
            before=self.before,
            locks=tuple(lock for lock in locks if lock is not None),
            asked=self.asked,
        )

    def remarks(self) -> Iterator[Remark | Gap]:
        manifest, before = self.manifest, self.before
        locks = {name: self._locked(name, self.head) for name in self.family.locks}
        held = {name: lock for name, lock in locks.items() if lock is not None}
        if manifest is not None and self.change.touches(self._path(self.family.manifest)):
            locks_in_use = tuple(held.values()) or tuple(self.workspace.locks())
            asked = Asked(self.folder, manifest, before, locks_in_use)
            for requirement, signal in asked.signals():
                self._take(signal, self.family.manifest, requirement)
            yield from self._registries(manifest, before)
        for name, lock in held.items():
            yield from self._compare(name, lock, manifest)
        yield from self.gaps
        for suspect in self.suspects.values():
            if not self._is_usual(suspect):
                yield from self._remark(suspect)

    def _is_usual(self, suspect: _Suspect) -> bool:
        """Whether it carries one sign alone, and that one tells nobody anything."""
        first, *others = suspect.ordered
        if others:
            return False
        if first is Sign.LOCK_BEHIND and self.workspace.settles(suspect.name):
            return True
        if first is Sign.MAJOR:
            return self.majors.say_nothing(suspect.name)
        return self.custom.covers(first, suspect.name)

    def _path(self, name: str) -> str:
        return posixpath.join(self.folder, name)

    def _old(self, path: str) -> str:
        file = self.change.by_path.get(path)
        return (file.old_path if file else None) or path

    def _read(self, tree: Tree, path: str) -> Manifest | None:
        text = tree.read(path)
        try:
            return None if text is None else self.family.read(text)
        except Unreadable:
            return None

    def _locked(self, name: str, tree: Tree) -> Lock | None:
        path = self._path(name)
        if tree is self.base:
            path = self._old(path)
        text = tree.read_long(path)
        if text is None:
            if self.change.touches(path) and tree.exists(path):
                self._gap(path, "it is binary or too large to read")
            return None
        try:
            return self.family.locks[name](text)
        except Unreadable as error:
            if self.change.touches(path):
                self._gap(path, str(error)[:200])
            return None

    def _gap(self, path: str, reason: str) -> None:
        gap = Gap(
            subject=f"dependencies in `{path}`",
            reason=reason,
            required=False,
            remedy="look at its entries by hand",
        )
        if gap not in self.gaps:
            self.gaps.append(gap)

    def _compare(self, name: str, lock: Lock, manifest: Manifest | None) -> Iterator[Remark]:
        file = self.change.by_path.get(self._path(name))
        if file is None or file.status is FileStatus.ADDED:
            return
        if file.left_out is not None:
            self._gap(file.path, file.left_out)
            return
        before = self._locked(name, self.base)
        if before is None:
            return
        held = Held(
            lock,
            before,
            asked=self.asked,
            whole=manifest is not None and manifest.whole,
        )
        for entry, signal in held.signals():
            self._take(signal, name, entry)
        places = (self._quotes(_Suspect("", spans={file.path: one.span})) for one in held.bared)
        quotes = next(filter(None, places), ())
        if quotes:
            yield bared_lock(file.path, len(held.bared), quotes)

    def _take(self, signal: Signal, name: str, item: Requirement | Locked) -> None:
        path = self._path(name)
        if signal.sign is Sign.YOUNG:
            is_wanted = self.majors.are_for_makers(item.name) or self.vouched.covers(path, item)
        else:
            is_wanted = self.choices.cover(signal, path, item)
        if not is_wanted:
            suspect = self.suspects.setdefault(item.name, _Suspect(item.name))
            suspect.take(signal, path, item.span)

    def _remark(self, suspect: _Suspect) -> Iterator[Remark]:
        quotes = self._quotes(suspect)
        if not quotes:
            return
        signs = suspect.ordered
        first = signs[0]
        name = shown(suspect.name)
        remark = Remark(
            title=f"Dependency `{name}`: {suspect.signs[first]}",
            slug=first.value,
            severity=weight(suspect.name, signs),
            dimension=DIMENSION,
            quotes=quotes,
            failure_mode=FAILURE[first],
            mitigation=MITIGATION[first],
            claim=Claim(Shape.OTHER, name),
            confidence=_LIKELY if first is Sign.LOOKALIKE else _CERTAIN,
            details="\n".join(f"- {sign.value}: {suspect.signs[sign]}" for sign in signs),
        )
        mild = is_mild(signs, aside=self._stands_aside) or not suspect.is_certain
        chosen = _STEPS.issuperset(signs) and self.majors.are_chosen(suspect.name, signs)
        yield remark.as_mild() if mild or chosen else remark

    @cached_property
    def _stands_aside(self) -> bool:
        """Whether nobody who installs what the project publishes gets what this manifest asks for."""
        if not _FUZZING.isdisjoint(self.folder.split("/")):
            return True
        if not self.folder or self.manifest is None or self.manifest.published:
            return False
        above = ancestors(posixpath.dirname(self.folder))
        outer = (self._read(self.head, posixpath.join(one, self.family.manifest)) for one in above)
        return any(one is not None and one.name and one.published for one in outer)

    def _quotes(self, suspect: _Suspect) -> tuple[Quote, ...]:
        """The first line of its entry that the change wrote, else the entry and what it lost."""
        for path, (start, end) in self._spans(suspect).items():
            added = self.change.by_path[path].added
            first = bisect_left(added, (start, ""))
            if first < len(added) and added[first][0] <= end:
                number, text = added[first]
                return (_quote(path, text, number),)
        for path, (start, _) in suspect.spans.items():
            file = self.change.by_path[path]
            lines = (self.head.read_long(path) or "").split("\n")
            lost = [pair for pair in file.removed if _is_near(file, pair[0], start)]
            if lost and start <= len(lines):
                number, text = lost[0]
                old = _quote(file.old_path or path, text, number, side=Side.OLD)
                return (_quote(path, lines[start - 1], start), old)
        return ()

    def _spans(self, suspect: _Suspect) -> dict[str, tuple[int, int]]:
        """Where it stands, the manifest first: that is where a person edits."""
        path = self._path(self.family.manifest)
        if suspect.name in self.asked and path in self.change.by_path:
            return {path: self.asked[suspect.name].span, **suspect.spans}
        return suspect.spans

    def _registries(self, manifest: Manifest, before: Manifest | None) -> Iterator[Remark]:
        known = {keeper_of(registry.url) for registry in before.registries} if before else set()
        path = self._path(self.family.manifest)
        added = dict(self.change.by_path[path].added)
        for registry in manifest.registries:
            host = host_of(registry.url)
            official = host in _OFFICIAL and registry.url.startswith("https://")
            if (
                keeper_of(registry.url) in known
                or not host
                or host in _SAME_MACHINE
                or official
                or registry.line not in added
                or is_given_up(registry.url, self.change)
                or self.custom.takes_from(keeper_of(registry.url))
            ):
                continue
            yield added_registry(registry, host, _quote(path, added[registry.line], registry.line))


def _is_near(file: ChangedFile, old: int, start: int) -> bool:
    """Whether a removed line stood in a hunk that reaches the entry at head."""
    return any(
        hunk.old_start <= old < hunk.old_start + hunk.old_count
        and hunk.new_start <= start <= hunk.new_start + hunk.new_count
        for hunk in file.hunks
    )


def _quote(path: str, text: str, line: int, *, side: Side = Side.NEW) -> Quote:
    clean = without_login(text)
    return Quote(path=path, text=text, side=side, line=line, shown=None if clean == text else clean)
