"""Carries a plan out write by write, and looks again before anything is ever sent twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from postil.domain.errors import ForgeError
from postil.domain.forge import Shown
from postil.domain.marks import Seal, Stage
from postil.domain.publication import (
    Action,
    EditComment,
    Fate,
    PostAnswer,
    PostComment,
    PostFileNote,
    PostReview,
    Receipt,
    Refusal,
    Wanted,
)
from postil.ports import Forge
from postil.publish.planning import plan
from postil.publish.recognising import recognise

LOOKS = (5.0, 30.0, 180.0)
"""Seconds to wait before each further look for a write that does not show yet."""

_SPEECH = (PostComment, EditComment, PostReview, PostFileNote, PostAnswer)
"""What a locked conversation takes no more of."""

_MOST_TRIES = 2
_MOST_ROUNDS = 12

Item = tuple[str, object]
"""One thing a write brings about; a review brings about a summary and each of its notes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """What was written, what the forge shows after it, and what is still missing there.

    `unplaced` are findings whose notes the forge did not take; the summary says them instead.
    `is_superseded` says that the pull request moved on while we wrote, `is_yielded` that
    another run writes there. `trouble` is why we could not look to the end, empty when we could.
    """

    shown: Shown
    receipts: tuple[Receipt, ...] = ()
    left: tuple[Action, ...] = ()
    unplaced: frozenset[str] = frozenset()
    is_superseded: bool = False
    is_yielded: bool = False
    trouble: str = ""

    @property
    def refusals(self) -> tuple[Receipt, ...]:
        return tuple(each for each in self.receipts if each.fate is Fate.REFUSED)


Composed = Callable[[Shown, frozenset[str]], Wanted]
"""What we want, given what is there and the findings whose notes cannot be placed."""


class Journal(Protocol):
    """Remembers over the end of a process which write was under way."""

    def unsettled(self) -> str:
        """A text the forge must show if the last write of an earlier run was done; else empty."""

    def sending(self, text: str) -> None:
        """A write begins that puts this text there; when this returns it is remembered."""

    def settled(self) -> None:
        """Everything that was sent has been looked for."""


class NoJournal:
    """For where nothing can be kept."""

    def unsettled(self) -> str:
        return ""

    def sending(self, text: str) -> None:
        """Nowhere to note it."""

    def settled(self) -> None:
        """Nothing was noted."""


@dataclass(kw_only=True)
class Courier:
    """One delivery to one pull request. `wait` passes the time between looks."""

    forge: Forge
    seal: Seal
    wait: Callable[[float], None]
    journal: Journal = field(default_factory=NoJournal)
    _receipts: list[Receipt] = field(default_factory=list)
    _vain: Counter[Item] = field(default_factory=Counter)
    _given_up: set[Item] = field(default_factory=set)
    _unplaced: set[str] = field(default_factory=set)
    _stood: frozenset[str] = frozenset()
    _is_silenced: bool = False

    def deliver(self, composed: Composed, shown: Shown) -> Delivery:
        """Write until the pull request shows what is wanted, or nothing more can be done.

        Each round plans from what is really there. A write that may have happened is looked
        for until the forge has had all the time to show it; only then is it sent once more.
        """
        trouble = ""
        shown = self._caught_up(shown)
        self._stood = frozenset(each.mark.id for each in recognise(shown, self.seal).summaries)
        for _ in range(_MOST_ROUNDS):
            wanted = self._wanted(composed, shown)
            actions = self._worthwhile(wanted, shown)
            if not actions:
                break
            sent = self._write(actions, wanted)
            try:
                shown = self._settled(wanted, sent)
            except ForgeError as error:
                trouble = str(error)
                break
            self._reckon(wanted, shown, sent)
            if self._is_yielded(wanted, shown):
                break
        wanted = self._wanted(composed, shown)
        return Delivery(
            shown=shown,
            receipts=tuple(self._receipts),
            left=plan(wanted, shown, self.seal),
            unplaced=frozenset(self._unplaced),
            is_superseded=shown.pull.head != wanted.head,
            is_yielded=self._is_yielded(wanted, shown),
            trouble=trouble,
        )

    def _caught_up(self, shown: Shown) -> Shown:
        """What is there once the last write of a run that died shows, or once it had the time to."""
        text = self.journal.unsettled()
        for seconds in LOOKS if text else ():
            if _shows(shown, text):
                break
            self.wait(seconds)
            shown = self.forge.look()
        return shown

    def _wanted(self, composed: Composed, shown: Shown) -> Wanted:
        """What we want; without an opening where the forge would not have one."""
        self._unplaced -= recognise(shown, self.seal).threads.keys()
        wanted = composed(shown, frozenset(self._unplaced))
        opening = _items(PostComment(body=wanted.opening))
        return replace(wanted, opening="") if opening <= self._given_up else wanted

    def _worthwhile(self, wanted: Wanted, shown: Shown) -> tuple[Action, ...]:
        return tuple(
            action
            for action in plan(wanted, shown, self.seal)
            if not _items(action) <= self._given_up
            and not (self._is_silenced and isinstance(action, _SPEECH))
        )

    def _write(self, actions: tuple[Action, ...], wanted: Wanted) -> dict[Item, Fate]:
        """Send one after the other; stops at the first that is not plainly done.

        It stops after an opening, too: with the look that follows we know whether the head is
        still the one we reviewed, and whether another run has opened here as well.
        """
        sent: dict[Item, Fate] = {}
        for action in actions:
            self.journal.sending(_text(action))
            receipt = self.forge.carry_out(action)
            self._receipts.append(receipt)
            if receipt.fate is Fate.REFUSED:
                self._give_up(_items(action))
                self._is_silenced |= receipt.refusal is Refusal.LOCKED
                break
            sent |= dict.fromkeys(_items(action), receipt.fate)
            if receipt.fate is Fate.UNKNOWN or _is_opening(action, wanted):
                break
        return sent

    def _is_yielded(self, wanted: Wanted, shown: Shown) -> bool:
        """Whether another run has opened since we began; what stood before may show a while yet."""
        standing = recognise(shown, self.seal).summaries[:1]
        ours = self.seal.read(wanted.opening) if wanted.opening else None
        if not standing or ours is None or standing[0].mark.stage is not Stage.OPENING:
            return False
        return standing[0].mark.id not in (ours.mark.id, *self._stood)

    def _settled(self, wanted: Wanted, sent: dict[Item, Fate]) -> Shown:
        """What is there once everything that was sent shows, or once it had the time to."""
        shown = self.forge.look()
        for seconds in LOOKS:
            if not self._missing(wanted, shown, sent):
                break
            self.wait(seconds)
            shown = self.forge.look()
        self.journal.settled()
        return shown

    def _missing(self, wanted: Wanted, shown: Shown, sent: dict[Item, Fate]) -> set[Item]:
        planned = {item for action in plan(wanted, shown, self.seal) for item in _items(action)}
        return planned & sent.keys()

    def _reckon(self, wanted: Wanted, shown: Shown, sent: dict[Item, Fate]) -> None:
        """What still does not show was sent in vain: once more, and then it is given up.

        A note the forge said it took and does not show would be taken and lost again.
        """
        for item in self._missing(wanted, shown, sent):
            self._vain[item] += 1
            is_swallowed = item[0] == "note" and sent[item] is Fate.DONE
            if is_swallowed or self._vain[item] >= _MOST_TRIES:
                self._give_up({item})

    def _give_up(self, items: set[Item]) -> None:
        self._given_up |= items
        self._unplaced |= {str(what) for kind, what in items if kind == "note"}


def _text(action: Action) -> str:
    """The mark by which the object of a write is recognised; empty where it leaves none."""
    if isinstance(action, PostFileNote):
        body = action.note.body
    elif isinstance(action, PostComment | EditComment | PostReview | PostAnswer):
        body = action.body
    else:
        body = ""
    return body.rstrip("\n").rpartition("\n")[2]


def _shows(shown: Shown, text: str) -> bool:
    in_threads = (each.body for thread in shown.threads for each in thread.comments)
    bodies = (*(each.body for each in shown.comments), *(each.body for each in shown.reviews))
    return any(text in body for body in (*bodies, *in_threads))


def _is_opening(action: Action, wanted: Wanted) -> bool:
    return isinstance(action, PostComment | EditComment) and action.body == wanted.opening != ""


def _items(action: Action) -> set[Item]:
    if isinstance(action, PostFileNote):
        return {("note", action.note.finding)}
    if isinstance(action, PostReview):
        notes: set[Item] = {("note", note.finding) for note in action.notes}
        return notes or {("review", action.head)}
    return {("write", action)}
