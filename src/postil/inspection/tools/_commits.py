"""Names a commit to a reviewer: id, day and subject, and never who made it."""

from __future__ import annotations

from postil.ports import Origin

_SHORT = 9
_SUBJECT = 200


def described(origin: Origin) -> str:
    """The commit in one line; work that is not committed has neither id nor day."""
    front = f"{origin.oid[:_SHORT]} {origin.day} " if origin.day else ""
    return f"{front}{origin.subject[:_SUBJECT]}"
