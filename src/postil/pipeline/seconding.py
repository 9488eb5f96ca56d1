"""Whether a second model reads the change beside the panel, and its opinion."""

from __future__ import annotations

from dataclasses import dataclass

from postil.domain.brief import Brief, Effort
from postil.domain.conversation import Usage, tokens
from postil.domain.errors import Unusable
from postil.inspection.panel.holding import ANSWER_ROOM
from postil.inspection.panel.sitting import Sitting
from postil.inspection.roles import Role
from postil.inspection.second_opinion import (
    SECOND_OPINION,
    Opinion,
    declined,
    reason_for,
    second_opinion,
)
from postil.inspection.verification.questions import MOST_OUTPUT
from postil.inspection.verification.thrift import Step, given_up, need, wanted
from postil.pipeline.desk import Desk, PanelDesk
from postil.ports import Model

GENERALIST = "generalist"
_USUAL_LISTING = 4_000
"""How many tokens the findings usually take that are looked at again."""


@dataclass(frozen=True, kw_only=True)
class Second:
    """The second model as a reader of everything, why it is asked, or why it cannot be.

    `before` are the steps that matter more and are still to come.
    """

    role: Role
    reason: str
    models: tuple[Model, ...] = ()
    why_not: str = ""
    before: tuple[Step, ...] = ()


def second_model(desk: Desk, panel: PanelDesk, brief: Brief) -> Second | None:
    """Who reads the change a second time; None when nobody is asked to."""
    configured = desk.policy.panel.second_opinion is not None
    reason = reason_for(brief, asked=panel.second_opinion, configured=configured)
    role = panel.roles.get(GENERALIST)
    if reason is None or role is None or desk.request.effort is Effort.QUICK:
        return None
    if not configured:
        why = "no second model is configured; name one as `models.second_opinion`"
        return Second(role=role, reason=reason, why_not=why)
    before = tuple(step for step in wanted(desk.policy) if step is not Step.ARBITER)
    try:
        models = tuple(panel.models(SECOND_OPINION))
        return Second(role=role, reason=reason, models=models, before=before)
    except Unusable as problem:
        return Second(role=role, reason=reason, why_not=str(problem))


async def opinion_of(second: Second | None, sitting: Sitting) -> Opinion | None:
    """What the second model reports; given up before the panel itself is short of money."""
    if second is None:
        return None
    why = second.why_not or _too_dear(second, sitting)
    if why:
        return declined(why)
    return await second_opinion(sitting, second.role, second.models, reason=second.reason)


def _too_dear(second: Second, sitting: Sitting) -> str:
    """Why it cannot be afforded beside the panel and what comes after; empty when it can.

    The panel's calls are counted at the most they may take, for that is what the purse puts
    aside for each: a second opinion must not be what keeps a reviewer from reading.
    """
    papers, purse = sitting.papers, sitting.purse
    size = tokens(papers.shared(sitting.units)) + tokens(papers.rules)
    prices = [models[0].price for models in sitting.models.values() if models]
    panel = sum(price.of(Usage(input=size, output=ANSWER_ROOM)) for price in prices)
    limits = [left for left in (purse.usd_left, purse.change_left) if left is not None]
    own = second.models[0].price
    needs = [need(Step.SECOND_OPINION, own, size=size, most_output=ANSWER_ROOM)]
    needs += [
        need(step, prices[0], size=_USUAL_LISTING, most_output=MOST_OUTPUT)
        for step in second.before
        if prices
    ]
    gone = given_up(
        needs,
        usd=min(limits) - panel if limits else None,
        seconds=sitting.deadline - sitting.clock.now(),
    )
    return gone.get(Step.SECOND_OPINION, "")
