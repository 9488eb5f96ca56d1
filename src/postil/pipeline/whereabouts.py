"""Asks where the evidence of each remembered finding is now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from postil.domain.change import Id, Side
from postil.domain.memory import Entry
from postil.pipeline.past import Past
from postil.ports import Tree
from postil.track.locating import Answer, Kind, Question, Sides, locate
from postil.track.occurrences import Whereabouts


def whereabouts(entries: Sequence[Entry], past: Past, head: Id) -> dict[str, Whereabouts]:
    """Where the evidence of each entry is at this head; one batch for each head it was seen at."""
    asked: dict[str, list[tuple[str, int, Question]]] = {}
    for entry in entries:
        for index, shown in enumerate(entry.finding.evidence):
            put = question(entry, index)
            if put is not None and shown.revision != head:
                asked.setdefault(shown.revision, []).append((entry.id, index, put))
    found: dict[str, dict[int, Answer]] = {}
    for revision, rows in asked.items():
        answers = located([put for _, _, put in rows], past.sides(revision))
        for (identity, index, _), answer in zip(rows, answers, strict=True):
            found.setdefault(identity, {})[index] = answer
    return {identity: Whereabouts(answers=answers) for identity, answers in found.items()}


def located(questions: Sequence[Question], sides: Sides) -> list[Answer]:
    """One answer to each; a quote that never stood in its file is asked for by its lines alone.

    What is kept of a quote with a secret in it is masked and stands in no file, but its lines
    do, at the revision it was seen at.
    """
    answers = list(locate(questions, sides))
    for at, put in enumerate(questions):
        if answers[at].kind is Kind.UNKNOWN and _is_masked(put, sides.old):
            (answers[at],) = locate([replace(put, text="")], sides)
    return answers


def _is_masked(put: Question, old: Tree | None) -> bool:
    there = old.read(put.path) if old is not None else None
    return there is not None and put.text not in there


def question(entry: Entry, index: int) -> Question | None:
    """Where one quote of an entry went; None when that cannot be asked.

    A removed line stays removed: where it stood says nothing about the newer side.
    """
    shown = entry.finding.evidence[index]
    if shown.start is None or shown.side is Side.OLD:
        return None
    is_place = index == 0
    return Question(
        path=shown.path,
        start=shown.start,
        end=shown.end or shown.start,
        text=shown.text,
        before=entry.before if is_place else (),
        after=entry.after if is_place else (),
        symbol=entry.symbol if is_place else "",
    )
