"""To-do comments that are already overdue, or already done, when they are written."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

MARKS = ("TODO", "FIXME", "XXX", "HACK", "todo", "fixme")
_MARK = re.compile(r"\b(?:TODO|FIXME|XXX|HACK|todo|fixme)\b")
_DAY = re.compile(r"\b(20\d\d)[-/.](0?[1-9]|1[0-2])[-/.](0?[1-9]|[12]\d|3[01])\b")
_DAY_FIRST = re.compile(
    r"\b(?P<day>0?[1-9]|[12]\d|3[01])(?P<mark>[./])(?P<month>0?[1-9]|1[0-2])(?P=mark)(?P<year>20\d\d)\b"
)
_MONTH_FIRST = re.compile(
    r"\b(?P<month>0?[1-9]|1[0-2])/(?P<day>1[3-9]|2\d|3[01])/(?P<year>20\d\d)\b"
)
"""As in America, where the day can be no month."""
_MONTH = re.compile(r"\b(20\d\d)-(0[1-9]|1[0-2])\b(?![-\d])")
_NAMED_MONTH = re.compile(
    r"\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s{1,3}(?:(\d{1,2})(?:st|nd|rd|th)?,?\s{1,3})?(20\d\d)\b",
    re.IGNORECASE,
)
_QUARTER = re.compile(r"\bQ([1-4])[ /-]?(20\d\d)\b|\b(20\d\d)[ /-]?Q([1-4])\b")
_DUE = re.compile(
    r"(?i)\b(?:by|before|until|till|after|due|deadline|expir\w{1,5}|remov\w{1,4}|delet\w{1,4}|drop(?:ped)?|sunset|no later than|end of"
    r"|end(?:s|ing)? on|retir\w{1,3}|eol|eta|revisit|scheduled|planned|target\w{0,3})\b[^.;]{0,60}$"
)
_SINCE = re.compile(
    r"(?i)\b(?:as of|since|from|seen|noted|written|reported|added|created|last)(?: on| in)?:?\s{0,2}$"
    r"|(?i:\b(?:releases?|versions?|while|time|days?|weeks?|months?|years?) after\s{0,2}$)"
)
"""Says of a date that something was so already, or that a wait begins with it."""
_COMPARED = re.compile(r"[<>=!~^]=?\s?v?$")
"""In front of what looks like a day and is the version of something."""
_TAGGED = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)(?:\s{0,2}[(\[][^)\]]{0,60}|[\s:@-]{1,3})$")
_OVER = r"(?i:done|fixed|resolved|completed?|closed|merged|shipped|solved|finished|obsolete|landed)"
_DONE = re.compile(
    r"\b(?:TODO|FIXME)\b\s{0,2}(?:\([^)]{0,60}\)|\[[^\]]{0,60}\])?\s{0,2}[:-]?\s{0,2}"
    rf"(?:(?i:this is|already|now)\s){{0,2}}{_OVER}\b(?:[.!]?"
    r"(?:\s{1,3}(?i:in|by|with|since)\b.{0,80})?\s{0,4}(?:\*/|-->)?\s{0,4}$|[,;:]\s|\s[-–—]{1,2}\s)"
)
"""The first thing it says is that the work is over: `TODO: done in 2.3`, `FIXME: fixed, see #4`."""
_NOTED = re.compile(
    r"[(\[](?P<note>(?:[^()\[\],]{1,40},\s?)?"
    r"(?:(?:#\d{1,7}|[\w-]{0,20}\d{1,7}|(?i:issue|bug|ticket|already|now|is|was|status|state))[:\s]\s?){0,4}"
    rf"{_OVER}(?:[,;:.!][^()\[\]]{{0,60}}|\s(?:[-–—]|on \d|(?i:in|by|with|since|via|upstream|now|already|see)\b)[^()\[\]]{{0,60}})?)[)\]]"
)
"""A tag or a remark in brackets that says so: `TODO(#4 closed)`, `(closed, fixed in 2.3)`."""
_STATED = re.compile(
    rf"(?P<note>(?:#\d{{1,7}}|(?i:issue|bug|ticket|pull request))\s(?i:is|was|has been|got)\s(?:(?i:now|already|since)\s)?{_OVER}\b)"
)
_ENDED = re.compile(
    r"(?:\s(?:[-–—]{1,2}|[-=]>|\|)\s{0,2}|[.;]\s{1,2})"
    rf"(?P<note>(?:(?i:this is|is|was|already|now|all)\s){{0,2}}{_OVER}"
    r"(?:\s(?:(?i:in|by|with|since|via|on)\s.{1,60}|#\d{1,7}))?)[.!]?\s{0,4}(?:\*/|-->)?\s{0,4}$"
)
"""The last thing it says, set off from the rest: `FIXME: the file stays open -- DONE`."""
_TICKED = re.compile(
    r"\b(?:TODO|FIXME|todo|fixme)\b:?\s{0,2}\[[xX✓✔]\]|[✅✔☑]\ufe0f?\s{0,4}(?:\*/|-->)?\s{0,4}$"
)
_TICKED_BEFORE = re.compile(
    r"\[[xX✓✔]\]\s{0,2}\Z|\A\W{0,8}\b(?:DONE|FIXED|RESOLVED)\b[\s:([/|-]{1,4}(?:(?i:was|old)[: ]{1,2})?\Z"
)
_AHEAD = re.compile(
    r"(?i)\b(?:not|never|until|till|when|once|after|if|before|unless|while|to be|be|wait\w{0,3}|should|must|check|isn't|wasn't|half|partially|partly)\b"
)
"""Says that the work is over only at some time, in part or not at all."""
_VERSION = re.compile(
    r"(?i)\b(?:remov|delet|drop)\w{0,4}\b[^.;]{0,60}?\b(?:after|in|by|before|until|with|once)\s{1,3}(?:we (?:reach|release|ship)\s{1,3})?(?:version\s{1,3}|release\s{1,3})?v?(\d{1,4}(?:\.\d{1,4}){1,2})\b(?!\.?\d)"
)
_OPENS_TAG = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\s{0,2}[(\[]")
_LONGEST = 500
_SENTENCE = 60
_CLOCK = re.compile(r"\b\d{1,2}:\d\d\b")
_DATE_AND_TIME = 30
_AUTHORED = dt.timedelta(days=60)
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec"


@dataclass(frozen=True, slots=True)
class Overdue:
    """Why the to-do should not be written any more, in words that end a sentence."""

    reason: str
    subject: str


def overdue(comment: str, *, today: dt.date, version: str | None) -> Overdue | None:
    """What makes the to-do in this comment stale; None when nothing does, or there is none."""
    mark = _MARK.search(comment)
    if mark is None:
        return None
    text = comment[mark.start() :][:_LONGEST]
    if _is_over(text) or _TICKED_BEFORE.search(comment[: mark.start()][-_LONGEST:]):
        return Overdue("says itself that it is done", "done")
    for day, start in _dates(text):
        if _is_due(text, start, day, today):
            return Overdue(f"was due on {day.isoformat()}", day.isoformat())
    asked = _VERSION.search(text)
    if asked and version and _is_reached(asked[1], version):
        return Overdue(f"waits for version {asked[1]}, and the project is at {version}", asked[1])
    return None


def _is_over(text: str) -> bool:
    """Whether the to-do says itself that nothing is left to do."""
    if _DONE.search(text) or _TICKED.search(text):
        return True
    notes = [one["note"] for one in (*_NOTED.finditer(text), *_ENDED.finditer(text))]
    for one in _STATED.finditer(text):
        # What the sentence says before it, such as "once".
        before = re.split(r"[.;(]", text[max(0, one.start() - _SENTENCE) : one.start()])[-1]
        notes.append(before + one["note"])
    return any(_AHEAD.search(note) is None for note in notes)


def stamp(text: str) -> str | None:
    """How a to-do opens that holds a date in its tag; None when it has no such tag."""
    opened = _OPENS_TAG.search(text[:_LONGEST])
    if opened is None:
        return None
    inside = re.split(r"[)\]]", text[opened.end() : opened.end() + _LONGEST])[0]
    return opened[0] if _dates(inside) else None


def _is_due(text: str, start: int, day: dt.date, today: dt.date) -> bool:
    """A deadline passed; a date in the tag may be the day it was written, if it is recent.

    With the time of day it is always that.
    """
    before = text[:start]
    if _DUE.search(before) and not _SINCE.search(before):
        return day < today
    if _TAGGED.search(before) is None or _CLOCK.search(text[start : start + _DATE_AND_TIME]):
        return False
    return day < today - _AUTHORED


def _dates(text: str) -> list[tuple[dt.date, int]]:
    """Every date in the text with where it starts; a month or quarter counts as its last day."""
    found: list[tuple[dt.date | None, int]] = []
    found += [(_day(*map(int, one.groups())), one.start()) for one in _DAY.finditer(text)]
    for pattern in (_DAY_FIRST, _MONTH_FIRST):
        for one in pattern.finditer(text):
            day = _day(int(one["year"]), int(one["month"]), int(one["day"]))
            found.append((day, one.start()))
    found += [(_end(int(one[1]), int(one[2])), one.start()) for one in _MONTH.finditer(text)]
    for one in _NAMED_MONTH.finditer(text):
        month = _MONTHS.split().index(one[1].lower()) + 1
        day = _day(int(one[3]), month, int(one[2])) if one[2] else _end(int(one[3]), month)
        found.append((day, one.start()))
    for one in _QUARTER.finditer(text):
        quarter, year = int(one[1] or one[4]), int(one[2] or one[3])
        found.append((_end(year, quarter * 3), one.start()))
    return [
        (day, start)
        for day, start in found
        if day is not None and _COMPARED.search(text[:start]) is None
    ]


def _day(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


def _end(year: int, month: int) -> dt.date:
    following = dt.date(year + month // 12, month % 12 + 1, 1)
    return following - dt.timedelta(days=1)


def _is_reached(asked: str, version: str) -> bool:
    wanted, current = _parts(asked), _parts(version)
    return any(current) and current >= wanted


def _parts(version: str) -> tuple[int, ...]:
    numbers = [int(part) for part in re.findall(r"\d{1,6}", version)[:3]]
    return tuple(numbers + [0] * (3 - len(numbers)))
