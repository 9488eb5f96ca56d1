"""Every kind of write the publisher has, each with a pull request that needs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from delivering import LABELS, Ground, Wish, sealed
from postil.domain.forge import Actor, Permission, Shown
from postil.domain.marks import MarkKind, Stage
from postil.domain.publication import (
    Action,
    AddLabel,
    Carrier,
    DeleteComment,
    DeleteNote,
    DeleteReview,
    EditComment,
    PostAnswer,
    PostComment,
    PostFileNote,
    PostReview,
    Receipt,
    RemoveLabel,
    ResolveThread,
    SetCheck,
)
from postil.ports import Forge

Deed = Callable[[Ground, Wish], None]


def _nothing(_ground: Ground, _wish: Wish) -> None:
    """Nobody does anything."""


def _asked_in_a_thread(ground: Ground, _wish: Wish) -> None:
    ground.says(ground.forge().look().threads[0].id)


def _asked_in_the_conversation(ground: Ground, _wish: Wish) -> None:
    ground.says("")


def _said_twice(ground: Ground, wish: Wish) -> None:
    """Another run wrote a note that stood already, on the whole file."""
    forge = ground.forge()
    shown = forge.look()
    note = wish.composed(shown, "other")(shown, {}).notes[0]
    forge.carry_out(PostFileNote(head=shown.pull.head, note=replace(note, line=None)))


def _summed_up_twice(ground: Ground, wish: Wish) -> None:
    forge = ground.forge()
    shown = forge.look()
    forge.carry_out(PostComment(body=wish.composed(shown, "other")(shown, {}).body))


def _answered_twice(ground: Ground, wish: Wish, *, in_thread: bool) -> None:
    """Another run answered what we are about to have answered as well."""
    (_asked_in_a_thread if in_thread else _asked_in_the_conversation)(ground, wish)
    forge = ground.forge()
    shown = forge.look()
    answer = wish.composed(shown, "other")(shown, {}).answers[0]
    for _ in range(2):
        if in_thread:
            forge.carry_out(PostAnswer(thread=answer.thread, to=answer.to, body=answer.body))
        else:
            forge.carry_out(PostComment(body=answer.body))


def _begun(ground: Ground, wish: Wish) -> None:
    shown = ground.forge().look()
    ground.begins(wish.composed(shown, "other")(shown, {}).review_body)


@dataclass(frozen=True, kw_only=True)
class Case:
    """A write of one kind, told from others of its type by the mark it leaves.

    `before` was delivered earlier, `deed` happened since. `is_update` and `is_status` tell checks
    apart: one that stands is set anew, and a person's token has no check runs.
    """

    name: str
    action: type[Action]
    wish: Wish
    before: Wish | None = None
    deed: Deed = _nothing
    kind: MarkKind | None = None
    stage: Stage | None = None
    is_update: bool = False
    is_status: bool = False

    def is_meant(self, action: Action, shown: Shown) -> bool:
        if not isinstance(action, self.action):
            return False
        if isinstance(action, SetCheck):
            return bool(action.id) is self.is_update
        if isinstance(action, PostComment | EditComment | PostReview):
            marked = sealed(shown).read(action.body)
            kinds = (None, marked.mark.kind if marked else None)
            return self.kind in kinds and self.stage in (None, marked and marked.mark.stage)
        return True

    def sized(self, chance: int) -> Case:
        """The same with more or fewer notes, as far as the case does not depend on them."""
        more = self.wish.lines + chance % 3
        wish = replace(self.wish, lines=more)
        before = self.before and replace(self.before, lines=more - 1)
        return replace(self, wish=wish, before=before)


_PLAIN, _EARLIER = Wish(), Wish(lines=2, text="Earlier.", title="Notes")
_PER_HEAD, _IN_REVIEW = Wish(carrier=Carrier.COMMENT_PER_HEAD), Wish(carrier=Carrier.REVIEW)
_LONG, _FILES = Wish(overflow="Much."), Wish(files=2)


def _cases() -> Iterator[Case]:
    yield Case(name="opening", action=PostComment, wish=_PLAIN, stage=Stage.OPENING)
    summary = MarkKind.SUMMARY
    yield Case(name="summary", action=PostComment, wish=_PER_HEAD, kind=summary, stage=Stage.FINAL)
    yield Case(name="overflow", action=PostComment, wish=_LONG, kind=MarkKind.OVERFLOW)
    yield Case(
        name="answer to a comment",
        action=PostComment,
        before=_EARLIER,
        wish=_PLAIN,
        deed=_asked_in_the_conversation,
        kind=MarkKind.ANSWER,
    )
    yield Case(
        name="opening anew", action=EditComment, before=_EARLIER, wish=_PLAIN, stage=Stage.OPENING
    )
    yield Case(name="final", action=EditComment, wish=_PLAIN, kind=summary, stage=Stage.FINAL)
    yield Case(
        name="overflow anew",
        action=EditComment,
        before=replace(_EARLIER, overflow="Little."),
        wish=_LONG,
        kind=MarkKind.OVERFLOW,
    )
    yield Case(
        name="second summary",
        action=DeleteComment,
        before=_EARLIER,
        wish=_PLAIN,
        deed=_summed_up_twice,
    )
    yield Case(
        name="overflow no more",
        action=DeleteComment,
        before=replace(_EARLIER, overflow="Little."),
        wish=_PLAIN,
    )
    yield Case(name="review with notes", action=PostReview, wish=_PLAIN)
    yield Case(name="review as summary", action=PostReview, wish=_IN_REVIEW, kind=summary)
    yield Case(name="begun review", action=DeleteReview, before=_EARLIER, wish=_PLAIN, deed=_begun)
    yield Case(name="note on a file", action=PostFileNote, wish=_FILES)
    yield Case(
        name="second note", action=DeleteNote, before=_EARLIER, wish=_PLAIN, deed=_said_twice
    )
    yield Case(
        name="answer in a thread",
        action=PostAnswer,
        before=_EARLIER,
        wish=_PLAIN,
        deed=_asked_in_a_thread,
    )
    for name, action, in_thread in (
        ("second answer to a comment", DeleteComment, False),
        ("second answer in a thread", DeleteNote, True),
    ):
        yield Case(
            name=name,
            action=action,
            before=_EARLIER,
            wish=_PLAIN,
            deed=partial(_answered_twice, in_thread=in_thread),
        )
    closing = replace(_PLAIN, closes=True)
    yield Case(name="closing", action=ResolveThread, before=_EARLIER, wish=closing)
    changes, clean = LABELS
    for carrier in (Carrier.COMMENT, Carrier.COMMENT_PER_HEAD, Carrier.REVIEW):
        labelled = Wish(carrier=carrier, label=changes)
        yield Case(name=f"label, {carrier}", action=AddLabel, wish=labelled)
    yield Case(
        name="label no more",
        action=RemoveLabel,
        before=replace(_EARLIER, label=clean),
        wish=replace(_PLAIN, label=changes),
    )
    for name, is_status in (("check", False), ("status", True)):
        yield Case(name=name, action=SetCheck, wish=_PLAIN, is_status=is_status)
        yield Case(
            name=f"{name} anew",
            action=SetCheck,
            before=_EARLIER,
            wish=_PLAIN,
            is_update=True,
            is_status=is_status,
        )


CASES: Mapping[str, Case] = {case.name: case for case in _cases()}


@dataclass
class Aimed:
    """A forge at which the first write of a kind, and perhaps a later one, goes wrong.

    `spoil` is called right before such a write with which of the two it is, and what it returns
    right after.
    """

    forge: Forge
    case: Case
    spoil: Callable[[int], Callable[[], None]]
    later: int = 0
    hits: int = 0
    _shown: Shown | None = None
    _since: int = field(default=0)

    def look(self) -> Shown:
        self._shown = self.forge.look()
        return self._shown

    def head(self) -> str:
        return self.forge.head()

    def patches(self) -> Mapping[str, str]:
        return self.forge.patches()

    def permission(self, actor: Actor) -> Permission:
        return self.forge.permission(actor)

    def carry_out(self, action: Action) -> Receipt:
        assert self._shown is not None
        self._since += bool(self.hits)
        is_first = not self.hits and self.case.is_meant(action, self._shown)
        if not is_first and not (self.later and self._since == self.later):
            return self.forge.carry_out(action)
        mended = self.spoil(self.hits)
        self.hits += 1
        try:
            return self.forge.carry_out(action)
        finally:
            mended()
