"""Drafts for tests of the gate: one note and one piece of advice, and whatever a test adds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from postil.domain.document import ReviewDocument
from postil.domain.finding import Finding
from postil.domain.panel import Crossing, Dispute, PanelRecord
from postil.domain.publication import ReviewEvent
from postil.domain.severity import Severity
from postil.publish.draft import drafted
from track.lives import finding, place

from samples import CLEAN


def numbered(number: int, **fields: Any) -> Finding:
    made = {
        "id": f"{number:08x}",
        "number": f"F{number}",
        "title": f"Defect {number}",
        "evidence": (place(start=number * 10, end=number * 10),),
    }
    return finding(**{**made, **fields})


def reviewed(*findings: Finding, **fields: Any) -> ReviewDocument:
    return replace(CLEAN.document, findings=findings, **fields)


NOTE = numbered(1, inline=True, severity=Severity.HIGH)
ADVICE = numbered(2)
DRAFT = drafted(reviewed(NOTE, ADVICE), ReviewEvent.COMMENT)


def crossed(**fields: Any) -> PanelRecord:
    dispute = Dispute(
        id="D1",
        bucket="contradiction",
        place="a.py:10",
        severity=Severity.HIGH,
        summary="x",
        arbitrated=True,
        reason="the guard is above",
        finding="F1",
        acknowledge=True,
    )
    return PanelRecord(crossing=Crossing(model="m", disputes=(replace(dispute, **fields),)))
