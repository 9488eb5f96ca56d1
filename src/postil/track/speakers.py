"""Who has what say on a pull request, by what each of them may do there now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from postil.domain.forge import Actor, ActorKind, Permission, Shown
from postil.domain.memory import Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Speakers:
    """Everybody on one pull request; `permission` is asked once for each person, and for no bot."""

    shown: Shown
    permission: Callable[[Actor], Permission]
    _known: dict[str, Permission] = field(default_factory=dict)

    def standing(self, actor: Actor | None) -> Standing:
        """Whose word it is; an account that is gone has no more say than a stranger."""
        known = self.at_sight(actor)
        if known is not Standing.OUTSIDER or actor is None:
            return known
        return Standing.MAINTAINER if self.may_write(actor) else Standing.OUTSIDER

    def at_sight(self, actor: Actor | None) -> Standing:
        """The same without asking, for words that move nothing: who may write is not known then."""
        if self.shown.is_mine(actor):
            return Standing.POSTIL
        if actor is None:
            return Standing.OUTSIDER
        if actor.kind is ActorKind.BOT:
            return Standing.BOT
        author = self.shown.pull.author
        is_author = author is not None and author.id == actor.id
        return Standing.AUTHOR if is_author else Standing.OUTSIDER

    def may_write(self, actor: Actor) -> bool:
        if actor.id not in self._known:
            self._known[actor.id] = self.permission(actor)
        return self._known[actor.id].may_write
