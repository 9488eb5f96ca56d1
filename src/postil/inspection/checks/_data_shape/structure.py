"""Lines of a text that belong together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Structure:
    """Lines that belong together, counted from 0: what opens or leads, what it is about, what closes.

    `noun` says what is left when the rest is gone.
    """

    noun: str
    lead: tuple[int, ...]
    body: tuple[int, ...]
    tail: tuple[int, ...] = ()
    holds_body: bool = True
