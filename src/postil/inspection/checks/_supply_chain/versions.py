"""What a version or a version range says: how tight it is, whether it is finished, which is newer."""

from __future__ import annotations

import re
from enum import IntEnum

_NUMBERS = re.compile(r"\d{1,9}(?:\.\d{1,9}){0,5}")
_EXACT = re.compile(r"\A(?:={1,3}\s{0,4})?v?\d{1,9}(?:\.\d{1,9}){0,5}[\w.+-]{0,100}\Z")
_STEADY = re.compile(r"\A\s{0,4}(?:\^|~>?|~=|={1,3})?\s{0,4}v?\d[\w.+-]{0,100}\Z")
_PRE = re.compile(
    r"\d(?:[.-]?(?:a|b|c|rc|alpha|beta|pre|preview|dev|canary|next|nightly|snapshot|insiders)"
    r"(?![a-z])[.-]?\d{0,12}|[.-](?:m|cr|ea)[.-]?\d{1,6}(?![\w])|-(?:0|experimental)[\w.-]{0,60})",
    re.IGNORECASE,
)
_STEP = re.compile(
    r"\A(?P<sign>\^|~>|~=|~|>=|={1,3})?\s{0,4}v?(?P<numbers>\d{1,9}(?:\.\d{1,9}){0,5})(?P<more>[\s,].{0,100})?\Z"
)
"""A version that a range begins at, and what else it says."""
_PLAIN = re.compile(r"\Av?(?P<numbers>\d{1,9}(?:\.\d{1,9}){0,5})\Z")
_UNTAGGED = re.compile(r"\Av0\.0\.0-\d{14}-[0-9a-f]{12}\Z")
_PSEUDO = re.compile(r"[.-]\d{14}-[0-9a-f]{12}(?![0-9a-z])")
_SNAPSHOT = re.compile(r"\A(?:[\^~=v]{0,3})0\.0\.0-(?!\d{14}-)[0-9A-Za-z]")
"""What is published of every commit: its number says nothing about its age."""
_ALIAS = " as "
_CAPS = frozenset("<~^|")
_ANYTHING = frozenset(
    {
        *("", "*", "x", "latest", "next", "any", ">=0", ">= 0", ">0", "@dev", "*.*"),
        *("release", "latest.release", "latest.integration", "+", "*-*", "[0,)", "[,)", "(,)"),
    }
)
_FLOATING = re.compile(r"\A[\d.]{0,60}[*+]\Z|-\*\Z|-snapshot\Z", re.IGNORECASE)
"""What Maven, Gradle and NuGet take the newest of each time: `1.+`, `1.*`, `1.0-*`, `1.0-SNAPSHOT`."""
_OPERATORS = " \t=^~<>"


class Tightness(IntEnum):
    """How much a range leaves open: everything, everything newer, something, nothing."""

    ANY = 0
    FLOOR = 1
    RANGE = 2
    EXACT = 3


def tightness(text: str) -> Tightness:
    plain = text.strip().lower()
    if plain in _ANYTHING:
        return Tightness.ANY
    if plain.startswith(">") and _CAPS.isdisjoint(plain):
        return Tightness.FLOOR
    return Tightness.EXACT if _EXACT.match(plain[:200]) and "*" not in plain else Tightness.RANGE


def is_prerelease(text: str) -> bool:
    """Whether a version, or the only version a range names, is one before a release."""
    plain = text.strip()[:200]
    if _ALIAS in plain:
        # Whoever writes down which release a branch stands in for knows that it is none.
        return False
    if plain.startswith("dev-") or plain.lower().endswith(("-dev", "-snapshot")):
        # A branch, or what is built of one again and again.
        return False
    # A range that starts at a pre-release and goes on to releases will pick a release.
    if _PSEUDO.search(plain) or "<" in plain or "," in plain or "||" in plain or "!" in plain:
        return False
    if _SNAPSHOT.match(plain):
        return True
    return not plain.startswith(">") and _PRE.search(plain) is not None


_OPEN_ABOVE = ("^", "~", ">")
"""Begin a range, which goes on to the release when there is one."""


def is_branch(text: str) -> bool:
    """Whether Composer follows a branch by it, as against a commit or a release it stands in for."""
    plain = text.strip()[:200]
    if _ALIAS in plain or "#" in plain or plain.startswith(_OPEN_ABOVE):
        return False
    return plain.startswith("dev-") or plain.endswith("-dev")


def is_floating(text: str) -> bool:
    """Whether a version of Maven, Gradle or NuGet is the newest one at each build."""
    plain = text.strip()[:200]
    return _FLOATING.search(plain) is not None or plain.lower() in _ANYTHING - {""}


def bare(text: str) -> str:
    """A version without what says how it is compared."""
    return text.strip().lstrip(_OPERATORS) or text


def is_unfinished(text: str) -> bool:
    """Whether a version is a pre-release, a branch, or a mere commit that Go made a version of."""
    return is_prerelease(text) or is_branch(text) or _PSEUDO.search(text[:200]) is not None


def numbers(text: str) -> tuple[int, ...] | None:
    """The numbers of the version that a range starts at; None where it has several parts."""
    plain = text.strip()[:200]
    found = _NUMBERS.search(plain) if _STEADY.match(plain) else None
    return tuple(map(int, found[0].split("."))) if found else None


def is_downgrade(before: str, after: str) -> bool:
    """Whether the version goes down; only told between single versions and steady ranges."""
    old, new = numbers(before), numbers(after)
    if old is None or new is None or is_unfinished(before):
        return False
    # What is made of a mere commit has a number that says nothing about its age.
    if _SNAPSHOT.match(after.strip()[:200]) or _PSEUDO.search(after[:200]):
        return False
    # `4` after `4.17.21` leaves the rest open, which is wider and not older.
    told = min(len(old), len(new))
    return new[:told] < old[:told]


def is_untagged(text: str) -> bool:
    """Whether Go made the version of a commit before which nothing was ever released."""
    return _UNTAGGED.match(text.strip()[:200]) is not None


def leaves_out(wanted: str, held: str, *, bare_is_range: bool = False) -> bool:
    """Whether what a lock holds is surely not what is asked for; ranges of several parts are not told.

    `bare_is_range` is whether a version without a sign stands for its series, as Cargo reads it.
    """
    told, locked = _STEP.match(wanted.strip()[:200]), _PLAIN.match(held.strip()[:200])
    if told is None or locked is None or "|" in wanted:
        return False
    asked, got = (tuple(map(int, one["numbers"].split("."))) for one in (told, locked))
    shared = min(len(asked), len(got))
    if got[:shared] < asked[:shared]:
        return True
    sign = told["sign"] or ("^" if bare_is_range else "=")
    if sign == "^":
        return asked[0] > 0 and got[0] > asked[0]
    return sign.startswith("=") and not told["more"] and got[:shared] != asked[:shared]


def is_range(text: str) -> bool:
    """Whether a version stands for its series, as people write it: `^1.2`, `~1.2`, `~> 1.2`."""
    return text.strip().startswith(("^", "~"))


def is_near(before: str, after: str) -> bool:
    """Whether two versions share their first number and are at most one series apart."""
    old, new = numbers(before), numbers(after)
    if old is None or new is None or old[0] != new[0]:
        return False
    return abs(sum(old[1:2]) - sum(new[1:2])) <= 1


def is_major(before: str, after: str) -> bool:
    """Whether the first number of the version goes up; a mere commit has none that counts."""
    old, new = numbers(before), numbers(after)
    if _PSEUDO.search(before[:200]) or _SNAPSHOT.match(before.strip()[:200]):
        return False
    return old is not None and new is not None and new[0] > old[0]
