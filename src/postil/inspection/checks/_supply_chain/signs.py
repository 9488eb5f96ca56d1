"""The signs of risk that a dependency can carry, each told by comparing two revisions."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TypeVar

from postil.inspection.checks._supply_chain.entries import (
    Ecosystem,
    Group,
    Lock,
    Locked,
    Manifest,
    Requirement,
    Source,
    without_login,
)
from postil.inspection.checks._supply_chain.popular import mistaken_for
from postil.inspection.checks._supply_chain.versions import (
    Tightness,
    bare,
    is_branch,
    is_downgrade,
    is_floating,
    is_major,
    is_prerelease,
    is_unfinished,
    is_untagged,
    leaves_out,
    tightness,
)
from postil.inspection.checks._supply_chain.young import first_version
from postil.inspection.standing import join

_FEWEST_REFRESHED = 5
OUTSIDE = (Source.GIT, Source.URL)
_CHOSEN = (Group.DIRECT, Group.EXTRA)
_FEWEST_OTHERS = 2
_PINNED_SHARE = 0.75
FEWEST_HASHED = 2
_BARE_IS_USUAL = (Ecosystem.PYPI, Ecosystem.RUBYGEMS)
_BUILT_WITHOUT_LOCK = (Ecosystem.MAVEN, Ecosystem.NUGET)
_EDITION = re.compile(r"[/.]v(\d{1,4})\Z")
_OF_GO_MOD = "/go.mod"
_NEVER_TAGGED = (
    *("golang.org/", "google.golang.org/", "github.com/golang/", "github.com/google/"),
    *("k8s.io/", "sigs.k8s.io/"),
)
"""Makers who are known to release modules by commits."""
_MEANT_TO_MOVE = frozenset({"roave/security-advisories"})
"""Holds nothing but a list of what must not be installed, and is made to be followed."""


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
    YOUNG = "young-package"
    MAJOR = "major-bump"


@dataclass(frozen=True, slots=True)
class Signal:
    """One sign on one dependency, with what was seen in a few words; a doubtful one may be a
    fault of the tool that wrote it down.
    """

    name: str
    sign: Sign
    seen: str
    is_doubtful: bool = False


@dataclass(frozen=True)
class Asked:
    """What a manifest asks for, before and after the change, and the lock beside it."""

    folder: str
    head: Manifest
    base: Manifest | None
    locks: tuple[Lock, ...] = ()

    @cached_property
    def _before(self) -> dict[str, list[Requirement]]:
        return by_name(self.base.requirements if self.base else ())

    @cached_property
    def _after(self) -> dict[str, list[Requirement]]:
        """What is asked for under each name: one version for each condition it may have."""
        return by_name(self.head.requirements)

    def signals(self) -> Iterator[tuple[Requirement, Signal]]:
        for requirement in self.head.requirements:
            earlier = self._before.get(requirement.name, [])
            if any(_same(requirement, other) for other in earlier):
                continue
            # Makers who tag nothing leave no other choice than a commit.
            untagged = is_untagged(requirement.version)
            for sign, seen in self._signs(requirement, earlier):
                doubtful = untagged and sign is Sign.PRERELEASE
                yield requirement, Signal(requirement.name, sign, seen, is_doubtful=doubtful)

    def _signs(
        self, requirement: Requirement, earlier: list[Requirement]
    ) -> Iterator[tuple[Sign, str]]:
        if not earlier and requirement.group is not Group.INDIRECT:
            yield from self._newcomer(requirement)
        yield from self._placed(requirement, earlier)
        if requirement.source is not Source.REGISTRY:
            return
        yield from self._digested(requirement, earlier)
        yield from self._outgrown(requirement)
        if requirement.group in _CHOSEN:
            yield from self._versioned(requirement, earlier)

    def _newcomer(self, requirement: Requirement) -> Iterator[tuple[Sign, str]]:
        known = requirement.origin if requirement.source is Source.REGISTRY else ""
        if requirement.source not in (Source.FOLDER, Source.OWN):
            twin = mistaken_for(known or requirement.name, self.head.ecosystem)
            if twin is not None:
                yield Sign.LOOKALIKE, f"its name is one slip away from `{twin}`"
        held = self._versions.get(requirement.name, [])
        first = first_version(requirement, held, self.head.ecosystem)
        # What a new list asks for was chosen elsewhere before.
        if first and self.base is not None:
            yield Sign.YOUNG, f"it is new here, and `{first}` is one of its first versions"
        if self._is_behind(requirement):
            yield Sign.LOCK_BEHIND, "the lock file in use does not hold it"

    def _is_behind(self, requirement: Requirement) -> bool:
        """Whether the lock should hold it and does not; other files may settle it elsewhere."""
        if not self.locks or requirement.group not in _CHOSEN:
            return False
        if not self.head.whole and self.head.ecosystem is not Ecosystem.GO:
            return False
        return requirement.name not in self._held | self._redirected

    def _outgrown(self, requirement: Requirement) -> Iterator[tuple[Sign, str]]:
        """Whether the lock holds only versions that the manifest does not take."""
        name = requirement.name
        if requirement.group not in _CHOSEN or requirement.origin or name in self._redirected:
            return
        held = self._versions.get(name, [])
        if self.head.ecosystem is Ecosystem.GO:
            behind = requirement.version not in held
        elif self.head.whole:
            loose = self.head.ecosystem is Ecosystem.CRATES
            behind = all(leaves_out(requirement.version, one, bare_is_range=loose) for one in held)
        else:
            return
        if held and behind:
            yield Sign.LOCK_BEHIND, f"the lock file in use holds `{shown(held[-1])}`"

    @cached_property
    def _versions(self) -> dict[str, list[str]]:
        """The versions that the locks hold under each name; Go keeps two digests of each."""
        found: dict[str, list[str]] = {}
        for lock in self.locks:
            for entry in lock.entries:
                found.setdefault(entry.name, []).append(entry.version.removesuffix(_OF_GO_MOD))
        return found

    @cached_property
    def _held(self) -> frozenset[str]:
        entries = {entry.name for lock in self.locks for entry in lock.entries}
        return frozenset(entries.union(*(lock.linked for lock in self.locks)))

    @cached_property
    def _redirected(self) -> frozenset[str]:
        """What comes from elsewhere, also where another line asks for it by version.

        Bundler locks what comes from git like everything else.
        """
        locked = (Source.REGISTRY, *((Source.GIT,) if self._is_ruby else ()))
        asked = self.head.requirements
        return frozenset(item.name for item in asked if item.source not in locked)

    @property
    def _is_ruby(self) -> bool:
        return self.head.ecosystem is Ecosystem.RUBYGEMS

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
        if requirement.source in OUTSIDE:
            places = {place_of(other.origin) for other in earlier if other.source in OUTSIDE}
            if place_of(origin) not in places:
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
        # A range that begins at a pre-release took them already.
        if is_prerelease(version) and not any(is_unfinished(bare(text)) for text in before):
            yield Sign.PRERELEASE, f"`{shown(bare(version))}` is a pre-release"
        if not earlier and is_untagged(version) and not requirement.name.startswith(_NEVER_TAGGED):
            yield Sign.PRERELEASE, f"`{shown(version)}` is a commit, nothing was released before it"
        if not any(self._is_open(text) for text in before):
            yield from self._left_open(requirement)
        kept = [other.version for other in self._after[requirement.name]]
        if before and all(is_downgrade(old, new) for old in before for new in kept):
            yield (
                Sign.DOWNGRADE,
                f"it goes down from `{shown(bare(before[0]))}` to `{shown(bare(version))}`",
            )
        if before and all(is_major(text, version) for text in before):
            yield Sign.MAJOR, major_step(before[0], version)
        elif not earlier and (old := self._edition_before(requirement.name)):
            yield Sign.MAJOR, major_step(old, version)

    def _edition_before(self, name: str) -> str:
        """The version of a Go module whose path names an earlier edition, which the change leaves."""
        edition = _EDITION.search(name) if self.head.ecosystem is Ecosystem.GO else None
        if edition is None:
            return ""
        stem, number = name[: edition.start()], int(edition[1])
        for other in sorted(self._before.keys() - self._after.keys()):
            told = _EDITION.search(other)
            if _EDITION.sub("", other) == stem and (int(told[1]) if told else 1) < number:
                return self._before[other][0].version
        return ""

    def _is_open(self, version: str) -> bool:
        """Whether a version leaves to the day of the install what is taken."""
        if tightness(version) is Tightness.ANY or is_branch(version):
            return True
        return self.head.ecosystem in _BUILT_WITHOUT_LOCK and is_floating(version)

    def _left_open(self, requirement: Requirement) -> Iterator[tuple[Sign, str]]:
        version = requirement.version
        if is_branch(version) and requirement.name not in _MEANT_TO_MOVE:
            yield Sign.UNPINNED, f"`{shown(version)}` is a branch that moves"
        elif self.head.ecosystem in _BUILT_WITHOUT_LOCK:
            if is_floating(version):
                yield Sign.UNPINNED, f"`{shown(version)}` is whatever is newest at each build"
        elif self._is_loose(requirement):
            others = ", while the others name one" if self._tightness.total() > 1 else ""
            yield Sign.UNPINNED, f"any version will do{others}"

    def _is_loose(self, requirement: Requirement) -> bool:
        """Whether it leaves open what the rest of the file settles, with no lock to settle it."""
        if requirement.group is not Group.DIRECT or requirement.digests:
            return False
        if tightness(requirement.version) is not Tightness.ANY:
            return False
        others = self._tightness.total() - 1
        written = requirement.version.strip() and self.head.ecosystem not in _BARE_IS_USUAL
        if others < _FEWEST_OTHERS and not written:
            return False
        settled = self.head.ecosystem in _BARE_IS_USUAL and requirement.name in self._held
        pinned = self._tightness[Tightness.RANGE] + self._tightness[Tightness.EXACT]
        return not settled and pinned >= _PINNED_SHARE * others

    def _digested(
        self, requirement: Requirement, earlier: list[Requirement]
    ) -> Iterator[tuple[Sign, str]]:
        if requirement.digests:
            return
        if any(other.digests for other in earlier):
            yield Sign.DIGEST_LOST, "its digest was dropped"
        elif not earlier and self.base is not None:
            others = [other for other in self.base.requirements if other.source is Source.REGISTRY]
            if len(others) >= FEWEST_HASHED and all(other.digests for other in others):
                yield Sign.DIGEST_LOST, "it has no digest, while each package had one before"


_Item = TypeVar("_Item", Requirement, Locked)


def is_refresh(up: int, down: int) -> bool:
    """Whether so many packages go up, and so few down, that a tool has settled them all anew."""
    return up >= max(_FEWEST_REFRESHED, 2 * down)


def by_name(items: Iterable[_Item]) -> dict[str, list[_Item]]:
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


def major_step(before: str, version: str) -> str:
    return f"it goes from `{shown(bare(before))}` to `{shown(bare(version))}`, a major step"


def place_of(origin: str) -> str:
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
