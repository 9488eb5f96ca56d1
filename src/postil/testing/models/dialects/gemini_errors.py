"""Google's error documents: a status in words, and details that say when to come back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from postil.testing.models.dialects.speech import Refusal
from postil.testing.models.reply import Failure, Fault


@dataclass(frozen=True, slots=True)
class _Kind:
    code: int
    status: str
    message: str
    reason: str = ""


_INVALID = "INVALID_ARGUMENT"
_EXHAUSTED = "RESOURCE_EXHAUSTED"
_KINDS = {
    Fault.BAD_REQUEST: _Kind(400, _INVALID, "The request is invalid."),
    Fault.UNSUPPORTED_SCHEMA: _Kind(400, _INVALID, "The response schema is not supported."),
    Fault.CONTEXT_TOO_LONG: _Kind(400, _INVALID, "The input token count exceeds the maximum."),
    # A wrong key is an invalid argument here, not 401.
    Fault.WRONG_KEY: _Kind(400, _INVALID, "API key not valid.", "API_KEY_INVALID"),
    Fault.FORBIDDEN: _Kind(403, "PERMISSION_DENIED", "The key may not use this resource."),
    Fault.UNKNOWN_MODEL: _Kind(404, "NOT_FOUND", "The model is not found."),
    Fault.TOO_LARGE: _Kind(413, _INVALID, "The request is too large."),
    Fault.RATE_LIMITED: _Kind(429, _EXHAUSTED, "The rate limit was exceeded."),
    Fault.SPEND_LIMIT: _Kind(
        429,
        _EXHAUSTED,
        "You exceeded your current quota: check plan and billing.",
        "QUOTA_EXCEEDED",
    ),
    Fault.NO_CREDIT: _Kind(400, "FAILED_PRECONDITION", "Billing is not enabled for the project."),
    Fault.SERVER_ERROR: _Kind(500, "INTERNAL", "An internal error has occurred."),
    Fault.OVERLOADED: _Kind(503, "UNAVAILABLE", "The model is overloaded."),
}


def refusal(failure: Failure) -> Refusal:
    kind = _KINDS.get(failure.fault, _KINDS[Fault.OVERLOADED])
    code = failure.status or kind.code
    error: dict[str, Any] = {
        "code": code,
        "message": failure.message or kind.message,
        "status": kind.status,
    }
    details = [*_reason(kind), *_delay(failure)]
    if details:
        error["details"] = details
    return Refusal(status=code, document={"error": error})


def _reason(kind: _Kind) -> list[dict[str, Any]]:
    if not kind.reason:
        return []
    return [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": kind.reason}]


def _delay(failure: Failure) -> list[dict[str, Any]]:
    """There is no retry-after header; the wait stands in the document."""
    if failure.retry_after is None:
        return []
    delay = f"{failure.retry_after:g}s"
    return [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": delay}]
