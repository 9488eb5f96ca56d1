"""Block comments that hold nothing but code somebody switched off."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from postil.inspection.checks._comment_hygiene.dead_code import (
    LEAST_LINES,
    MAX_LINE,
    MOST_LINES,
    DeadCode,
    introduces,
    is_switched_off,
)
from postil.inspection.line_roles import LineRoles

_LANGUAGES = frozenset(
    {"javascript", "typescript", "tsx", "go", "java", "csharp", "c", "cpp", "rust", "php"}
)
"""Languages with such comments and a grammar: prose and layouts are told from code by parsing."""
_OPENS = re.compile(r"\A\s{0,200}/\*(?![*!])\s{0,8}(?P<text>.*)")
_LAYOUT = re.compile(
    r"\A(?:typedef |export |pub )?(?:struct|union|enum|interface|type|message|package)\b"
)
"""What shows how data lies rather than what is done."""
_STARRED = "*"
_REMARK = re.compile(r"(?<=[;{}),]) {1,8}//.*")
_COMMENT = "//"


def dead_blocks(
    lines: Sequence[str], *, added: Collection[int], roles: LineRoles
) -> Iterator[DeadCode]:
    """The block comments whose two marks are on added lines and whose lines all are code.

    What stands above the first line of code is about the file, and a star on each line makes a
    document of it.
    """
    language = roles.language
    if language not in _LANGUAGES:
        return
    for first in sorted(added):
        opening = _OPENS.match(_line(lines, first))
        if opening is None or "*/" in opening["text"] or roles.is_string(first):
            continue
        last = _closing(lines, first)
        if last not in added:
            continue
        closing = _line(lines, last).strip().removesuffix("*/")
        texts = [opening["text"], *lines[first : last - 1], closing]
        if _is_code(texts, language) and _stands_in_code(first, roles):
            yield DeadCode(first, last, marks=_bare_marks(texts), is_block=True)


def _line(lines: Sequence[str], number: int) -> str:
    text = lines[number - 1] if number <= len(lines) else ""
    return text if len(text) <= MAX_LINE else ""


def _closing(lines: Sequence[str], first: int) -> int:
    """The line that ends with the closing mark; 0 where code goes on after it or it is far."""
    for number in range(first + 1, min(first + MOST_LINES, len(lines)) + 1):
        if "*/" in lines[number - 1]:
            return number if _line(lines, number).rstrip().endswith("*/") else 0
    return 0


def _bare_marks(texts: Sequence[str]) -> int:
    return sum(not texts[place].strip() for place in (0, -1))


def _is_code(texts: Sequence[str], language: str) -> bool:
    inside = [text for text in texts if text.strip() and not text.strip().startswith(_COMMENT)]
    code = [_REMARK.sub("", text) for text in inside if len(text) <= MAX_LINE]
    if len(code) < max(LEAST_LINES, len(inside)) or _LAYOUT.match(code[0].strip()):
        return False
    if any(text.strip().startswith(_STARRED) for text in code):
        return False
    if language == "php" and not any("$" in text for text in code):
        # Styles and scripts stand in the same files and have the same comments.
        return False
    return is_switched_off(code, language)


def _stands_in_code(first: int, roles: LineRoles) -> bool:
    """Whether code stands above the comment and no words right above it introduce it."""
    above = first - 1
    said: list[str] = []
    while above > 0 and not roles.code(above).strip():
        text = roles.comment(above)
        if not text and said:
            break
        said += [text] if text else []
        above -= 1
    return not introduces(said) and any(
        roles.code(number).strip() for number in range(1, above + 1)
    )
