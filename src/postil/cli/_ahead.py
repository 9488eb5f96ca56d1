"""Starts what takes long before anything else is looked at, when the command line gives it away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from postil.annex import Annex

WITHOUT_LIBRARY = frozenset({"command", "recorded", "scripted"})
"""Providers that are part of Postil or a program of their own."""


@contextmanager
def annexed(arguments: Sequence[str], variables: Mapping[str, str]) -> Iterator[Annex]:
    """An annex for this command, begun at once when a model is certainly asked."""
    annex = Annex()
    if _names_library(arguments, variables):
        annex.start()
    try:
        yield annex
    finally:
        annex.close()


def _names_library(arguments: Sequence[str], variables: Mapping[str, str]) -> bool:
    if arguments[:1] != ["review"] or not {"--no-model", "--help", "-h"}.isdisjoint(arguments):
        return False
    named = variables.get("POSTIL_MODEL", "")
    for here, following in zip(arguments, [*arguments[1:], ""], strict=True):
        if here == "--model":
            named = following
        elif here.startswith("--model="):
            named = here.removeprefix("--model=")
    provider, colon, _ = named.partition(":")
    return bool(colon) and provider not in WITHOUT_LIBRARY
