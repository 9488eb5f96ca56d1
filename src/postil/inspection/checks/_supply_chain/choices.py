"""Tells which signs show what the author or the project wants, so that nobody needs to be told."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from functools import cached_property

from postil.domain.change import Change, ChangedFile
from postil.inspection.checks._supply_chain.entries import (
    Group,
    Locked,
    Manifest,
    Requirement,
    Source,
    json_table,
    pairs,
)
from postil.inspection.checks._supply_chain.golang import read_go_mod
from postil.inspection.checks._supply_chain.intent import (
    Intent,
    account_of,
    gives_reason,
    is_sister,
    makers_of,
    makes,
    remarks_on_it,
    runs_ahead,
)
from postil.inspection.checks._supply_chain.signs import OUTSIDE, Sign, Signal, is_refresh
from postil.inspection.checks._supply_chain.versions import (
    bare,
    is_branch,
    is_downgrade,
    is_near,
    is_range,
    is_unfinished,
)
from postil.inspection.makers import Makers
from postil.inspection.outlines import Unreadable
from postil.ports import Tree

CHOICES = frozenset({Sign.DOWNGRADE, Sign.PRERELEASE, Sign.UNPINNED, Sign.OUTSIDE_SOURCE})
"""Signs that a person may want; the others are never meant."""

_EXAMPLES = frozenset(
    {
        *("example", "examples", "sample", "samples", "demo", "demos", "benchmarks", "benchmark"),
        *("bench", "benches"),
        *("template", "templates", "playground", "playgrounds", "sandbox", "e2e"),
    }
)
_MANUALS = frozenset({"docs", "doc", "website", "site"})
"""Folders whose packages make pages, and reach nobody who installs the project."""
_TESTS = frozenset({"tests", "test", "spec"})
_DEEP = 2
_BETWEEN_WORDS = re.compile(r"[-_.]")
_UNRELEASED_BY_RULE = "golang.org/"
_ASKED_COMMIT = re.compile(r"[?&]rev=[0-9a-f]{40}\b")
"""A commit that some manifest asks for, as against the one that a branch was at."""
_COMMIT = re.compile(
    r"\b[0-9a-f]{40}\b|(?:\b(?:rev|ref|commit)\b[\"']?\s{0,4}(?:=>|=|:)\s{0,4}[\"'])[0-9a-f]{7,40}\b"
)
"""A commit in full, or the first digits of one where a commit is asked for."""
_NAMED_AHEAD = frozenset({"preview", "alpha", "beta", "next", "nightly", "canary", "unstable"})
_LONGEST_LINE = 20_000
_GO_MODULE = "go.mod"
_LAST_WORD = re.compile(r"[^:/@]{2,100}\Z")
_MAJOR = re.compile(r"/v\d{1,4}\Z")
_OF_GEM = re.compile(r"(?m)^gemspec\b")
_BLANK = re.compile(r"\$\w|\$\{|\{\{|<\w|%\(")
_COMPILED_FOR = re.compile(r"\A#.{0,80}\bwith Python (\d{1,2})\.(\d{1,3})\b")


def is_given_up(address: str, change: Change) -> bool:
    """Whether a file of the change loses the address, which so only moves."""
    return any(address in text for file in change.files for _, text in file.removed)


@dataclass(frozen=True)
class Choices:
    """What is known about the wishes behind one manifest, in both revisions."""

    change: Change
    head: Tree
    manifest_path: str
    manifest: Manifest | None
    before: Manifest | None
    makers: Makers

    def cover(self, signal: Signal, path: str, item: Requirement | Locked) -> bool:
        """Whether nobody needs to be told: the author says so, makes it, or only shows it."""
        if signal.sign is Sign.LOCK_ALONE:
            return self._is_asked_elsewhere(signal.name)
        if signal.sign is Sign.DIGEST_CHANGED:
            return self._is_own_module(signal.name)
        if signal.sign not in CHOICES:
            return self.is_shown and signal.sign is Sign.LOCK_BEHIND
        return (
            self.is_shown
            or self._is_carried_over(signal, item)
            or self._runs_ahead
            or self._is_usual(signal, path, item)
            or self._is_explained(path, item.span[0])
            or self._is_stated(signal, item)
        )

    def _is_carried_over(self, signal: Signal, item: Requirement | Locked) -> bool:
        """Whether another file of the change gives up the same version of it, which so only moves."""
        version, word = bare(item.version), _LAST_WORD.search(signal.name)
        if signal.sign is not Sign.PRERELEASE or not version or word is None:
            return False
        return any(
            version in text and word[0] in text
            for file in self.change.files
            if file.path != self.manifest_path
            for _, text in file.removed
        )

    def _is_asked_elsewhere(self, name: str) -> bool:
        """Whether another manifest of the tree asks for it since the change, and shares the lock."""
        manifest = posixpath.basename(self.manifest_path)
        return any(
            f'"{name}"' in text
            for file in self.change.files
            if posixpath.basename(file.path) == manifest and file.path != self.manifest_path
            for _, text in file.added
        )

    def _is_own_module(self, name: str) -> bool:
        """Whether the repository held a Go module of that name before, whose tags are its own."""
        if posixpath.basename(self.manifest_path) != _GO_MODULE:
            return False
        tree, whole = self.makers.tree, f"/{_MAJOR.sub('', name)}"
        return any(
            read_go_mod(tree.read(path) or "").name == name
            for path in tree.paths()
            if path == _GO_MODULE
            or (path.endswith(f"/{_GO_MODULE}") and whole.endswith(f"/{posixpath.dirname(path)}"))
        )

    def _is_stated(self, signal: Signal, item: Requirement | Locked) -> bool:
        """Whether the author speaks of it, by the name it has here or by the one it has elsewhere."""
        intent = Intent.of(self.change)
        names = {signal.name}
        if isinstance(item, Requirement) and item.source is Source.REGISTRY and item.origin:
            names.add(item.origin)
        return any(intent.states(signal.sign, name, signal.seen) for name in names)

    @cached_property
    def is_shown(self) -> bool:
        """Whether the folder holds examples, or data and programs that tests make use of.

        What stands in the folder of the tests itself is what they need to run.
        """
        folders = posixpath.dirname(self.manifest_path).split("/")
        words = [_BETWEEN_WORDS.split(folder) for folder in folders]
        if any(not _EXAMPLES.isdisjoint(parts) for parts in words):
            return True
        if any(len(parts) > 1 and not _TESTS.isdisjoint(parts) for parts in words):
            return True
        own = self.manifest is not None and bool(self.manifest.name)
        return not _TESTS.isdisjoint(folders[: -1 if own else -_DEEP])

    @property
    def makes_pages(self) -> bool:
        """Whether the manifest lists what makes the manual."""
        return not _MANUALS.isdisjoint(self.manifest_path.split("/")[:-1])

    @cached_property
    def _runs_ahead(self) -> bool:
        asked = self.manifest.requirements if self.manifest else ()
        origins = {item.name: item.origin for item in asked}
        return runs_ahead(posixpath.basename(self.manifest_path), list(origins.values()))

    def _is_usual(self, signal: Signal, path: str, item: Requirement | Locked) -> bool:
        """Whether the project does such things: it makes the package, or did the same before."""
        own, origin = self.manifest.name if self.manifest else "", item.origin
        match signal.sign:
            case Sign.PRERELEASE:
                return (
                    is_sister(own, signal.name)
                    or self.makers.include(makers_of(signal.name))
                    or self._takes_unfinished
                    or not _NAMED_AHEAD.isdisjoint(_BETWEEN_WORDS.split(signal.name.lower())[1:])
                    or self._comes_with_others(signal.name)
                    or self._was_outside(signal.name)
                    or self._is_open_for_developers(signal.name)
                    or self.makes_pages
                )
            case Sign.UNPINNED:
                return is_branch(item.version) and (
                    is_sister(own, signal.name)
                    or self.makers.include(makers_of(signal.name))
                    or (self.manifest is not None and self.manifest.takes_unfinished)
                    # Nobody who installs the project gets what its makers try.
                    or (isinstance(item, Requirement) and item.for_makers)
                )
            case Sign.OUTSIDE_SOURCE:
                return (
                    is_sister(own, origin)
                    or makes(own, origin)
                    or self.makers.include(account_of(origin))
                    or self._is_back_at_its_makers(signal.name, origin)
                    or _BLANK.search(origin[:2_000]) is not None
                    or self._is_moved(origin)
                    or self._takes_from_makers(origin)
                    or _ASKED_COMMIT.search(origin[:2_000]) is not None
                    or self._is_pinned(signal.name)
                    or self._is_for_development(signal.name, origin)
                )
            case _:
                older = _is_compiled_for_older(self.change.by_path[path])
                return (
                    older
                    or self._is_written_or_settled(signal.name)
                    or self._is_rewritten(signal.name)
                    or self._is_kept_where_it_began(signal.name)
                )

    @cached_property
    def _takes_unfinished(self) -> bool:
        """Whether the manifest says that it takes what is not released, or already asks for it."""
        if self.manifest is not None and self.manifest.takes_unfinished:
            return True
        asked = self.before.requirements if self.before else ()
        return any(
            is_unfinished(item.version)
            for item in asked
            if item.source is Source.REGISTRY
            and item.group is Group.DIRECT
            and not item.name.startswith(_UNRELEASED_BY_RULE)
        )

    def _comes_with_others(self, name: str) -> bool:
        """Whether another package is asked for at the same version: a set that belongs together."""
        asked = self.manifest.requirements if self.manifest else ()
        versions = {
            item.version for item in asked if item.name == name and is_unfinished(item.version)
        }
        return any(item.name != name and item.version in versions for item in asked)

    def _was_outside(self, name: str) -> bool:
        """Whether it came from a branch before, so that a pre-release is the steadier choice."""
        asked = self.before.requirements if self.before else ()
        return any(item.name == name and item.source in OUTSIDE for item in asked)

    def _is_open_for_developers(self, name: str) -> bool:
        """Whether only developers install it, at a range that goes on to the release."""
        if posixpath.basename(self.manifest_path) != "package.json":
            return False
        try:
            table = json_table(self.head.read(self.manifest_path) or "{}")
        except Unreadable:
            return False
        return any(
            one == name and isinstance(version, str) and is_range(version)
            for one, version in pairs(table, "devDependencies")
        )

    def _is_rewritten(self, name: str) -> bool:
        """Whether a person wrote more of the entry anew than its version, as no slip does."""
        old, new = (
            [item for item in manifest.requirements if item.name == name] if manifest else []
            for manifest in (self.before, self.manifest)
        )
        file = self.change.by_path.get(self.manifest_path)
        if len(old) != 1 or len(new) != 1 or file is None:
            return False
        (one,), (other,) = old, new
        if one.span[0] != one.span[1] or other.span[0] != other.span[1]:
            return False
        removed, added = (
            dict(lines).get(item.span[0], "")
            for lines, item in ((file.removed, one), (file.added, other))
        )
        return bool(removed and added) and (
            _bare(removed, one.version) != _bare(added, other.version)
        )

    def _is_kept_where_it_began(self, name: str) -> bool:
        """Whether a range is narrowed to the version that it began with, whatever a lock had."""
        old, new = (
            {item.version for item in manifest.requirements if item.name == name}
            if manifest
            else set()
            for manifest in (self.before, self.manifest)
        )
        bare = [{version.lstrip("^~=> ") for version in versions} for versions in (old, new)]
        return bool(old) and old != new and bare[0] == bare[1]

    def _takes_from_makers(self, origin: str) -> bool:
        """Whether the manifest took other packages from the same account before."""
        account = origin.rpartition("/")[0]
        asked = self.before.requirements if self.before else ()
        return bool(account) and any(item.origin.rpartition("/")[0] == account for item in asked)

    def _is_back_at_its_makers(self, name: str, origin: str) -> bool:
        """Whether a package from outside comes from the account called after it from now on."""
        asked = self.before.requirements if self.before else ()
        known = any(item.name == name and item.source in OUTSIDE for item in asked)
        return known and account_of(origin) == name.lower()

    def _is_pinned(self, name: str) -> bool:
        """Whether the manifest names the very commit, which cannot change under the same name."""
        asked = self.manifest.requirements if self.manifest else ()
        lines = (self.head.read(self.manifest_path) or "").split("\n")
        return any(
            _COMMIT.search(line[:_LONGEST_LINE])
            for item in asked
            if item.name == name and item.source is Source.GIT
            for line in lines[item.span[0] - 1 : item.span[1]]
        )

    def _is_for_development(self, name: str, origin: str) -> bool:
        """Whether the makers of a gem try what the makers of another have not released yet.

        A Gemfile that takes its list from a specification is not what users of the gem install.
        """
        called = origin.rstrip("/").removesuffix(".git").rpartition("/")[2].lower()
        return called == name.lower() and self.is_of_gem

    @cached_property
    def is_of_gem(self) -> bool:
        """Whether it is the Gemfile that the makers of a gem work with."""
        if not self.manifest_path.endswith("Gemfile"):
            return False
        return _OF_GEM.search(self.head.read(self.manifest_path) or "") is not None

    def _is_written_or_settled(self, name: str) -> bool:
        """Whether somebody wrote a range for it, or a tool that moved most of a list up settled it."""
        old, new = (
            {item.name: item.version for item in manifest.requirements} if manifest else {}
            for manifest in (self.before, self.manifest)
        )
        if name not in old or name not in new or old[name] == new[name]:
            return False
        if is_range(new[name]):
            return True
        up = sum(is_downgrade(new[other], old[other]) for other in old.keys() & new.keys())
        down = sum(is_downgrade(old[other], new[other]) for other in old.keys() & new.keys())
        return is_near(old[name], new[name]) and is_refresh(up, down)

    def _is_moved(self, address: str) -> bool:
        """Whether the change takes the same address out of another place."""
        return any(
            _holds_whole(line, address) for file in self.change.files for _, line in file.removed
        )

    def _is_explained(self, path: str, number: int) -> bool:
        """Whether a comment behind the entry, or a new one above it, says why."""
        lines = (self.head.read(path) or "").split("\n")
        above = dict(self.change.by_path[path].added).get(number - 1, "")
        behind = lines[number - 1] if number <= len(lines) else ""
        return gives_reason(behind) or remarks_on_it(above)


def _bare(line: str, version: str) -> str:
    """What an entry says beside its version."""
    return "".join(line.replace(version, "").split()).rstrip(",")


def _holds_whole(line: str, address: str) -> bool:
    """Whether an address stands in a line and does not go on."""
    _, found, rest = line.partition(address)
    return bool(found) and (not rest or not (rest[0].isalnum() or rest[0] in "/._-"))


def _is_compiled_for_older(file: ChangedFile) -> bool:
    """Whether a list that a tool compiles was compiled for an older Python than before."""
    old, new = (
        [found for _, line in lines if (found := _COMPILED_FOR.match(line[:200]))]
        for lines in (file.removed, file.added)
    )
    return bool(old and new) and _python(new[0]) < _python(old[0])


def _python(found: re.Match[str]) -> tuple[int, int]:
    return int(found[1]), int(found[2])
