"""From text to a body that may be posted: secrets out, shortened, sanitised, marks under it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from postil.publish.sanitising import Allowed, Kind, sanitise
from postil.publish.secrets import Leak, Secret, screen
from postil.publish.sizing import LIMIT, SMALLEST, fit, length

_ROUNDS = 6
_UNSHOWN = "_The text could not be shown safely at the length a forge allows._"


@dataclass(frozen=True, slots=True)
class Composed:
    """A body and what had to be done to its text.

    With a leak, the run that wrote the text is not to be trusted.
    """

    body: str
    leaks: tuple[Leak, ...] = ()
    found: tuple[tuple[Kind, int], ...] = ()
    missing: int = 0


def compose(
    text: str, *, allow: Allowed, secrets: Iterable[Secret] = (), tail: str = "", rest: str = ""
) -> Composed:
    """The text, harmless and short enough, with the tail under it as it is.

    Escapes make text longer, so it is shortened until what it has become fits.
    """
    screened = screen(text, secrets)
    room = LIMIT - length(tail)
    target = room
    for _ in range(_ROUNDS):
        if target < SMALLEST + length(rest):
            break
        fitted = fit(screened.body, limit=target, rest=rest)
        done = sanitise(fitted.body, allow=allow)
        if (size := length(done.body)) <= room:
            return Composed(done.body + tail, screened.leaks, done.found, fitted.missing)
        target = target * room // size - len(rest)
    return Composed(_UNSHOWN + tail, screened.leaks, (), len(text))
