"""How much of an hour's requests is left; asking costs none of it."""

from __future__ import annotations

from postil.testing.github.desk import Desk
from postil.testing.github.routing import Route
from postil.testing.github.wire import Reply


def overview(desk: Desk) -> Reply:
    who = desk.visitor.value if desk.visitor else ""
    resources = desk.world.rates.overview(who, desk.world.now())
    return Reply(document={"resources": resources, "rate": resources["core"]})


ROUTES = (Route("GET", "/rate_limit", overview),)
