"""Models of many makers behind OpenRouter's one address."""

from __future__ import annotations

from collections.abc import Mapping

from postil.models._chat import ChatService, open_chat, table_price
from postil.ports import Model

NAME = "openrouter"
VARIABLES = ("OPENROUTER_API_KEY", "OPENROUTER_BASE_URL")
_SERVICE = ChatService(
    name=NAME,
    variables=VARIABLES,
    priced=table_price("openrouter"),
    address="https://openrouter.ai/api/v1",
)


def open_model(name: str, variables: Mapping[str, str]) -> Model:
    return open_chat(_SERVICE, name, variables)
