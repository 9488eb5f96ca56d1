"""The key that signs what we leave on a forge, and the secrets that may never stand there."""

from __future__ import annotations

import hashlib
import hmac
import sys
from collections.abc import Iterable

from postil import catalogue, models
from postil.domain.forge import PullRequest
from postil.domain.marks import Seal
from postil.domain.policy import Policy
from postil.publish.secrets import Secret
from postil.wiring.process import STATE_KEY, Surroundings

_SECRET_ENDINGS = ("_KEY", "_TOKEN", "_SECRET", "_PASSWORD")


def seal_of(pull: PullRequest, policy: Policy, around: Surroundings) -> Seal:
    """The seal of a pull request: the key that was set, else one made from the model's own.

    Without either there is no key, and what we find again only prevents repetition.
    """
    given = around.forge.get(STATE_KEY, "") or _model_key(policy, around)
    key = hmac.new(given.encode(), b"postil state", hashlib.sha256).digest() if given else b""
    return Seal(repository_id=pull.repository_id, number=pull.number, key=key)


def own_secrets(around: Surroundings, minted: Iterable[str] = ()) -> tuple[Secret, ...]:
    """The values that must not leave, whatever text they turn up in.

    `minted` are tokens we were given since the run began.
    """
    given = (*around.credentials.items(), *around.forge.items())
    set_ = (Secret(name, value) for name, value in given if name.endswith(_SECRET_ENDINGS))
    return (*set_, *(Secret("a token of this run", value) for value in minted))


def _model_key(policy: Policy, around: Surroundings) -> str:
    provider = (policy.model or "").partition(":")[0]
    if provider not in models.providers():
        return ""
    unit = catalogue.load(sys.modules[models.__name__], provider, must_have=models.MUST_HAVE)
    names: tuple[str, ...] = unit.module.VARIABLES[:1]
    return next((around.credentials.get(name, "") for name in names), "")
