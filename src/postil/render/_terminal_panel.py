"""What a person at a terminal sees of the panel: who sat, what was asked, what it could not do."""

from __future__ import annotations

from collections.abc import Sequence

from postil.domain.document import ReviewDocument
from postil.render._panel import (
    bucket_counts,
    dispute_rows,
    goal,
    limitations,
    matrix_rows,
    pass_rows,
    record,
    seat_rows,
)
from postil.render._screen import Screen
from postil.render._status import counted

_ALARMING = frozenset({"failed", "gap", "broken", "not verified"})


def panel(screen: Screen, document: ReviewDocument) -> None:
    """Nothing at all when no panel was called."""
    if document.reviewers is None:
        return
    seats = [
        (f"{name} {word}", "; ".join(part for part in (said, why, model, taken) if part), word)
        for name, word, why, said, model, taken in seat_rows(document)
    ]
    _listed(screen, "the panel", seats)
    if document.brief.intent.goal:
        _listed(screen, "the goal", [(document.brief.intent.goal, goal(document), "")])
    _listed(
        screen,
        "verification matrix",
        [
            (f"{number} {result}", f"{concern} ({source}): {shown}", result)
            for number, concern, source, result, shown in matrix_rows(document)
        ],
    )
    _listed(
        screen,
        "passes",
        [
            (f"{name} {ended}", f"{owner}; {shown}" if shown else owner, ended)
            for name, owner, ended, shown in pass_rows(document)
        ],
    )
    _crossing(screen, document)
    said = limitations(document)
    _listed(screen, counted(len(said), "limitation"), [(text, "", "") for text in said])


def _crossing(screen: Screen, document: ReviewDocument) -> None:
    crossing = record(document).crossing
    if crossing is None:
        return
    told = [(crossing.model, bucket_counts(crossing), "")]
    told += [(text, "", "") for text in (crossing.note, crossing.caveat) if text]
    told += [
        (f"{id_} {place}", f"{severity}, {bucket}, {ruling}, {effect}: {claim}", "")
        for id_, place, severity, claim, bucket, ruling, effect in dispute_rows(crossing)
    ]
    _listed(screen, "second opinion", told)


def _listed(screen: Screen, title: str, rows: Sequence[tuple[str, str, str]]) -> None:
    if not rows:
        return
    screen.blank()
    screen.rule(title, "bold")
    for lead, text, word in rows:
        told = f"{lead}: {text}" if text else lead
        screen.paragraph(told, label=" ", indent=4, style="yellow" if word in _ALARMING else "")
