"""One file per resource; a new file in this folder is found without being named anywhere."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from postil.testing.github.routing import Route


@cache
def every() -> tuple[Route, ...]:
    """Routes with fixed words before routes with holes, so that `/user` is not a name."""
    found = [
        route
        for module in pkgutil.iter_modules(__path__)
        for route in importlib.import_module(f"{__name__}.{module.name}").ROUTES
    ]
    return tuple(sorted(found, key=lambda route: (route.template.count("{"), -len(route.template))))
