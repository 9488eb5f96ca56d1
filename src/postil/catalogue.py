"""Finds every unit (check, role, renderer, command) in a package folder; refuses a misfit."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass
from types import ModuleType

from postil.domain.errors import PostilError


class Misfit(PostilError):
    """A module in a catalogue folder that lacks a name its kind must have."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One discovered module: `name` in words a user types (`stale-reference`)."""

    name: str
    module: ModuleType


def names(package: ModuleType) -> tuple[str, ...]:
    """The unit names in a package folder, without importing them; private modules are skipped."""
    return tuple(
        sorted(
            info.name.replace("_", "-")
            for info in pkgutil.iter_modules(package.__path__)
            if not info.name.startswith("_")
        )
    )


def load(package: ModuleType, name: str, *, must_have: frozenset[str]) -> Unit:
    """Import one unit and refuse it when it lacks something every unit of its kind has."""
    module = importlib.import_module(f"{package.__name__}.{name.replace('-', '_')}")
    return fitted(name, module, must_have=must_have)


def fitted(name: str, module: ModuleType, *, must_have: frozenset[str]) -> Unit:
    """The module as a unit of that name; refused when it lacks what its kind must have."""
    missing = sorted(must_have - set(vars(module)))
    if missing:
        msg = f"`{module.__name__}` lacks {', '.join(missing)}"
        raise Misfit(msg)
    if not (module.__doc__ or "").strip():
        msg = f"`{module.__name__}` has no docstring to explain itself"
        raise Misfit(msg)
    return Unit(name, module)


def units(package: ModuleType, *, must_have: frozenset[str]) -> tuple[Unit, ...]:
    return tuple(load(package, name, must_have=must_have) for name in names(package))
