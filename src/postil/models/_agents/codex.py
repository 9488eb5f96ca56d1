"""Codex: asked once in its read-only sandbox; what it says last stands in a file."""

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
from postil.models._agents.strictness import strict

_ADDRESS = "https://api.openai.com/v1"
_MOST_ANSWER = 4_000_000


def send(room: Room, access: Access, schema: Mapping[str, Any]) -> Errand:
    settings = room.home / "codex"
    settings.mkdir()
    (settings / "config.toml").write_text(_config(access), encoding="utf-8")
    shape = room.home / "schema.json"
    shape.write_text(json.dumps(strict(schema)), encoding="utf-8")
    return Errand(
        arguments=(
            *("exec", "--json", "--ephemeral", "--skip-git-repo-check", "--sandbox", "read-only"),
            *("--output-schema", str(shape), "-o", str(room.home / "last")),
            *("-c", "features.plugins=false", "-"),
        ),
        variables={"CODEX_HOME": str(settings), "OPENAI_API_KEY": access.key},
    )


def read(output: str, room: Room) -> Brought:
    last = room.home / "last"
    answer = ""
    if last.is_file():
        with last.open("rb") as file:
            answer = file.read(_MOST_ANSWER).decode("utf-8", "replace")
    return Brought(answer=answer if answer.strip() else None, usage=_usage(output))


def _config(access: Access) -> str:
    model = f"model = {json.dumps(access.model)}\n" if access.model else ""
    return f"""\
{model}model_provider = "postil"
web_search = "disabled"
[model_providers.postil]
name = "postil"
base_url = {json.dumps(access.address or _ADDRESS)}
wire_api = "responses"
env_key = "OPENAI_API_KEY"
[analytics]
enabled = false
"""


def _usage(output: str) -> Usage:
    turns = [
        part(said, "usage") for said in objects(output) if said.get("type") == "turn.completed"
    ]
    return Usage(
        input=sum(count(used.get("input_tokens")) for used in turns),
        cached=sum(count(used.get("cached_input_tokens")) for used in turns),
        output=sum(count(used.get("output_tokens")) for used in turns),
        usd=None,
    )


AGENT = Agent(
    program="codex", key="OPENAI_API_KEY", address="OPENAI_BASE_URL", send=send, read=read
)
