"""What people said on a pull request since the last review, for the next one to hear."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field

from postil.domain.commands import Commands
from postil.domain.forge import Actor, Permission, Shown
from postil.domain.marks import Seal
from postil.domain.memory import Memory
from postil.domain.ours import ours
from postil.domain.replies import Reply
from postil.track.commands import commands
from postil.track.conversations import replies
from postil.track.speakers import Speakers


@dataclass(frozen=True, kw_only=True)
class Heard:
    """Replies for the findings' lives, and what people want done."""

    replies: tuple[Reply, ...] = ()
    commands: Commands = field(default_factory=Commands)


def hear_people(
    shown: Shown,
    seal: Seal,
    memory: Memory,
    permission: Callable[[Actor], Permission],
    *,
    now: dt.datetime,
) -> Heard:
    """Everything that was said, each word at most once over all runs."""
    speakers = Speakers(shown=shown, permission=permission)
    mine = ours(shown, seal)
    asked = commands(shown, mine, memory, speakers, now=now)
    said = replies(shown, mine, memory, speakers)
    return Heard(replies=(*said, *asked.replies), commands=asked)
