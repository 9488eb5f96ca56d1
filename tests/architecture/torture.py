"""Finds every module-level pattern of the package and times it on adversarial text."""

from __future__ import annotations

import dataclasses
import importlib
import json
import pkgutil
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as sre_parser  # type: ignore[attr-defined]
from typing import Any

import postil

SIZE = 100_000
ENOUGH = 0.1
SUSPECT = 0.06
NO_TIME = 0.0008
_TAILS = ("", "\x00", "!", "\n", '"', ")")
_GENERIC = (
    "a",
    " ",
    "\t",
    "0",
    "-",
    "_",
    "/",
    "(",
    "[",
    "<",
    "a ",
    "a.",
    "a=",
    '"',
    "\\",
    "*",
    "ab/",
    "A1",
    "#",
)


@dataclass(frozen=True)
class Pattern:
    module: str
    name: str
    source: str
    flags: int


def patterns() -> Iterator[Pattern]:
    seen: set[tuple[str, int]] = set()
    for info in pkgutil.walk_packages(postil.__path__, "postil."):
        if info.name == "postil.__main__":
            continue
        module = importlib.import_module(info.name)
        for name, value in vars(module).items():
            for compiled in _compiled(value):
                key = (str(compiled.pattern), compiled.flags)
                if key not in seen and isinstance(compiled.pattern, str):
                    seen.add(key)
                    yield Pattern(info.name, name, compiled.pattern, compiled.flags)


def _compiled(value: object, *, depth: int = 0) -> Iterator[re.Pattern[Any]]:
    """The patterns in a module-level value, also inside tables and records."""
    if isinstance(value, re.Pattern):
        yield value
    elif depth < 4 and isinstance(value, dict):
        for item in (*value.keys(), *value.values()):
            yield from _compiled(item, depth=depth + 1)
    elif depth < 4 and isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from _compiled(item, depth=depth + 1)
    elif depth < 4 and dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from _compiled(getattr(value, field.name, None), depth=depth + 1)


def attacks(pattern: Pattern, *, size: int = SIZE) -> Iterator[str]:
    """Text that repeats what the pattern repeats, and then does not match."""
    parsed = sre_parser.parse(pattern.source, pattern.flags & ~re.DEBUG)
    pieces = set(_GENERIC)
    prefix = ""
    for operation, argument in parsed:
        for piece in _repeated([(operation, argument)]):
            if piece:
                for tail in _TAILS:
                    yield prefix + piece * (size // len(piece)) + tail
                pieces.add(piece)
        prefix += _sample(operation, argument)
    if prefix:
        pieces.add(prefix)
        pieces.add(prefix[:-1] or prefix)
    for piece in sorted(pieces):
        yield piece * (size // len(piece))


def _repeated(items: Any) -> Iterator[str]:
    for operation, argument in items:
        if operation in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            body = argument[2]
            yield "".join(_sample(op, arg) for op, arg in body)
            yield from _repeated(body)
        elif operation is sre.SUBPATTERN:
            yield from _repeated(argument[3])
        elif operation is sre.BRANCH:
            for branch in argument[1]:
                yield from _repeated(branch)
        elif operation in (sre.ASSERT, sre.ASSERT_NOT):
            yield from _repeated(argument[1])
        elif operation is sre.ATOMIC_GROUP:
            yield from _repeated(argument)


def _sample(operation: Any, argument: Any) -> str:
    """Some text that the node matches; empty where nothing simple does."""
    if operation is sre.LITERAL:
        return chr(argument)
    if operation is sre.NOT_LITERAL:
        return "a" if argument != ord("a") else "b"
    if operation is sre.ANY:
        return "a"
    if operation is sre.IN:
        return _member(argument)
    if operation in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        least = max(argument[0], 1)
        piece = "".join(_sample(op, arg) for op, arg in argument[2])
        return piece * min(int(least), 64)
    if operation is sre.SUBPATTERN:
        return "".join(_sample(op, arg) for op, arg in argument[3])
    if operation is sre.ATOMIC_GROUP:
        return "".join(_sample(op, arg) for op, arg in argument)
    if operation is sre.BRANCH:
        return "".join(_sample(op, arg) for op, arg in argument[1][0])
    return ""


_CATEGORIES = {
    sre.CATEGORY_DIGIT: "0",
    sre.CATEGORY_SPACE: " ",
    sre.CATEGORY_WORD: "a",
    sre.CATEGORY_NOT_DIGIT: "a",
    sre.CATEGORY_NOT_SPACE: "a",
    sre.CATEGORY_NOT_WORD: " ",
}


def _member(members: Any) -> str:
    negated = members[0][0] is sre.NEGATE
    if negated:
        others = re.compile("[" + "".join(_spell(member) for member in members[1:]) + "]")
        return str(next(filter(lambda character: not others.match(character), "a0 -~\x01")))
    operation, argument = members[0]
    if operation is sre.LITERAL:
        return chr(argument)
    if operation is sre.RANGE:
        return chr(argument[0])
    return str(_CATEGORIES[argument])


def _spell(member: Any) -> str:
    operation, argument = member
    if operation is sre.LITERAL:
        return re.escape(chr(argument))
    if operation is sre.RANGE:
        return re.escape(chr(argument[0])) + "-" + re.escape(chr(argument[1]))
    return {
        sre.CATEGORY_DIGIT: r"\d",
        sre.CATEGORY_SPACE: r"\s",
        sre.CATEGORY_WORD: r"\w",
        sre.CATEGORY_NOT_DIGIT: r"\D",
        sre.CATEGORY_NOT_SPACE: r"\S",
        sre.CATEGORY_NOT_WORD: r"\W",
    }[argument]


def worst(pattern: Pattern, *, size: int = SIZE) -> tuple[float, str]:
    """The longest search over one attack in CPU seconds, the best of a few tries, and the attack.

    The product never hands a pattern a line of more than 20,000 characters and scans whole
    files line by line; the attack is 100,000 characters long all the same.
    """
    compiled = re.compile(pattern.source, pattern.flags)
    slowest, by = 0.0, ""
    # What takes no time at a tenth of the size cannot take long at the whole, even squared.
    for short, long in zip(
        attacks(pattern, size=size // 10), attacks(pattern, size=size), strict=True
    ):
        if _timed(compiled, short) < NO_TIME:
            continue
        seconds = _timed(compiled, short)
        if seconds < ENOUGH:
            seconds = min(_timed(compiled, long), _timed(compiled, long))
            if seconds > SUSPECT:  # a busy machine slows down even what is counted in CPU seconds
                seconds = min(seconds, *(_timed(compiled, long) for _ in range(4)))
        if seconds > slowest:
            slowest, by = seconds, repr(long[:20])
        if slowest > ENOUGH:
            break
    return slowest, by


def _timed(compiled: re.Pattern[str], text: str) -> float:
    started = time.process_time()
    compiled.search(text)
    compiled.match(text)
    return time.process_time() - started


if __name__ == "__main__":
    for found in patterns():
        print(
            json.dumps({"trying": f"{found.module}.{found.name}", "pattern": found.source[:200]}),
            flush=True,
        )
        took, attack = worst(found)
        print(
            json.dumps(
                {
                    "pattern": f"{found.module}.{found.name}: {found.source[:120]}",
                    "seconds": round(took, 3),
                    "attack": attack,
                }
            ),
            flush=True,
        )
