"""The list of models, in each provider's form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from postil.testing.models.asked import Dialect

ANY_MODEL = "scripted"
"""What is listed by a server that takes every name."""


def listed(dialect: Dialect, models: Sequence[str]) -> Mapping[str, Any]:
    entries = [described(dialect, model) for model in models or (ANY_MODEL,)]
    if dialect is Dialect.GEMINI:
        return {"models": entries}
    if dialect is Dialect.MESSAGES:
        ends = {"first_id": entries[0]["id"], "last_id": entries[-1]["id"]}
        return {"data": entries, "has_more": False} | ends
    return {"object": "list", "data": entries}


def described(dialect: Dialect, model: str) -> Mapping[str, Any]:
    if dialect is Dialect.GEMINI:
        verbs = ["generateContent", "countTokens"]
        return {
            "name": f"models/{model}",
            "displayName": model,
            "supportedGenerationMethods": verbs,
        }
    if dialect is Dialect.MESSAGES:
        return {
            "type": "model",
            "id": model,
            "display_name": model,
            "created_at": "2025-01-01T00:00:00Z",
            "lifecycle": "active",
        }
    return {"id": model, "object": "model", "created": 0, "owned_by": "scripted"}
