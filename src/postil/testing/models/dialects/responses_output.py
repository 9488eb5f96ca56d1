"""What OpenAI's responses interface sends back: the document and the events that build it up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from postil.testing.models.asked import Asked
from postil.testing.models.dialects.speech import Used
from postil.testing.models.reply import Answer, Stop, ToolCall
from postil.testing.models.shaping import arguments_text, portions

_CUT_SHORT = {
    Stop.LENGTH: "max_output_tokens",
    Stop.WINDOW: "max_output_tokens",
    Stop.FILTERED: "content_filter",
}

Document = dict[str, Any]


def document(asked: Asked, answer: Answer, used: Used) -> Document:
    status = "incomplete" if answer.stop in _CUT_SHORT else "completed"
    reason = {"reason": _CUT_SHORT[answer.stop]} if answer.stop in _CUT_SHORT else None
    output = [_item(kind, asked, answer, index) for index, kind in enumerate(_kinds(answer))]
    return _frame(asked, status) | {
        "output": output,
        "incomplete_details": reason,
        "usage": _usage(used),
    }


def stream(asked: Asked, answer: Answer, used: Used) -> Iterator[Document]:
    """Events without their running number."""
    begun = _frame(asked, "in_progress")
    yield {"type": "response.created", "response": begun}
    yield {"type": "response.in_progress", "response": begun}
    for index, kind in enumerate(_kinds(answer)):
        item = _item(kind, asked, answer, index)
        place = {"output_index": index, "item_id": item["id"]}
        opened = item | {"status": "in_progress"} | _emptied(item)
        yield {"type": "response.output_item.added", "output_index": index, "item": opened}
        yield from _filling(item, place)
        yield {"type": "response.output_item.done", "output_index": index, "item": item}
    done = document(asked, answer, used)
    yield {"type": f"response.{done['status']}", "response": done}


def _kinds(answer: Answer) -> Iterator[ToolCall | str]:
    """The items of an answer in order; a call stands for itself."""
    if answer.thinking:
        yield "reasoning"
    if answer.text or answer.stop is Stop.REFUSAL or not answer.calls:
        yield "message"
    yield from answer.calls


def _item(kind: ToolCall | str, asked: Asked, answer: Answer, index: int) -> Document:
    ident = f"{asked.number}_{index}"
    if isinstance(kind, ToolCall):
        return {
            "type": "function_call",
            "id": f"fc_{ident}",
            "call_id": kind.id,
            "name": kind.name,
            "arguments": arguments_text(kind),
            "status": "completed",
        }
    if kind == "reasoning":
        summary = [{"type": "summary_text", "text": answer.thinking}]
        return {"type": "reasoning", "id": f"rs_{ident}", "summary": summary}
    cut = "incomplete" if answer.stop in _CUT_SHORT else "completed"
    content = [] if answer.stop is Stop.END and not answer.text else [_part(answer)]
    return {
        "type": "message",
        "id": f"msg_{ident}",
        "role": "assistant",
        "status": cut,
        "content": content,
    }


def _part(answer: Answer) -> Document:
    if answer.stop is Stop.REFUSAL:
        return {"type": "refusal", "refusal": answer.text or "I cannot help with that."}
    return {"type": "output_text", "text": answer.text, "annotations": [], "logprobs": []}


def _emptied(item: Mapping[str, Any]) -> Document:
    if item["type"] == "message":
        return {"content": []}
    return {"arguments": ""} if item["type"] == "function_call" else {"summary": []}


def _filling(item: Mapping[str, Any], place: Document) -> Iterator[Document]:
    if item["type"] == "function_call":
        kind = "response.function_call_arguments"
        for text in portions(item["arguments"]):
            yield {"type": f"{kind}.delta", "delta": text} | place
        yield {"type": f"{kind}.done", "arguments": item["arguments"], "name": item["name"]} | place
    elif item["type"] == "reasoning":
        yield from _thinking(item["summary"][0], place | {"summary_index": 0})
    else:
        for part in item["content"]:
            yield from _saying(part, place | {"content_index": 0})


def _thinking(part: Document, place: Document) -> Iterator[Document]:
    kind = "response.reasoning_summary"
    yield {"type": f"{kind}_part.added", "part": part | {"text": ""}} | place
    for text in portions(part["text"]):
        yield {"type": f"{kind}_text.delta", "delta": text} | place
    yield {"type": f"{kind}_text.done", "text": part["text"]} | place
    yield {"type": f"{kind}_part.done", "part": part} | place


def _saying(part: Document, place: Document) -> Iterator[Document]:
    key = "refusal" if part["type"] == "refusal" else "text"
    kind = "response.refusal" if key == "refusal" else "response.output_text"
    extra: Document = {} if key == "refusal" else {"logprobs": []}
    yield {"type": "response.content_part.added", "part": part | {key: ""}} | place
    for text in portions(part[key]):
        yield {"type": f"{kind}.delta", "delta": text} | extra | place
    yield {"type": f"{kind}.done", key: part[key]} | extra | place
    yield {"type": "response.content_part.done", "part": part} | place


def _frame(asked: Asked, status: str) -> Document:
    return {
        "id": f"resp_{asked.number}",
        "object": "response",
        "created_at": asked.number,
        "status": status,
        "model": asked.model,
        "output": [],
        "error": None,
        "incomplete_details": None,
        "instructions": asked.body.get("instructions"),
        "metadata": {},
        "parallel_tool_calls": True,
        "temperature": 1.0,
        "tool_choice": asked.body.get("tool_choice") or "auto",
        "tools": asked.body.get("tools") or [],
        "top_p": 1.0,
        "usage": None,
    }


def _usage(used: Used) -> Document:
    return {
        "input_tokens": used.input,
        "input_tokens_details": {
            "cached_tokens": used.reuse.read,
            "cache_write_tokens": used.reuse.written,
        },
        "output_tokens": used.output,
        "output_tokens_details": {"reasoning_tokens": used.thinking},
        "total_tokens": used.input + used.output,
    }
