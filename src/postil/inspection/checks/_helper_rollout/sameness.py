"""Whether a direct call that remains does what the calls did that a helper took over."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.domain.paths import is_test
from postil.inspection.checks._helper_rollout.exchanges import Exchanges
from postil.inspection.checks._helper_rollout.wrappers import Wrapper

_OPEN, _CLOSE, _QUOTES = "([{", ")]}", "\"'`"
_STRING = re.compile(r"\A[\"'`][^\n]*\Z")
"""A string tells what is asked for; a number is what a helper may set for all."""
_ASKED = re.compile(
    r"\A\.(?:get|find|select|query|item|value|attr|key|read)\w{0,40}\(\s?([\"'][^\"'\n]{1,80}[\"'])"
)
"""One thing that is asked of an answer, by its name."""
_RECEIVER = re.compile(r"\A[\w$.]{0,100}")
_OBJECTS_OWN = frozenset({"self", "this", "cls", "$this"})
_WITH_COLONS = frozenset({"php", "rust"})
_OF_PACKAGES = frozenset({"java", "kotlin"})
_OF_MODULES = frozenset({"go", "javascript"})
_SHELVES = frozenset({"", "packages", "apps", "libs", "modules", "plugins", "services", "examples"})
"""Folders whose folders have nothing to do with each other."""
_RAKE_TASKS = "lib/tasks"
_EMPTY = '= ""'
"""How Go asks whether there was an answer."""
_ASKS_EMPTY = (_EMPTY, "== 0", "> 0", "LookupEnv")
_REST = ("*", "...", "&block")
_LONGEST_CALL = 2_000
_LONGEST_RECEIVER = 100


@dataclass(frozen=True, slots=True)
class Call:
    """One call as it is spelled: what it is called on, and what it is given.

    `complete` when its closing bracket was found.
    """

    receiver: str
    arguments: tuple[str, ...]
    complete: bool


def calls_in(text: str, name: str, *, bare: bool = True) -> Iterator[Call]:
    """Every call of that name; `bare` leaves out what stands behind a dot or an arrow."""
    needle = f"{name}("
    position = text.find(needle)
    while position >= 0:
        if _starts_at(text, position, bare=bare):
            before = text[max(0, position - _LONGEST_RECEIVER) : position]
            found = _RECEIVER.match(before[::-1])
            inside, complete = _arguments(text[position + len(needle) :][:_LONGEST_CALL])
            yield Call((found[0] if found else "")[::-1].rstrip("."), inside, complete)
        position = text.find(needle, position + len(name))


def _starts_at(text: str, position: int, *, bare: bool) -> bool:
    before = text[position - 1 : position] if position else ""
    if before.isalnum() or before in ("_", "$"):
        return False
    return not (bare and before in (".", ":", ">", "\\", "@"))


def _arguments(text: str) -> tuple[tuple[str, ...], bool]:
    """What stands between the commas up to the closing bracket, and whether there is one."""
    parts, depth, quote = [""], 0, ""
    for mark in text:
        if quote:
            quote = "" if mark == quote else quote
        elif mark in _QUOTES:
            quote = mark
        elif mark in _OPEN:
            depth += 1
        elif mark in _CLOSE:
            depth -= 1
            if depth < 0:
                return _filled(parts), True
        elif mark == "," and depth == 0:
            parts.append("")
            continue
        parts[-1] += mark
    return _filled(parts), False


def _filled(parts: list[str]) -> tuple[str, ...]:
    return tuple(text for part in parts if (text := " ".join(part.split())))


@dataclass(frozen=True, slots=True)
class Rollout:
    """A wrapper, the direct calls that the change replaced by it, and in which files.

    A helper for tests is no demand on the code they test, and one that was put to use in one
    folder is none on others.
    """

    wrapper: Wrapper
    replaced: int = 0
    files: tuple[str, ...] = ()
    taken: tuple[Call, ...] = ()
    receivers: frozenset[str] = frozenset()
    is_inner: bool = False
    """Whether the replaced calls were handed on as the wrapper hands its own on."""
    were_bare: bool = False
    """Whether no replaced call had its default already: the change gave them one."""

    @property
    def only_in_tests(self) -> bool:
        return all(map(is_test, self.files))

    @property
    def is_for_one_file(self) -> bool:
        """Whether its name keeps others from it, and its own file alone uses it."""
        return self.wrapper.name.startswith("_") and set(self.files) == {self.wrapper.path}

    @property
    def shown(self) -> str:
        """The helper as it is called: with its class, or with the package of all replaced places."""
        name, owner = self.wrapper.name, self.wrapper.owner
        if owner and self.wrapper.family in _WITH_COLONS:
            return f"{owner}::{name}"
        (receiver,) = self.receivers if len(self.receivers) == 1 else ("",)
        is_object = receiver.partition(".")[0] in _OBJECTS_OWN
        is_named = receiver == owner or (self.wrapper.family == "go" and not owner)
        return f"{receiver}.{name}" if receiver and is_named and not is_object else name

    @property
    def folders(self) -> set[str]:
        """Where the change put the helper to use."""
        return {posixpath.dirname(file) for file in self.files}

    def reaches(self, path: str) -> bool:
        """Whether a file lies where the change put the helper to use."""
        folders = self.folders
        here = posixpath.dirname(path)
        home = posixpath.dirname(self.wrapper.path)
        if self.wrapper.family in _OF_PACKAGES and home not in folders:
            # What was put into a package of its own is for all packages beside it.
            return _is_within(here, posixpath.commonpath({home, *folders}))
        if self._is_task_of_application(here):
            return True
        if home not in folders and self.wrapper.exported and self.wrapper.family in _OF_MODULES:
            # So is what has to be imported by all who use it.
            around = posixpath.commonpath({home, *folders})
            if posixpath.basename(around) not in _SHELVES and _is_within(here, around):
                return True
        if len(folders) == 1:
            folders.add(home)
            return any(_is_within(here, folder) or _is_within(folder, here) for folder in folders)
        return _is_within(here, posixpath.commonpath(folders))

    def _is_task_of_application(self, folder: str) -> bool:
        """Whether it holds tasks of Rake that run within the application which has the helper."""
        if self.wrapper.family != "ruby":
            return False
        before, app, _ = f"/{posixpath.commonpath(self.folders)}/".partition("/app/")
        return bool(app) and _is_within(f"/{folder}", f"{before}/{_RAKE_TASKS}")

    def has_object(self, text: str) -> bool:
        """Whether a file has what the helper is called on: a method is none where there is no object.

        What every replaced place calls by a name of its own is there for all to import.
        """
        if not self.wrapper.owner:
            return True
        held = {one for one in self.receivers if one.partition(".")[0] in _OBJECTS_OWN}
        if self.wrapper.family == "go":
            # A method of Go belongs to a value, whatever its file calls it.
            held = {one for one in self.receivers if one}
        if not held:
            return True
        names = {self.wrapper.owner, *(one for one in held if "." in one)}
        return any(re.search(rf"\b{re.escape(name)}\b", text) for name in names)

    def could_take(self, call: Call) -> bool:
        """Whether the call has the constants that the helper took over, and nothing it has no room for."""
        for at, constant in self._constants().items():
            given = call.arguments[at] if at < len(call.arguments) else None
            if given != constant and (given is not None or call.complete):
                return False
        if not call.complete or any(mark in self._given for mark in _REST):
            return True
        whole = [len(one.arguments) for one in self.taken if one.complete]
        return len(call.arguments) <= max(whole, default=len(call.arguments))

    def is_like(self, text: str) -> bool:
        """Whether the lines of a call ask for the part of its answer that the wrapper hands out."""
        tail = self.wrapper.body.partition(f"{self.wrapper.call}(")[2].partition(")")[2]
        asked = _ASKED.match(tail[:_LONGEST_CALL])
        if asked is not None and asked[1] not in text:
            return False
        return self.were_bare or _EMPTY in text or not self._has_fallback

    @property
    def _has_fallback(self) -> bool:
        """Whether a helper of Go is told what to give for an empty answer: no matter to others."""
        own = next(calls_in(self.wrapper.body, self.wrapper.name), None)
        most = max((len(one.arguments) for one in self.taken), default=0)
        is_more = own is not None and len(own.arguments) > most
        return self.wrapper.family == "go" and is_more and _EMPTY in self.wrapper.body

    @property
    def _given(self) -> str:
        """The wrapper's own parameters."""
        return self.wrapper.body.partition(f"{self.wrapper.call}(")[0]

    def _constants(self) -> dict[int, str]:
        """By position, the constants of the wrapper's call that replaced calls had as well."""
        own = next(calls_in(self.wrapper.body, self.wrapper.call), None)
        return {
            at: part
            for at, part in enumerate(own.arguments if own else ())
            if _STRING.match(part)
            and any(one.arguments[at : at + 1] == (part,) for one in self.taken)
        }


def chosen(rollouts: Sequence[Rollout], least: int) -> Iterator[Rollout]:
    """Of each wrapper the one call that was replaced often enough; of two, one within the other,
    the outer one. A helper for several calls says nothing about any of them.
    """
    by_wrapper: dict[tuple[str, int], list[Rollout]] = {}
    for rollout in rollouts:
        if rollout.replaced >= least:
            key = (rollout.wrapper.path, rollout.wrapper.line)
            by_wrapper.setdefault(key, []).append(rollout)
    for group in by_wrapper.values():
        outer = [rollout for rollout in group if not rollout.is_inner]
        if len(outer) == 1:
            yield outer[0]


def _is_within(folder: str, other: str) -> bool:
    return f"{folder}/".startswith(f"{other}/" if other else "")


def rollout_of(exchanges: Exchanges, wrapper: Wrapper) -> Rollout:
    """How many direct calls were removed where the same lines gained calls of the wrapper."""
    total = 0
    files: list[str] = []
    taken: list[Call] = []
    receivers: set[str] = set()
    is_inner = False
    were_bare = True
    for exchange in exchanges.between(wrapper):
        own = exchange.path == wrapper.path
        after = exchange.after_without(wrapper.line) if own else exchange.after
        gone = list(calls_in(exchange.before, wrapper.call))
        come = list(calls_in(after, wrapper.name, bare=False))
        if gone and come:
            total += min(len(gone), len(come))
            files.append(exchange.path)
            taken += gone
            is_inner |= bool(wrapper.around) and f"{wrapper.around}(" in exchange.before
            were_bare = were_bare and not _has_default(exchange.before, come)
            receivers.update(one.receiver for one in come)
    return Rollout(
        wrapper,
        total,
        tuple(dict.fromkeys(files)),
        tuple(taken),
        frozenset(receivers),
        is_inner,
        were_bare,
    )


def _has_default(before: str, come: Sequence[Call]) -> bool:
    """Whether lines asked for an empty answer, or named what the helper is now told to give for it."""
    if any(mark in before for mark in _ASKS_EMPTY):
        return True
    defaults = {one.arguments[-1] for one in come if one.arguments}
    return any(default in before for default in defaults)
