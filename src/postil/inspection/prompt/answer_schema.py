"""The shape of every report as JSON Schema: terse, bounded, the same for all roles."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from postil.domain.brief import ConcernResult
from postil.domain.change import Side
from postil.domain.finding import Damage, Recovery, Shape, Window
from postil.domain.report import GoalVerdict, PassVerdict, PriorAnswer
from postil.domain.severity import Blast, Dimension, Justification, Kind, Reversible, Root, Severity

_LINE = 300
_QUOTE = 2_000


def _text(limit: int = _LINE) -> dict[str, Any]:
    return {"type": "string", "maxLength": limit}


def _one_of(words: type[StrEnum]) -> dict[str, Any]:
    return {"enum": [word.value for word in words]}


def _object(optional: str = "", /, **fields: Mapping[str, Any]) -> dict[str, Any]:
    required = [name for name in fields if name not in optional.split()]
    return {"type": "object", "properties": fields, "required": required}


def _list(entry: Mapping[str, Any], most: int) -> dict[str, Any]:
    return {"type": "array", "items": entry, "maxItems": most}


_NUMBER = {"type": "integer"}
_QUOTES = {"$ref": "#/$defs/quotes"}
_FINDING = _object(
    "claim kind root blast reversible race suggestion signals details",
    title=_text(160),
    slug=_text(60),
    category=_text(60),
    severity=_one_of(Severity),
    dimension=_one_of(Dimension),
    confidence={"type": "integer", "minimum": 0, "maximum": 100},
    justification=_one_of(Justification),
    quotes=_QUOTES,
    failure_mode=_text(),
    mitigation=_text(),
    claim=_object(shape=_one_of(Shape), subject=_text(120)),
    kind=_one_of(Kind),
    root=_one_of(Root),
    blast=_one_of(Blast),
    reversible=_one_of(Reversible),
    race=_object(window=_one_of(Window), damage=_one_of(Damage), recovery=_one_of(Recovery)),
    suggestion=_object(start=_NUMBER, end=_NUMBER, replacement=_text(_QUOTE)),
    signals=_list({"enum": ["A", "B", "C", "D", "E", "F"]}, 6),
    details=_text(_QUOTE),
)

SCHEMA: Mapping[str, Any] = {
    **_object(
        "clean passes verifications concerns goal limitations summary",
        findings=_list(_FINDING, 40),
        clean=_list(_object(slug=_text(60), evidence=_text()), 20),
        passes=_list(
            _object(dimension=_one_of(Dimension), verdict=_one_of(PassVerdict), evidence=_text()), 8
        ),
        verifications=_list(
            _object(
                "quotes", id=_text(20), answer=_one_of(PriorAnswer), note=_text(), quotes=_QUOTES
            ),
            60,
        ),
        concerns=_list(
            _object(
                "quotes",
                number=_NUMBER,
                result=_one_of(ConcernResult),
                note=_text(),
                quotes=_QUOTES,
            ),
            20,
        ),
        goal=_object("quotes", verdict=_one_of(GoalVerdict), note=_text(), quotes=_QUOTES),
        limitations=_list(_text(), 8),
        summary=_text(),
    ),
    "$defs": {
        "quotes": _list(
            _object(
                "line side", path=_text(), text=_text(_QUOTE), line=_NUMBER, side=_one_of(Side)
            ),
            6,
        )
    },
}
