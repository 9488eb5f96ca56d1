"""Findings that models made, and an inquiry about them with models that answer from a list."""

from __future__ import annotations

import json
from typing import Any

from postil.domain.change import Side
from postil.domain.conversation import Reply
from postil.domain.finding import Claim, Evidence, Finding, Shape
from postil.domain.severity import (
    Basis,
    Blast,
    Dimension,
    Justification,
    Kind,
    Reversible,
    Root,
    Severity,
)
from postil.inspection.panel.asking import Asker
from postil.inspection.panel.purse import Purse
from postil.inspection.prompt.fences import Fence
from postil.inspection.prompt.guise import Guise
from postil.inspection.verification.inquiry import Inquiry

from fakes.models import USED, FakeClock, FakeModel

NONCE = "feedc0de"


def inquiry(*answers: Any, **parts: Any) -> Inquiry:
    model = FakeModel(answers)
    clock = FakeClock()
    settings: dict[str, Any] = {
        "asker": Asker(purse=Purse(), clock=clock),
        "models": [model],
        "deadline": clock.now() + 600,
        "guise": Guise(),
        "fence": Fence(NONCE),
    }
    return Inquiry(**{**settings, **parts})


def model_of(inquiry_: Inquiry) -> FakeModel:
    (model,) = inquiry_.models
    assert isinstance(model, FakeModel)
    return model


def said(**answer: Any) -> Reply:
    return Reply(answer=json.dumps(answer), usage=USED)


def found(line: int = 3, **fields: Any) -> Finding:
    """A finding of a reviewer at that line of `a.py`."""
    plain: dict[str, Any] = {
        "title": f"`load` drops the error in line {line}",
        "slug": "dropped-error",
        "category": "",
        "dimension": Dimension.ERROR_HANDLING,
        "severity": Severity.MEDIUM,
        "base": Severity.MEDIUM,
        "kind": Kind.DEFECT,
        "root": Root.CODE,
        "confidence": 60,
        "basis": Basis.SELF,
        "blast": Blast.LOCAL,
        "justification": Justification.REACHABLE,
        "reversible": Reversible.UNKNOWN,
        "claim": Claim(Shape.OTHER, "load"),
        "evidence": (
            Evidence(
                path="a.py", side=Side.NEW, revision="h" * 40, text="load()", start=line, end=line
            ),
        ),
        "failure_mode": "The caller goes on.",
        "mitigation": "Return it.",
        "sources": ("staff-engineer",),
        "introduced": True,
    }
    return Finding(**{**plain, **fields})
