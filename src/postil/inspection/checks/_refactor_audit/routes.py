"""Whether a path as some line writes it led to a file that moved, and leads nowhere now."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from postil.domain.paths import language_of
from postil.inspection.standing import join
from postil.ports import Tree

_LONGEST = 2_000
_C = frozenset({"c", "cpp"})
_SCRIPTS = frozenset({"javascript", "typescript", "tsx", "vue", "svelte"})
_INCLUDES = re.compile(r"\A\s{0,40}#\s{0,8}(?:include|import)\s{0,8}([\"<])([^\">\n]{1,200})[\">]")
_BESIDE = re.compile(r"\A\s{0,40}require_relative\s{0,4}\(?\s{0,4}[\"']([\w./-]{1,200})[\"']")
_REQUIRES = re.compile(
    r"\A\s{0,40}(?:require|load|autoload\(?\s{0,4}:\w{1,80},)\s{0,4}\(?\s{0,4}[\"']([\w./-]{1,200})[\"']"
)
_OF_PHP = re.compile(
    r"\b(?:require|include)(?:_once)?\b[\s(]{0,8}"
    r"(__DIR__\s{0,4}\.\s{0,4}|dirname\(__FILE__\)\s{0,4}\.\s{0,4})?[\"']([\w./-]{1,200})[\"']"
)
_OF_SHELL = re.compile(r"\A\s{0,40}(?:source|\.)\s{1,8}([^\s;&|#][^;&|#]{0,200})")
_FROM_VARIABLE = re.compile(r"\A[\"']?\$.{0,160}?[)}\w\"']/(?=[\w.])")
"""What stands in front of a path that a script counts from where it lies itself."""
_OF_PAGE = re.compile(r"<(?:script|link)\b[^<>]{0,400}?\b(?:src|href)\s?=\s?[\"']([\w./-]{1,200})")
_OF_SCRIPT = re.compile(
    r"\b(?:(?:jest|vi)\.(?:mock|unmock|doMock|dontMock|requireActual|importActual|requireMock)(?:<[^<>()]{0,80}>)?"
    r"|import|require\.resolve|new URL|new Worker)\(\s{0,4}[\"'`]([\w@~#./-]{1,200})[\"'`]"
)
_PATH = re.compile(r"(?<![\w./@~-])(?:\.{0,2}/)?[\w.-]{1,80}(?:/[\w.-]{1,80}){0,12}")


def named_by_script(text: str) -> list[str]:
    """What a line of JavaScript takes from a path by other means than an import."""
    return _OF_SCRIPT.findall(text[:_LONGEST])


@dataclass(frozen=True)
class Routes:
    """The two revisions, asked where a path leads that is written in one of their files."""

    before: Tree
    after: Tree

    def is_taken_in(self, text: str, path: str, old: str) -> bool:
        """Whether the line takes in the moved file by a path, as C, Ruby, PHP, shell and pages do."""
        line, language = text[:_LONGEST], language_of(path)
        if language in _C:
            found = _INCLUDES.match(line)
            return found is not None and self._is_included(found[2], path, old, found[1])
        if language == "ruby":
            return self._is_required(line, path, old)
        if language == "php":
            return any(
                self._led_here(word.lstrip("/") if beside else word, path, old)
                if beside
                else self._led(word, path, old)
                for beside, word in _OF_PHP.findall(line)
            )
        if language == "bash":
            sourced = _OF_SHELL.match(line)
            word = sourced[1] if sourced else ""
            plain = _FROM_VARIABLE.sub("", word)
            named = plain.strip(" \"'").partition(" ")[0].rstrip("\"'")
            return self._led(named, path, old) or (plain != word and self._is_only(named, old))
        if language == "html":
            return any(self._led(word, path, old) for word in _OF_PAGE.findall(line))
        return False

    def is_said(self, text: str, path: str, old: str) -> bool:
        """Whether words send their reader to the moved file by a path that is counted from theirs,
        or by the last part of its whole path.
        """
        name = posixpath.basename(old)
        words = (word.rstrip(".") for word in _PATH.findall(text[:_LONGEST]))
        return any(
            self._led(word, path, old)
            for word in words
            if posixpath.basename(word) == name and word != old and "/" in word
        )

    def leads_beside(self, old: str, path: str) -> bool:
        """Whether the same path, counted from the folder of the line, leads to another file."""
        near = _beside(path, old)
        return near is not None and near != old and self.after.exists(near)

    def _is_included(self, word: str, path: str, old: str, mark: str) -> bool:
        """Compilers look beside the file and in folders that only the build knows."""
        is_quoted = mark == '"'
        if word.startswith("."):
            return self._led_here(word, path, old)
        if is_quoted and self.before.exists(_beside(path, word) or ""):
            is_here = _beside(path, word) == old
            return is_here and not any(self._ending(word, self._now))
        return ("/" in word or is_quoted) and self._is_only(word, old)

    def _is_required(self, line: str, path: str, old: str) -> bool:
        beside = _BESIDE.match(line)
        if beside is not None:
            return self._led_here(_with_ending(beside[1]), path, old)
        found = _REQUIRES.match(line)
        return found is not None and "/" in found[1] and self._is_only(_with_ending(found[1]), old)

    def _led(self, word: str, path: str, old: str) -> bool:
        """By a path from the file itself, from the root, or by its last parts alone."""
        if word.startswith("."):
            return self._led_here(word, path, old)
        plain = word.lstrip("/")
        if _beside(path, plain) == old:
            return not self.after.exists(old)
        return "/" in plain and self._is_only(plain, old)

    def _led_here(self, word: str, path: str, old: str) -> bool:
        return _beside(path, word) == old and not self.after.exists(old)

    def _is_only(self, word: str, old: str) -> bool:
        """Whether no other file than the moved one had a path of that ending, and none has now."""
        plain = word
        while plain.startswith("../"):
            plain = plain.removeprefix("../")
        return list(self._ending(plain, self._then)) == [old] and not any(
            self._ending(plain, self._now)
        )

    @staticmethod
    def _ending(word: str, places: dict[str, list[str]]) -> Iterator[str]:
        known = places.get(posixpath.basename(word), ())
        return (path for path in known if f"/{path}".endswith(f"/{word}"))

    @cached_property
    def _then(self) -> dict[str, list[str]]:
        return _by_name(self.before)

    @cached_property
    def _now(self) -> dict[str, list[str]]:
        return _by_name(self.after)


def _by_name(tree: Tree) -> dict[str, list[str]]:
    places: dict[str, list[str]] = defaultdict(list)
    for path in tree.paths():
        places[posixpath.basename(path)].append(path)
    return places


def _beside(path: str, word: str) -> str | None:
    return join(posixpath.dirname(path), word)


def _with_ending(word: str) -> str:
    return word if word.endswith(".rb") else f"{word}.rb"
