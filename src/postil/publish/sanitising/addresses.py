"""How an address is shown without leading anywhere, and when one leads to our own pages."""

from __future__ import annotations

import re

from postil.publish.fencing import span
from postil.publish.sanitising.grammar import Span
from postil.publish.sanitising.live import is_inert

_LONGEST = 200
_PLAIN = re.compile(r"\A[A-Za-z0-9/_.:#~%-]+\Z")
_AFTER = re.compile(r"[.,;:!?)]{0,4}(?:\s|\Z)")
_AUTHORITY = re.compile(r"\A(?:[A-Za-z][A-Za-z0-9+.-]{0,30}:)?//([^/?#\\]{1,400})")


def shown(address: str) -> str:
    """An address as code, without what it would carry along."""
    for mark in "?#":
        head, found, _ = address.partition(mark)
        address = f"{head}{mark}…" if found else address
    return span(address if len(address) <= _LONGEST else f"{address[:_LONGEST]}…")


def host(address: str) -> str:
    """The host an address leads to, nothing but letters, digits, dots, colons and hyphens."""
    authority = _AUTHORITY.match(address)
    name = authority[1].rpartition("@")[2] if authority else ""
    return "".join(c for c in name[:_LONGEST] if c.isalnum() or c in ".:-")


def origin(address: str) -> str:
    """What is said of a link's end: its host, or only that there was one."""
    name = host(address)
    return span(name) if name else "link removed"


def is_simple(text: str, link: Span) -> bool:
    """Whether every reader of `[label](address)` sees the same address."""
    return text[link.inner : link.end] == f"]({link.address})" and bool(_PLAIN.match(link.address))


def stands_alone(text: str, place: Span) -> bool:
    """Whether a bare address is written plainly and every reader ends it at the same character.

    After an unpaired bracket some readers make no link of it, so what follows the scheme must be
    harmless as text too.
    """
    return (
        text[place.start : place.end] == place.text
        and _PLAIN.match(place.text) is not None
        and _AFTER.match(text, place.end) is not None
        and is_inert(place.text.partition("://")[2])
    )
