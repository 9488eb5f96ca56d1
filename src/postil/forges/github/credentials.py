"""Who we are to GitHub: a token somebody gave us, or an App that gets itself one when needed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Protocol

from postil.domain.errors import UserError
from postil.forges.github.clock import Clock

_TOKEN = re.compile(r"\A[\x21-\x7e]{1,4096}")
_JWT_SECONDS = 540
_SKEW_SECONDS = 60


class Credential(Protocol):
    """Gives the token for the next request."""

    @property
    def name(self) -> str:
        """Where it comes from, in words a person can act on."""

    def token(self) -> str:
        """The token to send now."""

    def renewed(self) -> bool:
        """Told that the token was not accepted: whether there may be another one."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token from a variable; it is what it is."""

    value: str = field(repr=False)
    variable: str = "GITHUB_TOKEN"

    def __post_init__(self) -> None:
        if not _TOKEN.fullmatch(self.value):
            raise UserError(
                f"`{self.variable}` holds blanks or characters that no token has; set it again."
            )

    @property
    def name(self) -> str:
        return f"the token in `{self.variable}`"

    def token(self) -> str:
        return self.value

    def renewed(self) -> bool:
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class AppKey:
    """A GitHub App's private key, which signs a short-lived statement of who it is."""

    app: str
    key: str = field(repr=False)
    clock: Clock = field(repr=False)

    @property
    def name(self) -> str:
        return f"the key of App `{self.app}`"

    def token(self) -> str:
        import jwt  # noqa: PLC0415 - the cryptography behind it is slow to load

        now = int(self.clock.epoch())
        claims = {"iat": now - _SKEW_SECONDS, "exp": now + _JWT_SECONDS, "iss": self.app}
        try:
            return jwt.encode(claims, self.key, algorithm="RS256")
        except (jwt.PyJWTError, ValueError, TypeError):
            raise UserError(
                f"The key of App `{self.app}` is not an RSA private key; give the whole PEM file "
                "that GitHub made for it."
            ) from None

    def renewed(self) -> bool:
        return False
