"""Who makes a repository: the accounts and people that its own papers name before the change."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from postil.ports import Tree

_LONGEST = 200_000
_LONGEST_LINE = 2_000
_FEWEST_LINKS = 2
"""A readme names its own repository again and again; one link may lead anywhere."""
_MANIFESTS = frozenset(
    {
        *("package.json", "cargo.toml", "pyproject.toml", "setup.py", "setup.cfg", "go.mod"),
        *("composer.json", "directory.build.props"),
    }
)
_PROSE = ("readme", "contributing", "changelog", "license", "licence", "copying", "notice")
_OWNERS = ("CODEOWNERS", ".github/CODEOWNERS", "docs/CODEOWNERS")
_FUNDING = ".github/FUNDING.yml"
_ADDRESS = re.compile(
    r"(?:github\.com|githubusercontent\.com|gitlab\.com|bitbucket\.org|codecov\.io/gh"
    r"|shields\.io/github/[a-z/-]{1,60}?)[/:]([\w-]{1,60})/([\w.-]{1,100})",
    re.IGNORECASE,
)
_SPONSORED = re.compile(r"github\.com/sponsors/([\w-]{1,60})", re.IGNORECASE)
_ABOUT_ITSELF = re.compile(
    r"\A\W{0,40}(?:\w{1,10}\.)?(?:repository|repositoryurl|homepage|home-page|url|bugs|source|source_code_uri"
    r"|issues|tracker|changelog|documentation|module|packageprojecturl)\b",
    re.IGNORECASE,
)
_AUTHORS = re.compile(r"\A\W{0,40}(?:\w{1,10}\.)?authors?\b", re.IGNORECASE)
_WITH_MAIL = re.compile(r"\bemail\b|<[\w.+-]{1,80}@", re.IGNORECASE)
_COPYRIGHT = re.compile(r"\bcopyright\s{0,8}(?:\(c\)|©|&copy;|\d{4}|:)", re.IGNORECASE)
_PERSON = re.compile(r"(?<![\w'.-])[^\W\d_][\w'.-]{0,40}(?: [^\W\d_][\w'.-]{0,40}){1,3}")
_NAME = re.compile(r"\A\W{0,40}name\W{1,10}@?([\w-]{1,60})/")
_OWNER = re.compile(r"(?<![\w.])@([\w-]{1,60})")
_FUNDED = re.compile(r"\A\s{0,8}(?:github:|-)([^#\n]{0,400})")
_WORD = re.compile(r"[\w-]{1,60}")
_NOT_PEOPLE = re.compile(
    r"\b(?:copyright|authors?|all rights reserved|and|the|by)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Makers:
    """The papers of a repository at one revision; a change cannot name its own sender in them."""

    tree: Tree

    def include(self, account: str) -> bool:
        """Whether an account belongs to those who make the repository, by its name or theirs."""
        plain = account.lower().lstrip("@")
        return bool(plain) and (plain in self._accounts or _squeezed(plain) in self._people)

    @cached_property
    def _accounts(self) -> frozenset[str]:
        prose = [self._text(path) for path in self._papers if not _is_manifest(path)]
        found = {name for path in self._papers for name in self._stated_in(path)}
        found.update(_most_linked("\n".join(prose)))
        for path in _OWNERS:
            found.update(_OWNER.findall(self._text(path)))
        for line in self._text(_FUNDING).split("\n"):
            funded = _FUNDED.match(line)
            found.update(_WORD.findall(funded[1]) if funded is not None else ())
        return frozenset(name.lower() for name in found)

    @cached_property
    def _people(self) -> frozenset[str]:
        lines = (
            line
            for path in self._papers
            for line in self._lines(path)
            if _COPYRIGHT.search(line) or (_is_manifest(path) and _names_people(line))
        )
        people = (name for line in lines for name in _PERSON.findall(_NOT_PEOPLE.sub(",", line)))
        return frozenset(_squeezed(name) for name in people)

    @cached_property
    def _papers(self) -> tuple[str, ...]:
        return tuple(
            path
            for path in sorted(self.tree.paths())
            if "/" not in path and (_is_manifest(path) or path.lower().startswith(_PROSE))
        )

    def _stated_in(self, path: str) -> Iterator[str]:
        """What a manifest says of itself: where it is kept, and under whose name it is published."""
        for line in self._lines(path) if _is_manifest(path) else ():
            if _ABOUT_ITSELF.match(line):
                yield from (owner for owner, _ in _ADDRESS.findall(line))
            named = _NAME.match(line)
            if named is not None:
                yield named[1]

    def _lines(self, path: str) -> list[str]:
        return [line[:_LONGEST_LINE] for line in self._text(path).split("\n")]

    def _text(self, path: str) -> str:
        return (self.tree.read(path) or "")[:_LONGEST]


def _is_manifest(path: str) -> bool:
    return path.lower() in _MANIFESTS or path.endswith(".gemspec")


def _names_people(line: str) -> bool:
    return _AUTHORS.match(line) is not None or _WITH_MAIL.search(line) is not None


def _most_linked(text: str) -> Iterator[str]:
    """The account of the repository that a text links to most, and those it asks to be paid."""
    yield from _SPONSORED.findall(text)
    links = Counter(
        (owner.lower(), name.lower().removesuffix(".git"))
        for owner, name in _ADDRESS.findall(text)
        if owner.lower() != "sponsors"
    )
    yield from (owner for (owner, _), count in links.most_common(1) if count >= _FEWEST_LINKS)


def _squeezed(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())
