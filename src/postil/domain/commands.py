"""What people can tell us to do in a comment, and what came in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from postil.domain.memory import Standing
from postil.domain.replies import Reply


class Verb(StrEnum):
    REVIEW = "review"
    FULL = "full"
    WHY = "why"
    DISMISS = "dismiss"
    RESOLVE = "resolve"
    PAUSE = "pause"
    RESUME = "resume"
    HELP = "help"


class Objection(StrEnum):
    """Why a command is not followed."""

    NOT_ALLOWED = "not-allowed"
    EDITED = "edited"
    UNREADABLE = "unreadable"
    NO_SUCH_FINDING = "no-such-finding"
    NO_REASON = "no-reason"


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One command of one person.

    `finding` is the id it is about, or the number as it was written where there is no such
    finding. `origin` is the comment it stands in; `thread` is empty in the conversation.
    """

    verb: Verb
    who: str
    by: Standing
    origin: str
    thread: str = ""
    finding: str = ""
    reason: str = ""
    objection: Objection | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Commands:
    """What is to be done now, and answered once; `replies` are what it means for findings.

    `is_paused` says that pushes are not to be reviewed until somebody says otherwise.
    """

    given: tuple[Command, ...] = ()
    replies: tuple[Reply, ...] = ()
    is_paused: bool = False

    @property
    def wants_review(self) -> bool:
        """Whether somebody asked for a review, however often."""
        return self._asks_for(Verb.REVIEW, Verb.FULL)

    @property
    def wants_everything(self) -> bool:
        return self._asks_for(Verb.FULL)

    def _asks_for(self, *verbs: Verb) -> bool:
        return any(each.verb in verbs and each.objection is None for each in self.given)
