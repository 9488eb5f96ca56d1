"""Finds keys that a configuration gave up and that the one for another environment still sets."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import partial

from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.paths import is_ci, is_doc, is_fixture, is_test, language_of
from postil.domain.paths.names import words
from postil.inspection.checks._stale_reference.keys import PROGRAMS
from postil.inspection.checks._stale_reference.subjects import (
    POSSIBLE,
    Setting,
    Subject,
    old_line,
)
from postil.inspection.checks._stale_reference.variables import is_read
from postil.inspection.checks._stale_reference.ways import way_of, ways
from postil.inspection.checks._stale_reference.words import (
    LONGEST_LINE,
    is_distinctive,
    is_generic,
)
from postil.ports import Hit, Tree

_ENVIRONMENTS = frozenset(
    words(
        "prod production live dev develop development test tests testing stage staging local qa uat ci docker"
        " default defaults base common shared sandbox preprod preview acceptance integration int e2e demo"
        " k8s kubernetes nightly canary release debug main override example sample"
    )
)
_HOLDERS = frozenset(words("environments environment envs env overlays profiles stages"))
_SETTINGS = frozenset(
    words("application bootstrap appsettings config configuration settings values parameters app")
)
"""What a program's settings are called, whatever is put behind it for an environment."""
_ENDS = (".yml", ".yaml", ".json", ".jsonc", ".toml", ".properties", ".ini", ".cfg", ".conf")
_PARTS = re.compile(r"[-._]")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SOURCES = re.compile(r"(?:\A|/)src/(?:main|test|\w{1,20}Test)/resources(?:/config)?(?=/|\Z)")
_READERS = PROGRAMS | {"kotlin", "groovy", "scala"}


def lost_keys_of_environments(change: Change, *, base: Tree, head: Tree) -> Iterator[Setting]:
    """Keys that one file lost, which programs of the change read no more or which it renamed."""
    unread = _Unread(change)
    for file in change.files:
        path = file.old_path or file.path
        if not _is_settings(path) or file.status is FileStatus.DELETED or not file.removed:
            continue
        before = base.read(path) or ""
        old, new = ways(path, before), ways(file.path, head.read(file.path) or "")
        at = {number: way for way, number in old.items()}
        for number, text in file.removed:
            way = at.get(number, "")
            if not way or way in new or _opens_table(way, old):
                continue
            key = way.rpartition(".")[2]
            now = _now(way, text, file, set(new) - set(old))
            told = unread.whole(way) or (is_distinctive(_plain(key)) and unread.word(key))
            if not (told or (now and is_distinctive(_plain(key)))):
                continue
            subject = Subject(name=key, noun="key", cause=old_line(file, number, text), now=now)
            yield from _settings(subject, way, file.path, head)


def _settings(subject: Subject, way: str, path: str, head: Tree) -> Iterator[Setting]:
    """The key where it is set, and in the spellings by which a program may know it."""
    key = subject.name
    coined = is_distinctive(_plain(key)) or not is_generic(_plain(key))
    others = frozenset(_spellings(key) - {key}) if coined else frozenset()
    defines = partial(_is_known, way="" if coined else way, spellings=others)
    accepts = partial(_accepts, way=way, path=path, head=head)
    yield Setting(subject, key, accepts, defines, is_harmless=True)
    for spelled in sorted(others):
        yield Setting(subject, spelled, _nowhere, defines, is_harmless=True)


class _Unread:
    """The lines that a change takes out of programs, and what they spoke of."""

    def __init__(self, change: Change) -> None:
        lines = [
            text[:LONGEST_LINE]
            for file in change.files
            if language_of(file.path) in _READERS and not is_test(file.path)
            for _, text in file.removed
        ]
        self._text = "\n".join(lines)
        self._words = frozenset(_plain(word) for word in re.findall(r"[\w-]{2,100}", self._text))

    def whole(self, way: str) -> bool:
        return re.search(rf"(?<![\w.-]){re.escape(way)}(?![\w.-])", self._text) is not None

    def word(self, key: str) -> bool:
        return _plain(key) in self._words


def _is_settings(path: str) -> bool:
    if not path.lower().endswith(_ENDS) or is_fixture(path) or is_ci(path):
        return False
    name = posixpath.basename(path).lower()
    stem = _PARTS.split(name.rpartition(".")[0])
    folders = set(path.lower().split("/")[:-1])
    return stem[0] in _SETTINGS or (
        bool(folders & ({"config", "conf", "settings"} | _HOLDERS)) and stem[0] in _ENVIRONMENTS
    )


def _opens_table(way: str, old: dict[str, int]) -> bool:
    return any(other.startswith(f"{way}.") for other in old)


def _now(way: str, text: str, file: ChangedFile, fresh: set[str]) -> str:
    """The key that stands in the same table with the same value since."""
    above, _, key = way.rpartition(".")
    value = text.partition(key)[2].strip(" \t\"':=,")
    found = {
        other.rpartition(".")[2]
        for other in fresh
        if other.rpartition(".")[0] == above and value
        for _, line in file.added
        if line.partition(other.rpartition(".")[2])[2].strip(" \t\"':=,") == value
    }
    return found.pop() if len(found) == 1 else ""


def _plain(key: str) -> str:
    """A key in the one spelling that all others are held against."""
    return _HUMP.sub("_", key).replace("-", "_").lower()


def _spellings(key: str) -> set[str]:
    parts = [part for part in _plain(key).split("_") if part]
    humps = "".join(part.capitalize() for part in parts)
    return {
        *("_".join(parts), "-".join(parts), "_".join(parts).upper()),
        *(humps, humps[:1].lower() + humps[1:]),
        *(f"{opening}{humps}" for opening in ("get", "is", "set")),
    }


def _nowhere(_name: str, _hit: Hit) -> int:
    return 0


def _is_known(name: str, hit: Hit, *, way: str, spellings: frozenset[str]) -> bool:
    """Whether a program reads the key, a common one by the whole way to it.

    Who binds settings to fields has it in the spelling of the language.
    """
    if is_read(name, hit) and name in hit.text and (not way or way in hit.text):
        return True
    if language_of(hit.path) not in _READERS or is_test(hit.path) or is_doc(hit.path):
        return False
    said = hit.text.lstrip().startswith(("//", "#", "*", "/*"))
    return not said and any(spelled in hit.text for spelled in spellings)


def _accepts(name: str, hit: Hit, *, way: str, path: str, head: Tree) -> int:
    """The same way in the same settings for another environment."""
    if hit.path == path or not _is_settings(hit.path) or is_fixture(hit.path):
        return 0
    if not _are_siblings(path, hit.path):
        return 0
    text = head.read(hit.path) or ""
    if _plain(way_of(hit.path, text, hit.line)) != _plain(way) or name not in hit.text:
        return 0
    shared = {_plain(one) for one in ways(hit.path, text)}
    return POSSIBLE if shared & {_plain(one) for one in ways(path, head.read(path) or "")} else 0


def _are_siblings(path: str, other: str) -> bool:
    return _signature(path) == _signature(other)


def _signature(path: str) -> tuple[str, ...]:
    """A path of settings without what says for which environment they are."""
    folder, _, name = _SOURCES.sub("/src/resources", path.lower()).rpartition("/")
    parts = _PARTS.split(name.rpartition(".")[0])
    stem = parts[0] if parts[0] in _SETTINGS else ""
    kept = [
        part
        for part in folder.split("/")
        if part and part not in _ENVIRONMENTS and part not in _HOLDERS
    ]
    return (*kept, stem)
