"""The diff of each file with its notes in the margin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from postil.domain.change import Hunk, Line, Side
from postil.domain.finding import Evidence
from postil.render._html_files import FileView, places_of
from postil.render._html_note import LEVELS, Note, article
from postil.render._html_text import Markup, element, joined, line_text
from postil.render._status import counted

_WORDS = {"+": "add", "-": "del", " ": "same"}
_SIGNS = {"+": "+", "-": "−", " ": ""}
_LINES_ABOVE_NOTE = 12
"""On a narrow screen a note stands below the lines it is about, but never far below the first."""


@dataclass(slots=True)
class _Stretch:
    """Lines from one note to the next: those the note is about, and those that follow."""

    notes: tuple[Note, ...] = ()
    about: list[Line] = field(default_factory=list)
    after: list[Line] = field(default_factory=list)


def file_section(view: FileView, *, ordinal: int) -> Markup:
    """One file that folds away; open when there is something to read in it."""
    return element(
        "details",
        element("summary", _heading(view), _facts(view)),
        _margin_only(view.loose),
        *(_hunk(hunk, view) for hunk in view.hunks),
        _not_shown(view),
        class_="file annotated" if view.pinned else "file",
        id=f"file-{ordinal}",
        open=bool(view.notes),
        data_path=view.path,
    )


def tally(view: FileView) -> str:
    """How many open notes a file has, coloured by the worst of them."""
    levels = [note.level for note in view.notes if note.status == "open"]
    if not levels:
        return ""
    worst = min(levels, key=LEVELS.index)
    label = counted(len(levels), "open note")
    return element("span", f"{len(levels)}", class_=f"tally {worst}", title=label)


def _heading(view: FileView) -> Markup:
    folder, slash, name = view.path.rpartition("/")
    parts = (element("span", folder + slash, class_="folder"), name)
    if view.old_path in (None, view.path):
        return element("h3", *parts, class_="path")
    before = element("span", f"{view.old_path} → ", class_="folder")
    return element("h3", before, *parts, class_="path")


def _facts(view: FileView) -> Markup:
    facts = [tally(view)]
    if view.happened != "modified":
        facts.append(element("span", view.happened, class_="happened"))
    if view.additions or view.deletions:
        plus = element("span", f"+{view.additions:,}", class_="plus")
        minus = element("span", f"−{view.deletions:,}", class_="minus")
        facts.append(element("span", plus, " ", minus, class_="size"))
    return element("span", *facts, class_="facts")


def _not_shown(view: FileView) -> Markup:
    reasons = []
    if view.unseen:
        reasons.append(f"Lines of this file were left out of the review: {view.unseen}.")
    elif not view.hunks and not view.hidden_lines:
        reasons.append("No lines of this file are part of this page.")
    if view.hidden_lines:
        lines = counted(view.hidden_lines, "more line")
        reasons.append(f"{lines} of this file's diff not shown, to keep this page usable.")
    return joined(element("p", reason, class_="absent") for reason in reasons)


def _margin_only(notes: tuple[Note, ...]) -> str:
    if not notes:
        return ""
    return element("div", *(article(note, beside=False) for note in notes), class_="loose")


def _hunk(hunk: Hunk, view: FileView) -> Markup:
    where = (
        f"Lines {hunk.new_start}–{hunk.new_start + hunk.new_count - 1}"
        if hunk.new_count
        else f"After line {hunk.new_start}"
    )
    heading = element("p", where, " ", element("span", hunk.heading), class_="where")
    stretches = (_stretch(stretch, view) for stretch in _stretches(hunk, view))
    return element("div", heading, *stretches, class_="hunk")


def _stretches(hunk: Hunk, view: FileView) -> Iterator[_Stretch]:
    current = _Stretch()
    for line in hunk.lines():
        notes = tuple(note for place in places_of(line) for note in view.pinned.get(place, ()))
        if notes:
            yield current
            current = _Stretch(notes)
        if current.notes and not current.after and _is_about(current, line):
            current.about.append(line)
        else:
            current.after.append(line)
    yield current


def _is_about(stretch: _Stretch, line: Line) -> bool:
    evidence: Evidence = stretch.notes[0].finding.anchored
    number = line.old if evidence.side is Side.OLD else line.new
    last = evidence.end or evidence.start
    inside = number is None or last is None or number <= last
    return not stretch.about or (inside and len(stretch.about) < _LINES_ABOVE_NOTE)


def _stretch(stretch: _Stretch, view: FileView) -> str:
    about, after = _lines(stretch.about, view), _lines(stretch.after, view)
    if not stretch.notes:
        return element("div", after, class_="lines") if after else ""
    notes = (article(note, beside=True) for note in stretch.notes)
    return element(
        "div",
        element("div", about, class_="lines about"),
        element("div", *notes, class_="margin"),
        element("div", after, class_="lines after") if after else "",
        class_="noted",
    )


def _lines(lines: list[Line], view: FileView) -> Markup:
    return Markup("".join(_line(line, view) for line in lines))


def _line(line: Line, view: FileView) -> str:
    quoted = " quoted" if any(place in view.quoted for place in places_of(line)) else ""
    old = "" if line.old is None else line.old
    new = "" if line.new is None else line.new
    return (
        f'<div class="{_WORDS[line.mark]}{quoted}"><i>{old}</i><i>{new}</i>'
        f"<b>{_SIGNS[line.mark]}</b><code>{line_text(line.text)}</code></div>"
    )
