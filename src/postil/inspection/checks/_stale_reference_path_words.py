"""How a line spells a path: as a link, from a variable on, as a folder, as an entry of a list."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.domain.paths import language_of
from postil.inspection.checks._stale_reference_words import LONGEST_LINE
from postil.ports import Hit

_TOKEN = re.compile(r"[\w.@+~/*\x80-\U0010ffff-]+")
URL = re.compile(r"[a-z]{2,8}://[^\s\"'<>)]*", re.IGNORECASE)
_OWN_TREE = re.compile(r"/(?:blob|tree|raw)/(?:main|master|HEAD|develop|trunk)/([^\s?#]+)")
_LEAVES_OUT = re.compile(r"exclu|ignor|omit|skip|linguist|except", re.IGNORECASE)
_LEADS = re.compile(
    r"[\"']?\s{0,8}[:=]\s{0,8}[\"']?[\w./-]{1,200}\.(\w{1,8})(?:#[\w-]{1,80})?[\"']?,?\s{0,8}\Z"
)
_REACH_ABOVE = 30


def is_linked(name: str, text: str) -> bool:
    """Whether a document links to the name, or an address ends in it."""
    return f"]({name}" in text or f"](./{name}" in text or f'href="{name}' in text


def own_path(url: re.Match[str]) -> str:
    """The path a link shows of the branch people work on; nothing for any other address."""
    shown = _OWN_TREE.search(url[0])
    return " " if shown is None else f" {shown[1]} "


def is_continued(token: str, text: str) -> bool:
    """Whether a path goes on from a variable or a closed quote, so that its start is unknown."""
    before = text[: max(text.find(token), 0)]
    if not token.startswith("/") or not before:
        return False
    last = before[-1]
    return last in "})" or (last in "\"'" and before.count(last) % 2 == 0)


def is_spelled_as_folder(name: str, text: str) -> bool:
    at = text.find(f"{name}/")
    return at >= 0 and text[at + len(name) + 1 : at + len(name) + 2] in (
        "",
        "*",
        "'",
        '"',
        "`",
        " ",
        ",",
        "]",
    )


def is_entry(name: str, hit: Hit) -> bool:
    """Whether a bare word is one of the things a tool is told to leave alone."""
    quoted = f'"{name}"' in hit.text or f"'{name}'" in hit.text
    alone = hit.text.strip().lstrip("- ") == name
    return (quoted or alone) and _LEAVES_OUT.search(f"{hit.path} {hit.text}") is not None


def tokens(text: str) -> Iterator[str]:
    for token in _TOKEN.findall(text):
        plain = token.strip("*").rstrip("./,-").removeprefix("./") if "../" not in token else token
        if plain:
            yield token.rstrip(".,") if token.startswith("./") else plain


def leads_on(name: str, hit: Hit) -> bool:
    """Whether the line is an entry of a table that sends readers of an old page to a new one."""
    if language_of(hit.path) not in ("yaml", "toml", "json"):
        return False
    key, mark, target = hit.text.partition(name)
    end = name.rpartition(".")[2]
    rest = _LEADS.match(target)
    return (
        bool(mark) and rest is not None and rest[1] == end and not key.rstrip("\"' ").endswith(":")
    )


def leaves_out(hit: Hit, text: str) -> bool:
    """Whether the line belongs to a list of things a tool shall leave alone."""
    if _LEAVES_OUT.search(hit.path) or _LEAVES_OUT.search(hit.text[:LONGEST_LINE]):
        return True
    if language_of(hit.path) not in ("yaml", "toml", "json"):
        return False
    lines = text.split("\n")
    indent = _indent(hit.text)
    for above in reversed(lines[max(0, hit.line - 1 - _REACH_ABOVE) : hit.line - 1]):
        if (above.strip() and _indent(above) < indent) or above.rstrip().endswith(("[", ":")):
            return _LEAVES_OUT.search(above[:LONGEST_LINE]) is not None
    return False


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
