"""The settings of the reviewer panel: which models answer, and what they may take."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from postil.configuration.key import Key
from postil.configuration.shapes import (
    NAME,
    Many,
    Number,
    Schema,
    Shape,
    Text,
    Unfit,
    quoted,
    shown,
    within,
)

_SPEC = re.compile(r"\A(?:[a-z][a-z0-9-]{0,40}:\S[^\n]{0,200}|recorded|scripted)\Z")
_MODEL = Text("`provider:name`, for example `anthropic:claude-sonnet-5-5`", _SPEC)
_MODEL_OR_NONE = Text(f"{_MODEL.words}, or `none`", _SPEC, none=True)
_USD = Number(0, 10_000, unit="US dollars", fractions=True, none=True)
_MOST_SECONDS = 24 * 3600


@dataclass(frozen=True, slots=True)
class RoleModel:
    """One role with its own model."""

    words: str = "`role=provider:name`"

    def read(self, raw: object) -> tuple[str, str]:
        role, model = raw if isinstance(raw, tuple) else self._parted(raw)
        return str(NAME.read(role)), str(_MODEL.read(model))

    def _parted(self, raw: object) -> tuple[str, str]:
        role, equals, model = raw.partition("=") if isinstance(raw, str) else ("", "", "")
        if not equals:
            raise Unfit(f"{shown(raw)} names no role and model.", f"Write {self.words}.")
        return role.strip(), model.strip()

    def schema(self) -> Schema:
        return {"type": "string"}

    def written(self, value: Any) -> str:
        role, model = value
        return f"{role} = {quoted(model)}"


@dataclass(frozen=True, slots=True)
class RoleModels(Many):
    """Models by role, as a table or as a list of `role=provider:name`."""

    each: Shape = RoleModel()

    @property
    def words(self) -> str:
        return "a table from role to `provider:name`"

    def entries(self, raw: object) -> list[object]:
        return within(list(raw.items())) if isinstance(raw, dict) else Many.entries(self, raw)

    def schema(self) -> Schema:
        return {"type": "object", "additionalProperties": _MODEL.schema()}

    def written(self, value: Any) -> str:
        return "{ " + ", ".join(self.each.written(entry) for entry in value) + " }"


MODEL_KEYS: tuple[Key, ...] = (
    Key(
        name="model",
        field="model",
        shape=_MODEL_OR_NONE,
        help="The model that reviews; without one only the checks run.",
        example='"anthropic:claude-sonnet-5-5"',
    ),
    Key(
        name="models.roles",
        field="panel.roles",
        shape=RoleModels(),
        help="Roles that another model answers for.",
        example='{ security = "openai:gpt-6" }',
    ),
    Key(
        name="models.fallback",
        field="panel.fallback",
        shape=Many(_MODEL),
        help="Models to ask in turn when one fails.",
        example='["openai:gpt-6"]',
    ),
    Key(
        name="models.second_opinion",
        field="panel.second_opinion",
        shape=_MODEL_OR_NONE,
        help="The model that reads a change a second time where that is called for.",
        example='"openai:gpt-6"',
    ),
    Key(
        name="models.arbiter",
        field="panel.arbiter",
        shape=_MODEL_OR_NONE,
        help="The model that is asked about what two models disagree on.",
        example='"google:gemini-4-pro"',
    ),
    Key(
        name="models.skeptic",
        field="panel.skeptic",
        shape=_MODEL_OR_NONE,
        help="The model that tries to refute critical findings.",
        example='"anthropic:claude-sonnet-5-5"',
    ),
    Key(
        name="budget.run",
        field="panel.run_usd",
        shape=_USD,
        help="The most one review may spend on models.",
        example="2.0",
    ),
    Key(
        name="budget.change",
        field="panel.change_usd",
        shape=_USD,
        help="The most all reviews of one change may spend together.",
        example="10.0",
    ),
    Key(
        name="budget.timeout",
        field="panel.seconds",
        shape=Number(1, _MOST_SECONDS, unit="seconds", fractions=True),
        help="How long the panel may take.",
        example="600.0",
    ),
    Key(
        name="budget.role_timeout",
        field="panel.seat_seconds",
        shape=Number(1, _MOST_SECONDS, unit="seconds", fractions=True),
        help="How long one reviewer may take.",
        example="300.0",
    ),
)

NAMES_MODELS = frozenset({"model", *(key.name for key in MODEL_KEYS if key.table == "models")})
"""Settings whose values name models; a repository may not name a program or an address in them."""
