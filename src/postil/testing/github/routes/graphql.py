"""The one address of the GraphQL interface."""

from __future__ import annotations

from postil.testing.github import graph
from postil.testing.github.desk import Desk
from postil.testing.github.routing import Route
from postil.testing.github.wire import Reply


def ask(desk: Desk) -> Reply:
    reply, drift = graph.answer(desk)
    desk.world.drift += drift
    return reply


ROUTES = (Route("POST", "/graphql", ask, published=False),)
