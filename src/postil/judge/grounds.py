"""What a judgement rests on besides the remarks themselves."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from postil.domain.change import Change
from postil.domain.policy import Policy
from postil.domain.stretch import Stretch
from postil.ports import Search, Tree


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """The change, both of its versions, a search over the newer one, the policy and the day.

    `search` is None when nothing can be asked about the whole tree; it is asked at most once.
    `fixes` are the lines written in answer to an earlier review; where they are not known nobody
    can call a remark a consequence of those fixes. `spec` is the specification that was given,
    empty when there is none.
    """

    change: Change
    head: Tree
    base: Tree
    search: Search | None
    policy: Policy
    today: dt.date
    fixes: Stretch | None = None
    spec: str = ""
