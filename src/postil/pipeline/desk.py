"""What one review works with: the change, how to look further, who reads it, and the rules."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from postil.catalogue import Unit
from postil.domain.change import Change
from postil.domain.observation import Gap
from postil.domain.panel import Convened, Lookup
from postil.domain.policy import Policy
from postil.inspection.prompt.charges import Inputs
from postil.inspection.prompt.fences import Fence
from postil.inspection.prompt.guise import Guise
from postil.inspection.roles import Role
from postil.pipeline.past import Past
from postil.ports import (
    Answers,
    Clock,
    Commits,
    Model,
    NoCommits,
    Scans,
    Search,
    Toolbox,
    Toolset,
    Tree,
)
from postil.understand import Request

Tools = Callable[[Role, Guise, Fence], Toolset | None]


@dataclass(frozen=True, kw_only=True)
class PanelDesk:
    """What the panel needs besides the change.

    `models` names for a role the models that answer for it, in order; `nonce` is this run's
    boundary; `lookups` is what `tools` were asked so far; `growth` is how many tokens may go
    into unchanged lines around the hunks. `second_opinion` says that one was asked for,
    whatever the change is. `announce` hears who sits and what it may
    cost, before anything is sent. `answers` keeps what was paid for, so that a run after one
    that died goes on from there.
    """

    roles: Mapping[str, Role]
    models: Callable[[str], Sequence[Model]]
    clock: Clock
    nonce: str
    tools: Tools = lambda _role, _guise, _fence: None
    lookups: Callable[[], Sequence[Lookup]] = tuple
    inputs: Inputs = field(default_factory=Inputs)
    operator: str = ""
    growth: int = 20_000
    second_opinion: bool = False
    answers: Answers | None = None
    announce: Callable[[Convened], None] = lambda _convened: None


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What one review works with; without a `panel` only the checks look at the change.

    Without a `past` it is a first review.
    """

    change: Change
    head: Tree
    base: Tree
    search: Search
    tools: Toolbox
    checks: Sequence[Unit]
    policy: Policy
    request: Request
    today: dt.date
    gaps: tuple[Gap, ...] = ()
    scans: Scans = field(default_factory=Scans)
    commits: Commits = field(default_factory=NoCommits)
    panel: PanelDesk | None = None
    past: Past | None = None
