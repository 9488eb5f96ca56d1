"""Adapters to model providers, one file each; a provider is imported only when it is asked.

A provider module has these names:

    NAME       what stands before the colon in `provider:name`, the file's name with dashes
    VARIABLES  the variables it reads, the key first
    open_model `(name, variables) -> Model`; raises `Unusable` with the remedy when a key is missing

The module itself is cheap to import; the provider's library is opened on a thread (`_late.py`),
or by a process of its own where this one ends before it could use it twice (`_apart`).
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Mapping
from functools import partial

from postil import catalogue
from postil.annex import Annex
from postil.domain.errors import UserError
from postil.models._closed import ClosedModel
from postil.models._examining import Examined, Fitness, examine
from postil.models._late import LateModel
from postil.ports import Model

__all__ = ["MUST_HAVE", "ClosedModel", "Examined", "Fitness", "examine", "open_model", "providers"]

MUST_HAVE = frozenset({"NAME", "VARIABLES", "open_model"})


def providers() -> tuple[str, ...]:
    """The names that may stand before the colon."""
    return catalogue.names(sys.modules[__name__])


def open_model(spec: str, variables: Mapping[str, str], annex: Annex | None = None) -> Model:
    """The model a person named as `provider:name`, with its key from the given variables.

    With an annex the provider's library is loaded there, which is quicker and lasts for one run.
    """
    provider, _, name = spec.partition(":")
    known = providers()
    if provider not in known:
        near = difflib.get_close_matches(provider, known, n=1)
        hint = f"did you mean `{near[0]}:{name}`?" if near else f"known are {', '.join(known)}."
        raise UserError(f"there is no model provider `{provider}`; {hint}")
    unit = catalogue.load(sys.modules[__name__], provider, must_have=MUST_HAVE)
    opened: Model = unit.module.open_model(name, variables)
    if isinstance(opened, LateModel):
        opened.begin(partial(_in_annex, spec, variables, annex))
    return opened


def _in_annex(spec: str, variables: Mapping[str, str], annex: Annex | None) -> Model | None:
    if annex is None:
        return None
    from postil.models._apart.asking import open_apart

    return open_apart(spec, variables, annex)
