"""Which version of ruff the base asks for, read from its hooks, requirements, locks and workflows."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import islice

Version = tuple[int, ...]
WORDS = (
    *("ruff-pre-commit", "ruff-action", '"ruff"', "ruff =", "ruff@"),
    *("ruff=", "ruff~=", "ruff<", "ruff>", "ruff ==", "ruff ~=", "ruff <", "ruff >"),
)
"""What stands on a line beside which a version may be told."""

_NUMBER = r"v?(\d{1,4}(?:\.\d{1,4}){1,3})"
_NEWEST = 9_999
_WINDOW = 300
_LONG_WINDOW = 6_000
_MOST_MARKS = 100
_HOOK = re.compile(r"/ruff-pre-commit\b")
_FROZEN = r"(?:[0-9a-f]{40}[\"']?[ \t]{1,8}#[ \t]{0,4}(?:frozen:[ \t]{0,4})?)?"
_REVISION = re.compile(rf"\brev\s{{0,8}}[:=]\s{{0,8}}[\"']?{_FROZEN}{_NUMBER}")
_ACTION = re.compile(r"/ruff-action@")
_INPUT = re.compile(rf"\bversion:\s{{0,8}}[\"']?(?:==)?{_NUMBER}")
_LOCKED = re.compile(rf"name = \"ruff\"\r?\nversion = \"{_NUMBER}\"")
_PIPENV = re.compile(r"\"ruff\": \{")
_PIPENV_VERSION = re.compile(rf"\"version\": \"=={_NUMBER}\"")
_BOUND = re.compile(rf"(===?|~=|<=?|\^|@|(?<![=<>~!^])=)\s{{0,4}}[\"']?([~^]?){_NUMBER}(\.\*)?")
# The word comes first, as long files are searched faster for a plain text.
_ASKED = re.compile(r"ruff(?<![\w./-]ruff)[\"']?[ \t]{0,4}([<>=~!^@][^\n;#]{1,120})")
_TABLE = re.compile(r"\A=[ \t]{0,4}\{[^\n]{0,60}?\bversion")


def asked_version(texts: Collection[str]) -> Version | None:
    """The oldest version that these files ask for; None where each leaves it open."""
    return min((version for text in texts for version in _versions(text)), default=None)


def _versions(text: str) -> Iterator[Version]:
    yield from _near(text, _HOOK, _REVISION, _WINDOW)
    yield from _near(text, _ACTION, _INPUT, _WINDOW)
    yield from _near(text, _PIPENV, _PIPENV_VERSION, _LONG_WINDOW)
    for found in _LOCKED.finditer(text):
        yield _numbers(found[1])
    for asked in _ASKED.finditer(text):
        yield from _newest_allowed(_TABLE.sub("", asked[1]))


def _near(text: str, mark: re.Pattern[str], told: re.Pattern[str], room: int) -> Iterator[Version]:
    """The version that is told soon after a mark."""
    for found in islice(mark.finditer(text), _MOST_MARKS):
        version = told.search(text, found.end(), found.end() + room)
        if version is not None:
            yield _numbers(version[1])


def _newest_allowed(bounds: str) -> Iterator[Version]:
    """The newest version within the bounds; nothing where they are open towards newer ones."""
    allowed = [_ceiling(found) for found in _BOUND.finditer(bounds)]
    if allowed:
        yield min(allowed)


def _ceiling(bound: re.Match[str]) -> Version:
    """The newest version that one bound allows: `<0.6` and `~=0.5.1` both end within 0.5."""
    sign, caret, wildcard = bound[1], bound[2], bound[4]
    version = _numbers(bound[3])
    if sign == "<":
        lower = [*version]
        while len(lower) > 1 and not lower[-1]:
            lower.pop()
        return (*lower[:-1], lower[-1] - 1, _NEWEST)
    if sign == "~=" or caret == "~" or wildcard:
        return (*(version if wildcard else version[: max(1, len(version) - 1)]), _NEWEST)
    if caret or sign == "^":
        # Of a version before 1.0 the second number is the one that is kept.
        return (*version[: 2 if not version[0] else 1], _NEWEST)
    return version


def _numbers(text: str) -> Version:
    return tuple(map(int, text.split(".")))
