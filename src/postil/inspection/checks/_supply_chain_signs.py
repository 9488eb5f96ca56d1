"""The signs of risk that a dependency can carry, each told by comparing two revisions."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TypeVar

from postil.inspection.checks._supply_chain_entries import (
    Ecosystem,
    Group,
    Lock,
    Locked,
    Manifest,
    Requirement,
    Source,
    host_of,
    without_login,
)
from postil.inspection.checks._supply_chain_popular import is_known_installer, mistaken_for
from postil.inspection.checks._supply_chain_versions import (
    Tightness,
    is_downgrade,
    is_major,
    is_prerelease,
    is_unfinished,
    tightness,
)
from postil.inspection.standing import join

_OUTSIDE = (Source.GIT, Source.URL)
_CHOSEN = (Group.DIRECT, Group.EXTRA)
_FEWEST_OTHERS = 2
_PINNED_SHARE = 0.75
_FEWEST_HASHED = 2
_SAME_HOST = {"registry.yarnpkg.com": "registry.npmjs.org"}
_BARE_IS_USUAL = (Ecosystem.PYPI, Ecosystem.RUBYGEMS)


class Sign(StrEnum):
    """In the order in which the first one names the finding."""

    LOOKALIKE = "lookalike-name"
    CONFUSION = "dependency-confusion"
    DIGEST_CHANGED = "integrity-changed"
    DIGEST_LOST = "integrity-lost"
    FOREIGN_REGISTRY = "foreign-registry"
    OUTSIDE_SOURCE = "outside-source"
    OUTSIDE_PATH = "outside-path"
    INSTALL_SCRIPT = "install-script"
    LOCK_ALONE = "lock-alone"
    LOCK_BEHIND = "lock-behind"
    DOWNGRADE = "downgrade"
    PRERELEASE = "pre-release"
    UNPINNED = "unpinned"
    MAJOR = "major-bump"


@dataclass(frozen=True, slots=True)
class Signal:
    """One sign on one dependency, with what was seen in a few words."""

    name: str
    sign: Sign
    seen: str


@dataclass(frozen=True)
class Asked:
    """What a manifest asks for, before and after the change, and the lock beside it."""

    folder: str
    head: Manifest
    base: Manifest | None
    locks: tuple[Lock, ...] = ()

    @cached_property
    def _before(self) -> dict[str, list[Requirement]]:
        return _by_name(self.base.requirements if self.base else ())

    @cached_property
    def _after(self) -> dict[str, list[Requirement]]:
        """What is asked for under each name: one version for each condition it may have."""
        return _by_name(self.head.requirements)

    def signals(self) -> Iterator[tuple[Requirement, Signal]]:
        for requirement in self.head.requirements:
            earlier = self._before.get(requirement.name, [])
            if any(_same(requirement, other) for other in earlier):
                continue
            for sign, seen in self._signs(requirement, earlier):
                yield requirement, Signal(requirement.name, sign, seen)

    def _signs(
        self, requirement: Requirement, earlier: list[Requirement]
    ) -> Iterator[tuple[Sign, str]]:
        if not earlier and requirement.group is not Group.INDIRECT:
            yield from self._newcomer(requirement)
        yield from self._placed(requirement, earlier)
        if requirement.source is not Source.REGISTRY:
            return
        yield from self._digested(requirement, earlier)
        if requirement.group in _CHOSEN:
            yield from self._versioned(requirement, earlier)

    def _newcomer(self, requirement: Requirement) -> Iterator[tuple[Sign, str]]:
        known = requirement.origin if requirement.source is Source.REGISTRY else ""
        if requirement.source not in (Source.FOLDER, Source.OWN):
            twin = mistaken_for(known or requirement.name, self.head.ecosystem)
            if twin is not None:
                yield Sign.LOOKALIKE, f"its name is one slip away from `{twin}`"
        if self._is_behind(requirement):
            yield Sign.LOCK_BEHIND, "the lock file beside the manifest does not hold it"

    def _is_behind(self, requirement: Requirement) -> bool:
        """Whether the lock should hold it and does not; other files may settle it elsewhere."""
        if not self.locks or requirement.group not in _CHOSEN:
            return False
        if not self.head.whole and self.head.ecosystem is not Ecosystem.GO:
            return False
        return requirement.name not in self._held | self._redirected

    @cached_property
    def _held(self) -> frozenset[str]:
        entries = {entry.name for lock in self.locks for entry in lock.entries}
        return frozenset(entries.union(*(lock.linked for lock in self.locks)))

    @cached_property
    def _redirected(self) -> frozenset[str]:
        """What comes from elsewhere, also where another line asks for it by version."""
        asked = self.head.requirements
        return frozenset(item.name for item in asked if item.source is not Source.REGISTRY)

    @cached_property
    def _tightness(self) -> Counter[Tightness]:
        return Counter(
            tightness(other.version)
            for other in self.head.requirements
            if other.source is Source.REGISTRY and other.group is Group.DIRECT
        )

    def _placed(
        self, requirement: Requirement, earlier: list[Requirement]
    ) -> Iterator[tuple[Sign, str]]:
        origin = requirement.origin
        if requirement.source in _OUTSIDE:
            places = {_place(other.origin) for other in earlier if other.source in _OUTSIDE}
            if _place(origin) not in places:
                yield Sign.OUTSIDE_SOURCE, f"it comes from `{shown(origin)}`, not from a registry"
        elif (
            requirement.source is Source.FOLDER
            and _leads_outside(self.folder, origin)
            and not any(_leads_outside(self.folder, other.origin) for other in earlier)
        ):
            yield Sign.OUTSIDE_PATH, f"`{shown(origin)}` lies outside of the repository"

    def _versioned(
        self, requirement: Requirement, earlier: list[Requirement]
    ) -> Iterator[tuple[Sign, str]]:
        version = requirement.version
        before = [other.version for other in earlier if other.source is Source.REGISTRY]
        if is_prerelease(version) and not any(map(is_unfinished, before)):
            yield Sign.PRERELEASE, f"`{shown(version)}` is a pre-release"
        if self._is_loose(requirement) and not any(
            tightness(text) is Tightness.ANY for text in before
        ):
            yield Sign.UNPINNED, "any version will do, while the others are pinned"
        kept = [other.version for other in self._after[requirement.name]]
        if before and all(is_downgrade(old, new) for old in before for new in kept):
            yield Sign.DOWNGRADE, f"it goes down from `{shown(before[0])}` to `{shown(version)}`"
        if before and all(is_major(text, version) for text in before):
            yield Sign.MAJOR, f"it is a major bump from `{shown(before[0])}`"

    def _is_loose(self, requirement: Requirement) -> bool:
        """Whether it leaves open what the rest of the file settles, with no lock to settle it."""
        if requirement.group is not Group.DIRECT or requirement.digests:
            return False
        if tightness(requirement.version) is not Tightness.ANY:
            return False
        others = self._tightness.total() - 1
        if others < _FEWEST_OTHERS:
            return False
        settled = self.head.ecosystem in _BARE_IS_USUAL and requirement.name in self._held
        pinned = self._tightness[Tightness.RANGE] + self._tightness[Tightness.EXACT]
        return not settled and pinned / others >= _PINNED_SHARE

    def _digested(
        self, requirement: Requirement, earlier: list[Requirement]
    ) -> Iterator[tuple[Sign, str]]:
        if requirement.digests:
            return
        if any(other.digests for other in earlier):
            yield Sign.DIGEST_LOST, "its digest was dropped"
        elif not earlier and self.base is not None:
            others = [other for other in self.base.requirements if other.source is Source.REGISTRY]
            if len(others) >= _FEWEST_HASHED and all(other.digests for other in others):
                yield Sign.DIGEST_LOST, "it has no digest, while all others have one"


@dataclass(frozen=True)
class Held:
    """What a lock file holds, before and after the change, and what the manifest asks for."""

    head: Lock
    base: Lock
    asked: Mapping[str, Requirement] = field(default_factory=dict)
    whole: bool = False

    @cached_property
    def _before(self) -> dict[str, list[Locked]]:
        return _by_name(self.base.entries)

    @cached_property
    def _after(self) -> Counter[str]:
        return Counter(entry.name for entry in self.head.entries)

    @cached_property
    def _hosts(self) -> frozenset[str]:
        return frozenset(filter(None, (_host(entry) for entry in self.base.entries)))

    @cached_property
    def _scope_hosts(self) -> dict[str, set[str]]:
        hosts: dict[str, set[str]] = {}
        for entry in self.base.entries:
            if entry.name.startswith("@") and _host(entry):
                hosts.setdefault(entry.name.split("/")[0], set()).add(_host(entry))
        return hosts

    @cached_property
    def _all_digested(self) -> bool:
        registered = [entry for entry in self.base.entries if entry.source is Source.REGISTRY]
        return (
            self.base.has_digests
            and len(registered) >= _FEWEST_HASHED
            and all(entry.digests for entry in registered)
        )

    def signals(self) -> Iterator[tuple[Locked, Signal]]:
        for entry in self.head.entries:
            earlier = self._before.get(entry.name, [])
            if entry.source is Source.OWN or any(_unmoved(entry, other) for other in earlier):
                continue
            for sign, seen in self._signs(entry, earlier):
                yield entry, Signal(entry.name, sign, seen)

    def _signs(self, entry: Locked, earlier: list[Locked]) -> Iterator[tuple[Sign, str]]:
        yield from self._digests(entry, earlier)
        yield from self._places(entry, earlier)
        if entry.installs and not any(other.installs for other in earlier):
            told = "this version runs" if earlier else "it runs"
            if not is_known_installer(entry.name):
                yield Sign.INSTALL_SCRIPT, f"{told} a script when installed"
        if not earlier and self._is_unasked(entry):
            yield Sign.LOCK_ALONE, "neither the manifest nor another package asks for it"
        if entry.name in self.asked and len(earlier) == 1 and self._after[entry.name] == 1:
            yield from self._versions(entry.version, earlier[0].version)

    def _is_unasked(self, entry: Locked) -> bool:
        needed = self.head.needed
        if not self.whole or needed is None or entry.name in self.asked:
            return False
        if entry.name in self.head.claimed:
            return True
        return self._is_only_extended and entry.name not in needed

    @cached_property
    def _is_only_extended(self) -> bool:
        """Whether the lock keeps all it held and takes in nothing that the manifest asks for.

        Package tools leave entries behind that nobody needs whenever they settle something else.
        """
        kept = _by_name(self.head.entries)
        return all(
            any(_unmoved(entry, other) for other in kept.get(entry.name, ()))
            for entry in self.base.entries
        ) and not any(name in self.asked and name not in self._before for name in kept)

    @staticmethod
    def _versions(version: str, before: str) -> Iterator[tuple[Sign, str]]:
        if is_prerelease(version) and not is_unfinished(before):
            yield Sign.PRERELEASE, f"`{shown(version)}` is a pre-release"
        if is_downgrade(before, version):
            yield Sign.DOWNGRADE, f"it goes down from `{shown(before)}` to `{shown(version)}`"
        if is_major(before, version):
            yield Sign.MAJOR, f"it is a major bump from `{shown(before)}`"

    def _digests(self, entry: Locked, earlier: list[Locked]) -> Iterator[tuple[Sign, str]]:
        if entry.source is not Source.REGISTRY or entry.conditional:
            return
        if not entry.digests:
            if any(other.digests for other in earlier):
                yield Sign.DIGEST_LOST, "its digest was dropped"
            elif not earlier and self._all_digested:
                yield Sign.DIGEST_LOST, "it has no digest, while all others have one"
            return
        same = [other for other in earlier if other.version == entry.version and other.digests]
        if same and not any(_agree(entry.digests, other.digests) for other in same):
            yield Sign.DIGEST_CHANGED, f"version `{shown(entry.version)}` has another digest"

    def _places(self, entry: Locked, earlier: list[Locked]) -> Iterator[tuple[Sign, str]]:
        if entry.source in _OUTSIDE:
            places = {_place(other.origin) for other in earlier if other.source in _OUTSIDE}
            if _place(entry.origin) not in places:
                told = f"it comes from `{shown(entry.origin)}`, not from a registry"
                yield Sign.OUTSIDE_SOURCE, told
            return
        host = _host(entry)
        if not host:
            return
        usual = self._scope_hosts.get(entry.name.split("/")[0], set())
        if len(usual) == 1 and host not in usual and host in self._hosts:
            told = f"other packages of its scope come from `{min(usual)}`, this one from `{host}`"
            yield Sign.CONFUSION, told
        elif self._hosts and host not in self._hosts:
            yield Sign.FOREIGN_REGISTRY, f"it is taken from `{host}`, which was not used before"


_Item = TypeVar("_Item", Requirement, Locked)


def _by_name(items: Iterable[_Item]) -> dict[str, list[_Item]]:
    grouped: dict[str, list[_Item]] = {}
    for item in items:
        grouped.setdefault(item.name, []).append(item)
    return grouped


def _same(one: Requirement, other: Requirement) -> bool:
    return (one.version, one.source, one.origin, bool(one.digests)) == (
        other.version,
        other.source,
        other.origin,
        bool(other.digests),
    )


def _unmoved(one: Locked, other: Locked) -> bool:
    return (one.version, one.source, one.origin, one.digests, one.installs) == (
        other.version,
        other.source,
        other.origin,
        other.digests,
        other.installs,
    )


def _agree(digests: frozenset[str], others: frozenset[str]) -> bool:
    """Whether two sets of digests may belong to the same files; other methods cannot be compared."""
    methods = {digest.partition("-")[0].partition(":")[0] for digest in digests}
    comparable = {d for d in others if d.partition("-")[0].partition(":")[0] in methods}
    return not comparable or bool(comparable & digests)


def _host(entry: Locked) -> str:
    if entry.source is not Source.REGISTRY:
        return ""
    host = host_of(entry.origin)
    return _SAME_HOST.get(host, host)


def _place(origin: str) -> str:
    """An address without its commit, branch or archive name: whose it is."""
    plain = origin.partition("#")[0].partition("?")[0].removeprefix("git+").removesuffix(".git")
    head, mark, tail = plain.rpartition("@")
    if mark and "/" not in tail and "/" in head:
        plain = head
    parts = plain.split("/")
    return "/".join(parts[:5]).removesuffix(".git").lower()


def _leads_outside(folder: str, path: str) -> bool:
    plain = path.strip()
    if not plain or "$" in plain or "{" in plain:
        return False
    return plain.startswith(("/", "~")) or join(folder, posixpath.normpath(plain)) is None


def shown(text: str) -> str:
    """A text from the repository, fit for a sentence of ours."""
    plain = "".join(letter if letter.isprintable() else " " for letter in without_login(text))
    return plain.replace("`", "'")[:120].strip() or "nothing"
