"""Which files the build scripts of the base hand to a program, where each of its runs names some."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from postil.inspection.linters._hooks import NAMES as HOOK_FILES
from postil.inspection.linters._hooks import has_any, keeps_out
from postil.ports import Tree

_ASSIGNED = re.compile(
    r"^[ \t]{0,9}(?:export )?(\w{1,60})[ \t]{0,9}[:?+]?=[ \t]{0,9}([^\n]{1,400})$", re.MULTILINE
)
_VARIABLE = re.compile(r"\$(?:\((\w{1,60})\)|\{(\w{1,60})\}|(\w{1,60}))")
_UNKNOWN = re.compile(r"\$\{\{[^\n}]{0,200}\}\}|\$[({][^\n)}]{0,200}[)}]|\{[^\n}]{0,200}\}|\$")
_ANYTHING = "*"
_BARE = str.maketrans(dict.fromkeys("\"',[]()", " "))
_ENDS = frozenset({"&&", "||", "|", ";", "#", ">", "2>&1"})
_ASSIGNS = frozenset({"=", ":=", "?=", "+="})
# Without a verb, other words than these and paths are those of a sentence.
_OPEN = ("-", ".", _ANYTHING)
_INSTALLS = frozenset({"install", "add", "uninstall", "upgrade", "remove"})
_LONGEST = 2_000
_MOST_LINES = 20_000
_NESTED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A program as scripts run it.

    `verbs` are the words after it that do what is meant, an empty one where none is needed, and
    `others` those that do something else. `valued` are options with a word of their own. `hook` is
    where its hooks come from and `ids` are those meant; a script that holds one of `actions` hands
    it everything.
    """

    name: str
    verbs: frozenset[str]
    others: frozenset[str]
    valued: frozenset[str]
    hook: str
    ids: frozenset[str]
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Handed:
    """What the scripts hand over: all there is, what they name, what their hooks do not keep out.

    `elsewise` tells that they run the program, and for something else than what is meant.
    """

    program: Program
    everything: bool = False
    named: frozenset[str] = frozenset()
    hooks: tuple[str, ...] = ()
    elsewise: bool = False

    def holds(self, path: str) -> bool:
        """Whether a file is handed over; where nothing runs the program, it may be."""
        if self.everything or not (self.named or self.hooks):
            return self.everything or not self.elsewise
        return any(path == each or path.startswith(f"{each}/") for each in self.named) or any(
            not keeps_out(text, self.program.ids, path) for text in self.hooks
        )


def handed(program: Program, scripts: Mapping[str, str], tree: Tree) -> Handed:
    """What all the runs together hand over; the files and folders they name are in the tree."""
    named: set[str] = set()
    hooks: list[str] = []
    elsewise = False
    for path, text in scripts.items():
        if posixpath.basename(path) in HOOK_FILES and program.hook in text:
            is_meant = has_any(text, program.ids)
            hooks += [text] if is_meant else []
            elsewise = elsewise or not is_meant
        elif program.hook in text or any(action in text for action in program.actions):
            return Handed(program, everything=True)
        folder = posixpath.dirname(path)
        for verb, words in _runs(program, text):
            if verb or words[0].startswith(_OPEN) or _paths(program, words[:1], folder, tree):
                found = _paths(program, words, folder, tree)
                if not found:
                    return Handed(program, everything=True)
                named |= found
    return Handed(program, named=frozenset(named), hooks=tuple(hooks), elsewise=elsewise)


def _runs(program: Program, text: str) -> Iterator[tuple[str, list[str]]]:
    """What may be a run of the program: its verb, and the words after that."""
    assigned = {found[1]: found[2].strip().strip("\"'") for found in _ASSIGNED.finditer(text)}
    for line in text.replace("\\\n", " ").split("\n")[:_MOST_LINES]:
        if program.name not in line or len(line) > _LONGEST:
            continue
        words = _spelled_out(line, assigned).translate(_BARE).split()
        for at, word in enumerate(words):
            if word.lstrip("@-") == program.name and _INSTALLS.isdisjoint(words[:at]):
                rest = _until_end(words[at + 1 :])
                verb = rest[0] if rest and rest[0] in program.verbs | program.others else ""
                if rest and verb in program.verbs and rest[0] not in _ASSIGNS:
                    yield verb, rest[1:] if verb else rest


def _spelled_out(line: str, assigned: Mapping[str, str]) -> str:
    """The line with what its variables stand for, as far as the script tells it."""
    for _ in range(_NESTED):
        line = _VARIABLE.sub(
            lambda found: assigned.get(found[1] or found[2] or found[3], _ANYTHING), line
        )[:_LONGEST]
    return _UNKNOWN.sub(_ANYTHING, line)


def _until_end(words: list[str]) -> list[str]:
    for at, word in enumerate(words):
        if word in _ENDS or word.endswith(";"):
            return [*words[:at], *([word[:-1]] if len(word) > 1 and word.endswith(";") else [])]
    return words


def _paths(program: Program, words: list[str], folder: str, tree: Tree) -> set[str]:
    """The paths of the tree among the words; none where one of them may be anything."""
    found: set[str] = set()
    taken = False
    for word in words:
        if not taken and not word.startswith("-"):
            plain = word.removeprefix("./").rstrip("/")
            if plain in ("", ".") or _ANYTHING in plain:
                return set()
            for place in (plain, posixpath.normpath(posixpath.join(folder, plain))):
                if not place.startswith("../") and tree.exists(place):
                    found.add(place)
        taken = word in program.valued
    return found
