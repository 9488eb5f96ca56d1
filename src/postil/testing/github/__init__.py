"""GitHub on loopback: real HTTP and real git, GitHub's rules, a journal, and faults by plan.

with FakeGitHub() as hub:
    ada = hub.user("ada")
    repository = hub.repository("ada", "widgets", path)
    pull = hub.pull(repository, head="feature", author=ada)
    ...  # point a client at `hub.url` with `hub.token(ada)`, then ask `hub.journal` and `pull`
"""

from __future__ import annotations

from postil.testing.github.faults import (
    BodyOnly,
    Delay,
    DropAfter,
    DropBefore,
    DropComments,
    Fault,
    Faults,
    Forget,
    Html,
    Outcome,
    Partial,
    Status,
    Truncate,
    When,
    secondary_limit,
)
from postil.testing.github.hub import Drift, FakeGitHub
from postil.testing.github.journal import Exchange, Journal
from postil.testing.github.limits import Lag, Limits
from postil.testing.github.state.accounts import Access, Account, App, Kind, Role
from postil.testing.github.state.repositories import Pull, Repository

__all__ = [
    "Access",
    "Account",
    "App",
    "BodyOnly",
    "Delay",
    "Drift",
    "DropAfter",
    "DropBefore",
    "DropComments",
    "Exchange",
    "FakeGitHub",
    "Fault",
    "Faults",
    "Forget",
    "Html",
    "Journal",
    "Kind",
    "Lag",
    "Limits",
    "Outcome",
    "Partial",
    "Pull",
    "Repository",
    "Role",
    "Status",
    "Truncate",
    "When",
    "secondary_limit",
]
