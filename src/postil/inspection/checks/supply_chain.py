"""Flags dependencies that a change adds or bumps and that carry a sign of risk.

It reads manifests and lock files of Python, JavaScript, Rust, Go, Ruby and PHP and compares them
with the base: look-alike names, outside sources, pre-releases, loose versions, downgrades, install
scripts, other registries, lost or changed digests, and locks that do not fit their manifest.

Why it matters: a dependency is code by strangers that runs with your rights, often already while
it is being installed, and in a lock file of a thousand lines nobody sees the one that is odd.

Stays quiet when: a dependency is merely new or bumped; a lock file is merely refreshed; the sign
was there before; the file is a fixture, vendored or cannot be parsed.

Silence it: `postil: allow supply-chain REASON` on or above the line at the base, or a
`[[suppress]]` entry with `check = "supply-chain"` and a path.
"""

from __future__ import annotations

import posixpath
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from postil.domain import paths
from postil.domain.change import Change, ChangedFile, FileStatus, Side
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.observation import Gap
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks._supply_chain_cargo import read_cargo, read_cargo_lock
from postil.inspection.checks._supply_chain_composer import read_composer, read_composer_lock
from postil.inspection.checks._supply_chain_entries import (
    Lock,
    Locked,
    Manifest,
    Registry,
    Requirement,
    host_of,
    without_login,
)
from postil.inspection.checks._supply_chain_gems import read_gemfile, read_gemfile_lock
from postil.inspection.checks._supply_chain_golang import read_go_mod, read_go_sum
from postil.inspection.checks._supply_chain_intent import (
    Intent,
    gives_reason,
    is_sister,
    runs_ahead,
)
from postil.inspection.checks._supply_chain_npm_lock import read_npm_lock
from postil.inspection.checks._supply_chain_package_json import read_npmrc, read_package
from postil.inspection.checks._supply_chain_pipfile import (
    read_pipfile,
    read_pipfile_lock,
    read_setup_cfg,
)
from postil.inspection.checks._supply_chain_pnpm_lock import read_pnpm_lock
from postil.inspection.checks._supply_chain_pyproject import read_pyproject
from postil.inspection.checks._supply_chain_python_lock import read_toml_lock
from postil.inspection.checks._supply_chain_requirements import read_requirements
from postil.inspection.checks._supply_chain_signs import Asked, Held, Sign, Signal, shown
from postil.inspection.checks._supply_chain_wording import FAILURE, MITIGATION, alike
from postil.inspection.checks._supply_chain_yarn_lock import read_yarn_lock
from postil.inspection.outlines import Unreadable
from postil.ports import Tree

NAME = "supply-chain"
DIMENSION = Dimension.SECURITY
SEVERITY = Severity.MEDIUM
ROOT = Root.CODE

_CERTAIN = 90
_LIKELY = 70
_ORDER = list(Sign)
_CHOICES = frozenset({Sign.DOWNGRADE, Sign.PRERELEASE, Sign.UNPINNED, Sign.OUTSIDE_SOURCE})
"""Signs that a person may want; the others are never meant."""
_EXAMPLES = frozenset(
    {
        "example",
        "examples",
        "sample",
        "samples",
        "demo",
        "demos",
        "benchmarks",
        "template",
        "templates",
    }
)
_OFFICIAL = frozenset(
    {
        *("pypi.org", "pypi.python.org", "files.pythonhosted.org", "download.pytorch.org"),
        *("registry.npmjs.org", "registry.yarnpkg.com", "rubygems.org", "index.rubygems.org"),
        *("packagist.org", "repo.packagist.org", "github.com", "gitlab.com", "index.crates.io"),
    }
)
_ManifestReader = Callable[[str], Manifest]
_LockReader = Callable[[str], Lock]


@dataclass(frozen=True)
class _Family:
    """A manifest and the lock files that may stand beside it."""

    manifest: str
    read: _ManifestReader
    locks: Mapping[str, _LockReader] = field(default_factory=dict)


_FAMILIES = (
    _Family(
        "package.json",
        read_package,
        {
            "package-lock.json": read_npm_lock,
            "npm-shrinkwrap.json": read_npm_lock,
            "yarn.lock": read_yarn_lock,
            "pnpm-lock.yaml": read_pnpm_lock,
        },
    ),
    _Family(
        "pyproject.toml",
        read_pyproject,
        {"uv.lock": read_toml_lock, "poetry.lock": read_toml_lock},
    ),
    _Family("Pipfile", read_pipfile, {"Pipfile.lock": read_pipfile_lock}),
    _Family("setup.cfg", read_setup_cfg),
    _Family("Cargo.toml", read_cargo, {"Cargo.lock": read_cargo_lock}),
    _Family("go.mod", read_go_mod, {"go.sum": read_go_sum}),
    _Family("Gemfile", read_gemfile, {"Gemfile.lock": read_gemfile_lock}),
    _Family("composer.json", read_composer, {"composer.lock": read_composer_lock}),
    _Family(".npmrc", read_npmrc),
)


def activates(change: Change) -> str | None:
    count = sum(_family(file) is not None for file in change.files)
    return f"compared {count} manifest(s) and lock file(s) with the base" if count else None


def inspect(change: Change, head: Tree, base: Tree) -> Iterator[Remark | Gap]:
    seen: set[tuple[str, str]] = set()
    told: dict[tuple[str, str], Remark] = {}
    for file in change.files:
        family = _family(file)
        if family is None or (file.folder, family.manifest) in seen:
            continue
        seen.add((file.folder, family.manifest))
        place = _Place(change, head, base, folder=file.folder, family=family)
        for item in place.remarks():
            if isinstance(item, Gap):
                yield item
            else:
                # Many folders of one repository ask for the same thing; once is enough.
                told.setdefault((item.slug, item.title), item)
    yield from alike(told.values())


def _family(file: ChangedFile) -> _Family | None:
    path, name = file.path, file.name
    if (
        file.status is FileStatus.DELETED
        or paths.is_vendored(path)
        or paths.is_fixture(path)
        or file.is_symlink
    ):
        return None
    if name.endswith((".txt", ".in")) and (
        name.startswith(("requirements", "constraints"))
        or name.endswith(("requirements.txt", "requirements.in"))
        or posixpath.basename(file.folder) == "requirements"
    ):
        return _Family(name, read_requirements)
    return next(
        (family for family in _FAMILIES if name == family.manifest or name in family.locks), None
    )


@dataclass
class _Suspect:
    """One dependency with every sign it carries and where each was seen."""

    name: str
    signs: dict[Sign, str] = field(default_factory=dict)
    spans: dict[str, tuple[int, int]] = field(default_factory=dict)

    def take(self, signal: Signal, path: str, span: tuple[int, int]) -> None:
        self.signs.setdefault(signal.sign, signal.seen)
        self.spans.setdefault(path, span)

    @property
    def ordered(self) -> list[Sign]:
        return sorted(self.signs, key=_ORDER.index)


@dataclass
class _Place:
    """One folder's manifest with its lock files, in both revisions."""

    change: Change
    head: Tree
    base: Tree
    folder: str
    family: _Family
    asked: dict[str, Requirement] = field(default_factory=dict)
    suspects: dict[str, _Suspect] = field(default_factory=dict)
    gaps: list[Gap] = field(default_factory=list)
    own_name: str = ""

    def remarks(self) -> Iterator[Remark | Gap]:
        manifest = self._manifest(self.head, self._path(self.family.manifest))
        before = self._manifest(self.base, self._old(self._path(self.family.manifest)))
        self.asked = {item.name: item for item in manifest.requirements} if manifest else {}
        self.own_name = manifest.name if manifest else ""
        locks = {name: self._locked(name, self.head) for name in self.family.locks}
        held = {name: lock for name, lock in locks.items() if lock is not None}
        if manifest is not None and self.change.touches(self._path(self.family.manifest)):
            asked = Asked(self.folder, manifest, before, tuple(held.values()))
            for requirement, signal in asked.signals():
                self._take(signal, self.family.manifest, requirement)
            yield from self._registries(manifest, before)
        for name, lock in held.items():
            self._compare(name, lock, manifest)
        yield from self.gaps
        for suspect in self.suspects.values():
            if suspect.ordered != [Sign.MAJOR]:
                yield from self._remark(suspect)

    def _path(self, name: str) -> str:
        return posixpath.join(self.folder, name)

    def _old(self, path: str) -> str:
        file = self.change.by_path.get(path)
        return (file.old_path if file else None) or path

    def _manifest(self, tree: Tree, path: str) -> Manifest | None:
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

    def _compare(self, name: str, lock: Lock, manifest: Manifest | None) -> None:
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

    def _line(self, path: str, number: int) -> str:
        lines = (self.head.read(path) or "").split("\n")
        return lines[number - 1] if number <= len(lines) else ""

    def _is_known(self, signal: Signal, line: str, origin: str) -> bool:
        """Whether nobody needs to be told: the author says so, makes it, or only shows it."""
        shown = not _EXAMPLES.isdisjoint(self.folder.replace("-", "/").split("/"))
        if signal.sign not in _CHOICES:
            return shown and signal.sign is Sign.LOCK_BEHIND
        return (
            shown
            or runs_ahead(self.family.manifest, [item.origin for item in self.asked.values()])
            or (signal.sign is Sign.PRERELEASE and is_sister(self.own_name, signal.name))
            or (signal.sign is Sign.OUTSIDE_SOURCE and is_sister(self.own_name, origin))
            or gives_reason(line)
            or Intent.of(self.change).states(signal.sign, signal.name, signal.seen)
        )

    def _take(self, signal: Signal, name: str, item: Requirement | Locked) -> None:
        line = self._line(self._path(name), item.span[0]) if signal.sign in _CHOICES else ""
        if self._is_known(signal, line, item.origin):
            return
        suspect = self.suspects.setdefault(item.name, _Suspect(item.name))
        suspect.take(signal, self._path(name), item.span)

    def _remark(self, suspect: _Suspect) -> Iterator[Remark]:
        quotes = self._quotes(suspect)
        if not quotes:
            return
        signs = suspect.ordered
        first = signs[0]
        name = shown(suspect.name)
        yield Remark(
            title=f"Dependency `{name}`: {suspect.signs[first]}",
            slug=first.value,
            severity=Severity.MEDIUM if len(signs) == 1 else Severity.HIGH,
            dimension=DIMENSION,
            quotes=quotes,
            failure_mode=FAILURE[first],
            mitigation=MITIGATION[first],
            claim=Claim(Shape.OTHER, name),
            confidence=_LIKELY if first is Sign.LOOKALIKE else _CERTAIN,
            details="\n".join(f"- {sign.value}: {suspect.signs[sign]}" for sign in signs),
        )

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
        known = {registry.url for registry in before.registries} if before else set()
        path = self._path(self.family.manifest)
        added = dict(self.change.by_path[path].added)
        for registry in manifest.registries:
            host = host_of(registry.url)
            official = host in _OFFICIAL and registry.url.startswith("https://")
            if registry.url in known or not host or official or registry.line not in added:
                continue
            yield _registry_remark(
                registry, host, _quote(path, added[registry.line], registry.line)
            )


def _is_near(file: ChangedFile, old: int, start: int) -> bool:
    """Whether a removed line stood in a hunk that reaches the entry at head."""
    return any(
        hunk.old_start <= old < hunk.old_start + hunk.old_count
        and hunk.new_start <= start <= hunk.new_start + hunk.new_count
        for hunk in file.hunks
    )


def _registry_remark(registry: Registry, host: str, quote: Quote) -> Remark:
    plain = registry.url.lower().startswith("http://")
    told = f"- registry-added: packages may now come from `{shown(host)}`"
    return Remark(
        title=f"Packages may now come from `{shown(host)}`" + (", unencrypted" if plain else ""),
        slug="registry-added",
        severity=Severity.HIGH if plain else Severity.MEDIUM,
        dimension=DIMENSION,
        quotes=(quote,),
        failure_mode="Whoever runs that host, or registers one of your names on another index, decides what is installed.",
        mitigation="Leave the usual registry as the only one, or bind the new one to the packages that need it.",
        claim=Claim(Shape.OTHER, shown(host)),
        details=told + ("\n- unencrypted: anyone on the way can swap packages" if plain else ""),
    )


def _quote(path: str, text: str, line: int, *, side: Side = Side.NEW) -> Quote:
    clean = without_login(text)
    return Quote(path=path, text=text, side=side, line=line, shown=None if clean == text else clean)
