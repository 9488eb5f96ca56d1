"""The signs of risk in a lock file, told by comparing what it held with what it holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from postil.inspection.checks._supply_chain.entries import (
    Lock,
    Locked,
    Requirement,
    Source,
    host_of,
)
from postil.inspection.checks._supply_chain.popular import is_known_installer
from postil.inspection.checks._supply_chain.signs import (
    FEWEST_HASHED,
    OUTSIDE,
    Sign,
    Signal,
    by_name,
    major_step,
    place_of,
    shown,
)
from postil.inspection.checks._supply_chain.versions import (
    bare,
    is_downgrade,
    is_major,
    is_near,
    is_prerelease,
    is_unfinished,
)

_FEWEST_NOTED = 3
_FEWEST_REWRITTEN = 5
_REWRITTEN_SHARE = 0.8
_SAME_HOST = {"registry.yarnpkg.com": "registry.npmjs.org"}


@dataclass(frozen=True)
class Held:
    """What a lock file holds, before and after the change, and what the manifest asks for."""

    head: Lock
    base: Lock
    asked: Mapping[str, Requirement] = field(default_factory=dict)
    whole: bool = False

    @cached_property
    def _before(self) -> dict[str, list[Locked]]:
        return by_name(self.base.entries)

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
    def bared(self) -> tuple[Locked, ...]:
        """The packages of a lock that kept a digest of each before and keeps none by now."""
        registered = [entry for entry in self.head.entries if entry.source is Source.REGISTRY]
        if len(registered) < FEWEST_HASHED or any(entry.digests for entry in registered):
            return ()
        return tuple(registered) if self._all_digested else ()

    @cached_property
    def _all_digested(self) -> bool:
        registered = [entry for entry in self.base.entries if entry.source is Source.REGISTRY]
        return (
            self.base.has_digests
            and len(registered) >= FEWEST_HASHED
            and all(entry.digests for entry in registered)
        )

    def signals(self) -> Iterator[tuple[Locked, Signal]]:
        for entry in self.head.entries:
            earlier = self._before.get(entry.name, [])
            if entry.source is Source.OWN or any(_unmoved(entry, other) for other in earlier):
                continue
            for sign, seen in self._signs(entry, earlier):
                doubtful = sign is Sign.INSTALL_SCRIPT and self._is_doubtful(entry, earlier)
                yield entry, Signal(entry.name, sign, seen, is_doubtful=doubtful)

    def _is_doubtful(self, entry: Locked, earlier: list[Locked]) -> bool:
        """Whether only a mark that may be wrong says it of a package that was held before, and
        which came along with others.
        """
        is_chosen = entry.name in self.asked or entry.name in self.head.direct
        return entry.presumed and bool(earlier) and not is_chosen

    def _signs(self, entry: Locked, earlier: list[Locked]) -> Iterator[tuple[Sign, str]]:
        yield from self._digests(entry, earlier)
        yield from self._places(entry, earlier)
        is_new = entry.installs and not any(other.installs for other in earlier)
        if is_new and not (self._notes_scripts_anew and _is_same(entry, earlier)):
            told = "this version runs" if earlier else "it runs"
            known = is_known_installer(entry.name, new=not earlier)
            if not known or (not earlier and entry.name in self.asked):
                yield Sign.INSTALL_SCRIPT, f"{told} a script when installed"
        if not earlier and self._is_unasked(entry):
            yield Sign.LOCK_ALONE, "neither the manifest nor another package asks for it"
        if entry.name in self.asked and len(earlier) == 1 and self._after[entry.name] == 1:
            yield from self._versions(entry.version, earlier[0].version)

    @cached_property
    def _notes_scripts_anew(self) -> bool:
        """Whether several packages that stayed as they were are said to run a script by now: the
        tool looks at them in another way.
        """
        noted = sum(
            entry.installs
            and not any(other.installs for other in self._before.get(entry.name, ()))
            and _is_same(entry, self._before.get(entry.name, []))
            for entry in self.head.entries
        )
        return noted >= _FEWEST_NOTED

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
        kept = by_name(self.head.entries)
        return all(
            any(_unmoved(entry, other) for other in kept.get(entry.name, ()))
            for entry in self.base.entries
        ) and not any(name in self.asked and name not in self._before for name in kept)

    def _versions(self, version: str, before: str) -> Iterator[tuple[Sign, str]]:
        if is_prerelease(version) and not is_unfinished(before):
            yield Sign.PRERELEASE, f"`{shown(bare(version))}` is a pre-release"
        if is_downgrade(before, version) and not self._is_settled_anew(before, version):
            yield (
                Sign.DOWNGRADE,
                f"it goes down from `{shown(bare(before))}` to `{shown(bare(version))}`",
            )
        if is_major(before, version):
            yield Sign.MAJOR, major_step(before, version)

    def _is_settled_anew(self, before: str, version: str) -> bool:
        """Whether the tool takes one a little back while it moves more of the lock up: to suit the
        others, or because it was withdrawn.
        """
        up, down = self._steps
        return is_near(before, version) and up >= down

    @cached_property
    def _steps(self) -> tuple[int, int]:
        """How many packages go up and how many go down, of those that the lock holds once."""
        single = {entry.name: entry.version for entry in self.head.entries}
        moved = [
            (earlier[0].version, single[name])
            for name, earlier in self._before.items()
            if len(earlier) == 1 and self._after[name] == 1
        ]
        up = sum(is_downgrade(new, old) for old, new in moved)
        return up, sum(is_downgrade(old, new) for old, new in moved)

    @cached_property
    def _is_rewritten(self) -> bool:
        """Whether most of what stayed has another digest at once: the tool writes it in another way."""
        pairs = [
            (entry, other)
            for entry in self.head.entries
            for other in self._before.get(entry.name, ())
            if entry.version == other.version and entry.digests and other.digests
        ]
        changed = sum(not _agree(one.digests, other.digests) for one, other in pairs)
        return len(pairs) >= _FEWEST_REWRITTEN and changed >= _REWRITTEN_SHARE * len(pairs)

    def _digests(self, entry: Locked, earlier: list[Locked]) -> Iterator[tuple[Sign, str]]:
        if entry.source is not Source.REGISTRY or entry.conditional or self.bared:
            return
        if not entry.digests:
            if any(other.digests for other in earlier):
                yield Sign.DIGEST_LOST, "its digest was dropped"
            elif not earlier and self._all_digested:
                yield Sign.DIGEST_LOST, "it has no digest, while each package had one before"
            return
        same = [other for other in earlier if other.version == entry.version and other.digests]
        if not same or self._is_rewritten or any(_is_put_right(entry, other) for other in same):
            return
        if not any(_agree(entry.digests, other.digests) for other in same):
            yield Sign.DIGEST_CHANGED, f"version `{shown(entry.version)}` has another digest"

    def _places(self, entry: Locked, earlier: list[Locked]) -> Iterator[tuple[Sign, str]]:
        if entry.source in OUTSIDE:
            places = {place_of(other.origin) for other in earlier if other.source in OUTSIDE}
            if place_of(entry.origin) not in places:
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


def _is_same(entry: Locked, earlier: list[Locked]) -> bool:
    """Whether the very file was held before."""
    return any(
        entry.version == other.version and entry.digests == other.digests for other in earlier
    )


def _is_put_right(entry: Locked, earlier: Locked) -> bool:
    """Whether the address was that of another version, and is that of its own now."""
    now, then = (one.origin.rpartition("/")[2] for one in (entry, earlier))
    return bool(then) and entry.version in now and earlier.version not in then


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
