"""OpenAI's error documents, which its two interfaces share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from postil.testing.models.dialects.speech import Refusal, retry_headers
from postil.testing.models.reply import Failure, Fault


@dataclass(frozen=True, slots=True)
class _Kind:
    status: int
    type: str
    code: str | None
    message: str


_INVALID = "invalid_request_error"
_KINDS = {
    Fault.BAD_REQUEST: _Kind(400, _INVALID, None, "The request is invalid."),
    Fault.UNSUPPORTED_SCHEMA: _Kind(
        400, _INVALID, "invalid_json_schema", "This model does not support structured outputs."
    ),
    Fault.CONTEXT_TOO_LONG: _Kind(
        400, _INVALID, "context_length_exceeded", "The input exceeds the model's context window."
    ),
    Fault.WRONG_KEY: _Kind(401, _INVALID, "invalid_api_key", "Incorrect API key provided."),
    Fault.FORBIDDEN: _Kind(403, _INVALID, "model_not_allowed", "The project may not use it."),
    Fault.UNKNOWN_MODEL: _Kind(404, _INVALID, "model_not_found", "The model does not exist."),
    Fault.TOO_LARGE: _Kind(413, _INVALID, None, "The request is too large."),
    Fault.RATE_LIMITED: _Kind(429, "tokens", "rate_limit_exceeded", "Rate limit reached."),
    Fault.SPEND_LIMIT: _Kind(
        429, "insufficient_quota", "insufficient_quota", "You exceeded your current quota."
    ),
    Fault.NO_CREDIT: _Kind(
        400, "billing_limit_user_error", "billing_hard_limit_reached", "Billing limit reached."
    ),
    Fault.SERVER_ERROR: _Kind(500, "server_error", None, "The server had an error."),
    Fault.OVERLOADED: _Kind(503, "server_error", "server_overloaded", "The server is overloaded."),
}


def refusal(failure: Failure) -> Refusal:
    return Refusal(
        status=failure.status or _kind(failure).status,
        document={"error": detail(failure)},
        headers=retry_headers(failure),
    )


def detail(failure: Failure) -> Mapping[str, Any]:
    kind = _kind(failure)
    words = failure.message or kind.message
    return {"message": words, "type": kind.type, "param": None, "code": kind.code}


def _kind(failure: Failure) -> _Kind:
    """An error in the middle of a stream is the server's."""
    return _KINDS.get(failure.fault, _KINDS[Fault.SERVER_ERROR])
