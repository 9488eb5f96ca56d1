"""Any server that speaks OpenAI's chat protocol, at the address a person gives."""

from __future__ import annotations

from collections.abc import Mapping

from postil.models._chat import ChatService, open_chat
from postil.models._rates import ASSUMED
from postil.ports import Model

NAME = "compatible"
VARIABLES = ("POSTIL_API_KEY", "POSTIL_BASE_URL", "POSTIL_CONTEXT_LENGTH")
_SERVICE = ChatService(name=NAME, variables=VARIABLES, priced=lambda _name: ASSUMED, keyless=True)


def open_model(name: str, variables: Mapping[str, str]) -> Model:
    return open_chat(_SERVICE, name, variables)
