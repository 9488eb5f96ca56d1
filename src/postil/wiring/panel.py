"""Sets the panel's part of the desk: which roles there are, who answers for them, with what money."""

from __future__ import annotations

import asyncio
import difflib
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from postil import catalogue
from postil.configuration import CONFIGURATION
from postil.domain.change import Change
from postil.domain.errors import Unusable
from postil.domain.observation import Gap
from postil.domain.policy import Policy
from postil.inspection import roles as built_in
from postil.inspection.panel.team import team_roles
from postil.inspection.prompt.charges import Inputs
from postil.inspection.roles import Role, role_of
from postil.inspection.tools import Ground
from postil.inspection.toolset import ReadingRoom
from postil.models import ClosedModel
from postil.pipeline import PanelDesk
from postil.ports import Model, Tree
from postil.wiring.guests import check_names

_NONCE_BYTES = 12
Opener = Callable[[str], Model]
"""Opens the model of a `provider:name`; raises `Unusable` with the remedy."""


class SystemClock:
    """The time that passes for everybody."""

    def now(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


def known_roles() -> dict[str, Role]:
    """Every role that is built in, by name."""
    units = catalogue.units(built_in, must_have=built_in.MUST_HAVE)
    return {unit.name: role_of(unit.module) for unit in units}


def panel_desk(
    policy: Policy, open_: Opener, *, ground: Ground, inputs: Inputs, operator: str
) -> tuple[PanelDesk | None, tuple[Gap, ...]]:
    """The panel's desk; without a usable model none, and the gap that says why."""
    if policy.model is None:
        return None, ()
    models = _Models(policy, open_)
    closed = [model for model in models.of("") if isinstance(model, ClosedModel)]
    if len(closed) == len(models.of("")):
        return None, (_unusable(policy.model, closed[0].problem),)
    for role, _spec in policy.panel.roles:
        models.of(role)
    room = ReadingRoom(ground=ground)
    roles = known_roles()
    desk = PanelDesk(
        roles=roles,
        models=models.of,
        clock=SystemClock(),
        nonce=secrets.token_hex(_NONCE_BYTES),
        tools=room.toolset,
        lookups=lambda: room.lookups,
        inputs=inputs,
        operator=operator,
    )
    return desk, tuple(_strangers(policy, roles))


def _strangers(policy: Policy, roles: Mapping[str, Role]) -> Iterator[Gap]:
    """Models named for roles there are not; a misspelt name must not pass for one that counts."""
    for name, model in policy.panel.roles:
        if name not in roles:
            near = difflib.get_close_matches(name, roles, n=1)
            hint = f"did you mean `{near[0]}`?" if near else "`postil roles` lists them"
            yield Gap(
                subject=CONFIGURATION,
                reason=f"`{name}={model}` names a role that does not exist",
                required=True,
                remedy=hint,
            )


def with_team(desk: PanelDesk, base: Tree, change: Change) -> tuple[PanelDesk, tuple[Gap, ...]]:
    """The desk with the roles the team wrote down at the base beside ours, and what is none."""
    changed = [path for file in change.files for path in {file.path, file.old_path or file.path}]
    own = tuple(desk.roles.values())
    invited, gaps = team_roles(base, changed, known=own, taken=check_names())
    return replace(desk, roles={**desk.roles, **{role.name: role for role in invited}}), gaps


class _Models:
    """Opens each model once; a role's own model comes first, the fallbacks last."""

    def __init__(self, policy: Policy, open_: Opener) -> None:
        self._policy = policy
        self._open = cache(lambda spec: _opened(spec, open_))

    def of(self, role: str) -> Sequence[Model]:
        rules = self._policy.panel
        extra = {
            "second-opinion": rules.second_opinion,
            "arbiter": rules.arbiter,
            "skeptic": rules.skeptic,
        }.get(role)
        if extra is not None:
            # Whoever is asked besides the panel must not turn out to be the panel's own model.
            return [self._open(extra)]
        own = dict(self._policy.panel.roles).get(role, self._policy.model or "")
        specs = dict.fromkeys([own, *self._policy.panel.fallback])
        return [self._open(spec) for spec in specs]


def _opened(spec: str, open_: Opener) -> Model:
    try:
        return open_(spec)
    except Unusable as problem:
        return ClosedModel(name=spec, problem=problem)


def _unusable(model: str, problem: Unusable) -> Gap:
    return Gap(
        subject="the reviewer panel",
        reason=f"`{model}` cannot be asked: {problem}",
        required=True,
        remedy="`postil doctor` looks at it; `--no-model` reviews with the checks alone",
    )
