"""Which files an ignore file leaves out, and whether one that is committed all the same is meant to be."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from postil.domain import paths
from postil.domain.change import Change
from postil.domain.paths import matches
from postil.domain.paths.languages import NOT_CODE
from postil.inspection.checks._non_code_scan.custom import SEVERAL
from postil.ports import Tree

MOST_RULES = 2_000
_MOST_BESIDE = 200
_MOST_ALIKE = 500
_LONGEST_TITLE = 1_000
_WORD = re.compile(r"[a-z0-9]{3,}")
_NAME = re.compile(r"[\w.@+-]{1,200}")
_BRINGS = re.compile(
    r"\b(?:(?:add|creat|commit|track|includ|upload|keep|restor|ship|regenerat|updat)"
    r"(?:e|es|ed|s|ing|ting)?|check in)\b[^.:;\n]{0,60}\Z"
)
"""What somebody does to a file on purpose, up to where its name begins."""
_MOST_SAID = 200
_SAYS_MADE = re.compile(
    r"\b(?:auto-?)?generated\b|\b(?:pre-?)?(?:built|compiled)\b|\bbundled?\b"
    r"|\A(?:release\s)?v?\d{1,4}\.\d{1,4}\.\d{1,6}\b",
    re.IGNORECASE,
)
_SAYS_IGNORED = re.compile(
    r"\A\W{0,4}(?:[\w()-]{1,30}:\s)?(?:git)?ignor(?:e|es|ed|ing)\b", re.IGNORECASE
)
_EVERYDAY = frozenset(
    {
        *(
            "src",
            "app",
            "build",
            "dist",
            "out",
            "data",
            "test",
            "tests",
            "file",
            "files",
            "project",
        ),
        *("the", "and", "for", "new", "add", "json", "yaml", "yml", "xml", "txt", "html", "css"),
        *("local", "config", "env", "log", "logs", "tmp", "temp", "lib", "libs", "bin"),
    }
)
"""Words of paths that say nothing about a file."""
_STATE = (".tfstate", ".tfstate.backup", ".tfvars", ".tfplan", ".log", ".pid", ".sqlite3", ".pyc")
"""What a program keeps of one run or one place, whatever the change says about that place."""
_NOT_WRITTEN = NOT_CODE | {None}
_MADE = frozenset(
    {
        *("dist", "build", "out", "output", "target", "bin", "obj", "node_modules", "coverage"),
        *("__pycache__", ".cache", "cache", "logs", ".idea", ".vscode", "tmp", "temp", ".tmp"),
    }
)
"""Folders in which even source and documents are what a tool put there."""


@dataclass(frozen=True, slots=True)
class IgnoreRule:
    """One line of an ignore file; `is_new` when this change adds it."""

    source: str
    line: int
    text: str
    glob: str
    negated: bool
    is_new: bool


class IgnoreRules:
    """The ignore files on the way to each path, read once."""

    def __init__(self, change: Change, head: Tree) -> None:
        self._change = change
        self._head = head
        self._by_folder: dict[str, tuple[IgnoreRule, ...]] = {}

    def rule_for(self, path: str) -> IgnoreRule | None:
        """The rule that ignores the path: the last match of the nearest file that has one."""
        folders = path.split("/")[:-1]
        for depth in range(len(folders), -1, -1):
            folder = "/".join(folders[:depth])
            inside = path[len(folder) + 1 :] if folder else path
            for rule in reversed(self._rules(folder)):
                if matches(rule.glob, inside):
                    return None if rule.negated else rule
        return None

    def _rules(self, folder: str) -> tuple[IgnoreRule, ...]:
        if folder not in self._by_folder:
            self._by_folder[folder] = tuple(self._read(f"{folder}/.gitignore".lstrip("/")))
        return self._by_folder[folder]

    def _read(self, source: str) -> Iterator[IgnoreRule]:
        text = self._head.read(source) or ""
        changed = self._change.by_path.get(source)
        new = changed.added_numbers if changed else frozenset()
        for number, line in enumerate(text.split("\n")[:MOST_RULES], start=1):
            plain = line.rstrip("\r")
            glob = plain.rstrip(" ")
            if not glob or glob.startswith("#"):
                continue
            negated = glob.startswith("!")
            yield IgnoreRule(source, number, plain, glob[negated:], negated, number in new)


@dataclass(frozen=True)
class Purpose:
    """What shows that somebody added an ignored file on purpose.

    Source and documents are written by hand: a rule that does not name them is wider than meant.
    Where a folder already keeps what the same rule ignores, or several others keep files of the
    same ending, the project chose to keep them, and a title that speaks of the file, of generated ones, or of nothing but a release, says so itself.
    """

    change: Change
    base: Tree
    rules: IgnoreRules

    def is_behind(self, path: str, rule: IgnoreRule) -> bool:
        if _is_written(path, rule) or self._is_kept_beside(path, rule):
            return True
        # Whoever says that files are ignored from now on speaks of the rule, not of what came with it.
        is_of_rule = rule.is_new and _SAYS_IGNORED.search(self.change.title[:_LONGEST_TITLE])
        return self._is_brought_by_name(path) if is_of_rule else self._is_said_of(path, rule)

    def _is_said_of(self, path: str, rule: IgnoreRule) -> bool:
        if _SAYS_MADE.search(self.change.title[:_LONGEST_TITLE]):
            return True
        telling = posixpath.basename(path) if path.endswith(_STATE) else path
        # What a tool's folder is called after is the subject of a change that begins to ignore it.
        idle = _EVERYDAY | _MADE if rule.is_new else _EVERYDAY
        named = {word for word in _WORD.findall(telling.lower()) if word not in idle}
        return not self._title.isdisjoint(named) or self._is_brought_by_name(path)

    def _is_brought_by_name(self, path: str) -> bool:
        """Whether a title says that this very file is added, whatever words its name is made of."""
        said = (self.change.title, *(commit.subject for commit in self.change.commits[:_MOST_SAID]))
        name = posixpath.basename(path).lower()
        return any(
            _BRINGS.search(text[:_LONGEST_TITLE].lower().partition(name)[0])
            for text in said
            if name in _NAME.findall(text[:_LONGEST_TITLE].lower())
        )

    @cached_property
    def _title(self) -> frozenset[str]:
        return frozenset(_WORD.findall(self.change.title[:_LONGEST_TITLE].lower()))

    def _is_kept_beside(self, path: str, rule: IgnoreRule) -> bool:
        beside = self._kept.get(posixpath.dirname(path), ())
        if any(self.rules.rule_for(other) == rule for other in beside[:_MOST_BESIDE]):
            return True
        ending = posixpath.splitext(path)[1]
        alike = (
            other
            for other in self.base.paths()
            if other.endswith(ending) and not self.change.touches(other) and other not in beside
        )
        kept = (other for other in islice(alike, _MOST_ALIKE) if self.rules.rule_for(other) == rule)
        return len(tuple(islice(kept, SEVERAL))) == SEVERAL

    @cached_property
    def _kept(self) -> dict[str, list[str]]:
        """The files that were there before, by folder."""
        found: dict[str, list[str]] = {}
        for path in self.base.paths():
            found.setdefault(posixpath.dirname(path), []).append(path)
        return found


def _is_written(path: str, rule: IgnoreRule) -> bool:
    """Whether people write such a file, no folder of a tool's holds it, and the rule does not name it."""
    *folders, name = path.split("/")
    if rule.glob.rpartition("/")[2] == name or not _MADE.isdisjoint(map(str.lower, folders)):
        return False
    is_ci = paths.is_ci(path)
    return is_ci or paths.is_doc(path) or paths.language_of(path) not in _NOT_WRITTEN


def is_wider_than_meant(path: str, rule: IgnoreRule) -> bool:
    """Whether a rule from before ends in the middle of a word: `test*` was not written for `testament.xml`."""
    begin = rule.glob.rpartition("/")[2].partition("*")
    name = path.rpartition("/")[2]
    if rule.is_new or not begin[1] or not begin[0][-1:].isalpha() or begin[0].startswith("."):
        return False
    return name.startswith(begin[0]) and name[len(begin[0]) :][:1].isalpha()
