"""Matches paths against globs written the way a .gitignore line is, in time linear in the path.

A glob without a slash matches a file or folder of that name anywhere; a slash at the front
or in the middle ties it to the root. `*` and `?` stay within one folder, `**` crosses
folders, `[ab]` and `[!ab]` are sets, a backslash makes the next character plain. What
matches a folder matches everything below it. Letter case counts.
"""

from __future__ import annotations

import re
from functools import lru_cache

MAX_GLOB = 1_000
"""Longer globs match nothing; whoever accepts globs from people should refuse them by name."""

_ANY_FOLDERS = "**"


def matches(glob: str, path: str) -> bool:
    """Whether the glob matches the path or a folder the path lies in."""
    if len(glob) > MAX_GLOB:
        return False
    return _compiled(glob).match(path) is not None


@lru_cache(maxsize=1024)
def _compiled(glob: str) -> re.Pattern[str]:
    text = glob.removeprefix("./")
    folder_only = text.endswith("/")
    tied = "/" in text.removesuffix("/")
    segments = [segment for segment in text.split("/") if segment]
    if not segments:
        return _NOTHING
    if not tied and segments[0] != _ANY_FOLDERS:
        segments.insert(0, _ANY_FOLDERS)
    inside = segments[-1] == _ANY_FOLDERS
    end = "/." if folder_only or inside else r"(?:/|\Z)"
    body = _sequences(segments[:-1] if inside else segments)
    return re.compile(body + (end if body or not inside else "."), re.DOTALL)


_NOTHING = re.compile(r"(?!)")


def _sequences(segments: list[str]) -> str:
    """The segments as a pattern without its end; each run after a `**` is found at its first place.

    Taking the first place is enough because whatever follows has then the most room left,
    and the atomic group keeps the matcher from trying the later ones. Only the last run must
    be free to move on, since it decides where the match ends.
    """
    runs: list[list[str]] = [[]]
    for segment in segments:
        if segment == _ANY_FOLDERS:
            runs.append([])
        else:
            runs[-1].append(_segment(segment))
    first, *rest = ["/".join(run) for run in runs]
    rest = [run for run in rest if run]
    if not rest:
        return first
    lead = f"{first}/" if first else ""
    found = "".join(f"(?>(?:[^/]+/)*?{run}/)" for run in rest[:-1])
    return f"{lead}{found}(?:[^/]+/)*?{rest[-1]}"


def _segment(segment: str) -> str:
    """One folder or file name as a pattern; every `*` but the last stops at its first fit."""
    pieces: list[str] = [""]
    position = 0
    while position < len(segment):
        piece, position = _piece(segment, position)
        if piece is None:
            pieces.append("")
        else:
            pieces[-1] += piece
    first, *rest = pieces
    if not rest:
        return first
    middle = "".join(f"(?>[^/]*?{piece})" for piece in rest[:-1] if piece)
    return f"{first}{middle}[^/]*{rest[-1]}"


def _piece(segment: str, position: int) -> tuple[str | None, int]:
    """The pattern of one element and where the next begins; None stands for a star."""
    character = segment[position]
    if character == "*":
        return None, position + 1
    if character == "?":
        return "[^/]", position + 1
    if character == "\\" and position + 1 < len(segment):
        return re.escape(segment[position + 1]), position + 2
    if character == "[":
        return _set(segment, position)
    return re.escape(character), position + 1


def _set(segment: str, start: int) -> tuple[str, int]:
    """A bracketed set; a bracket that is never closed is a plain character."""
    inner = start + 1
    negated = segment[inner : inner + 1] in ("!", "^")
    inner += negated
    end = segment.find("]", inner + 1)
    if end < 0:
        return re.escape("["), start + 1
    members = _members(segment[inner:end])
    if negated:
        return f"[^/{members}]", end + 1
    return (f"(?!/)[{members}]" if members else "(?!)"), end + 1


def _members(inside: str) -> str:
    """The escaped members of a set; a range that runs backwards holds nothing, as in a shell."""
    members: list[str] = []
    position = 0
    while position < len(inside):
        first = inside[position]
        if inside[position + 1 : position + 2] == "-" and position + 2 < len(inside):
            last = inside[position + 2]
            if first <= last:
                members.append(f"{re.escape(first)}-{re.escape(last)}")
            position += 3
        else:
            members.append(re.escape(first))
            position += 1
    return "".join(members)
