"""The one mention we make: the author of the change, under a review a person decided to post."""

from __future__ import annotations

import re

_LOGIN = re.compile(r"\A[A-Za-z0-9][A-Za-z0-9_.-]{0,99}\Z")


def tag(login: str) -> str:
    """The line that notifies the author; empty for a name that is not one person's."""
    return f"cc @{login}" if _LOGIN.match(login) else ""


def tagged(text: str, login: str) -> str:
    """The text with the author's tag under it."""
    line = tag(login)
    return f"{text.rstrip(chr(10))}\n\n{line}" if line else text


def untagged(text: str, login: str) -> str:
    """The text without the tag that ends it, if one does."""
    line = tag(login)
    ending = f"\n\n{line}"
    stripped = text.rstrip("\n")
    return stripped.removesuffix(ending) if line and stripped.endswith(ending) else text
