"""What the author says about a dependency, and which packages the project makes itself."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from postil.domain.change import Change
from postil.inspection.checks._supply_chain.signs import Sign

_LONGEST = 20_000
_BACK = re.compile(
    r"\b(?:revert\w{0,6}|downgrad\w{0,4}|roll\w{0,4}[ -]?back|go(?:es|ing)? back|back to|hold back"
    r"|pin\w{0,4}|lock\w{0,3}|limit\w{0,4}|lower\w{0,4}|cap\w{0,4}|restrict\w{0,4}|older)\b",
    re.IGNORECASE,
)
_FORWARD = re.compile(
    r"\b(?:bump\w{0,4}|upgrad\w{0,4}|updat\w{0,4}|rais(?:e|es|ed|ing)|newer|newest|latest)\b",
    re.IGNORECASE,
)
_LOOSE = re.compile(
    r"\b(?:any version|latest|unpin\w{0,5}|loosen\w{0,3}|relax\w{0,3}|widen\w{0,3}|wildcard)\b",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\b(?:from (?:git|github|source|main|master)|master|forks?|forked|unreleased|head|branch"
    r"|(?:custom|improved|patched|development|dev) version|pull request)\b",
    re.IGNORECASE,
)
_MOVES = re.compile(
    r"\b(?:from (?:git|github|source|main|master)|master|trunk|(?:dev(?:elopment)?|custom|patched) (?:version|release|build)s?|head|branch(?:es)?"
    r"|dev-[a-z]\w{0,30}|snapshots?|nightly|nightlies|canary|(?:a|the|our|my|own) fork|forked)\b",
    re.IGNORECASE,
)
"""Says that something is followed which moves; what is merely not released could be fixed to a commit."""
_REVERTS = re.compile(r"^This reverts commit [0-9a-f]{7,64}\b", re.MULTILINE)
"""What git itself says of a change that brings back what was there before."""
_UNFINISHED = re.compile(
    r"\b(?:betas?|alphas?|rc[ .-]?\d{0,3}|release candidates?|pre[- ]?releases?|canary|nightly|nightlies"
    r"|snapshots?|unstable|experimental|milestones?|previews?|unreleased|not (?:yet )?released"
    r"|(?:up)?coming|next major|(?<!\bto )(?<!\bto the )(?<!\bto its )next (?:version|release)|dev(?:elopment)? (?:version|release|build)s?)\b|@next\b",
    re.IGNORECASE,
)
"""Says that a version is wanted which is not released; who goes to the next one may take it for released."""
_BY_MACHINE = re.compile(
    r"\A(?:[\w()/,\[\]* -]{0,40}[:\]] ?)?"
    r"(?:bumps? (?:the )?\S{1,200}[^\n]{0,80} from \[?v?\d\S{0,60} to \[?v?\d"
    r"|updates? (?:dependency |module |actions?/|rust crate |[\w@./-]{1,100} monorepo)[^\n]{0,200} to \S{0,3}\d"
    r"|bumps? the [\w-]{1,60} group\b|lock file maintenance)"
    r"|\A\w{2,12}\(deps[\w-]{0,20}\)!?: (?:update|bump) \S{1,200} to v?\d",
    re.IGNORECASE,
)
"""The titles that the machines which keep dependencies up to date give to their changes."""
_SIGNED_BY_MACHINE = re.compile(
    r"\b(?:dependabot|renovate|greenkeeper|pyup)(?:\[bot\]|-bot)|^updated-dependencies:",
    re.MULTILINE,
)
_AT_LARGE = re.compile(
    r"\b(?:(?:bump|upgrad|updat|refresh)\w{0,4}:?(?: \w{1,20}){0,4} (?:dep|dependenc(?:y|ie|e)|librar(?:y|ie)|package"
    r"|requirement)s?(?: versions?)?|(?:deps?|dependenc(?:y|ies)|librar(?:y|ies)|packages?) (?:bump|upgrade|update)s?"
    r"|updat\w{1,3} (?:everything|(?:the )?(?:cargo\.lock|lock ?files?)))\s{0,4}(?=[.,;:()\n]|\Z)",
    re.IGNORECASE,
)
"""Speaks of bringing the dependencies up to date, and of no single one."""
_BRINGS_UP = re.compile(
    r"\b(?:bump|upgrad|updat|refresh|migrat|moderni[sz])\w{0,5}\b|\b(?:dep|dependenc(?:y|ie|e))s?\b"
    r"|\b(?:newer|newest|latest|switch(?:e[sd]|ing)? to)\b",
    re.IGNORECASE,
)
"""Speaks of bringing something up to date, or of dependencies, in whatever words."""
_BREAKS = re.compile(r"^(?:BREAKING[ -]CHANGE\b|[a-z]{2,12}(?:\([^()\n]{1,60}\))?!:)", re.MULTILINE)
"""Says that those who use the project must follow, so that a step is part of it."""
_MERGES = re.compile(r"Merge (?:commit|branch|remote-tracking branch|tag) '")
_SMALL = re.compile(r"\b(?:minor|patch(?:es)?|small)\b", re.IGNORECASE)
_FOR_PLATFORM = re.compile(
    r"\b(?:rust|node(?:\.js)?|python|php|ruby|java|jdk|golang|msrv|dotnet)\b[^\n]{0,30}\d",
    re.IGNORECASE,
)
"""Names the version of a language that the packages must suit."""
_DOTNET = re.compile(r"\.NET(?: Core)? ?(\d{1,2})\b|\bnet(\d{1,2})\.0\b", re.IGNORECASE)
_WITH_DOTNET = ("microsoft.", "system.")
"""Begin the names of packages whose major version is that of the platform they come with."""
_FROM_AHEAD = re.compile(
    r"\bmerge\w{0,2}\b[^\n]{0,40}\b(?:next|canary|alpha|beta|preview|nightly|experimental)\b",
    re.IGNORECASE,
)
"""Brings over a line of work that runs ahead of releases, where such versions were chosen."""
_TO_VERSION = re.compile(r"\bto v?\d")
_VERSION = re.compile(r"\d[\w.+-]{0,80}")
_LETTERS = re.compile(r"[A-Za-z]")
_OF_BRANCH = re.compile(r"(?<=[\w/])[@#]([A-Za-z][\w./-]{0,80})`")
_SERIES = re.compile(r"\A\d{1,9}\.\d{1,9}")
_PART = re.compile(r"[a-z0-9]+")
_ADDRESS_PART = re.compile(r"(?<=[/:`])[a-z0-9]{5,}(?=/)")
"""The makers in an address, as against its host and its last part."""
_AT_FORGE = re.compile(
    r"\A(?:(?:git\+)?(?:[a-z]{2,5}://)?(?:[\w.-]{1,80}@)?(?:www\.)?"
    r"(?:github\.com|gitlab\.com|bitbucket\.org)[/:]([\w-]{1,60})/"
    r"|(?:github:|gitlab:|bitbucket:)?([\w-]{1,60})/[\w.-]{1,100}(?:#|\Z))",
    re.IGNORECASE,
)
_EDITION = re.compile(r"[/.]v\d{1,3}\Z")
_COMMENT = re.compile(r"\s(?://|#)\s?(\S.{0,400})")
_WORD = re.compile(r"[A-Za-z]{2,}")
_MARKS = frozenset({"indirect", "pyup", "rq", "filter"})
_BRANCH = re.compile(
    r"(?:/refs/heads/|@|/archive/)(?:main|master|develop|dev|trunk)(?:\.tar\.gz|\.zip)?(?:#|\Z)"
)
_BRANCH_NAMES = frozenset({"main", "master", "develop", "trunk"})
_AHEAD = ("devel", "nightly", "edge", "prerelease", "upstream")
_FEWEST_AHEAD = 3
_FEWEST_WORDS = 2
_FEWEST_WORDS_ABOVE = 4
_SHORTEST_MAKERS = 5
_TELLING_ALONE = ("revert", "downgrade")


@dataclass(frozen=True)
class Intent:
    """The words of a change: its title, its description and its commits."""

    words: str
    titles: tuple[str, ...] = ()

    @classmethod
    def of(cls, change: Change) -> Intent:
        said = [change.title.replace("_", " "), change.description]
        said += [f"{commit.subject}\n{commit.body}" for commit in change.commits[:200]]
        titles = tuple(
            commit.subject[:_LONGEST].replace("_", " ") for commit in change.commits[:200]
        )
        return cls("\n".join(said)[:_LONGEST], titles)

    @cached_property
    def is_routine(self) -> bool:
        """Whether a machine made the change and its title says from where to where it goes, or the
        change brings back what was there.
        """
        if _REVERTS.search(self.words) is not None:
            return True
        told = bool(self.titles) and all(_BY_MACHINE.match(title) for title in self.titles)
        return told or _SIGNED_BY_MACHINE.search(self.words) is not None

    @cached_property
    def updates_all(self) -> bool:
        """Whether a title, or a point of a list below it, says that the dependencies at large go up,
        and not that they go up a little.
        """
        points = (line for line in self.words.split("\n") if line.startswith(("* ", "- ")))
        return any(
            _AT_LARGE.search(said) and not _SMALL.search(said) for said in (*self.titles, *points)
        )

    def speaks_of_step(self, name: str) -> bool:
        """Whether the words name the package, or speak of bringing something up to date and not
        only a little: whoever wrote them looked at what they took.
        """
        lines = self.words.split("\n")
        if _BREAKS.search(self.words):
            return True
        return self._speaks_of(name) or (
            any(map(_BRINGS_UP.search, lines))
            and not any(_BRINGS_UP.search(line) and _SMALL.search(line) for line in lines)
        )

    @cached_property
    def brings_over(self) -> bool:
        """Whether the change brings another history over, in which each step was chosen."""
        return bool(self.titles) and all(map(_MERGES.match, self.titles))

    def states(self, sign: Sign, name: str, seen: str) -> bool:
        """Whether the author speaks of what the sign shows, so that it is a choice and no slip.

        Naming the package is not enough for a pre-release: the words must say that it is one. A
        version that goes down under a message that says it goes up is a slip, whatever it names.
        """
        if _REVERTS.search(self.words) is not None:
            return True
        if sign is Sign.DOWNGRADE and any(word in self.words.lower() for word in _TELLING_ALONE):
            return True
        if self._states_at_large(sign, name, seen):
            return True
        if sign is Sign.OUTSIDE_SOURCE and _ELSEWHERE.search(self.words):
            return self._speaks_of(name) or any(map(self._holds, _ADDRESS_PART.findall(seen)))
        if not self._speaks_of(name):
            return False
        match sign:
            case Sign.DOWNGRADE:
                return self._gives_reason(seen) or _FORWARD.search(self.words) is None
            case Sign.UNPINNED:
                said = (_LOOSE, _MOVES)
                return "*" in self.words or any(one.search(self.words) for one in said)
            case _:
                return False

    def raises(self, name: str, major: int) -> bool:
        """Whether a line of the words says that the package goes to that major version.

        What its makers call themselves is enough: `wasmtime` for `wasmtime-wasi`.
        """
        short = name.lower().rstrip("/").rpartition("/")[2].rpartition(":")[2]
        parts = [part for part in _PART.findall(short) if len(part) >= _SHORTEST_MAKERS] or [short]
        if name.lower().startswith(_WITH_DOTNET) and str(major) in self._platforms:
            return True
        named = re.compile(rf"(?<![\w-]){re.escape(short)}(?![\w-])", re.IGNORECASE)
        version = re.compile(rf"(?<![\w.]){re.escape(f'{major}')}(?:\.[\dx]|\s|\Z)|\bv{major}\b")
        return any(
            version.search(line) is not None
            and (named.search(line) or not set(_PART.findall(line.lower())).isdisjoint(parts))
            for line in self.words.split("\n")
        )

    def brings_forward(self, name: str) -> bool:
        """Whether a line of the words says to which version another package of its makers goes."""
        makers = makers_of(name) if "/" in name else ""
        return len(makers) >= _SHORTEST_MAKERS and any(
            _FORWARD.search(line) is not None
            and _TO_VERSION.search(line) is not None
            and makers in _PART.findall(line.lower())
            for line in self.words.split("\n")
        )

    @cached_property
    def _platforms(self) -> frozenset[str]:
        """The versions of .NET that the words name."""
        return frozenset(one or other for one, other in _DOTNET.findall(self.words))

    def _states_at_large(self, sign: Sign, name: str, seen: str) -> bool:
        """Whether the words give the reason without naming the package itself."""
        match sign:
            case Sign.PRERELEASE:
                return (
                    self._names_version(seen)
                    or self._says_unfinished(name)
                    or _FROM_AHEAD.search(self.words) is not None
                    or _FOR_PLATFORM.search(self.words) is not None
                )
            case Sign.DOWNGRADE:
                return _FOR_PLATFORM.search(self.words) is not None
            case Sign.OUTSIDE_SOURCE:
                return self._names_branch(seen)
            case _:
                return False

    def _speaks_of(self, name: str) -> bool:
        """Whether every word of the name stands in the words, if need be without its owner."""
        short = _EDITION.sub("", name.rstrip("/").lower()).rpartition("/")[2]
        parts = _PART.findall(short)
        return len(short) > 1 and bool(parts) and all(map(self._holds, parts))

    def _says_unfinished(self, name: str) -> bool:
        """Whether the words call something unfinished and name the package, or its makers or kin."""
        if _UNFINISHED.search(self.words) is None:
            return False
        first = _PART.match(name.lower())
        kin = {makers_of(name), first[0] if first is not None else ""}
        near = any(len(one) >= _SHORTEST_MAKERS and one in self._parts for one in kin)
        return near or self._speaks_of(name)

    def _names_version(self, seen: str) -> bool:
        """Whether the words hold the very version, its mark of a pre-release included."""
        versions = _VERSION.findall(seen)
        last = versions[-1] if versions else ""
        return _LETTERS.search(last) is not None and last in self.words

    def _names_branch(self, seen: str) -> bool:
        """Whether the words name what the branch is called after."""
        branch = _OF_BRANCH.search(seen)
        if branch is None:
            return False
        parts = [part for part in _PART.findall(branch[1].lower()) if len(part) >= _SHORTEST_MAKERS]
        return bool(parts) and all(map(self._holds, parts))

    def _holds(self, part: str) -> bool:
        """Whether a word stands there, in either number."""
        return not self._parts.isdisjoint((part, f"{part}s", part.removesuffix("s")))

    @cached_property
    def _parts(self) -> frozenset[str]:
        return frozenset(_PART.findall(self.words.lower()))

    def _gives_reason(self, seen: str) -> bool:
        """Whether the words hold the version that was seen or its series, or say that it goes back."""
        if _BACK.search(self.words) is not None:
            return True
        versions = _VERSION.findall(seen)
        series = _SERIES.match(versions[-1]) if versions else None
        return series is not None and series[0] in self.words


def gives_reason(line: str) -> bool:
    """Whether a comment behind an entry says something, as against what tools write there."""
    said = _COMMENT.search(line[:_LONGEST])
    if said is None or said[1].startswith("via"):
        return False
    if said[1].strip() in _BRANCH_NAMES:
        return True
    return sum(word not in _MARKS for word in _WORD.findall(said[1])) >= _FEWEST_WORDS


def remarks_on_it(line: str) -> bool:
    """Whether a line is a comment with a sentence in it, as against the heading of a group."""
    plain = line[:_LONGEST].strip()
    return (
        plain.startswith(("#", "//", "<!--")) and len(_WORD.findall(plain)) >= _FEWEST_WORDS_ABOVE
    )


def runs_ahead(manifest: str, origins: Collection[str]) -> bool:
    """Whether a list is there to try what is not released: by its name, or because every entry
    follows a branch of its project, which nobody does by mistake.
    """
    if any(word in manifest.lower() for word in _AHEAD):
        return True
    return len(origins) >= _FEWEST_AHEAD and all(_BRANCH.search(one[:_LONGEST]) for one in origins)


def makers_of(name: str) -> str:
    """The scope, vendor or account that the name of a package begins with."""
    return _owner(name).rpartition("/")[2].lstrip("@").lower()


def account_of(address: str) -> str:
    """The account at one of the big forges that an address leads to; empty for other addresses."""
    found = _AT_FORGE.match(address[:_LONGEST])
    return (found[1] or found[2]).lower() if found is not None else ""


def is_sister(own: str, name: str) -> bool:
    """Whether a package comes from the makers of this one: same scope, vendor, owner or first word."""
    if not own or own == name:
        return bool(own)
    if "/" in own or "/" in name:
        return _owner(own) == _owner(name) != ""
    one, other = own.lower().replace("_", "-"), name.lower().replace("_", "-")
    return one.startswith(f"{other}-") or other.startswith(f"{one}-")


def makes(own: str, address: str) -> bool:
    """Whether an address belongs to an account that is called after this package."""
    word = own.rpartition("/")[2].lower()
    accounts = _ADDRESS_PART.findall(address[:_LONGEST].lower())
    return len(word) >= _SHORTEST_MAKERS and any(one.startswith(word) for one in accounts)


def _owner(name: str) -> str:
    """`@scope`, `vendor`, or the host and the account of a Go module; empty where there is none."""
    parts = name.split("/")
    if "." in parts[0]:
        return "/".join(parts[:2]) if len(parts) > 1 else ""
    return parts[0] if len(parts) > 1 else ""
