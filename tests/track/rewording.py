"""A reviewer that never says a thing the same way twice: other words, lines, quotes and labels."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from postil.domain.change import Side
from postil.domain.finding import Claim, Evidence, Finding, Shape
from postil.domain.severity import Dimension, Severity
from postil.track.occurrences import Sighting
from track.lives import FIRST, SECOND, finding

_WORDS = "order lock cache token queue retry header cursor session batch thread index buffer route"
NOUNS = _WORDS.split()
TROUBLES = (
    "is never released",
    "can be sent twice",
    "leaks when the call fails",
    "is read before it is set",
    "has no upper bound",
    "races with its own cleanup",
    "ignores what the callee returns",
)
OPENINGS = (
    "Possible bug:",
    "On failure,",
    "In rare cases",
    "Note that",
    "The way this is written,",
)
FUNCTION = 12
"""Lines in each function of the made-up file."""


@dataclass(frozen=True, slots=True)
class Defect:
    """What is wrong, whatever it is called: a place of a few lines, and what it is about.

    `tag` is passed on as the count of reports, which an entry takes over from each sighting:
    so it shows who was taken for whom.
    """

    tag: int
    path: str
    start: int
    end: int
    subject: str
    shape: Shape
    symbol: str
    dimension: Dimension = Dimension.CORRECTNESS


def whole(defect: Defect, pick: random.Random) -> Sighting:
    """A report that quotes the place, no more and no less."""
    return _told(defect, pick, defect.start, defect.end, FIRST)


def code(path: str, line: int) -> str:
    """The line of that number; no two lines of a file are alike."""
    word = NOUNS[line % len(NOUNS)]
    return f"    {word}_{line} = {word}.step({line}, {path!r})"


def defects(count: int, seed: int) -> list[Defect]:
    """Defects in different functions of a few files."""
    pick = random.Random(seed)  # noqa: S311 - the same findings each time are the point
    made = []
    for number in range(count):
        top = 1 + (number // 10) * FUNCTION
        start = top + pick.randrange(1, 5)
        made.append(
            Defect(
                tag=number,
                path=f"src/part_{number % 10}.py",
                start=start,
                end=start + pick.randrange(1, 5),
                subject=pick.choice(NOUNS),
                shape=pick.choice(list(Shape)),
                symbol=f"function_{top}",
                dimension=pick.choice(list(Dimension)),
            )
        )
    return made


def as_first_told(defect: Defect, pick: random.Random) -> Sighting:
    """The first report: the whole place is quoted, or one line of it."""
    one = pick.randint(defect.start, defect.end)
    start, end = pick.choice([(defect.start, defect.end), (one, one)])
    return _told(defect, pick, start, end, FIRST)


def reworded(defect: Defect, pick: random.Random) -> Sighting:
    """Another report of it: one line of the place, some of it, or more than it."""
    start, end = pick.choice(
        [
            (one := pick.randint(defect.start, defect.end), one),
            (defect.start, pick.randint(defect.start, defect.end)),
            (pick.randint(defect.start, defect.end), defect.end),
            (max(1, defect.start - pick.randint(1, 3)), defect.end + pick.randint(1, 3)),
        ]
    )
    told = _told(defect, pick, start, end, SECOND)
    changed = replace(
        told.finding,
        dimension=pick.choice(list(Dimension)),
        severity=pick.choice(list(Severity)),
    )
    return replace(told, finding=changed)


def _told(defect: Defect, pick: random.Random, start: int, end: int, head: str) -> Sighting:
    title = f"{pick.choice(OPENINGS)} {pick.choice(NOUNS)} {pick.choice(TROUBLES)}"
    place = Evidence(
        path=defect.path,
        side=Side.NEW,
        revision=head,
        text="\n".join(code(defect.path, line) for line in range(start, end + 1)),
        start=start,
        end=end,
    )
    return Sighting(finding=_finding(defect, title, place), symbol=defect.symbol)


def _finding(defect: Defect, title: str, place: Evidence) -> Finding:
    return finding(
        title=title,
        slug="-".join(title.lower().split()[:3]),
        failure_mode=f"{title}, so callers see it.",
        dimension=defect.dimension,
        claim=Claim(defect.shape, defect.subject),
        evidence=(place,),
        reports=defect.tag,
    )
