"""Claude Code: asked once, without tools, for one structured answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from postil.domain.conversation import Usage
from postil.models._agents.errand import (
    Access,
    Agent,
    Brought,
    Errand,
    Room,
    count,
    objects,
    part,
)

# One turn answers; the rest is for an answer the program itself does not accept.
_MOST_TURNS = "4"


def send(room: Room, access: Access, schema: Mapping[str, Any]) -> Errand:
    del room
    variables = {
        "ANTHROPIC_API_KEY": access.key,
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
    }
    if access.address:
        variables["ANTHROPIC_BASE_URL"] = access.address
    return Errand(
        arguments=(
            *("-p", "--output-format", "json", "--json-schema", json.dumps(schema)),
            # All there is to read is in the question, and a file elsewhere is nobody's business.
            *("--tools", "", "--max-turns", _MOST_TURNS),
            *(("--model", access.model) if access.model else ()),
        ),
        variables=variables,
    )


def read(output: str, room: Room) -> Brought:
    del room
    for said in reversed(objects(output)):
        if said.get("type") == "result" and not said.get("is_error"):
            structured, words = said.get("structured_output"), said.get("result")
            return Brought(
                answer=json.dumps(structured) if isinstance(structured, dict) else None,
                text=words if isinstance(words, str) else "",
                usage=_usage(said),
            )
    return Brought()


def _usage(said: Mapping[str, Any]) -> Usage:
    used = part(said, "usage")
    cached = count(used.get("cache_read_input_tokens"))
    fresh = count(used.get("input_tokens")) + count(used.get("cache_creation_input_tokens"))
    cost = said.get("total_cost_usd")
    return Usage(
        input=fresh + cached,
        cached=cached,
        output=count(used.get("output_tokens")),
        usd=float(cost) if isinstance(cost, int | float) and cost >= 0 else None,
    )


AGENT = Agent(
    program="claude", key="ANTHROPIC_API_KEY", address="ANTHROPIC_BASE_URL", send=send, read=read
)
