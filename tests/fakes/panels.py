"""Whole prompts, as a model gets them from a review of a small change."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from postil.domain.conversation import Prompt
from postil.domain.policy import Policy
from postil.inspection.roles import Role
from postil.pipeline import Desk, PanelDesk, review
from postil.ports import ToolRun, ToolStatus
from postil.understand import Request

from fakes.changes import change_between
from fakes.models import FakeClock, FakeModel, report
from fakes.trees import MemorySearch, MemoryTree

NONCE = "5f3a9c0d7e1b2a48"
BEFORE = {
    "AGENTS.md": "Money is counted in cents.\n",
    "billing/refund.py": (
        "def refund(order, cents):\n"
        "    if order.refunded + cents > order.total:\n"
        "        raise TooMuch(order)\n"
        "    gateway.pay(order, cents)\n"
    ),
}
AFTER = {
    **BEFORE,
    "billing/refund.py": (
        "def refund(order, cents):\n"
        "    gateway.pay(order, cents)\n"
        "    if order.refunded + cents > order.total:\n"
        "        raise TooMuch(order)\n"
    ),
}


@dataclass
class NoTools:
    def run(self, *_: Any, **__: Any) -> ToolRun:
        return ToolRun(status=ToolStatus.MISSING)


def prompts(
    roles: Mapping[str, Role],
    *,
    body: str = "",
    policy: Policy | None = None,
    before: Mapping[str, str] = BEFORE,
    request: Request | None = None,
    **panel: Any,
) -> dict[str, Prompt]:
    """What each of these roles is asked about the change, whether it would sit or not.

    `team` are roles that are there without being among the policy's reviewers.
    """
    model = FakeModel([report()])
    team = {role.name: role for role in panel.pop("team", ())}
    after = {**before, "billing/refund.py": AFTER["billing/refund.py"]}
    review(
        Desk(
            change=change_between(before, after, subject="Pay first", body=body),
            head=MemoryTree(after),
            base=MemoryTree(before),
            search=MemorySearch(after),
            tools=NoTools(),
            checks=(),
            policy=replace(policy or Policy(), reviewers=tuple(roles)),
            request=request or Request(),
            today=dt.date(2026, 1, 1),
            panel=PanelDesk(
                roles={
                    name: replace(role, seat=lambda _brief: "asked")
                    for name, role in (*roles.items(), *team.items())
                },
                models=lambda _name: (model,),
                clock=FakeClock(),
                nonce=NONCE,
                **panel,
            ),
        )
    )
    return {
        prompt.charge.partition("\n")[0].removeprefix("# Your charge: "): prompt
        for prompt in model.asked
    }
