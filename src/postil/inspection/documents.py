"""Tells the prose of a Markdown or reStructuredText document from its examples."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, auto

LONGEST_LINE = 20_000
_FENCE = re.compile(r"\A[ \t>]{0,12}(?:[-*+] {1,4}|\d{1,3}\. {1,4})?(`{3,}|~{3,})[ \t]*([\w+-]*)")
_DIRECTIVE = re.compile(r"\A(\s{0,40})\.\. (?:code-block|code|sourcecode|prompt)::\s{0,4}(\w*)")
_BREAK = re.compile(r"\A\s{0,40}(?:[-*+]\s|\d{1,3}[.)]\s|#{1,6}\s|\||>|```|~~~|\.\.\s|\Z)")
_SHELLS = frozenset(
    {"sh", "bash", "shell", "console", "zsh", "shellsession", "sh-session", "terminal", "fish"}
)
_REACH = 3


class Part(Enum):
    """What a line of a document is; a shell example is something a reader will paste."""

    PROSE = auto()
    SHELL = auto()
    CODE = auto()


def parts_of(path: str, lines: Sequence[str]) -> list[Part]:
    """What each line is; the marks around an example count as code."""
    if path.lower().endswith((".rst", ".rest")):
        return _in_directives(lines)
    return _in_fences(lines)


def paragraph(lines: Sequence[str], index: int) -> str:
    """The line and those right around it that belong to the same paragraph or list entry."""
    first = index
    while first > max(0, index - _REACH) and not _opens(lines[first]):
        if not lines[first - 1].strip():
            break
        first -= 1
    last = index
    while last + 1 < min(len(lines), index + _REACH + 1) and not _opens(lines[last + 1]):
        last += 1
    return " ".join(line[:LONGEST_LINE] for line in lines[first : last + 1])


def _opens(line: str) -> bool:
    return _BREAK.match(line[:LONGEST_LINE]) is not None


def _in_fences(lines: Sequence[str]) -> list[Part]:
    parts: list[Part] = []
    fence, inside = "", Part.PROSE
    for line in lines:
        match = _FENCE.match(line[:LONGEST_LINE])
        if match and not fence:
            fence = match[1]
            inside = Part.SHELL if match[2].lower() in _SHELLS else Part.CODE
            parts.append(Part.CODE)
        elif match and match[1].startswith(fence) and not match[2]:
            fence, inside = "", Part.PROSE
            parts.append(Part.CODE)
        else:
            parts.append(inside)
    return parts


def _in_directives(lines: Sequence[str]) -> list[Part]:
    """Literal blocks begin after a line that ends with `::` and last while lines are indented."""
    parts: list[Part] = []
    level, inside = -1, Part.PROSE
    for line in lines:
        indent = len(line) - len(line.lstrip())
        if level >= 0 and (not line.strip() or indent > level):
            parts.append(inside)
            continue
        level, inside = -1, Part.PROSE
        match = _DIRECTIVE.match(line[:LONGEST_LINE])
        if match:
            level = indent
            inside = Part.SHELL if match[2].lower() in _SHELLS else Part.CODE
        elif line.rstrip().endswith("::") and not line.lstrip().startswith(".. "):
            level, inside = indent, Part.CODE
        parts.append(Part.CODE if match else Part.PROSE)
    return parts
