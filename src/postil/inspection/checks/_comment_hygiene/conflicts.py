"""Merge conflict markers that a change commits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from postil.domain import paths
from postil.domain.change import ChangedFile
from postil.inspection.line_roles import LineRoles, can_tell

_OURS, _BASE, _BETWEEN, _THEIRS = "<<<<<<<", "|||||||", "=======", ">>>>>>>"
_SIDES = (_OURS, _BASE, _THEIRS)
_LABELLED = re.compile(r"\A(?:<{7}|\|{7}|>{7}) (?:merged common ancestors|HEAD|[\w./#@+-]{2,200}|[0-9a-f]{7,40} \(.{1,300}\)|Updated upstream|Stashed changes)\Z")  # fmt: skip
_CODE = frozenset(
    {"python", "javascript", "typescript", "tsx", "vue", "svelte", "go", "java", "kotlin", "scala",
     "swift", "groovy", "dart", "c", "cpp", "csharp", "rust", "php", "ruby", "css"}
)  # fmt: skip
_UNTOLD_STRINGS = frozenset({"rust", "cpp", "csharp", "c"})
"""Languages whose strings over several lines no rule tells from code."""
_NO_LONE_LINE = _UNTOLD_STRINGS | {"ruby", "php", "vue", "svelte", "css"}
"""Languages whose files hold text that no rule tells from code, where seven signs underline."""
_QUOTING = (".patch", ".diff", ".rej", ".orig", ".eml", ".mbox", ".log", ".out")
"""Files that hold what other programs wrote."""
_ABOUT = re.compile(r"(?i)conflict|merge|diff|patch|marker|rebase")
_OF_TESTS = re.compile(r"(?:\A|/)(?:tests?|specs?|__tests__)/")
_TOLD = re.compile(r"(?i)\bconflict(?:s|ed|ing)?\b")
_WHOLE = (
    "A merge conflict is committed unresolved",
    "The file holds both versions and the markers between them, so it does not parse or says two things.",
    "Choose one version and delete the three marker lines.",
)
_HALF = (
    "A marker of a merge conflict is left in",
    "The file does not parse, and what the merge left around the marker may be half of two versions.",
    "Look at what the merge left here and delete the marker line.",
)


def words(places: tuple[int, ...]) -> tuple[str, str, str]:
    """What is wrong, what comes of it and what to do."""
    return _WHOLE if len(places) > 1 else _HALF


def conflicts(file: ChangedFile, *, roles: Callable[[], LineRoles]) -> list[tuple[int, ...]]:
    """The lines of the markers of each conflict; a marker without the others counts in code."""
    if paths.is_fixture(file.path) or (_OF_TESTS.search(file.path) and _ABOUT.search(file.path)):
        return []
    whole: list[tuple[int, ...]] = list(_whole(file, roles))
    return whole or [(number,) for number in _left(file, roles)]


def _left(file: ChangedFile, roles: Callable[[], LineRoles]) -> Iterator[int]:
    """Markers that stand by themselves in a file of our own that is not about conflicts.

    A side has to have its name; the line between has none, and counts in code that underlines nothing.
    """
    language = paths.language_of(file.path)
    sides = [(number, text.rstrip()) for number, text in file.added if text.startswith(_SIDES)]
    between = [number for number, text in file.added if text.rstrip() == _BETWEEN]
    if not (sides or between) or not _is_own(file.path):
        return
    lines = roles().text.split("\n")
    lone = [line for line in lines if line.rstrip() == _BETWEEN]
    if sum(line.startswith(_SIDES) for line in lines) != len(sides):
        return
    if (lone and len(sides) > 1) or (language not in _CODE and _TOLD.search(roles().text)):
        # A whole conflict that is shown in a string or that an older version had.
        return
    for number, line in sides:
        if _LABELLED.match(line) and _is_text(file, number, roles()):
            yield number
    if language in _CODE - _NO_LONE_LINE and len(lone) == len(between) == 1 and not sides:
        yield from (number for number in between if _is_code(roles(), number))


def _is_text(file: ChangedFile, number: int, roles: LineRoles) -> bool:
    """Whether the line is what the file says, in code, settings or a document, and not shown in it."""
    if paths.language_of(file.path) in _CODE:
        return _is_code(roles, number)
    return not _is_shown(file, number, roles)


def _is_own(path: str) -> bool:
    """Whether a file of the project that is not about conflicts."""
    foreign = paths.is_vendored(path) or paths.is_generated(path) or paths.is_minified(path)
    quotes = paths.is_snapshot(path) or path.endswith(_QUOTING) or _ABOUT.search(path)
    return not (foreign or paths.is_test(path) or quotes)


def _is_code(roles: LineRoles, number: int) -> bool:
    """Whether a marker stands outside comments and strings, as far as that can be told."""
    if roles.is_string(number) or roles.comment(number):
        return False
    before = "\n".join(roles.text.split("\n")[: number - 1])
    quotes = before.count('"') - before.count('\\"') - before.count("'\"'")
    return roles.language not in _UNTOLD_STRINGS or quotes % 2 == 0


def _whole(file: ChangedFile, roles: Callable[[], LineRoles]) -> Iterator[tuple[int, int, int]]:
    """The lines of the three markers of each conflict, in order, all of them added here."""
    ours: int | None = None
    between: int | None = None
    for number, text in file.added:
        if not text.startswith((_OURS, _BETWEEN, _THEIRS)):
            continue
        line = text.rstrip()
        if _is_side(line, _OURS):
            ours, between = number, None
        elif line == _BETWEEN and ours is not None:
            between = number
        elif _is_side(line, _THEIRS) and ours is not None and between is not None:
            if not _is_shown(file, ours, roles()):
                yield ours, between, number
            ours = between = None


def _is_side(line: str, marker: str) -> bool:
    return line == marker or line.startswith(f"{marker} ")


def _is_shown(file: ChangedFile, number: int, roles: LineRoles) -> bool:
    """The markers are text about conflicts: in a string, or in a fenced sample of a document."""
    if can_tell(roles.language):
        return roles.is_string(number)
    before = roles.text.split("\n")[: number - 1]
    fences = sum(line.lstrip().startswith(("```", "~~~")) for line in before)
    literal = paths.is_doc(file.path) and any(line.rstrip().endswith("::") for line in before[-3:])
    return fences % 2 == 1 or literal
