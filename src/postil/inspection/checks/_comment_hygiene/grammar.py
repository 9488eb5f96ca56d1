"""Tells the productions of a grammar, which explain what a parser reads, from code."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LONGEST = 400
_PRODUCTION = re.compile(
    r"\A<?(?P<head>[A-Za-z][\w-]{0,60})>? {0,20}(?P<mark>::=|:=|:|->|<-|=|→|⇒|=>)(?= |\Z)(?P<body>.{0,300})\Z"
)
_GOES_ON = re.compile(r"\A[|:;/](?: |\Z)")
_ASSIGNS = frozenset({"=", ":="})
_BESIDE_TERMINAL = re.compile(r"[\"'] (?:, )?[\w{(\[<]|[\w})\]>] (?:, )?[\"'](?! ?:)")
"""A word or a bracket right beside a text in quotation marks, as no expression has it."""
_SIDE_BY_SIDE = re.compile(r"\w[?*+]? <?[A-Za-z_]")
_OF_CODE = re.compile(
    r"\A\s{0,8}(?:return|throw|goto|break|continue|new|delete|await|yield|raise|if|for|while|case)\b"
)
_LABELS = frozenset({"default", "public", "private", "protected", "case", "else", "try", "finally"})
_LEAST = 2


def is_grammar(lines: Sequence[str]) -> bool:
    """Whether every line is a production or goes on with one, and one of them could be no code."""
    plain = [line.strip()[:_LONGEST] for line in lines]
    found = [_PRODUCTION.match(line) for line in plain]
    if not all(one or _GOES_ON.match(line) for one, line in zip(found, plain, strict=True)):
        return False
    productions = [one for one in found if one is not None]
    if any(one["head"] in _LABELS or _OF_CODE.match(one["body"]) for one in productions):
        return False
    return len(productions) >= _LEAST and any(map(_is_telling, productions))


def _is_telling(production: re.Match[str]) -> bool:
    mark, body = production["mark"], production["body"]
    if mark == "::=" or _BESIDE_TERMINAL.search(body):
        return True
    return mark not in _ASSIGNS and _SIDE_BY_SIDE.search(body) is not None
