"""Models on one's own machine, served by Ollama; no key, no cost."""

from __future__ import annotations

from collections.abc import Mapping

from postil.models._chat import ChatService, open_chat
from postil.models._rates import FREE
from postil.ports import Model

NAME = "ollama"
VARIABLES = ("OLLAMA_API_KEY", "OLLAMA_BASE_URL", "OLLAMA_CONTEXT_LENGTH")
_SERVICE = ChatService(
    name=NAME,
    variables=VARIABLES,
    priced=lambda _name: FREE,
    address="http://127.0.0.1:11434/v1",
    keyless=True,
)


def open_model(name: str, variables: Mapping[str, str]) -> Model:
    return open_chat(_SERVICE, name, variables)
