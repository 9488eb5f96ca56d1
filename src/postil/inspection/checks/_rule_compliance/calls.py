"""The arguments of a call that begins on some line, and whether one of them is there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

_MOST_LINES = 40
_WORD = re.compile(r"[A-Za-z_$][\w$-]*")
_BUNDLES = ("**", "...", "*args", "||", "??")
_LONGEST = 4_000


def arguments_of(call: str, line: int, code: Callable[[int], str]) -> Iterator[str]:
    """What stands between the brackets of each such call that begins on the line.

    `code` gives a line with comments and strings blanked. A call whose end is not near
    yields nothing.
    """
    name = call.partition("(")[0].strip()
    first = code(line)
    at = first.find(name) if name else -1
    while at >= 0:
        before, after = first[at - 1 : at], first[at + len(name) :]
        if after[:1] == "(" and not (before.isalnum() or before in ("_", "$", ".")):
            text = after + "\n" + "\n".join(code(line + step) for step in range(1, _MOST_LINES))
            inside = _inside(text[:_LONGEST])
            if inside is not None:
                yield inside
        at = first.find(name, at + 1)


def bare_arguments(call: str, line: int, code: Callable[[int], str]) -> Iterator[str]:
    """What follows a call without brackets that opens the line, as far as commas carry it on."""
    name = call.partition("(")[0].strip()
    first = code(line).strip()
    if not first.startswith(f"{name} ") or first.removeprefix(name).lstrip()[:1] in ("=", "."):
        return
    lines = [first.removeprefix(name)]
    while lines[-1].rstrip().endswith(",") and len(lines) < _MOST_LINES:
        lines.append(code(line + len(lines)))
    yield "\n".join(lines)[:_LONGEST]


def _inside(text: str) -> str | None:
    depth = 0
    for position, character in enumerate(text):
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
            if depth == 0:
                return text[1:position]
    return None


def has_argument(arguments: str, wanted: str) -> bool:
    """Whether the argument is given by name, or may be inside a bundle nobody can look into."""
    word = _WORD.search(wanted)
    if word is None or any(bundle in arguments for bundle in _BUNDLES):
        return True
    return word[0] in _WORD.findall(arguments)
