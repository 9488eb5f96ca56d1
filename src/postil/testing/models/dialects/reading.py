"""Takes requests apart without trusting their shape, and says what a provider would not accept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from postil.testing.models.asked import Malformed, Piece, Tool, Turn, compact


def mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def mappings(value: object) -> list[Mapping[str, Any]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def string(value: object) -> str:
    return value if isinstance(value, str) else ""


def whole_number(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0


def parts(content: object) -> list[Mapping[str, Any]]:
    """Content that is either a text or a list of parts, as a list."""
    return [{"type": "text", "text": content}] if isinstance(content, str) else mappings(content)


def joined(content: object) -> str:
    """The text of all parts; a part without text (an image, a file) reads as its JSON."""
    return "".join(
        part["text"] if isinstance(part.get("text"), str) else compact(part)
        for part in parts(content)
    )


def required(body: Mapping[str, Any], *names: str) -> None:
    for name in names:
        if not body.get(name):
            msg = f"Missing required parameter: '{name}'."
            raise Malformed(msg)


def tool_pieces(tools: Iterable[Tool], schema: Mapping[str, Any] | None) -> Iterator[Piece]:
    """Tools and schema come first: providers put them before everything that is said."""
    for tool in tools:
        described = {"name": tool.name, "description": tool.description}
        yield Piece(compact(described | {"parameters": tool.parameters}) + "\n")
    if schema is not None:
        yield Piece(compact(schema) + "\n")


def heading(role: str) -> str:
    """Stands where a chat template says who speaks."""
    return f"\n[{role}]\n"


def refuse_dangling_calls(turns: Sequence[Turn]) -> None:
    """Every result must answer a call that was made, and every call must be answered."""
    waiting: set[str] = set()
    for turn in turns:
        for result in turn.results:
            if result.call not in waiting:
                msg = f"The tool result for '{result.call}' answers no call that is waiting."
                raise Malformed(msg)
            waiting.discard(result.call)
        waiting.update(call.id for call in turn.calls)
    if waiting:
        msg = f"No tool output found for the calls {', '.join(sorted(waiting))}."
        raise Malformed(msg)


def refuse_loose_schema(name: str, schema: object) -> None:
    """What OpenAI's strict mode asks of every object: closed, and all properties required."""
    waiting: list[object] = [schema]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting.extend(node)
        elif isinstance(node, dict):
            properties = mapping(node.get("properties"))
            if node.get("type") == "object":
                _refuse_loose_object(name, node, properties)
            waiting.extend(properties.values())
            waiting.extend(mapping(node.get("$defs")).values())
            waiting.extend(node[key] for key in ("items", "anyOf") if key in node)


def _refuse_loose_object(name: str, node: Mapping[str, Any], properties: Mapping[str, Any]) -> None:
    if node.get("additionalProperties") is not False:
        msg = f"Invalid schema for '{name}': 'additionalProperties' must be supplied and false."
        raise Malformed(msg)
    listed = node.get("required")
    missing = set(properties) - set(listed if isinstance(listed, list) else ())
    if missing:
        msg = f"Invalid schema for '{name}': 'required' must list {', '.join(sorted(missing))}."
        raise Malformed(msg)
