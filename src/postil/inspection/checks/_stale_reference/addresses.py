"""Full addresses in the tree: which of them show a file of this repository."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from postil.ports import Tree

URL = re.compile(r"[a-z]{2,8}://[^\s\"'<>)]*", re.IGNORECASE)
_BRANCH = r"(?:main|master|HEAD|develop|trunk)"
_SHOWN = re.compile(
    rf"/([\w.-]{{1,100}})(?:/-)?/(?:blob|tree|raw)/{_BRANCH}/([^\s?#]+)"
    rf"|//raw\.github(?:usercontent)?\.com/[\w.-]{{1,100}}/([\w.-]{{1,100}})/{_BRANCH}/([^\s?#]+)"
)
_RUN = re.compile(
    r"github\.com/[\w.-]{1,100}/([\w.-]{1,100})/actions/workflows/([\w.-]{1,100}\.ya?ml)"
    r"|/github/(?:actions/)?workflow/status/[\w.-]{1,100}/([\w.-]{1,100})/([\w.-]{1,100}\.ya?ml)"
)
"""The page or the badge of a workflow, which is called after its file."""
_WORKFLOWS = ".github/workflows"
_MANIFESTS = ("package.json", "Cargo.toml", "go.mod", "composer.json", "pyproject.toml")
_SAYS_SO = re.compile(r"(?i)\A\s{0,20}[\"']?(?:module|repository|source|url|homepage)\b")
_HOME = re.compile(
    r"(?:github|gitlab|bitbucket|codeberg)\.(?:com|org)[/:][\w.-]{1,100}/([\w.-]{1,100})"
    r"|\brepository\"\s{0,4}:\s{0,4}\"(?:github:)?[\w.-]{1,100}/([\w.-]{1,100})\""
)
_LONGEST_LINE = 400
_MOST_LINES = 400


@dataclass(frozen=True)
class Addresses:
    """The tree at head, whose manifests may say what the repository is called."""

    head: Tree

    def read(self, text: str) -> str:
        """The line with each address put as the path it shows of this tree, or left out."""
        return URL.sub(self._path, text)

    def _path(self, url: re.Match[str]) -> str:
        shown = _SHOWN.search(url[0])
        run = _RUN.search(url[0]) if shown is None else None
        found = shown or run
        if found is None:
            return " "
        name, path = found[1] or found[3], found[2] or found[4]
        if self._own and name.lower() not in self._own:
            return " "
        return f" {_WORKFLOWS}/{path} " if run else f" {path} "

    @cached_property
    def _own(self) -> frozenset[str]:
        """What the manifests at the root call the repository; empty when they do not say."""
        lines = (
            line[:_LONGEST_LINE]
            for manifest in _MANIFESTS
            for line in (self.head.read(manifest) or "").split("\n")[:_MOST_LINES]
        )
        found = (_HOME.search(line) for line in lines if _SAYS_SO.match(line))
        return frozenset(
            (home[1] or home[2]).lower().removesuffix(".git") for home in found if home
        )
