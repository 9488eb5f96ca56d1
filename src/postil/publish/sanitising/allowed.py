"""What may stay live in a body, named by whoever composed it: everything else is foreign."""

from __future__ import annotations

from dataclasses import dataclass

_LEADING_ASTRAY = ("?", "..", "\\", "@", "%2e", "%5c", "%0", "%25")


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """The parts of a body that are ours.

    `addresses` are beginnings of links we build (`https://forge.example/owner/name/`); each ends
    in a slash, so that no other host or repository can begin with it. `marks` are whole lines
    that may stand at the very beginning or end. `suggestions` are the contents of the suggestion
    blocks we made.
    """

    addresses: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    suggestions: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        for address in self.addresses:
            if not (address.startswith("https://") and address.endswith("/")):
                msg = f"`{address}` cannot be allowed: give the beginning of an address up to a `/`"
                raise ValueError(msg)

    def leads_home(self, address: str) -> bool:
        """Whether a link goes to one of our own pages and carries nothing along.

        A query can carry data; dots, backslashes and their escapes can leave the page we named.
        """
        lowered = address.lower()
        if any(part in lowered for part in _LEADING_ASTRAY):
            return False
        return address.startswith(self.addresses)
