"""Which files a page shows, which notes stand on which of their lines, and how much fits."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from postil.domain.change import Change, Hunk, Line, Side
from postil.domain.document import ReviewDocument
from postil.render._html_note import Note

LINE_LIMIT = 20_000
FILE_LIMIT = 1_000
NOTE_LIMIT = 1_000

Place = tuple[Side, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileView:
    """One file of the page: its facts, its hunks as far as they fit, and its notes.

    `pinned` notes stand on a shown line; `loose` ones belong to the file as a whole, or to
    lines the page does not show. `quoted` are the lines any finding quotes.
    """

    path: str
    happened: str
    additions: int = 0
    deletions: int = 0
    old_path: str | None = None
    unseen: str | None = None
    hunks: tuple[Hunk, ...] = ()
    hidden_lines: int = 0
    pinned: Mapping[Place, tuple[Note, ...]] = field(default_factory=dict)
    loose: tuple[Note, ...] = ()
    quoted: frozenset[Place] = frozenset()

    @property
    def notes(self) -> tuple[Note, ...]:
        return (*self.loose, *(note for notes in self.pinned.values() for note in notes))


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """Everything below the summary, and what had to stay away to keep the page usable."""

    files: tuple[FileView, ...]
    hidden_files: int = 0
    hidden_lines: int = 0


def arrange(document: ReviewDocument, change: Change | None, notes: Sequence[Note]) -> Pages:
    """Files in the order of the change, then the unchanged ones that findings point to."""
    views = _changed(change) if change else _recorded(document)
    known = {path for view in views for path in (view.path, view.old_path)}
    pointed_to = dict.fromkeys(note.finding.anchored.path for note in notes)
    views += [
        FileView(path=path, happened="not changed") for path in pointed_to if path not in known
    ]
    claims = _claims(views, notes)
    noted_first = sorted(range(len(views)), key=lambda index: index not in claims)
    shown = sorted(noted_first[: max(FILE_LIMIT, len(claims))])
    room = _room(views, noted_first)
    files = tuple(_settled(views[index], claims.get(index, ()), room[index]) for index in shown)
    return Pages(
        files=files,
        hidden_files=len(views) - len(shown),
        hidden_lines=sum(file.hidden_lines for file in files),
    )


def _changed(change: Change) -> list[FileView]:
    return [
        FileView(
            path=file.path,
            happened=file.status.value,
            additions=file.additions,
            deletions=file.deletions,
            old_path=file.old_path,
            unseen=file.left_out or ("binary" if file.binary else None),
            hunks=file.hunks,
        )
        for file in change.files
    ]


def _recorded(document: ReviewDocument) -> list[FileView]:
    return [
        FileView(
            path=file.path,
            happened=file.status.value,
            additions=file.additions,
            deletions=file.deletions,
            old_path=file.old_path,
            unseen=file.left_out,
        )
        for file in document.files
    ]


def _claims(views: list[FileView], notes: Sequence[Note]) -> dict[int, tuple[Note, ...]]:
    """The notes of each file, by its index."""
    new = {view.path: index for index, view in enumerate(views)}
    old = {view.old_path: index for index, view in enumerate(views) if view.old_path is not None}
    at_base, at_head = new | old, old | new
    claims: dict[int, tuple[Note, ...]] = {}
    for note in notes:
        evidence = note.finding.anchored
        owner = (at_base if evidence.side is Side.OLD else at_head)[evidence.path]
        claims[owner] = (*claims.get(owner, ()), note)
    return claims


def _room(views: list[FileView], order: list[int]) -> dict[int, int]:
    """How many lines each file may show; files with notes are served first."""
    left = LINE_LIMIT
    room = {}
    for index in order:
        wanted = sum(len(hunk.body) for hunk in views[index].hunks)
        room[index] = min(wanted, left)
        left -= room[index]
    return room


def _settled(view: FileView, notes: Sequence[Note], room: int) -> FileView:
    hunks = _cut(view.hunks, room)
    places = {place for hunk in hunks for line in hunk.lines() for place in places_of(line)}
    pinned: dict[Place, tuple[Note, ...]] = {}
    loose: list[Note] = []
    for note in notes:
        evidence = note.finding.anchored
        place = (evidence.side, evidence.start or 0)
        if place in places:
            pinned[place] = (*pinned.get(place, ()), note)
        else:
            loose.append(note)
    return replace(
        view,
        hunks=hunks,
        hidden_lines=sum(len(hunk.body) for hunk in view.hunks) - room,
        pinned=pinned,
        loose=tuple(loose),
        quoted=_quoted(notes, view, places),
    )


def _quoted(notes: Sequence[Note], view: FileView, places: set[Place]) -> frozenset[Place]:
    """The shown lines that evidence of this file's notes covers, however wild its range is."""
    numbers = {side: sorted(line for other, line in places if other is side) for side in Side}
    quoted: set[Place] = set()
    for note in notes:
        for evidence in note.finding.evidence:
            if evidence.start is None or evidence.path not in (view.path, view.old_path):
                continue
            listed = numbers[evidence.side]
            first = bisect_left(listed, evidence.start)
            last = bisect_right(listed, evidence.end or evidence.start)
            quoted.update((evidence.side, line) for line in listed[first:last])
    return frozenset(quoted)


def places_of(line: Line) -> tuple[Place, ...]:
    """Where a line stands on each side it exists on."""
    sides = ((Side.OLD, line.old), (Side.NEW, line.new))
    return tuple((side, number) for side, number in sides if number is not None)


def _cut(hunks: tuple[Hunk, ...], room: int) -> tuple[Hunk, ...]:
    shown = []
    for hunk in hunks:
        if room <= 0:
            break
        body = hunk.body[:room]
        room -= len(body)
        shown.append(replace(hunk, body=body))
    return tuple(shown)
