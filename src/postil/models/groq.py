"""Open models as Groq serves them."""

from __future__ import annotations

from collections.abc import Mapping

from postil.models._chat import ChatService, open_chat, table_price
from postil.ports import Model

NAME = "groq"
VARIABLES = ("GROQ_API_KEY", "GROQ_BASE_URL")
_SERVICE = ChatService(
    name=NAME,
    variables=VARIABLES,
    priced=table_price("groq"),
    address="https://api.groq.com/openai/v1",
)


def open_model(name: str, variables: Mapping[str, str]) -> Model:
    return open_chat(_SERVICE, name, variables)
