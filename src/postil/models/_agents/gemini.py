"""Gemini's command line: it takes no schema, so the question asks for JSON in words."""

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

_SETTINGS = {
    "security": {"auth": {"selectedType": "gemini-api-key"}},
    "privacy": {"usageStatisticsEnabled": False},
    "general": {"disableAutoUpdate": True, "disableUpdateNag": True},
    "tools": {"core": ["read_file"]},  # it searches the web otherwise; its folder is empty
}


def send(room: Room, access: Access, schema: Mapping[str, Any]) -> Errand:
    del schema
    settings = room.home / ".gemini"
    settings.mkdir()
    (settings / "settings.json").write_text(json.dumps(_SETTINGS), encoding="utf-8")
    variables = {"GEMINI_API_KEY": access.key, "GEMINI_CLI_TRUST_WORKSPACE": "true"}
    if access.address:
        variables["GOOGLE_GEMINI_BASE_URL"] = access.address
    return Errand(
        arguments=(*(("-m", access.model) if access.model else ()), "-o", "json"),
        variables=variables,
    )


def read(output: str, room: Room) -> Brought:
    del room
    for said in objects(output):
        words = said.get("response")
        if isinstance(words, str):
            return Brought(text=words, usage=_usage(said))
    return Brought()


def _usage(said: Mapping[str, Any]) -> Usage:
    used = [part(each, "tokens") for each in part(said, "stats", "models").values()]
    return Usage(
        input=sum(count(each.get("prompt")) for each in used),
        cached=sum(count(each.get("cached")) for each in used),
        output=sum(count(each.get("candidates")) + count(each.get("thoughts")) for each in used),
        usd=None,
    )


AGENT = Agent(
    program="gemini",
    key="GEMINI_API_KEY",
    address="GEMINI_BASE_URL",
    send=send,
    read=read,
    takes_schema=False,
)
