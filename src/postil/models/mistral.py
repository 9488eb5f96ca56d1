"""Mistral's models, by their own service."""

from __future__ import annotations

from collections.abc import Mapping

from postil.models._chat import ChatService, open_chat, table_price
from postil.ports import Model

NAME = "mistral"
VARIABLES = ("MISTRAL_API_KEY", "MISTRAL_BASE_URL")
_SERVICE = ChatService(
    name=NAME,
    variables=VARIABLES,
    priced=table_price("mistral"),
    address="https://api.mistral.ai/v1",
)


def open_model(name: str, variables: Mapping[str, str]) -> Model:
    return open_chat(_SERVICE, name, variables)
