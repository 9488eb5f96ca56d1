"""Finds a provider's key and address among the variables a person set; says what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from postil.domain.errors import Unusable, UserError


def key_of(provider: str, variable: str, variables: Mapping[str, str]) -> str:
    key = variables.get(variable, "").strip()
    if not key:
        raise Unusable(f"`{provider}` needs a key; set `{variable}`")
    return key


def address_of(variable: str, variables: Mapping[str, str]) -> str:
    """The address a person set; empty when the provider's own is meant."""
    address = variables.get(variable, "").strip()
    if address and not _is_address(address):
        raise UserError(f"`{variable}` must be an address like `https://models.example/v1`")
    return address


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
