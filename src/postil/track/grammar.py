"""The grammar of commands: `@postil` and a known word at the start of a line, nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass

from postil.domain.commands import Verb
from postil.track.spoken import Line, own_lines

_CALL = re.compile(r"\A {0,3}@postil[ \t]{1,8}([a-z]{3,8})(?![\w-])(.{0,2000})", re.IGNORECASE)
_NUMBER = re.compile(r"\AF([1-9][0-9]{0,5})(?=[\s:,.]|\Z)[:,.]?", re.IGNORECASE)
_NAME = "@postil"
_MOST = 20
"""As many commands of one comment are read."""

_BARE = (Verb.REVIEW, Verb.FULL, Verb.PAUSE, Verb.RESUME)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A command as it was written; `number` is empty when it names no finding."""

    verb: Verb
    number: str = ""
    reason: str = ""
    is_readable: bool = True


def calls(body: str) -> tuple[Call, ...]:
    """The commands of a comment; those in quotes and code are somebody else's, or examples."""
    if _NAME not in body.lower():
        return ()
    found = (call for line in own_lines(body) if (call := _call(line)) is not None)
    return tuple(call for call, _ in zip(found, range(_MOST), strict=False))


def is_command(line: Line) -> bool:
    return _call(line) is not None


def _call(line: Line) -> Call | None:
    found = None if line.trails else _CALL.match(line.text)
    word = found[1].lower() if found else ""
    if found is None or word not in tuple(Verb):
        return None
    verb, rest = Verb(word), found[2].strip()
    if verb in _BARE:
        return Call(verb=verb, is_readable=not rest)
    if verb is Verb.HELP:
        return Call(verb=verb)
    named = _NUMBER.match(rest)
    number = f"F{named[1]}" if named else ""
    rest = rest[named.end() :].strip() if named else rest
    if verb is Verb.RESOLVE:
        return Call(verb=verb, number=number, is_readable=not rest)
    return Call(verb=verb, number=number, reason=rest if verb is Verb.DISMISS else "")
