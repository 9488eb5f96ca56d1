"""What Anthropic's messages interface sends back: answers, streams and error documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from postil.testing.models.asked import Asked
from postil.testing.models.dialects.speech import Event, Refusal, Used, retry_headers
from postil.testing.models.reply import Answer, Failure, Fault, Stop, ToolCall
from postil.testing.models.shaping import arguments_object, arguments_text, portions

_REASONS = {
    Stop.END: "end_turn",
    Stop.LENGTH: "max_tokens",
    Stop.REFUSAL: "refusal",
    Stop.FILTERED: "refusal",
    Stop.PAUSE: "pause_turn",
    Stop.WINDOW: "model_context_window_exceeded",
}


@dataclass(frozen=True, slots=True)
class _Kind:
    status: int
    type: str
    message: str
    code: str = ""


_INVALID = "invalid_request_error"
_KINDS = {
    Fault.BAD_REQUEST: _Kind(400, _INVALID, "The request is invalid."),
    Fault.UNSUPPORTED_SCHEMA: _Kind(400, _INVALID, "output_config.format: schema not supported."),
    Fault.CONTEXT_TOO_LONG: _Kind(400, _INVALID, "prompt is too long"),
    Fault.WRONG_KEY: _Kind(401, "authentication_error", "invalid x-api-key"),
    Fault.FORBIDDEN: _Kind(403, "permission_error", "The key may not use this resource."),
    Fault.UNKNOWN_MODEL: _Kind(404, "not_found_error", "The model does not exist."),
    Fault.TOO_LARGE: _Kind(413, "request_too_large", "The request is too large."),
    Fault.RATE_LIMITED: _Kind(429, "rate_limit_error", "The rate limit was exceeded."),
    Fault.SPEND_LIMIT: _Kind(
        429, "rate_limit_error", "The spend limit is reached.", "enforced_spend_limit_reached"
    ),
    Fault.NO_CREDIT: _Kind(400, _INVALID, "Your credit balance is too low."),
    Fault.SERVER_ERROR: _Kind(500, "api_error", "Internal server error"),
    Fault.OVERLOADED: _Kind(529, "overloaded_error", "Overloaded"),
}


def whole(asked: Asked, answer: Answer, used: Used) -> Mapping[str, Any]:
    return (
        _frame(asked)
        | _ending(answer)
        | {
            "content": [_block(item, empty=False) for item in _items(answer)],
            "usage": _usage(used, output=used.output),
        }
    )


def events(asked: Asked, answer: Answer, used: Used) -> Iterator[Event]:
    opening = _frame(asked) | {"usage": _usage(used, output=1)}
    yield _event("message_start", message=opening)
    yield _event("ping")
    for index, item in enumerate(_items(answer)):
        yield _event("content_block_start", index=index, content_block=_block(item, empty=True))
        for delta in _deltas(item):
            yield _event("content_block_delta", index=index, delta=delta)
        yield _event("content_block_stop", index=index)
    yield _event("message_delta", delta=_ending(answer), usage=_usage(used, output=used.output))
    yield _event("message_stop")


def refusal(failure: Failure) -> Refusal:
    kind = _kind(failure)
    return Refusal(
        status=failure.status or kind.status,
        document=_error(failure) | {"request_id": "req_scripted"},
        headers=retry_headers(failure) | {"request-id": "req_scripted"},
    )


def lament(failure: Failure) -> Event:
    return Event(_error(failure), "error")


def _error(failure: Failure) -> dict[str, Any]:
    kind = _kind(failure)
    error: dict[str, Any] = {"type": kind.type, "message": failure.message or kind.message}
    if kind.code:
        error["details"] = {"error_code": kind.code}
    return {"type": "error", "error": error}


def _kind(failure: Failure) -> _Kind:
    """A stream that had begun ends for want of capacity."""
    return _KINDS.get(failure.fault, _KINDS[Fault.OVERLOADED])


def _event(kind: str, **values: object) -> Event:
    return Event({"type": kind} | values, kind)


def _items(answer: Answer) -> Iterator[ToolCall | tuple[str, str]]:
    if answer.thinking:
        yield "thinking", answer.thinking
    if answer.text:
        yield "text", answer.text
    yield from answer.calls


def _block(item: ToolCall | tuple[str, str], *, empty: bool) -> dict[str, Any]:
    if isinstance(item, ToolCall):
        made = {} if empty else arguments_object(item)
        return {"type": "tool_use", "id": item.id, "name": item.name, "input": made}
    kind, text = item
    signed = {"signature": "" if empty else "signed"} if kind == "thinking" else {"citations": None}
    return {"type": kind, kind: "" if empty else text} | signed


def _deltas(item: ToolCall | tuple[str, str]) -> Iterator[dict[str, Any]]:
    if isinstance(item, ToolCall):
        for text in portions(arguments_text(item)):
            yield {"type": "input_json_delta", "partial_json": text}
        return
    kind, whole_text = item
    for text in portions(whole_text):
        yield {"type": f"{kind}_delta", kind: text}
    if kind == "thinking":
        yield {"type": "signature_delta", "signature": "signed"}


def _frame(asked: Asked) -> dict[str, Any]:
    return {
        "id": f"msg_{asked.number}",
        "type": "message",
        "role": "assistant",
        "model": asked.model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "stop_details": None,
    }


def _ending(answer: Answer) -> dict[str, Any]:
    reason = "tool_use" if answer.calls and answer.stop is Stop.END else _REASONS[answer.stop]
    details = {"type": "refusal", "category": None, "explanation": None}
    told = details if reason == "refusal" else None
    return {"stop_reason": reason, "stop_sequence": None, "stop_details": told}


def _usage(used: Used, *, output: int) -> Mapping[str, Any]:
    """`input_tokens` is what is left after the cache took and gave its part."""
    read, written = used.reuse.read, used.reuse.written
    return {
        "input_tokens": used.input - read - written,
        "cache_read_input_tokens": read,
        "cache_creation_input_tokens": written,
        "cache_creation": {"ephemeral_5m_input_tokens": written, "ephemeral_1h_input_tokens": 0},
        "output_tokens": output,
        "service_tier": "standard",
    }
