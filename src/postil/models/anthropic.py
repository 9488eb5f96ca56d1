"""Anthropic's messages API."""

from __future__ import annotations

from collections.abc import Mapping

from postil.models._keys import address_of, key_of
from postil.models._late import LateModel
from postil.ports import Model

NAME = "anthropic"
VARIABLES = ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL")


def open_model(name: str, variables: Mapping[str, str]) -> Model:
    key = key_of(NAME, VARIABLES[0], variables)
    address = address_of(VARIABLES[1], variables)
    return LateModel(f"{NAME}:{name}", lambda: _made(name, key, address))


def _made(name: str, key: str, address: str) -> Model:
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    from postil.models._dialogue import DialogueModel
    from postil.models._figures import price_of, window_of

    provider = AnthropicProvider(api_key=key, base_url=address or None)
    return DialogueModel(
        name=f"{NAME}:{name}",
        provider=AnthropicModel(name, provider=provider),
        window=window_of(name),
        caches=True,
        price=price_of(name, "anthropic"),
        variables=VARIABLES,
    )
