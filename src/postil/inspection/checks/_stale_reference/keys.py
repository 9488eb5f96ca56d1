"""Finds the keys of a project's own configuration that went, and the code that still looks them up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from postil.domain.change import ChangedFile
from postil.domain.paths import is_ci, is_doc, is_test, language_of
from postil.inspection.checks._stale_reference.subjects import (
    POSSIBLE,
    Setting,
    Subject,
    old_line,
)
from postil.inspection.checks._stale_reference.words import is_distinctive
from postil.ports import Hit

KEY = re.compile(r"\A\s{0,40}[\"']?([A-Za-z_][\w-]{4,60})[\"']? ?[:=]")
CONFIGURED = re.compile(r"conf|settings|cfg|options|prefs", re.IGNORECASE)
TABLES = frozenset({"yaml", "toml", "json"})
PROGRAMS = frozenset(
    {"python", "javascript", "typescript", "tsx", "go", "rust", "ruby", "java", "csharp", "php"}
)
_OPENS = re.compile(
    r"\A(\s{0,40})[\"']?([A-Za-z_][\w-]{1,60})[\"']?\s?:\s{0,8}\{?\s{0,8}(?:#.{0,200})?\Z"
)
_SECTION = re.compile(r"\A\[{1,2}(?:[\w-]{1,60}\.){0,6}([\w-]{1,60})\]{1,2}")
_LOOKUPS = (
    ("[", "]"),
    *(
        (f"{asks}(", ")")
        for asks in (
            ".get",
            ".fetch",
            ".dig",
            ".pop",
            ".GetString",
            ".GetInt",
            ".GetBool",
            ".GetValue",
            ".getString",
            ".getInt",
            ".getBoolean",
            ".getProperty",
        )
    ),
)
"""How a table is asked for a key, with nothing given to fall back on."""
_DOTTED = re.compile(
    r"(?:\.(?:[Gg]et\w{0,20}|fetch|string|int|bool|value)|\b(?:config|settings?))"
    r"\(\s?[\"']([\w-]{1,60}(?:\.[\w-]{1,60}){1,6})[\"']\s?\)"
)
"""Asks for a key by the whole way to it, which no other thing is called by."""
_SET = re.compile(
    r"\b(?:[Ss]et|[Bb]ind|[Aa]dd|[Rr]egister|[Dd]efine)\w{0,20}\(\s?[\"']([\w-]{1,60}(?:\.[\w-]{1,60}){0,6})[\"']\s?,"
)
"""Gives a key a value, or something to take it from."""
_LONGEST = 400
_REACH = 400


def lost_keys(file: ChangedFile, before: str, after: str) -> Iterator[Setting]:
    """Coined keys of the project's own configuration that code may still look up."""
    path = file.old_path or file.path
    if language_of(path) not in TABLES or is_ci(path) or is_test(path):
        return
    if not CONFIGURED.search(path):
        return
    kept = {match[1] for line in after.split("\n") if (match := KEY.match(line[:200]))}
    lines = before.split("\n")
    for number, text in file.removed:
        match = KEY.match(text[:200])
        if match is None or match[1] in kept or not is_distinctive(match[1].replace("-", "_")):
            continue
        subject = Subject(
            name=match[1],
            noun="key",
            cause=old_line(file, number, text),
            now=_now(match[1], text, file),
        )
        accepts = partial(_accepts, section=_section(lines, number))
        yield Setting(subject, match[1], accepts, _defines)


def _now(name: str, text: str, file: ChangedFile) -> str:
    """What the one added line calls it that is else the same."""
    head, _, tail = text.partition(name)
    found = {
        line[len(head) : len(line) - len(tail)]
        for _, line in file.added
        if line.startswith(head) and line.endswith(tail) and KEY.match(line[:200])
    }
    return found.pop() if len(found) == 1 and tail.strip(" :=") else ""


def _section(lines: list[str], number: int) -> str:
    """What the table is called that the line stands in, empty at the top."""
    own = lines[number - 1] if 0 < number <= len(lines) else ""
    depth = len(own) - len(own.lstrip())
    for line in reversed(lines[max(0, number - 1 - _REACH) : number - 1]):
        header = _SECTION.match(line[:_LONGEST])
        if header is not None:
            return header[1]
        opened = _OPENS.match(line[:_LONGEST])
        if opened is not None and len(opened[1]) < depth:
            return opened[2]
    return ""


def _defines(name: str, hit: Hit) -> bool:
    """Whether another table, or code, gives the key a value."""
    if is_doc(hit.path):
        return False
    match = KEY.match(hit.text[:200])
    given = (way.rpartition(".")[2] for way in _SET.findall(hit.text[:_LONGEST]))
    return (match is not None and match[1] == name) or name in given


def _accepts(name: str, hit: Hit, *, section: str) -> int:
    """A key asked of the configuration, or of the table of it that the key stood in."""
    if language_of(hit.path) not in PROGRAMS or is_test(hit.path):
        return 0
    way = f".{section}.{name}"
    if section and any(
        f".{way_to}".endswith(way) for way_to in _DOTTED.findall(hit.text[:_LONGEST])
    ):
        return POSSIBLE
    ruby = language_of(hit.path) == "ruby"
    for asked in (f'"{name}"', f"'{name}'", *([f":{name}"] if ruby else [])):
        for opening, closing in _LOOKUPS:
            before, found, _ = hit.text.partition(f"{opening}{asked}{closing}")
            if found and (CONFIGURED.search(before) or _ends_in(before, section)):
                return POSSIBLE
    return 0


def _ends_in(before: str, section: str) -> bool:
    """Whether the table was taken out just before, by whatever it was loaded with."""
    taken = (f"[{quote}{section}{quote}]" for quote in "\"'")
    given = (f".get({quote}{section}{quote})" for quote in "\"'")
    return bool(section) and before.endswith((*taken, *given))
