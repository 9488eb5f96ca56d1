"""Models of services that speak OpenAI's chat protocol without being OpenAI."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from postil.domain.conversation import Price
from postil.domain.errors import Unusable, UserError
from postil.models._keys import address_of, key_of
from postil.models._late import LateModel
from postil.ports import Model


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatService:
    """Where a service is and what its variables are called.

    `variables` are the key's, the address's and, where people set it, the window's; `address` is
    empty when only a person knows it; `priced` finds what a model of the service costs.
    """

    name: str
    variables: tuple[str, ...]
    priced: Callable[[str], Price]
    address: str = ""
    keyless: bool = False


def open_chat(service: ChatService, name: str, variables: Mapping[str, str]) -> Model:
    key, address, *window = service.variables
    made = _Wanted(
        service=service,
        name=name,
        key=variables.get(key, "").strip()
        if service.keyless
        else key_of(service.name, key, variables),
        address=address_of(address, variables) or service.address,
        window=_window(window, variables),
    )
    if not made.address:
        raise Unusable(f"`{service.name}` needs an address; set `{address}`")
    return LateModel(f"{service.name}:{name}", made.open)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """A model of a service, with everything that was found out before it is opened."""

    service: ChatService
    name: str
    key: str
    address: str
    window: int

    def open(self) -> Model:
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.profiles.openai import OpenAIModelProfile
        from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

        from postil.models._dialogue import DialogueModel
        from postil.models._figures import window_of

        provider = OpenAICompatibleProvider(
            self.service.name,
            base_url=self.address,
            api_key=self.key or None,
            # The older word for the limit is the one all of them know; Mistral refuses the newer.
            profile=OpenAIModelProfile(openai_chat_supports_max_completion_tokens=False),
        )
        return DialogueModel(
            name=f"{self.service.name}:{self.name}",
            provider=OpenAIChatModel(self.name, provider=provider),
            window=self.window or window_of(self.name),
            caches=False,
            price=self.service.priced(self.name),
            variables=self.service.variables,
        )


def table_price(service: str) -> Callable[[str], Price]:
    """Prices as the table that ships with us has them for a service."""

    def priced(name: str) -> Price:
        from postil.models._figures import price_of

        return price_of(name, service)

    return priced


def _window(wanted: list[str], variables: Mapping[str, str]) -> int:
    """How many tokens a person says the model takes; 0 when nobody said."""
    for variable in wanted:
        given = variables.get(variable, "").strip()
        if not given:
            continue
        if not given.isascii() or not given.isdigit() or not int(given[:9]):
            raise UserError(f"`{variable}` must be how many tokens the model takes, like `32768`")
        return int(given[:9])
    return 0
