"""What is known about a mode from the tests of its branches, and when two modes exclude each other."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_OR = re.compile(r"\s\|\|\s|\sor\s")
_AND = re.compile(r"\s&&\s|\sand\s")
_NOT = re.compile(r"\A(?:!(?!=)\s{0,4}|not\s{1,4})")
_COMPARED = re.compile(
    r"\A(?P<subject>[\w.$@\[\]?'\"-]{1,80}?)\s{0,4}(?P<sign>===?|!==?|\bis\snot\b|\bis\b)\s{0,4}"
    r"[\"']?(?P<value>[\w.:-]{1,60})[\"']?\Z"
)
_PREFIXED = re.compile(
    r"\A(?P<sign>eq|ne)\s{1,4}(?P<subject>[\w.$]{1,80})\s{1,4}[\"']?(?P<value>[\w.:-]{1,60})[\"']?\Z"
)
_UNEQUAL = frozenset({"!=", "!==", "is not", "ne"})
_TRUE = frozenset({"true"})
_FALSE = frozenset({"false", "none", "null", "nil", "undefined"})
_MOST_PIECES = 12


@dataclass(frozen=True, slots=True)
class Fact:
    """Whether something equals a value; without a value, whether it is true."""

    subject: str
    value: str
    holds: bool

    def excludes(self, other: Fact) -> bool:
        if self.subject != other.subject:
            return False
        if self.value == other.value:
            return self.holds is not other.holds
        return self.holds and other.holds and bool(self.value) and bool(other.value)


def facts_of(test: str, *, holds: bool) -> tuple[Fact, ...]:
    """What is known where a test holds, or where it does not; what cannot be told apart is left out."""
    plain = _unwrapped(" ".join(test.split()))
    if "(" not in plain:
        for sign, is_joint in ((_OR, False), (_AND, True)):
            pieces = sign.split(plain)[:_MOST_PIECES]
            if len(pieces) > 1:
                each = (fact for piece in pieces for fact in facts_of(piece, holds=holds))
                return tuple(each) if holds is is_joint else ()
    bare = _unwrapped(_NOT.sub("", plain, count=1))
    if bare != plain:
        return facts_of(bare, holds=not holds)
    return (_fact(plain, holds=holds),) if plain else ()


def _unwrapped(text: str) -> str:
    plain = text.strip(" {-~:")
    while plain.startswith("(") and plain.endswith(")") and plain.count("(") == 1:
        plain = plain[1:-1].strip()
    return plain


def _fact(plain: str, *, holds: bool) -> Fact:
    compared = _COMPARED.match(plain) or _PREFIXED.match(plain)
    if compared is None:
        return Fact(plain, "", holds)
    value, equal = compared["value"], compared["sign"] not in _UNEQUAL
    if value.lower() in _TRUE | _FALSE:
        return Fact(compared["subject"], "", holds is (equal is (value.lower() in _TRUE)))
    return Fact(compared["subject"], value, holds is equal)


def exclude(some: Iterable[Fact], others: Iterable[Fact]) -> bool:
    """Whether no rendering can know both."""
    known = tuple(others)
    return any(fact.excludes(other) for fact in some for other in known)
