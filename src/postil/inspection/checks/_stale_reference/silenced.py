"""Code that does not run any more: switched off in a comment, or a step that was taken long ago."""

from __future__ import annotations

import re
from collections.abc import Sequence

from postil.domain.change import Change
from postil.domain.paths.names import words
from postil.inspection.checks._stale_reference.path_words import is_import_aside, is_label
from postil.inspection.checks._stale_reference.views import View
from postil.ports import Hit

_REACH = 3
_FEWEST = 3
_MARKS = ("//", "*", "/*", "#", "--", ";")
_ENDS = (";", "{", "}")
_MARK = re.compile(r"\A\s{0,200}(?://(?![/!])|#(?![#!:])|--(?!-)|;(?!;))")
"""Opens a line of a comment that is no documentation by its mark."""
_RUN = 40
_LONGEST = 400
_SHARE = 0.6
_NESTED = 3
_FEWEST_WORDS = 3
_TEXT = re.compile(r"\"[^\"\n]{0,400}\"|'[^'\n]{0,400}'|`[^`\n]{0,400}`")
_HELD = re.compile(r"\([^()]{0,400}\)|\[[^\[\]]{0,400}\]|<[^<>]{0,400}>|\{[^{}]{0,400}\}")
_WORDS = re.compile(r"[A-Za-z_'][\w'.-]{0,80}(?: {1,4}[A-Za-z_'][\w'.-]{0,80}){0,80}")
_CODE = re.compile(
    r"[=;{}]|\w[(\[]|[)\]][;,]?\Z|[=-]>|\w::\w|\w<\w|&&|\|\||\A@[\w.]{1,80}\Z|\A\w{1,40}\.\w{1,40},?\Z"
    r"|\A(?:def|class|if|elif|for|while|with|except)\b.{0,300}:\Z|\A(?:else|try|finally):\Z|\A(?:else|end)\Z"
)
_EXPLAINS = re.compile(r"\b(?:usage|examples?|for instance|e\.g)\b", re.IGNORECASE)
_OF_LANGUAGES = frozenset(
    words(
        "return new await var let const public private protected internal static override virtual"
        " abstract final async def class function func fn if else elsif elif for foreach in while"
        " yield from import select where not and or is int string bool void assert with as raise"
        " throw throws delete typeof instanceof case default print echo end do then unless except"
        " try catch module require include use using auto unsigned struct enum readonly export"
        " extends implements of mut pub impl lambda global nil None null true false True False"
    )
)
_MIGRATION = re.compile(r"(?:\A|/)(?:db/)?(?:migrate|migrations|alembic/versions)/")


def is_in_dead_block(view: View, line: int) -> bool:
    """Whether a line of a comment lies among statements, with a mark of its own or without one."""
    if view.lines[line - 1].lstrip().startswith(_MARKS):
        return is_switched_off(view.lines, line)
    around = view.lines[max(0, line - 1 - _REACH) : line + _REACH]
    return sum(text.rstrip().endswith(_ENDS) for text in around) >= _FEWEST


def is_switched_off(lines: Sequence[str], line: int) -> bool:
    """Whether a comment line is code among others that are, with no sentence that explains them.

    Examples in a comment are introduced by words, or stand further in than what is around them.
    """
    run = _run(lines, line)
    if not run or not _is_code(_MARK.sub("", lines[line - 1][:_LONGEST]).strip()):
        return False
    inside = [text for text in run if text.strip() and _MARK.match(text) is None]
    plain = [text.strip() for text in inside]
    if any(_is_sentence(text) or _EXPLAINS.search(text) for text in plain):
        return False
    least = min((len(text) - len(text.lstrip()) for text in inside), default=0)
    code = sum(map(_is_code, plain))
    return least <= 1 < code and code >= _SHARE * len(plain)


def _run(lines: Sequence[str], line: int) -> list[str]:
    """The lines of the comment around a line, without their marks; none when it is no such line."""
    first = last = line - 1
    if _MARK.match(lines[first]) is None:
        return []
    while first > max(0, line - _RUN) and _MARK.match(lines[first - 1]):
        first -= 1
    while last + 1 < min(len(lines), line + _RUN) and _MARK.match(lines[last + 1]):
        last += 1
    return [_MARK.sub("", text[:_LONGEST], count=1).rstrip() for text in lines[first : last + 1]]


def _is_code(text: str) -> bool:
    return _CODE.search(text) is not None and not _is_sentence(text)


def _is_sentence(text: str) -> bool:
    """Whether words follow on each other as no language has them, outside of texts and brackets."""
    bare = _TEXT.sub("()", text)
    for _ in range(_NESTED):
        bare = _HELD.sub("", bare)
    for found in _WORDS.findall(bare):
        count = 0
        for word in found.split():
            count = 0 if word in _OF_LANGUAGES else count + 1
            if count >= _FEWEST_WORDS:
                return True
    return False


def is_aside(name: str, hit: Hit, text: str, change: Change) -> bool:
    """Whether a comment was code once, or heads an untouched file with the name of another."""
    if is_import_aside(hit.text) or is_switched_off(text.split("\n"), hit.line):
        return True
    return hit.path not in change.by_path and is_label(name, hit)


def is_migration(path: str) -> bool:
    """Whether a file tells a database what changed at one time, in words of that time."""
    return _MIGRATION.search(path) is not None
