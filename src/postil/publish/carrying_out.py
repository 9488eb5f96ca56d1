"""Carries a plan out write by write, and looks again before anything is ever sent twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from postil.domain.errors import ForgeError
from postil.domain.forge import Shown
from postil.domain.marks import Seal, Stage
from postil.domain.publication import (
    Action,
    AddLabel,
    Carrier,
    EditComment,
    Fate,
    PostAnswer,
    PostComment,
    PostFileNote,
    PostReview,
    Receipt,
    Refusal,
    RemoveLabel,
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

Unplaced = Mapping[str, Refusal | None]
"""Findings whose notes the forge did not take; None where it did not say no but failed."""

CONVERSATION = ""
"""Stands among the findings for the whole conversation, where that takes nothing any more."""

LABEL = "label"
"""Stands among the findings for the label, where that could not be set; no finding's id is a word."""

_CLOSED = (Refusal.FORBIDDEN, Refusal.LOCKED, Refusal.UNAUTHENTICATED)
"""Whoever may not write one label may write none."""

Item = tuple[str, object]
"""One thing a write brings about; a review brings about a summary and each of its notes."""

_NOTES = ("note", "file note")
"""A finding that may not stand on its line may still stand on its file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """What was written, what the forge shows after it, and what is still missing there.

    `unplaced` are findings whose notes the forge did not take, and what it refused them for; the
    summary says them instead, or a note on the file where the summary is not written again.
    `is_superseded` says that the pull request moved on while we wrote, `is_yielded` that
    another run writes there. `trouble` is why we could not look to the end, empty when we could.
    """

    shown: Shown
    receipts: tuple[Receipt, ...] = ()
    left: tuple[Action, ...] = ()
    unplaced: Unplaced = field(default_factory=dict)
    is_superseded: bool = False
    is_yielded: bool = False
    trouble: str = ""

    @property
    def refusals(self) -> tuple[Receipt, ...]:
        return tuple(each for each in self.receipts if each.fate is Fate.REFUSED)


Composed = Callable[[Shown, Unplaced], Wanted]
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
    _unplaced: dict[str, Refusal | None] = field(default_factory=dict)
    _stood: frozenset[str] = frozenset()
    _is_resumed: bool = False

    def deliver(self, composed: Composed, shown: Shown) -> Delivery:
        """Write until the pull request shows what is wanted, or nothing more can be done.

        Each round plans from what is really there. A write that may have happened is looked
        for until the forge has had all the time to show it; only then is it sent once more.
        """
        trouble = ""
        self._is_resumed = bool(self.journal.unsettled())
        shown = self._up_to_date(composed, self._caught_up(shown))
        self._stood = frozenset(each.mark.id for each in recognise(shown, self.seal).summaries)
        for _ in range(_MOST_ROUNDS):
            wanted = self._wanted(composed, shown)
            actions = self._worthwhile(wanted, shown)
            if not actions:
                break
            sent, was = self._write(actions, wanted), shown
            try:
                shown = self._settled(wanted, sent)
            except ForgeError as error:
                trouble = str(error)
                break
            self._reckon(wanted, sent, was=was, shown=shown)
            if self._is_yielded(wanted, shown):
                break
        wanted = self._wanted(composed, shown)
        return Delivery(
            shown=shown,
            receipts=tuple(self._receipts),
            left=plan(wanted, shown, self.seal),
            unplaced=dict(self._unplaced),
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

    def _up_to_date(self, composed: Composed, shown: Shown) -> Shown:
        """What is there this moment, where no opening comes first and is looked for.

        A person may have taken minutes to agree, and a review cannot be taken back.
        """
        wanted = self._wanted(composed, shown)
        if wanted.opening or not self._worthwhile(wanted, shown):
            return shown
        return self.forge.look()

    def _wanted(self, composed: Composed, shown: Shown) -> Wanted:
        """What we want; without an opening where the forge would not have one.

        After a run that died in a write, a note that is missing was not taken away by a person:
        nobody has seen yet whether it was ever there.
        """
        for finding in self._unplaced.keys() & recognise(shown, self.seal).threads.keys():
            del self._unplaced[finding]
        wanted = composed(shown, dict(self._unplaced))
        if self._is_resumed:
            wanted = replace(wanted, withheld=frozenset())
        opening = _items(PostComment(body=wanted.opening))
        return replace(wanted, opening="") if opening <= self._given_up else wanted

    def _worthwhile(self, wanted: Wanted, shown: Shown) -> tuple[Action, ...]:
        return tuple(
            action
            for action in plan(wanted, shown, self.seal)
            if not _items(action) <= self._given_up
            and not (CONVERSATION in self._unplaced and isinstance(action, _SPEECH))
            and not (self._unplaced.get(LABEL) in _CLOSED and is_label(action))
        )

    def _write(self, actions: tuple[Action, ...], wanted: Wanted) -> dict[Item, Fate]:
        """Send one after the other; stops at the first that is not plainly done.

        It stops after what comes first, too: with the look that follows we know whether the head
        is still the one we reviewed, and whether another run has begun here as well.
        """
        sent: dict[Item, Fate] = {}
        for action in actions:
            self.journal.sending(_text(action))
            receipt = self.forge.carry_out(action)
            self._receipts.append(receipt)
            if receipt.fate is Fate.REFUSED:
                self._give_up(_items(action), receipt.refusal)
                if receipt.refusal is Refusal.LOCKED and not is_label(action):
                    self._unplaced[CONVERSATION] = Refusal.LOCKED
                break
            sent |= dict.fromkeys(_items(action), receipt.fate)
            if receipt.fate is Fate.UNKNOWN or _is_first_word(action, wanted):
                break
        return sent

    def _is_yielded(self, wanted: Wanted, shown: Shown) -> bool:
        """Whether another run has begun since we did; what stood before may show a while yet."""
        ours = self.seal.read(_first_word(wanted))
        if ours is None:
            return False
        standing = [
            each.mark
            for each in recognise(shown, self.seal).summaries
            if wanted.opening or each.mark.head == wanted.head
        ]
        if not standing or (wanted.opening and standing[0].stage is not Stage.OPENING):
            return False
        return standing[0].id not in (ours.mark.id, *self._stood)

    def _settled(self, wanted: Wanted, sent: dict[Item, Fate]) -> Shown:
        """What is there once everything that was sent shows, or once it had the time to."""
        shown = self.forge.look()
        for seconds in LOOKS:
            if not self._awaited(wanted, shown, sent):
                break
            self.wait(seconds)
            shown = self.forge.look()
        self.journal.settled()
        return shown

    def _awaited(self, wanted: Wanted, shown: Shown, sent: dict[Item, Fate]) -> set[Item]:
        """What must show before anything is sent again.

        A label in doubt is sent again at once: it stands once however often, and no review waits
        for it.
        """
        missing = self._missing(wanted, shown, sent)
        return {item for item in missing if item[0] != LABEL or sent[item] is Fate.DONE}

    def _missing(self, wanted: Wanted, shown: Shown, sent: dict[Item, Fate]) -> set[Item]:
        planned = {item for action in plan(wanted, shown, self.seal) for item in _items(action)}
        return planned & sent.keys()

    def _reckon(self, wanted: Wanted, sent: dict[Item, Fate], *, was: Shown, shown: Shown) -> None:
        """What still does not show was sent in vain: once more, and then it is given up.

        A note that is not in the review the forge took it with would be taken and lost again.
        """
        stands = len(recognise(shown, self.seal).reviews) > len(recognise(was, self.seal).reviews)
        for item in self._missing(wanted, shown, sent):
            self._vain[item] += 1
            is_swallowed = stands and item[0] == "note" and sent[item] is Fate.DONE
            if is_swallowed or self._vain[item] >= _MOST_TRIES:
                self._give_up({item}, Refusal.INVALID if is_swallowed else None)

    def _give_up(self, items: set[Item], refusal: Refusal | None) -> None:
        self._given_up |= items
        self._unplaced |= {str(what): refusal for kind, what in items if kind in _NOTES}
        if any(kind == LABEL for kind, _ in items):
            self._unplaced[LABEL] = refusal


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


def _first_word(wanted: Wanted) -> str:
    """What a run writes before all else, by which another one knows of it; empty for a review."""
    return wanted.body if wanted.carrier is Carrier.COMMENT_PER_HEAD else wanted.opening


def _is_first_word(action: Action, wanted: Wanted) -> bool:
    return isinstance(action, PostComment | EditComment) and action.body == _first_word(wanted)


def is_label(action: Action) -> bool:
    """Whether it is a write that a review does without."""
    return isinstance(action, AddLabel | RemoveLabel)


def _items(action: Action) -> set[Item]:
    if isinstance(action, PostFileNote):
        return {("file note", action.note.finding)}
    if isinstance(action, PostReview):
        notes: set[Item] = {("note", note.finding) for note in action.notes}
        return notes or {("review", action.head)}
    return {(LABEL if is_label(action) else "write", action)}
