"""Finds tables that still set a key which the type they fill calls otherwise since the change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.paths import is_ci, is_test, language_of
from postil.inspection.checks._stale_reference.keys import CONFIGURED, PROGRAMS, TABLES
from postil.inspection.checks._stale_reference.subjects import POSSIBLE, Setting, Subject, old_line
from postil.inspection.checks._stale_reference.words import (
    LONGEST_LINE,
    is_distinctive,
    is_generic,
    is_left_alone,
)
from postil.ports import Hit, Tree

_OPENS = {
    "go": re.compile(r"\A\s{0,40}(?:type )?(\w{1,80}) {1,40}(?:\[\]|\*){0,2}struct \{\Z"),
    "rust": re.compile(
        r"\A\s{0,40}(?:pub(?:\([\w: ]{1,40}\))? )?struct (\w{1,80})[^;({]{0,100}\{\Z"
    ),
    "python": re.compile(r"\A\s{0,40}class (\w{1,80})(?:\([^:]{0,200}\))?:\Z"),
    "csharp": re.compile(
        r"\A\s{0,40}(?:(?:public|internal|sealed|partial) ){0,4}(?:class|record) (\w{1,80})(?!\w)[^;(]{0,200}\Z"
    ),
}
_FIELDS = {
    "go": re.compile(r"\b(?:yaml|json|toml|mapstructure|koanf):\"([A-Za-z][\w-]{1,80})[,\"]"),
    "rust": re.compile(r"\A\s{0,40}(?:pub(?:\([\w: ]{1,40}\))? )?(?:r#)?([a-z]\w{1,80}): "),
    "python": re.compile(r"\A\s{0,40}([a-z]\w{1,80}): "),
    "csharp": re.compile(
        r"\A\s{0,40}public (?:required )?[\w<>\[\]?.,]{1,80} (\w{2,80}) ?\{ ?get\b"
    ),
}
_GIVEN = re.compile(
    r"\b(?:(?:rename|alias|validation_alias) ?= ?|JsonPropertyName\(|ConfigurationKeyName\()\"([\w-]{1,80})\""
)
"""A name that the table has for a field whose own name is another."""
_RESPELLED = ("rename_all", "alias_generator", "NamingPolicy")
_KEY = re.compile(r"\A( {0,60})(- {1,3})?[\"']?([A-Za-z_][\w-]{0,80})[\"']?\s?[:=](?!=)")
_COMMENT = ("#", "//", "/*", "*")
_FEW, _SEVERAL = 2, 3
_MOST_STRANGE = 0.2
_REACH = 200


@dataclass
class _Type:
    """A type by name, the depth of its first field, and the line of each key it reads."""

    name: str
    depth: int
    keys: dict[str, int] = field(default_factory=dict)
    inner: int = -1


@dataclass(frozen=True, slots=True)
class _Renamed:
    """A key, what it is called since, and what the type read before and reads still."""

    old: str
    now: str
    line: int
    before: frozenset[str]
    kept: frozenset[str]


def lost_fields(change: Change, *, base: Tree, head: Tree) -> Iterator[Setting]:
    """Keys that a type of configuration reads under another name since."""
    for file in change.files:
        path, language = file.old_path, language_of(file.path)
        if path is None or not (file.removed and file.added) or language not in _OPENS:
            continue
        if file.status is FileStatus.DELETED or is_test(path) or is_left_alone(path):
            continue
        before = base.read(path) or ""
        for found in _renamed(file, before, head.read(file.path) or "", language):
            cause = old_line(file, found.line, before.split("\n")[found.line - 1])
            subject = Subject(name=found.old, noun="key", cause=cause, now=found.now)
            accepts = partial(_accepts, found=found, head=head)
            yield Setting(subject, found.old, accepts, _is_read, is_harmless=True)


def _renamed(file: ChangedFile, before: str, after: str, language: str) -> Iterator[_Renamed]:
    if any(word in after for word in _RESPELLED):
        # What the table calls a field is made from its name by a rule that is not known here.
        return
    new = {found.name: found.keys for found in _types(after, language)}
    for found in _types(before, language):
        there = new.get(found.name, {})
        if not (CONFIGURED.search(found.name) or CONFIGURED.search(file.path)):
            continue
        either = {key.lower() for key in there}
        for old, now in _pairs(list(found.keys), list(there)):
            line = found.keys[old]
            if line not in file.removed_numbers or there[now] not in file.added_numbers:
                continue
            if old.lower() not in either and not is_generic(old):
                kept = frozenset(found.keys) & frozenset(there)
                yield _Renamed(old, now, line, frozenset(found.keys), kept)


def _pairs(old: list[str], new: list[str]) -> Iterator[tuple[str, str]]:
    """Keys that stand between the same neighbours as one other key did, each with its successor."""
    for at, key in enumerate(old):
        if key in new:
            continue
        above = old[at - 1] if at else ""
        below = old[at + 1] if at + 1 < len(old) else ""
        place = new.index(above) + 1 if above in new else (0 if not above else -1)
        if not 0 <= place < len(new) or new[place] in old:
            continue
        follower = new[place + 1] if place + 1 < len(new) else ""
        if follower == below:
            yield key, new[place]


def _types(text: str, language: str) -> list[_Type]:
    """The types of a file with their keys, read by indentation as formatters leave it."""
    found: list[_Type] = []
    open_types: list[_Type] = []
    given = ("", 0)
    for number, line in enumerate(text.split("\n"), start=1):
        plain = line[:LONGEST_LINE].rstrip()
        bare = plain.lstrip()
        if not bare or bare in ("{", "(") or bare.startswith(_COMMENT[1:]):
            continue
        depth = len(plain) - len(bare)
        while open_types and depth <= open_types[-1].depth:
            open_types.pop()
        opening = _OPENS[language].match(plain)
        if opening is not None:
            outer = f"{open_types[-1].name}." if open_types else ""
            open_types.append(_Type(f"{outer}{opening[1]}", depth))
            found.append(open_types[-1])
            given = ("", 0)
        elif bare.startswith(("#[", "[")) and language != "python":
            named = _GIVEN.search(plain)
            given = (named[1], number) if named else given
        elif open_types:
            _take(open_types[-1], plain, (depth, number), (language, *given))
            given = ("", 0)
    return found


def _take(owner: _Type, line: str, place: tuple[int, int], how: tuple[str, str, int]) -> None:
    """Adds the keys of a line that is a field of the type itself and of nothing within it."""
    (depth, number), (language, given, above) = place, how
    owner.inner = depth if owner.inner < 0 else owner.inner
    if depth != owner.inner:
        return
    names = _FIELDS[language].findall(line)
    named = _GIVEN.search(line) if language == "python" else None
    for name in names:
        owner.keys.setdefault(given or (named[1] if named else name), above or number)


def _is_read(name: str, hit: Hit) -> bool:
    """Whether a program, or a template that is filled in, knows the old key."""
    text = hit.text[:LONGEST_LINE]
    if language_of(hit.path) in PROGRAMS:
        return not (is_test(hit.path) or text.lstrip().startswith(_COMMENT))
    return f".{name}" in text


def _accepts(name: str, hit: Hit, *, found: _Renamed, head: Tree) -> int:
    """A table of which nearly all keys beside it are the type's is the one that fills the type."""
    if language_of(hit.path) not in TABLES or is_test(hit.path) or is_ci(hit.path):
        return 0
    match = _KEY.match(hit.text[:400])
    if match is None or match[3] != name:
        return 0
    beside = _beside((head.read(hit.path) or "").split("\n"), hit.line) - {name}
    needed = _FEW if is_distinctive(name.replace("-", "_")) else _SEVERAL
    if found.now in beside or len(beside & found.kept) < needed:
        return 0
    return POSSIBLE if len(beside - found.before) <= len(beside) * _MOST_STRANGE else 0


def _beside(lines: list[str], number: int) -> set[str]:
    """The keys of the table that a line stands in, its own among them."""
    own = _KEY.match(lines[number - 1][:400]) if 0 < number <= len(lines) else None
    if own is None:
        return set()
    depth = len(own[1]) + len(own[2] or "")
    above = reversed(lines[max(0, number - 1 - _REACH) : number - 1])
    found = {own[3]}
    if not own[2]:
        found |= _level(above, depth, is_upward=True)
    return found | _level(iter(lines[number : number + _REACH]), depth, is_upward=False)


def _level(lines: Iterator[str], depth: int, *, is_upward: bool) -> set[str]:
    """Keys of one depth up to where the table begins or ends."""
    found: set[str] = set()
    for line in lines:
        bare = line.strip()
        if not bare or bare.startswith(_COMMENT):
            continue
        match = _KEY.match(line[:400])
        column = len(match[1]) + len(match[2] or "") if match else len(line) - len(line.lstrip())
        opens = match is not None and match[2] is not None and column == depth
        if column < depth or bare.startswith("[") or (opens and not is_upward):
            break
        if match is not None and column == depth:
            found.add(match[3])
        if opens:
            break
    return found
