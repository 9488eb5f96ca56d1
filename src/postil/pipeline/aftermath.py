"""Finds out what became of the place of an earlier finding since it was found."""

from __future__ import annotations

from collections.abc import Sequence

from postil.domain.change import ChangedFile, FileStatus, Hunk, Id, Side
from postil.domain.finding import SPECIFICATION, Evidence
from postil.domain.memory import Entry
from postil.inspection.prompt.prior import Aftermath
from postil.pipeline.past import Past

MOST_LINES = 20
_NEAR = 10
UNKNOWN = "not known; the commit it was found at is not here (history rewritten)"
UNSAID = "not known; nobody says at which commit it was found"


def aftermaths(entries: Sequence[Entry], past: Past, *, head: Id) -> dict[str, Aftermath]:
    """What changed at each place, by the id of the entry; nothing where nothing can have."""
    found = {}
    for entry in entries:
        place = entry.finding.place
        if place.side is Side.NEW and place.path != SPECIFICATION and place.revision != head:
            found[entry.id] = _aftermath(place, past)
    return found


def _aftermath(place: Evidence, past: Past) -> Aftermath:
    if not place.revision:
        return Aftermath(words=UNSAID)
    files = past.since(place.revision)
    if files is None:
        return Aftermath(words=UNKNOWN)
    file = next((each for each in files if _was(each) == place.path), None)
    if file is None:
        return Aftermath(words="nothing changed in this file")
    if file.status is FileStatus.DELETED:
        return Aftermath(words="the file was deleted")
    if file.left_out:
        return Aftermath(words=f"the file changed; {file.left_out}")
    near = [hunk for hunk in file.hunks if _is_near(hunk, place)]
    if not near:
        return Aftermath(words="the file changed, but not near this place")
    lines = [line for hunk in near for line in hunk.body]
    cut = "" if len(lines) <= MOST_LINES else f" (the first {MOST_LINES} lines)"
    return Aftermath(words=f"this changed{cut}", lines=tuple(lines[:MOST_LINES]))


def _was(file: ChangedFile) -> str | None:
    return None if file.status is FileStatus.COPIED else file.old_path


def _is_near(hunk: Hunk, place: Evidence) -> bool:
    """Whether the hunk changes lines at the place or close to it; a whole file is near to all."""
    if place.start is None:
        return True
    first, last = place.start - _NEAR, (place.end or place.start) + _NEAR
    return hunk.old_start <= last and hunk.old_start + hunk.old_count >= first
