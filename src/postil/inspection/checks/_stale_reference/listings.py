"""Lists of the files that a package is made of: whether people keep them, or a tool writes them."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from dataclasses import dataclass, field

from postil.domain.change import Change
from postil.inspection.checks._stale_reference.addresses import URL
from postil.ports import Tree

_LIST = re.compile(r"(?:\A|/)(?:\.?manifest(?:\.txt)?|[^/]{1,100}\.gemspec)\Z", re.IGNORECASE)
_SPECIFICATION = ".gemspec"
_LONGEST = 200_000
_LONGEST_LINE = 20_000
_FEWEST = 6
"""A shorter list is written by hand, whatever it lacks."""
_SEVERAL = 3
_PAIR = 2
_WRITTEN = re.compile(
    r"^# stub: |^\s{0,8}#{0,2}\s?# = MANIFEST =|\bgemspec is (?:auto-?|automatically )generated"
    r"|^  s\.required_rubygems_version = Gem::Requirement\.new\([^\n]{1,100}\) if s\.respond_to\?",
    re.IGNORECASE | re.MULTILINE,
)
"""How Ruby's package tool, and tasks that fill a list in, mark what they wrote."""
_SCRIPT = re.compile(r"(?:\A|/)(?:Rakefile(?:\.rb)?|[^/]{1,80}\.rake|(?:GNU)?[Mm]akefile)\Z")
_TO_WRITE = re.compile(
    r"(?:\b(?:open|write)\(\s{0,4}[\"']|[^>]>\s{0,4})([\w./-]{1,100})"
    r"(?:[\"']\s{0,4},\s{0,4}(?:[\"']w|[^\"'\s])|\s{0,8}$)",
    re.MULTILINE,
)
"""Opens a file to write it, in a task or a shell command."""
_FILLS = re.compile(r"\bopen\(\s{0,4}\w{0,40}spec\w{0,40}\s{0,4},\s{0,4}[\"']w")
"""Opens the description of a package, found by its ending, to write it."""
_PATH = re.compile(r"(?<![\w./*#}@+-])[\w@+-][\w.@+-]{0,80}(?:/[\w.@+-]{1,80}){1,12}(?![\w/*{-])")


@dataclass(frozen=True)
class Listings:
    """The tree before a change, whose lists of files were in step with it or were not."""

    change: Change
    base: Tree
    _known: dict[str, bool] = field(default_factory=dict)

    def is_left_to_tool(self, path: str) -> bool:
        """Whether a file is such a list and nobody keeps it by hand, so that it waits for a release."""
        if _LIST.search(path) is None:
            return False
        if path not in self._known:
            text = (self.base.read(path) or "")[:_LONGEST]
            self._known[path] = bool(text) and (
                _WRITTEN.search(text) is not None
                or self._is_written(path)
                or (self._is_out_of_step(path, text) and not self._is_kept(path))
            )
        return self._known[path]

    def _is_written(self, path: str) -> bool:
        """Whether a script of the build writes the file."""
        scripts = (script for script in self.base.paths() if _SCRIPT.search(script))
        texts = [(self.base.read(script) or "")[:_LONGEST] for script in scripts]
        if path.endswith(_SPECIFICATION) and any(map(_FILLS.search, texts)):
            return True
        named = (name for text in texts for name in _TO_WRITE.findall(text))
        return any(posixpath.normpath(name) == path for name in named)

    def _is_out_of_step(self, path: str, text: str) -> bool:
        """Whether the list named what was not there, or left several out of what stands beside."""
        listed = self._listed(path, text)
        if len(listed) < _FEWEST:
            return False
        if not all(map(self.base.exists, listed)):
            return True
        kinds = Counter(map(_kind, listed))
        own = {kind for kind, count in kinds.items() if count >= _PAIR}
        # What lies at the root, or is hidden, is left out on purpose.
        inside = (one for one in self.base.paths() if "/" in one and "/." not in one)
        lacking = (one for one in inside if one not in listed and _kind(one) in own)
        return len(list(lacking)) >= _SEVERAL

    def _is_kept(self, path: str) -> bool:
        """Whether the change takes entries of what it takes away out of the list."""
        file = self.change.by_path.get(path)
        left = {one.old_path for one in self.change.files if one.old_path is not None}
        return file is not None and any(
            not left.isdisjoint(self._listed(path, text[:_LONGEST_LINE]))
            for _, text in file.removed
        )

    def _listed(self, path: str, text: str) -> frozenset[str]:
        """What the list names: a line each, or paths in a description of a package."""
        if not path.endswith(_SPECIFICATION):
            lines = (line.strip() for line in text.split("\n"))
            return frozenset(line for line in lines if line and " " not in line)
        named = (found[0].rstrip(".") for found in _PATH.finditer(URL.sub(" ", text)))
        return frozenset(one for one in named if self.base.exists(one.partition("/")[0]))


def _kind(path: str) -> tuple[str, str]:
    """Where a file stands and what it ends in."""
    return posixpath.dirname(path), posixpath.splitext(path)[1]
